import { type Block, leavesOf, type Piece, type Role } from "./model.ts";
import type { Tokens } from "./tokens.ts";

/** A piece that may be left out. */
export interface Ranked {
  readonly piece: Piece;
  readonly block: Block;
  /** The block, or the values beside one another that it is one of. */
  readonly unit: Block;
}

const PRIMARY: ReadonlySet<Role> = new Set(["title", "headline", "lead", "rows", "figure"]);

/**
 * Everything that may be left out, the most important first: the title; the first block of each role, data before remarks and
 * remarks before controls; the other blocks; names of colours; the first rows of each block, lines of rows that are drawn, and
 * then all other rows; details; rows that are over.
 */
export function rank(blocks: readonly Block[], { firstRows }: Pick<Tokens, "firstRows">): Ranked[] {
  const leaves = blocks.flatMap(leavesOf);
  const seen = new Set<Role>();
  const firsts = leaves.filter(({ role }) => !seen.has(role) && seen.add(role));
  const title = leaves.slice(0, 1).filter(({ role }) => role === "title" || role === "headline");
  const ordered = new Set([
    ...title,
    ...firsts.filter(({ role }) => PRIMARY.has(role)),
    ...firsts.filter(({ role }) => role !== "control"),
    ...firsts,
    ...leaves,
  ]);
  const rows = leaves.map((block) => piecesOf(block, "row"));
  const selves = new Map<Piece, Block>();
  for (const block of ordered) {
    if (!selves.has(block.self) || block.role !== "section") selves.set(block.self, block);
  }
  const units = new Map(
    blocks.flatMap(unitsOf).flatMap((unit) => leavesOf(unit).map((leaf) => [leaf, unit])),
  );
  const ranked = [
    ...[...selves].map(([piece, block]) => ({ piece, block })),
    ...leaves.flatMap((block) => piecesOf(block, "detail", "first")),
    ...rows.flatMap((pieces) => pieces.slice(0, firstRows - 1)),
    ...leaves.flatMap((block) => piecesOf(block, "detail", "early")),
    ...rows.flatMap((pieces) => pieces.slice(firstRows - 1)),
    ...leaves.flatMap((block) => piecesOf(block, "detail")),
    ...leaves.flatMap((block) => piecesOf(block, "row", "late")),
  ];
  return ranked.map(({ piece, block }) => ({ piece, block, unit: units.get(block) ?? block }));
}

function piecesOf(
  block: Block,
  kind: Piece["kind"],
  rank?: Piece["rank"],
): Pick<Ranked, "piece" | "block">[] {
  return block.pieces.filter((piece) => piece.kind === kind && piece.rank === rank)
    .map((piece) => ({ piece, block }));
}

/** Values beside one another are one. */
export function unitsOf(block: Block): readonly Block[] {
  const leaves = leavesOf(block);
  return leaves.every(({ role }) => role === "lead")
    ? [block]
    : block.children.length === 0
    ? [block]
    : block.children.flatMap(unitsOf);
}
