/**
 * What the layout of a card decides about: blocks with parts that can be left out, as plain data and arithmetic. Lengths are
 * in CSS pixels at a font size of 16 px.
 */

import type { ValueSize } from "./tokens.ts";

/** What a block is to the card. */
export type Role =
  | "title"
  | "headline"
  | "lead"
  | "rows"
  | "figure"
  | "bar"
  | "remark"
  | "section"
  | "control";

/** Something that is shown or left out. */
export interface Piece {
  /** A whole block, a row of a list or table, or a line or part that says more. */
  readonly kind: "block" | "row" | "detail";
  /**
   * Whether it is before or after others of its kind: the names of colours are before all rows, a line that is drawn is before
   * further ones, and a row that is over is after all details.
   */
  readonly rank?: "first" | "early" | "late" | undefined;
  /** The elements that show it, by default none. */
  readonly elements?: Element[];
}

/** The pieces that are shown. */
export type Shown = ReadonlySet<Piece>;

/** How much is given to spaces and type, the same in the whole card. */
export interface Look {
  /** The height of a row with one line. */
  readonly row: number;
  /** The space between blocks. */
  readonly gap: number;
  /** The space below the header. */
  readonly gapHead: number;
  /** Steps that large values and headlines are smaller (−1) or the largest value is larger (1). */
  readonly value: -1 | 0 | 1;
}

/** What an element gets that shows a block: custom properties and attributes by name. */
export type Choice = Readonly<Record<string, string>>;

/** A block and where it is in the card's content box. */
export interface Cell {
  readonly block: Block;
  readonly top: number;
  readonly start: number;
  readonly width: number;
  readonly height: number;
  /** Whether it is inside a block of the author, such as a `Grid`, that lays it out. */
  readonly isNested: boolean;
  readonly choice: Choice;
  /** By how many steps its value is smaller than usual. */
  readonly smaller?: number;
  /** Pieces of the block that it does not have at this width, such as lines beyond the last one. They are not left out. */
  readonly absent?: readonly Piece[];
}

/** A block at a width. */
export interface Form {
  /** The least height with these pieces. */
  height(shown: Shown, look: Look): number;
  /** The height up to which more room is of use; `height` where none is. */
  most(shown: Shown, look: Look): number;
  /** Its parts from top to bottom, of which each is as high as the highest beside it; by default it is one. */
  parts?(shown: Shown, look: Look): readonly number[];
  /** Its cells, and those of the blocks in it, in a box of a height that is at least `height`. */
  place(shown: Shown, look: Look, box: Place): readonly Cell[];
}

/** Where a block begins, and how high it may be. */
export interface Place {
  readonly top: number;
  readonly start: number;
  readonly height: number;
  /** The heights of the parts of the row that it is in. */
  readonly parts?: readonly number[] | undefined;
}

/** A block as the layout knows it. */
export interface Block {
  readonly role: Role;
  /** What shows it on the page. Blocks that an arrangement puts together have none of their own. */
  readonly element?: HTMLElement | undefined;
  /** What it is shown or left out by. A container is shown if any block in it is. */
  readonly self: Piece;
  /** The blocks in it, in order. */
  readonly children: readonly Block[];
  /** What it can do without, the most important first. */
  readonly pieces: readonly Piece[];
  /** How far its first line is below its top, as in rows: beside other blocks it begins so much higher. By default it is not. */
  inset?(look: Look): number;
  /** The size of a value that its author gives, among those of other values. */
  readonly size?: ValueSize;
  /** How many rows it has, all in all. */
  readonly rows?: number;
  /** Whether it is one row at most, or a drawing that is not higher, which is small beside other blocks. */
  readonly isSmall?: boolean;
  /** The widths below which it is not beside another block. */
  readonly leastWidth?: number;
  /** The same block in one line, as one of several values in a narrow card. */
  inLine?(): Block;
  /** The same block, with the same pieces, in this many columns. */
  inColumns?(columns: number): Block;
  /** The block at a width, or null where it is not legible. */
  at(width: number): Form | null;
  /** Changes what depends on all pieces that are shown, such as the number of the others. */
  update?(shown: Shown, cell: Cell): void;
  /** The width that is free in its line, and that of what follows there at the end. */
  free?(cell: Cell): readonly [free: number, after: number];
  /** How much higher the page shows it than its form says, by what it shows. */
  readonly corrections?: Map<string, number>;
}

/** Whether a block or any block in it is shown. */
export function isShown(block: Block, shown: Shown): boolean {
  return block.children.length === 0
    ? shown.has(block.self)
    : block.children.some((child) => isShown(child, shown));
}

/** What an element gets that is as high as the layout decides. */
export function sized(height: number): Choice {
  return { "data-sized": "", "--kit-height": rem(height) };
}

/** A length for styles. */
export function rem(pixels: number): string {
  return `${pixels / 16}rem`;
}

/** A block and those in it that have none themselves. */
export function leavesOf(block: Block): readonly Block[] {
  return block.children.length === 0 ? [block] : block.children.flatMap(leavesOf);
}

/** What depends on a number, such as the forms of a block on its width, computed once for each. */
export function memoised<Value>(valueAt: (key: number) => Value): (key: number) => Value {
  const values = new Map<number, Value>();
  return (key) => {
    if (!values.has(key)) values.set(key, valueAt(key));
    return values.get(key)!;
  };
}
