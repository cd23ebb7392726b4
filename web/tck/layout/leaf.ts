import {
  type Block,
  type Choice,
  type Form,
  type Look,
  memoised,
  type Piece,
  type Shown,
  sized,
} from "./model.ts";

/** A block without blocks in it, at a width. */
export interface LeafForm {
  height(shown: Shown, look: Look): number;
  /** By default it does not grow. */
  most?(shown: Shown, look: Look): number;
  /**
   * By default nothing, or the height of a block that grows.
   *
   * @param parts the heights of the parts of its row, if it has any
   */
  choice?(shown: Shown, look: Look, height: number, parts: readonly number[] | undefined): Choice;
  /** Its pieces that it does not have at this width, by default none. */
  readonly absent?: readonly Piece[];
  /** By how many steps its value is smaller than usual, by default none. */
  smaller?(shown: Shown, look: Look): number;
  /** Its parts, if it is in line with blocks beside it. */
  parts?(shown: Shown, look: Look): readonly number[];
}

/** A block without blocks in it. */
export interface LeafOptions extends Omit<Block, "self" | "children" | "pieces" | "at" | "corrections"> {
  readonly element: HTMLElement;
  /** By default a new one. */
  readonly self?: Piece;
  /** By default none. */
  readonly pieces?: readonly Piece[];
  form(width: number): LeafForm;
}

export function leafOf({ form, ...options }: LeafOptions): Block {
  const block: Block = {
    self: { kind: "block", elements: [options.element] },
    pieces: [],
    ...options,
    children: [],
    corrections: new Map(),
    at: memoised((width) => formOf(block, width, form(width))),
  };
  return block;
}

/** Its form, with what the page has shown to be wrong about its height. */
function formOf(
  block: Block,
  width: number,
  { height: read, most: mostOf, choice, parts, smaller, absent }: LeafForm,
): Form {
  const height: Form["height"] = (shown, look) => read(shown, look) + correctionOf(block, width, shown, look);
  // Of its parts the first and the last are text, whose lines a page may break otherwise: it is the higher one that is.
  const partsOf = parts && ((shown: Shown, look: Look): readonly number[] => {
    const heights = [...parts(shown, look)];
    const wrong = heights.at(-1)! > heights[0]! ? heights.length - 1 : 0;
    heights[wrong]! += correctionOf(block, width, shown, look);
    return heights;
  });
  const most: Form["most"] = mostOf === undefined
    ? height
    : (shown, look) => Math.max(height(shown, look), mostOf(shown, look));
  return {
    height,
    most,
    ...partsOf && { parts: partsOf },
    place(shown, look, { top, start, height: room, parts: given }) {
      // In line with others its parts are as high as theirs, but for the last one.
      const own = partsOf !== undefined && given !== undefined
        ? given.slice(0, -1).reduce((sum, part) => sum + part, partsOf(shown, look).at(-1)!)
        : Math.min(Math.max(room, height(shown, look)), most(shown, look));
      return [{
        ...{ block, top, start, width, height: own, isNested: false },
        choice: choice?.(shown, look, own, given) ?? (mostOf === undefined ? {} : sized(own)),
        ...smaller && { smaller: smaller(shown, look) },
        ...absent && { absent },
      }];
    },
  };
}

/** What its height depends on: all of that, and all but the look, since another look is likely to be wrong by as much. */
function statesOf({ pieces }: Block, width: number, shown: Shown, { row, value }: Look): [string, string] {
  const content = `${width} ${pieces.map((piece) => Number(shown.has(piece))).join("")}`;
  return [`${row} ${value} ${content}`, content];
}

function correctionOf(block: Block, width: number, shown: Shown, look: Look): number {
  const known = block.corrections!;
  if (known.size === 0) return 0;
  const [state, content] = statesOf(block, width, shown, look);
  return known.get(state) ?? known.get(content) ?? 0;
}

/** Keeps by how much the page shows a block higher than its form says with the corrections by now. */
export function correct(block: Block, width: number, shown: Shown, look: Look, difference: number): void {
  const known = block.corrections!;
  const [state, content] = statesOf(block, width, shown, look);
  const corrected = correctionOf(block, width, shown, look) + difference;
  known.set(state, corrected);
  known.set(content, Math.max(corrected, known.get(content) ?? 0));
}

/** A part of a block that it may not have: then it has no piece, and is never shown. */
export interface Part {
  readonly pieces: readonly Piece[];
  isIn(shown: Shown): boolean;
}

/** A part of a block that the block can do without, and which not all blocks of its kind have. */
export function partOf(...elements: readonly (Element | null)[]): Part {
  const own = elements.filter((element) => element !== null);
  const pieces: Piece[] = own.length === 0 ? [] : [{ kind: "detail", elements: own }];
  return { pieces, isIn: (shown) => pieces.some((piece) => shown.has(piece)) };
}
