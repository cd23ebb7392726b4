import type { ReactElement, ReactNode } from "react";
import type { Tone } from "../tone.ts";
import { useBidi } from "../use_bidi.tsx";
import { namesOf, type StyledProps } from "../class_names.ts";
import { laidOut } from "../../layout/registry.ts";
import { readText } from "./text_model.ts";

const TEXT = laidOut(readText);

/** A step of the host's type scale, `var(--text-xs)` to `var(--text-2xl)`: 12, 13, 15, 17, 21 and 36 px. */
type TextSize = "xs" | "sm" | "base" | "lg" | "xl" | "2xl";

interface TextProps extends StyledProps {
  /** The text. */
  readonly children: ReactNode;
  /**
   * The font size.
   *
   * @default "base"
   */
  readonly size?: TextSize | undefined;
  /**
   * What its colour means. The text must say it as well.
   *
   * @default "neutral"
   */
  readonly tone?: Tone | undefined;
  /**
   * Whether it is semi-bold.
   *
   * @default false
   */
  readonly strong?: boolean | undefined;
  /**
   * Whether it is a `span` within a line instead of a paragraph.
   *
   * @default false
   */
  readonly inline?: boolean | undefined;
  /** The number of lines after which it is cut off with an ellipsis. Without it, all of the text is shown. */
  readonly lines?: number | undefined;
}

/**
 * A paragraph, or a run of text within one. A card without room for all of it shows two lines at least, and an ellipsis.
 *
 * @example
 * ```tsx
 * import { Text } from "@tck/kit";
 * export default function Temperature() {
 *   return <Text>It is <Text inline strong>12°</Text> outside.</Text>;
 * }
 * ```
 */
export function Text(
  { children, size, tone = "neutral", strong = false, inline = false, lines, className }: TextProps,
): ReactElement {
  const { directionOf } = useBidi();
  const Element = inline ? "span" : "p";
  return (
    <Element
      ref={TEXT}
      className={namesOf(lines === undefined ? "kit-text" : "kit-text kit-clamped", className)}
      dir={directionOf(children)}
      data-tone={tone}
      style={{
        fontSize: size && `var(--text-${size})`,
        fontWeight: strong ? 600 : undefined,
        WebkitLineClamp: lines,
      }}
    >
      {children}
    </Element>
  );
}
