import type { Block, Choice, Form, Look, Piece, Shown } from "./model.ts";

/** A block without blocks in it, at a width. */
export interface LeafForm {
  height(shown: Shown, look: Look): number;
  /** By default it does not grow. */
  most?(shown: Shown, look: Look): number;
  /** @param parts the heights of the parts of its row, if it has any */
  choice?(shown: Shown, look: Look, height: number, parts: readonly number[] | undefined): Choice;
  /** Its pieces that it does not have at this width, by default none. */
  readonly absent?: readonly Piece[];
  /** By how many steps its value is smaller than usual, by default none. */
  smaller?(shown: Shown, look: Look): number;
  /** Its parts, if it is in line with blocks beside it. */
  parts?(shown: Shown, look: Look): readonly number[];
}

/** What the height of a block depends on. */
export function stateOf(block: Block, width: number, shown: Shown, { row, value }: Look): string {
  return `${row} ${value} ${contentStateOf(block, width, shown)}`;
}

/** What a block shows at a width, whatever its look: another look is likely to be wrong by as much. */
export function contentStateOf({ pieces }: Block, width: number, shown: Shown): string {
  return `${width} ${pieces.map((piece) => Number(shown.has(piece))).join("")}`;
}

/** Its form, with what the page has shown to be wrong about its height. */
export function formOfLeaf(
  block: () => Block,
  width: number,
  { height: read, most: mostOf, choice, parts, smaller, absent }: LeafForm,
  corrections: ReadonlyMap<Block, ReadonlyMap<string, number>>,
): Form {
  const height: Form["height"] = (shown, look) =>
    read(shown, look) + correctionOf(corrections.get(block()), block(), width, shown, look);
  const most: Form["most"] = mostOf === undefined
    ? height
    : (shown, look) => Math.max(height(shown, look), mostOf(shown, look));
  return {
    height,
    most,
    ...parts && { parts },
    place(shown, look, place) {
      // In line with others its parts are as high as theirs, but for the last one.
      const own = parts !== undefined && place.parts !== undefined
        ? place.parts.slice(0, -1).reduce((sum, part) => sum + part, parts(shown, look).at(-1)!)
        : Math.min(Math.max(place.height, height(shown, look)), most(shown, look));
      const chosen = choice?.(shown, look, own, place.parts) ?? {};
      const { top, start } = place;
      return [{
        ...{ block: block(), top, start, width, height: own, isNested: false, choice: chosen },
        ...smaller && { smaller: smaller(shown, look) },
        ...absent && { absent },
      }];
    },
  };
}

function correctionOf(
  known: ReadonlyMap<string, number> | undefined,
  block: Block,
  width: number,
  shown: Shown,
  look: Look,
): number {
  if (known === undefined) return 0;
  return known.get(stateOf(block, width, shown, look)) ?? known.get(contentStateOf(block, width, shown)) ?? 0;
}
