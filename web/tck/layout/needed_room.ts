import type { Block, Piece } from "./model.ts";
import { solve } from "./solve.ts";
import type { Box, Tokens } from "./tokens.ts";

/**
 * How many more pixels of height a card needs to show each piece that it leaves out: with one pixel less it is not shown.
 *
 * @param most as many pixels are tried
 * @returns nothing for a piece that these do not show
 */
export function findNeededRoom(
  blocks: readonly Block[],
  box: Box & { readonly height: number },
  tokens: Tokens,
  left: ReadonlySet<Piece>,
  most: number,
): Map<Piece, number> {
  const needs = new Map<Piece, number>();
  for (let pixels = 1; pixels <= most && needs.size < left.size; pixels++) {
    const { shown } = solve(blocks, { ...box, height: box.height + pixels }, tokens);
    for (const piece of left) if (shown.has(piece) && !needs.has(piece)) needs.set(piece, pixels);
  }
  return needs;
}
