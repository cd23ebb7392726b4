import type { ReactElement, ReactNode } from "react";
import { namesOf, type StyledProps } from "../class_names.ts";
import { laidOut } from "../../layout/registry.ts";
import { readStack } from "./stack_model.ts";

const STACK = laidOut(readStack);

/** A step of the host's spacing scale, `var(--space-1)` to `var(--space-6)`: 4, 8, 12, 16, 24 and 32 px. */
export type Space = 1 | 2 | 3 | 4 | 5 | 6;

interface StackProps extends StyledProps {
  /** The stacked elements. */
  readonly children: ReactNode;
  /**
   * A `row` follows the writing direction of the card's language. `auto` is a row in a wide card, `2x1`, `4x1`, `4x2` or
   * `fill-auto` from 546 pixels on, and a column in any other: for a value and the chart below or beside it.
   *
   * @default "column"
   */
  readonly direction?: "column" | "row" | "auto" | undefined;
  /**
   * The space between the children.
   *
   * @default 3, or for `auto` and directly in a `Grid` that of the card, and 5 where `auto` is a row
   */
  readonly gap?: Space | undefined;
  /**
   * Alignment across the direction.
   *
   * @default "stretch" in a column, "center" in a row; where `auto` is a row, a value is in the middle of drawings
   * beside it, and else begins at the top
   */
  readonly align?: "start" | "center" | "end" | "baseline" | "stretch" | undefined;
  /**
   * Alignment along the direction.
   *
   * @default "start"
   */
  readonly justify?: "start" | "center" | "end" | "between" | undefined;
  /**
   * Whether a row wraps when the card is too narrow.
   *
   * @default false
   */
  readonly wrap?: boolean | undefined;
  /**
   * Whether it takes the room that its siblings in a column or row leave: in a card of a fixed size, use it for the part
   * that should fill the card.
   *
   * @default false
   */
  readonly grow?: boolean | undefined;
}

/**
 * Children one below the other, or side by side.
 *
 * @example
 * ```tsx
 * import { Badge, Stack, Text } from "@tck/kit";
 * export default function Status() {
 *   return (
 *     <Stack direction="row" justify="between">
 *       <Text>Ferry to Föhr</Text>
 *       <Badge tone="positive">On time</Badge>
 *     </Stack>
 *   );
 * }
 * ```
 */
export function Stack(
  { children, direction = "column", gap, align, justify, wrap = false, grow = false, className }: StackProps,
): ReactElement {
  const style = {
    flexDirection: direction === "auto" ? undefined : direction,
    "--kit-own-gap": gap && `var(--space-${gap})`,
    alignItems: align,
    justifyContent: justify === "between" ? "space-between" : justify,
    flexWrap: wrap ? "wrap" as const : undefined,
  };
  const own = `kit-stack ${KINDS[direction]}${grow ? " kit-grow" : ""}`;
  return (
    <div ref={STACK} className={namesOf(own, className)} data-align={align} style={style}>{children}</div>
  );
}

const KINDS = { column: "kit-column", row: "kit-row", auto: "kit-column kit-auto" };
