import { type Block, leavesOf, type Look, type Piece, type Shown } from "./model.ts";
import type { Ranked } from "./rank.ts";
import type { Shape } from "./shapes.ts";
import type { Tokens } from "./tokens.ts";

/** The room inside the padding of a card. */
export interface Room {
  readonly width: number;
  /** Infinite where a card is as high as its content. */
  readonly height: number;
  /** The most blocks that are shown, where values beside one another count as one. */
  readonly most: number;
}

/** What an arrangement shows in a room. */
export interface Candidate {
  readonly shape: Shape;
  readonly shown: Shown;
  /** The place of the look among those that are tried: 0 is the usual one. */
  readonly step: number;
  /** By how many steps its values are smaller than usual, because their places are narrow. */
  readonly smaller: number;
  /** By how much one of its sides ends above the other, in steps of a row: less is no reason for another order. */
  readonly uneven: number;
}

/** The looks of a card from the usual to the tightest one: rows give way first, then spaces, then values. */
export function looksOf({ row, gaps }: Tokens): Look[] {
  const look = (height: number, space: number, value: Look["value"]): Look => ({
    row: height,
    gap: gaps[space]![0],
    gapHead: gaps[space]![1],
    value,
  });
  const looks: Look[] = [];
  for (const value of [0, -1] as const) {
    for (let height = row.usual; height >= row.least; height -= 4) looks.push(look(height, 0, value));
    for (let space = 1; space < gaps.length; space++) looks.push(look(row.least, space, value));
  }
  return looks;
}

/** Shows one piece after the other as long as all that is shown has room. */
export function fill(
  shape: Shape,
  room: Room,
  ranked: readonly Ranked[],
  looks: readonly Look[],
): Candidate | null {
  const form = shape.root.at(room.width);
  if (form === null) return null;
  const shown = new Set<Piece>();
  const tightest = looks.at(-1)!;
  const all = new Set(ranked.map(({ piece }) => piece));
  const { most } = room;
  const isFew =
    new Set(ranked.flatMap(({ block, unit }) => block.role === "title" ? [] : [unit])).size <= most;
  const usual = looks.findIndex((look) => form.height(all, look) <= room.height);
  const candidate = (shown: Shown, step: number): Candidate => {
    const look = looks[step]!;
    const most = room.height < Infinity ? Math.min(room.height, form.most(shown, look)) : 0;
    const cells = form.place(shown, look, {
      top: 0,
      start: 0,
      height: Math.max(most, form.height(shown, look)),
    });
    const ends = (shape.sides ?? []).map((side) => {
      const leaves = new Set(leavesOf(side));
      return Math.max(0, ...cells.map(({ block, top, height }) => leaves.has(block) ? top + height : 0));
    });
    const uneven = ends.length === 0 ? 0 : Math.floor((Math.max(...ends) - Math.min(...ends)) / STEP);
    return { shape, shown, step, smaller: cells.reduce((sum, { smaller = 0 }) => sum + smaller, 0), uneven };
  };
  if (usual >= 0 && isFew) return candidate(all, usual);
  const hasSubject = ranked.some(({ block }) => block.role !== "title" && block.role !== "control");
  const full = new Set<Block>();
  const units = new Set<Block>();
  const show = ({ piece, block, unit }: Ranked): void => {
    if (piece.kind === "block" && units.size >= most && !units.has(unit)) return;
    if (piece.kind !== "block" && (!shown.has(block.self) || full.has(block) && piece.kind === "row")) return;
    shown.add(piece);
    if (form.height(shown, tightest) <= room.height) {
      if (piece.kind === "block" && block.role !== "title") units.add(unit);
      return;
    }
    shown.delete(piece);
    if (piece.kind === "row") full.add(block);
  };
  // A button alone does not say what its card is about: it waits for another block.
  const waiting: Ranked[] = [];
  for (const one of ranked) {
    if (one.block.role === "control" && units.size === 0 && hasSubject) waiting.push(one);
    else show(one);
    if (units.size > 0) waiting.splice(0).forEach(show);
  }
  // Something is shown in any room.
  if (shown.size === 0) shown.add(ranked[0]!.piece);
  const step = looks.findIndex((look) => form.height(shown, look) <= room.height);
  return candidate(shown, step < 0 ? looks.length - 1 : step);
}

/** How much nearer together two sides end is seen. */
const STEP = 48;

/** Whether the first of two candidates is better (positive) or worse (negative). */
export function compare(one: Candidate, other: Candidate, ranked: readonly Ranked[]): number {
  for (const { piece } of ranked) {
    const difference = Number(one.shown.has(piece)) - Number(other.shown.has(piece));
    if (difference !== 0) return difference;
  }
  const uneven = one.shape.name === other.shape.name ? other.uneven - one.uneven : 0;
  return other.smaller - one.smaller || uneven || other.step - one.step;
}
