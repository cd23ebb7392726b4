import type { Block, Piece, Role } from "../../../../web/tck/layout/model.ts";
import { memoised } from "../../../../web/tck/layout/model.ts";

/** A block of a property test: its height is that of its pieces. */
export interface BlockShape {
  readonly role: Role;
  /** The height of the block without its pieces. */
  readonly least: number;
  readonly rows: number;
  /** The heights of its details; it does not have one without any. */
  readonly details: readonly number[];
  /** How many of its last rows are over, by default none. */
  readonly over?: number;
  /** Whether its details are drawn and not written, by default not. */
  readonly isDrawn?: boolean;
  readonly leastWidth: number;
  /** How much higher it is in a place that is narrower than 250 pixels, by default nothing. */
  readonly narrow?: number;
}

/** A place that is narrower has texts of more lines. */
const NARROW = 250;

/** A block as a model would make it. */
export function blockOf(
  { role, least, rows, details, over = 0, isDrawn = false, leastWidth, narrow = 0 }: BlockShape,
): Block {
  const rowPieces = Array.from(
    { length: rows },
    (_, index): Piece => ({ kind: "row", ...index >= rows - over && { rank: "late" } }),
  );
  const detailPieces = details.map((): Piece => ({ kind: "detail", ...isDrawn && { rank: "early" } }));
  const heights = new Map(detailPieces.map((piece, index) => [piece, details[index]!]));
  const absent = detailPieces.filter((_, index) => details[index] === 0);
  const block: Block = {
    role,
    self: { kind: "block" },
    children: [],
    pieces: [...rowPieces, ...detailPieces],
    leastWidth,
    at: memoised((width) => ({
      height: (shown, { row }) =>
        (width < NARROW ? least + narrow : least) + rowPieces.filter((piece) =>
            shown.has(piece)
          ).length * row +
        detailPieces.filter((piece) => shown.has(piece)).reduce((sum, piece) => sum + heights.get(piece)!, 0),
      most(shown, look) {
        return role === "figure" ? Infinity : this.height(shown, look);
      },
      place: (_shown, _look, place) => [{ block, ...place, width, isNested: false, choice: {}, absent }],
    })),
  };
  return block;
}
