import type { ReactElement, ReactNode } from "react";
import { type DrawingOption, type DrawingSpace, LEAST_PLOT } from "../drawings/option.ts";
import { useDrawingRoom } from "../drawings/use_drawing_room.ts";
import type { Room } from "./use_room.ts";
import { namesOf, type StyledProps } from "./class_names.ts";

interface FigureProps extends StyledProps {
  /** What it shows, in words. Screen readers read it, and not the drawing. */
  readonly label: string;
  /** Draws it for a room: an SVG or a canvas of that width and height, in CSS pixels. It is drawn again for another room. */
  readonly children: (room: Room) => ReactNode;
  /**
   * Its height in a card that is as high as its content, in CSS pixels. In a card of a fixed size it has the room that the
   * other blocks leave, as a chart has.
   *
   * @default 160
   */
  readonly height?: number | undefined;
}

/**
 * A drawing of your own in the room that it has in each size: the function gets the width and height in pixels. Use the
 * host's colours, such as `var(--color-chart-1)`, and mirror what has a direction where `isRightToLeft`.
 *
 * @example
 * ```tsx
 * import { Card, CardHeader, Figure } from "@tck/kit";
 * export default function Moon() {
 *   return (
 *     <Card>
 *       <CardHeader>Moon</CardHeader>
 *       <Figure label="The moon, half lit, waxing">
 *         {({ width, height }) => {
 *           const radius = Math.min(width, height) / 2;
 *           return (
 *             <svg width={width} height={height} viewBox={`${-width / 2} ${-height / 2} ${width} ${height}`}>
 *               <circle r={radius} fill="var(--color-border)" />
 *               <path d={`M0,${-radius}A${radius},${radius},0,0,1,0,${radius}`} fill="var(--color-chart-2)" />
 *             </svg>
 *           );
 *         }}
 *       </Figure>
 *     </Card>
 *   );
 * }
 * ```
 */
export function Figure({ label, children, height = 160, className }: FigureProps): ReactElement {
  const [element, room] = useDrawingRoom<HTMLDivElement>((space) => [figureOption(space, height)]);
  return (
    <div
      ref={element}
      className={namesOf("kit-room kit-figure", className)}
      role="img"
      aria-label={label}
      style={{ containIntrinsicBlockSize: `${height / 16}rem` }}
    >
      <div className="kit-room-content">{room && children(room)}</div>
    </div>
  );
}

/** A drawing of an author shows everything in each height that is legible. */
export function figureOption({ size, fontSize }: DrawingSpace, usual: number): DrawingOption {
  const least = Math.round(LEAST_PLOT[size] * fontSize);
  return { height: Math.min(least, Math.ceil(usual)), most: Infinity, usual, lost: [] };
}
