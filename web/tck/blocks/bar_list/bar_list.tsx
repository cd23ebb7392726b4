import type { CSSProperties, ReactElement } from "react";
import { quoteValue } from "../../quote_value.ts";
import { useFormat } from "../../format.ts";
import { checkPart } from "../check_number.ts";
import { inkOf, type InkProps } from "../ink.ts";
import { MoreItems } from "../list/list.tsx";
import { useBidi } from "../use_bidi.tsx";
import { namesOf, type StyledProps } from "../class_names.ts";
import { laidOut } from "../../layout/registry.ts";
import { readList } from "../list/list_model.ts";

const BARS = laidOut(readList);

/** A row of a `BarList`. */
export interface BarListItem extends InkProps {
  /** What it is. A long label has several lines. */
  readonly label: string;
  /** Its value, which is not negative. */
  readonly value: number;
}

interface BarListProps extends StyledProps {
  /** What the rows are, for screen readers. */
  readonly label: string;
  /** The rows, the most important first. */
  readonly items: readonly BarListItem[];
  /**
   * The value of a bar as wide as the list.
   *
   * @default the largest value
   */
  readonly max?: number | undefined;
  /**
   * Formats a value.
   *
   * @default a number in the card's language
   */
  readonly formatValue?: ((value: number) => string) | undefined;
}

/**
 * A ranking: rows with a label, a value and a bar behind both. In a card of a fixed size it shows as many as fit, and the
 * number of the others, as a `List` does. It is right for long labels and many rows; a `BarChart` is right for a course.
 *
 * @throws {WidgetKitError} `context.missing` outside a mounted widget, `block.invalid_value` when a value or `max` is not a
 * finite number, or negative
 *
 * @example
 * ```tsx
 * import { BarList } from "@tck/kit";
 * const pages = (
 *   <BarList
 *     label="Pages by readers"
 *     items={[{ label: "How to bake rye bread", value: 412 }, { label: "Sourdough in winter", value: 268 }]}
 *   />
 * );
 * ```
 */
export function BarList(
  { label, items, max, formatValue, className }: BarListProps,
): ReactElement {
  const format = useFormat();
  const { isolate } = useBidi();
  checkPart(max ?? 0, "max of BarList", label);
  for (const item of items) {
    checkPart(item.value, `${quoteValue(item.label)} of BarList`, label);
  }
  const whole = max ?? Math.max(0, ...items.map(({ value }) => value));
  return (
    // Safari drops the list role from a list without markers.
    <ul ref={BARS} className={namesOf("kit-list kit-bars", className)} role="list" aria-label={label}>
      {items.map((item, index) => (
        <li
          key={index}
          className="kit-item kit-bar"
          style={{
            ...inkOf(item),
            "--kit-share": shareOf(item.value, whole),
          } as CSSProperties}
        >
          <div className="kit-item-main">{isolate(item.label)}</div>
          <div className="kit-item-end">
            {isolate((formatValue ?? format.number)(item.value))}
          </div>
        </li>
      ))}
      <MoreItems />
    </ul>
  );
}

function shareOf(value: number, whole: number): number {
  return whole > 0 ? Math.min(1, value / whole) : 0;
}
