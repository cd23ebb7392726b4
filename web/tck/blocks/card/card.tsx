import { createContext, type ReactElement, type ReactNode, useContext, useRef } from "react";
import { DrawingHostContext } from "../../drawings/use_drawing_room.ts";
import { laidOut } from "../../layout/registry.ts";
import { useLayout } from "../../layout/use_layout.ts";
import { readHeader } from "./card_header_model.ts";
import { useBidi } from "../use_bidi.tsx";
import { namesOf, type StyledProps } from "../class_names.ts";

interface CardProps extends StyledProps {
  /** The widget's content. */
  readonly children: ReactNode;
  /**
   * Where the content is in a card of a fixed size that has more room than the content needs.
   *
   * @default "start"
   */
  readonly justify?: "start" | "center" | "between" | "end" | undefined;
  /**
   * What needs the reader at once, in one or two words, such as `Overdue`: the card has an edge, and a mark that screen
   * readers read as these words, before the title of its `CardHeader`; without one, a line with the mark and the words.
   */
  readonly urgent?: string | undefined;
}

/** The words of an urgent card, for its header. */
const UrgentContext = createContext<string | undefined>(undefined);

/**
 * The outermost block of a widget. It fills the card, sets the padding and the font, and decides for its size what is beside
 * what. Where the content is higher than a card of a fixed size, rows, spaces and large values are smaller; then details,
 * rows and blocks are left out, as few as possible, and the first blocks stay longest.
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
export function Card({ children, justify, urgent, className }: CardProps): ReactElement {
  const card = useRef<HTMLDivElement>(null);
  const host = useLayout(card);
  return (
    <div
      ref={card}
      className={namesOf("kit-card", className)}
      data-urgent={urgent === undefined ? undefined : ""}
    >
      <UrgentContext value={urgent}>
        <DrawingHostContext value={host}>
          <div className="kit-stack kit-column" data-justify={justify}>{children}</div>
        </DrawingHostContext>
      </UrgentContext>
      {urgent !== undefined && (
        <p className="kit-urgent">
          <UrgentMark />
          {urgent}
        </p>
      )}
    </div>
  );
}

/** A triangle with an exclamation mark. */
function UrgentMark(): ReactElement {
  return (
    <svg className="kit-urgent-mark" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M8 1.5 15 14H1z" />
      <path d="M8 6v4M8 12v.01" />
    </svg>
  );
}

const HEADER = laidOut(readHeader);

interface CardHeaderProps extends StyledProps {
  /** What the card is about, in one or two words. It is cut off with an ellipsis where it does not fit beside `end`. */
  readonly children: ReactNode;
  /** Content before it, such as an icon or an `Image`. It is dropped where it would cut the title. */
  readonly start?: ReactNode;
  /**
   * Content at the end of the row, such as a `Badge`, a place or a time. It stays whole: in a `1x1` below a title that it
   * would cut, if there is room for a line, and it is dropped only where it would leave the title less than 44 pixels.
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
export function CardHeader({ children, start, end, className }: CardHeaderProps): ReactElement {
  const { directionOf, isolate } = useBidi();
  const urgent = useContext(UrgentContext);
  return (
    <div ref={HEADER} className={namesOf("kit-header", className)}>
      {urgent !== undefined && (
        <>
          <UrgentMark />
          <span className="kit-visually-hidden">{urgent}</span>
        </>
      )}
      {start !== undefined && <div className="kit-header-start">{start}</div>}
      <p className="kit-header-title" dir={directionOf(children)}>{children}</p>
      {end !== undefined && <div className="kit-header-end">{isolate(end)}</div>}
    </div>
  );
}
