import type { ReactElement, ReactNode } from "react";
import { type Room, useRoom } from "./use_room.ts";

interface FigureProps {
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
export function Figure({ label, children, height = 160 }: FigureProps): ReactElement {
  const [element, room] = useRoom<HTMLDivElement>();
  return (
    <div
      ref={element}
      className="kit-room kit-figure"
      role="img"
      aria-label={label}
      style={{ containIntrinsicBlockSize: `${height / 16}rem` }}
    >
      <div className="kit-room-content">{children(room)}</div>
    </div>
  );
}
