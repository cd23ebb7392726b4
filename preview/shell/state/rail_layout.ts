/** Where the rail is, and its size. */
export interface RailLayout {
  readonly place: "side" | "bottom";
  readonly isHidden: boolean;
  /** In CSS pixels, at the side; null until the reader has changed it. */
  readonly width: number | null;
  /** In CSS pixels, at the bottom; null until the reader has changed it. */
  readonly height: number | null;
}

/** The rail until the reader has changed it. */
export const RAIL_LAYOUT: RailLayout = { place: "side", isHidden: false, width: null, height: null };

/** The least width and height of the rail in CSS pixels. */
export const LEAST_RAIL = { side: 240, bottom: 120 } as const;

/** The greatest width and height of a rail in CSS pixels, on any screen. */
const GREATEST_STORED = 4_000;

/** A layout from stored JSON. A field that is missing or invalid has its first value. */
export function parseRailLayout(value: unknown): RailLayout {
  if (typeof value !== "object" || value === null) return RAIL_LAYOUT;
  const { place, isHidden, width, height } = value as { [field: string]: unknown };
  return {
    place: place === "bottom" ? "bottom" : "side",
    isHidden: isHidden === true,
    width: isSize(width) ? width : null,
    height: isSize(height) ? height : null,
  };
}

function isSize(value: unknown): value is number {
  return typeof value === "number" && value >= 1 && value <= GREATEST_STORED;
}

/** The size of the window in CSS pixels. */
interface Room {
  readonly width: number;
  readonly height: number;
}

/** What is left for the header or the sidebar and the card, in CSS pixels. */
const LEAST_REST = { side: 624, bottom: 288 } as const;

/** The greatest size of the rail that leaves the card its room, in CSS pixels. */
export function greatestRail(place: RailLayout["place"], { width, height }: Room): number {
  return Math.max(LEAST_RAIL[place], (place === "side" ? width : height) - LEAST_REST[place]);
}

/** The size of the rail in CSS pixels: what the reader chose, or a share of the window, within what that leaves. */
export function railSize({ place, width, height }: RailLayout, room: Room): number {
  const wanted = place === "side" ? width ?? share(room.width, 0.21) : height ?? share(room.height, 0.35);
  return Math.round(Math.min(greatestRail(place, room), Math.max(LEAST_RAIL[place], wanted)));
}

function share(room: number, part: number): number {
  return Math.min(352, Math.max(272, part * room));
}
