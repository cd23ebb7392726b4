import { type Cell, type Choice, rem, type Shown } from "./model.ts";
import type { Reading } from "./reading.ts";

/** The height of the digits of a count with the least space above and below them. */
const LEAST_HEIGHT = 12;

/** Digits go up into the lowest row by so much, below its letters. */
const INTO_ROW = 4;

/** The width that is free before a count in the line of a title. */
const SPACE = 8;

/**
 * Where the card says how many rows are not shown, and what the elements there get. A count takes no height: it is in the line
 * of the heading of the rows, or below them. Where what follows is too near for that, it is in the line of the card's title, if
 * those are the first rows and the line has room for it.
 */
export function placeCounts(
  cells: readonly Cell[],
  shown: Shown,
  reading: Reading,
): ReadonlyMap<Cell, Choice> {
  const { tokens, language } = reading;
  const counts = new Map<Cell, Choice>();
  const title = cells.find(({ block }) => reading.bindingOf(block)?.free !== undefined);
  const rows = cells.filter(({ block }) => reading.bindingOf(block)?.left !== undefined);
  for (const cell of rows) {
    const { element, left } = reading.bindingOf(cell.block)!;
    const count = left!(shown);
    if (count === 0) continue;
    const text = writeCount(count, language);
    const width = reading.text(text).width(tokens.caption);
    const room = Math.min(tokens.insetBlock, tokens.captionLine, spaceBelow(cell, width, cells));
    const before = cells.find(({ block, choice }) =>
      "data-counted" in choice && reading.bindingOf(block)?.element === element.previousElementSibling
    );
    const isNarrow = room < LEAST_HEIGHT && cell === rows[0];
    const free = title === undefined ? 0 : reading.bindingOf(title.block)!.free!(title);
    if (before !== undefined) counts.set(before, { "data-more": text });
    else if (isNarrow && free >= width + SPACE) counts.set(title!, { "data-more": text });
    else {
      const height = Math.min(Math.max(room, LEAST_HEIGHT), room + INTO_ROW);
      counts.set(cell, { "data-more": text, "--kit-count": rem(height), "--kit-into": rem(room - height) });
    }
  }
  return counts;
}

/** A number of rows that are not shown, such as `+3`. */
export function writeCount(count: number, language: string): string {
  return new Intl.NumberFormat(language || undefined, { signDisplay: "always" }).format(count);
}

/** The space between rows and what is below their end. */
function spaceBelow({ block, top, start, width, height }: Cell, end: number, cells: readonly Cell[]): number {
  const [from, to] = [start + width - end, start + width];
  const below = cells.filter((cell) =>
    cell.block !== block && cell.start < to && cell.start + cell.width > from && cell.top >= top + height - 1
  );
  return Math.min(...below.map((cell) => cell.top - top - height));
}
