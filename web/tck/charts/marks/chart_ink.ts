import type { DrawingRoom } from "@tck/kit";

/** The colour of everything but the values. */
export const MUTED = "var(--color-text-muted)";

/** A colour of the page, or the user's own where the browser replaces colours. */
export function inkOf(color: string, room: DrawingRoom): string {
  return room.hasForcedColors ? "CanvasText" : color;
}

/** A paler colour, through which nothing is seen. */
export function paleInk(color: string, part: number, room: DrawingRoom): string {
  const ink = inkOf(color, room);
  return part === 1 ? ink : `color-mix(in srgb, ${ink} ${Math.round(100 * part)}%, var(--color-surface))`;
}
