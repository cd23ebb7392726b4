import { type ReactElement, type ReactNode, useRef } from "react";
import { useFit } from "./fit/mod.ts";
import { useBidi } from "./use_bidi.tsx";

interface CardProps {
  /** The widget's content. */
  readonly children: ReactNode;
  /**
   * Where the content is in a card of a fixed size that has more room than the content needs.
   *
   * @default "start"
   */
  readonly justify?: "start" | "center" | "between" | "end" | undefined;
}

/**
 * The outermost block of a widget. It fills the card, sets the padding and the font, and the other blocks adapt to its
 * size: where the content is higher than a card of a fixed size, spaces are narrower, and then it drops list items, details
 * and whole blocks, as few as possible and from the end, so that nothing is cut.
 *
 * @example
 * ```tsx
 * import { Card, Heading, Text } from "@tck/kit";
 * export default function Weather() {
 *   return (
 *     <Card>
 *       <Heading kicker="Weather">Fog until nine</Heading>
 *       <Text tone="muted">Dry until the evening.</Text>
 *     </Card>
 *   );
 * }
 * ```
 */
export function Card({ children, justify }: CardProps): ReactElement {
  const card = useRef<HTMLDivElement>(null);
  useFit(card);
  return (
    <div ref={card} className="kit-card">
      <div className="kit-stack kit-column" data-justify={justify}>{children}</div>
    </div>
  );
}

interface CardHeaderProps {
  /** What the card is about, in one or two words. It is cut off with an ellipsis where it does not fit beside `end`. */
  readonly children: ReactNode;
  /** Content before it, such as an icon or an `Image`. It is dropped where it would cut the title. */
  readonly start?: ReactNode;
  /**
   * Content at the end of the row, such as a `Badge`, a place or a time. It stays whole: in a `1x1` below the title where
   * that costs nothing else, and it is dropped only where it would leave the title less than 44 pixels.
   */
  readonly end?: ReactNode;
}

/**
 * The first row of a card: what the card is about, with content before it and at its end. Use it, or the `kicker` of a
 * `Heading`.
 *
 * @example
 * ```tsx
 * import { Badge, Card, CardHeader, Stat } from "@tck/kit";
 * export default function Flight() {
 *   return (
 *     <Card>
 *       <CardHeader end={<Badge tone="positive">On time</Badge>}>LH 123</CardHeader>
 *       <Stat label="Departure" value="14:35" />
 *     </Card>
 *   );
 * }
 * ```
 */
export function CardHeader({ children, start, end }: CardHeaderProps): ReactElement {
  const { directionOf, isolate } = useBidi();
  return (
    <div className="kit-header">
      {start !== undefined && <div className="kit-header-start">{start}</div>}
      <p className="kit-header-title" dir={directionOf(children)}>{children}</p>
      {end !== undefined && <div className="kit-header-end">{isolate(end)}</div>}
    </div>
  );
}
