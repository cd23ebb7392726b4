import { type Candidate, compare, fill, looksOf, type Room } from "./fill.ts";
import type { Block, Cell, Form, Look, Piece, Shown } from "./model.ts";
import { rank, type Ranked } from "./rank.ts";
import { type Shape, shapesOf } from "./shapes.ts";
import { type Box, type Footprint, footprintOf, type Tokens } from "./tokens.ts";

/** What was decided about a card: applied once, and read by the report and by tests. */
export interface Plan {
  /** The name of the arrangement. */
  readonly shape: Shape["name"];
  readonly shown: Shown;
  readonly pieces: readonly Piece[];
  readonly look: Look;
  /** Whether rows, spaces or values are less than usual. */
  readonly isTight: boolean;
  readonly cells: readonly Cell[];
  /** What is left out, the most important first. What is in a block goes with it, and is not named too. */
  readonly omitted: readonly Omission[];
  /** The height of the content, without the card's padding. */
  readonly height: number;
  /** Whether the content is as high as the card has room for, at most. */
  readonly fits: boolean;
}

/** A piece that is left out. */
export interface Omission {
  readonly piece: Piece;
  readonly block: Block;
}

/**
 * Decides what a card shows and where. Of the arrangements that its class of size has, it has the one that shows most at the
 * heights in which hosts show cards of this class: blocks before rows before details, in the order of the author. Among equal
 * ones it has the one whose look is nearest to the usual one, and then the plainer one.
 *
 * @param blocks what the card has from top to bottom
 * @param box the size of the card
 * @param options.canGrow whether what is left goes to values and rows
 */
export function solve(
  blocks: readonly Block[],
  box: Box,
  tokens: Tokens,
  { canGrow = true }: { canGrow?: boolean } = {},
): Plan {
  const ranked = rank(blocks, tokens);
  const looks = looksOf(tokens);
  const hostedHeight = hostedHeightOf(box, tokens);
  // That of the tokens, also where a report asks for heights beyond their class.
  const footprint = footprintOf({ ...box, height: hostedHeight });
  const roomAt = (height: number | null): Room => ({
    width: box.width - 2 * tokens.insetInline,
    height: height === null ? Infinity : height - 2 * tokens.insetBlock,
    most: MOST_BLOCKS[footprint] ?? Infinity,
  });
  const [room, hosted] = [roomAt(box.height), roomAt(hostedHeight)];
  const best = findBest(shapesOf(blocks, footprint), hosted, ranked, looks);
  const candidate = hosted.height === room.height ? best : fill(best.shape, room, ranked, looks)!;
  return planOf(candidate, room, ranked, looks, tokens, canGrow);
}

/**
 * The height at which the arrangement of a card is chosen: that of a host, with its slots or without them, whichever is not
 * higher. Two arrangements that show more in turns as a card grows would both come and go if each height had its own best.
 */
function hostedHeightOf({ height }: Box, { hosted: [whole, slotted] }: Tokens): number | null {
  return height === null ? null : height >= whole ? whole : slotted;
}

/** The arrangement that shows most in a room; of equal ones that with the usual values and look, and then the first. */
function findBest(
  shapes: readonly Shape[],
  room: Room,
  ranked: readonly Ranked[],
  looks: readonly Look[],
): Candidate {
  let best: Candidate | null = null;
  for (const shape of shapes) {
    const candidate = fill(shape, room, ranked, looks);
    if (candidate === null) continue;
    if (best === null || compare(candidate, best, ranked) > 0) best = candidate;
    if (best.step + best.smaller + best.uneven === 0 && best.shown.size === ranked.length) break;
  }
  return best!;
}

/** More blocks are not legible in a card that is one row high. */
const MOST_BLOCKS: { readonly [footprint in Footprint]?: number } = { "1x1": 2, "2x1": 3 };

function planOf(
  { shape, shown, step }: Candidate,
  room: Room,
  ranked: readonly Ranked[],
  looks: readonly Look[],
  tokens: Tokens,
  canGrow: boolean,
): Plan {
  const form = shape.root.at(room.width)!;
  const isFixed = room.height < Infinity;
  const look = step === 0 && isFixed && canGrow
    ? enlarge(form, shown, looks[0]!, room, tokens)
    : looks[step]!;
  const height = form.height(shown, look);
  const given = isFixed ? Math.max(height, Math.min(room.height, form.most(shown, look))) : height;
  const cells = form.place(shown, look, { top: 0, start: 0, height: given });
  return {
    shape: shape.name,
    shown,
    pieces: ranked.map(({ piece }) => piece),
    look,
    isTight: step > 0,
    cells,
    omitted: findOmitted(ranked, shown, cells),
    height,
    fits: height <= room.height,
  };
}

/** What a reader would see in a larger card: what is in a block goes with it, and what a block does not have is not left out. */
function findOmitted(ranked: readonly Ranked[], shown: Shown, cells: readonly Cell[]): Omission[] {
  const absent = new Set(cells.flatMap((cell) => cell.absent ?? []));
  return ranked.filter(({ piece, block: { self } }) =>
    !shown.has(piece) && !absent.has(piece) && (piece === self || shown.has(self))
  );
}

/** A drawing of this height and above gives a tenth of it to the largest value. */
const LEAST_GIVING = 96;

/** What is left goes to the largest value, as far as drawings do not need it, and then to rows. */
function enlarge(form: Form, shown: Shown, usual: Look, room: Room, { row }: Tokens): Look {
  const drawn = (look: Look) => {
    const height = Math.min(room.height, form.most(shown, look));
    return form.place(shown, look, { top: 0, start: 0, height }).reduce(
      (sum, cell) => sum + (cell.block.role === "figure" ? cell.height : 0),
      0,
    );
  };
  const before = drawn(usual);
  const least = before >= LEAST_GIVING ? 0.9 * before : before - 1;
  const fits = (look: Look) => form.height(shown, look) <= room.height && drawn(look) >= least;
  const raised: Look = { ...usual, value: 1 };
  const look = fits(raised) ? raised : usual;
  for (let height = row.most; height > row.usual; height -= 4) {
    const higher = { ...look, row: height };
    if (form.height(shown, higher) <= room.height && drawn(higher) >= drawn(look) - 1) return higher;
  }
  return look;
}
