import { type Cell, type Choice, rem } from "./model.ts";
import type { Reading } from "./reading.ts";

/** The space below rows in which a count is legible, and that in which it is not cut, since it begins 2 px above their end. */
const LEAST_SPACE = 12;
const LEAST_ROOM = 8;

/** The width that is free before a count in the line of a title. */
const SPACE_BEFORE = 8;

/**
 * Where the eye sees how many rows are not shown, and what the elements there get. A count takes no height: it is in the line
 * of the heading of the rows, or below them. Where what follows is too near for that, it is in the line of the card's title, if
 * those are the first rows and the line has room for it; else it is not seen.
 */
export function placeCounts(cells: readonly Cell[], reading: Reading): ReadonlyMap<Cell, Choice> {
  const { tokens } = reading;
  const rows = cells.filter(({ block }) => block.role === "rows" && block.children.length === 0);
  return new Map(rows.flatMap((cell): [Cell, Choice][] => {
    const text = cell.block.element?.querySelector(".kit-more")?.textContent;
    if (!text) return [];
    const count = { "data-more": text };
    const before = cell.block.element!.previousElementSibling;
    const heading = cells.find((other) => "data-counted" in other.choice && other.block.element === before);
    if (heading !== undefined) return [[heading, count]];
    const width = reading.text(text).width(tokens.caption);
    const space = spaceBelow(cell, width, cells);
    if (space < LEAST_SPACE && cell === rows[0]) {
      for (const other of cells) {
        const [free, after] = other.block.free?.(other) ?? [0, 0];
        if (free >= width + SPACE_BEFORE) return [[other, { ...count, "--kit-after": rem(after) }]];
      }
    }
    const room = Math.min(space, tokens.insetBlock, tokens.captionLine);
    return room < LEAST_ROOM
      ? []
      : [[cell, { ...count, "--kit-count": rem(Math.max(room, LEAST_ROOM + 2)) }]];
  }));
}

/** The space between rows and what is below their end. */
function spaceBelow({ block, top, start, width, height }: Cell, end: number, cells: readonly Cell[]): number {
  const [right, bottom] = [start + width, top + height];
  return Math.min(
    ...cells.filter((other) =>
      other.block !== block && other.top >= bottom - 1 && other.start < right &&
      other.start + other.width > right - end
    ).map((other) => other.top - bottom),
  );
}
