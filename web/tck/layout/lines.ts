import {
  type Block,
  type Choice,
  type Form,
  type Look,
  memoised,
  type Role,
  type Shown,
  sized,
} from "./model.ts";

/** Blocks beside one another in a container, which are as high as the highest, and the space above them. */
export interface Line {
  readonly cells: readonly LineCell[];
  readonly space: number;
}

/** A block of a line, from the start of the container on. */
export interface LineCell {
  readonly form: Form;
  readonly start: number;
  /** Whether it is in the middle of the line's height. @default false: at its top */
  readonly isCentred?: boolean | undefined;
}

/** The lines of a container from top to bottom, with these pieces. */
export type LinesOf = (shown: Shown, look: Look) => readonly Line[];

/** What the element of a container gets with what it shows, at a width. */
export type Authored = (shown: Shown, look: Look, width: number) => Choice;

/** What all containers have in common. */
export interface ContainerOptions {
  readonly role?: Role | undefined;
  /** Whether the author's element lays out what is in it, and what that gets. */
  readonly authored?: Authored | undefined;
  /** Whether its element takes all the height that the blocks around it leave. */
  readonly grows?: boolean | undefined;
  /** Its element, if it has one. */
  readonly element?: HTMLElement;
}

/**
 * A block of blocks in lines.
 *
 * @param leastWidth the width below which it is not beside another block
 * @param linesAt null at a width where a block in it is not legible
 */
export function containerOf(
  children: readonly Block[],
  leastWidth: number,
  { role, authored, grows = false, element }: ContainerOptions,
  linesAt: (width: number) => LinesOf | null,
): Block {
  const block: Block = {
    role: role ?? children[0]?.role ?? "remark",
    self: { kind: "block" },
    element,
    children,
    leastWidth,
    pieces: [],
    at: memoised((width) => {
      const linesOf = linesAt(width);
      if (linesOf === null) return null;
      const inner = formOf(linesOf);
      if (authored === undefined) return inner;
      const most: Form["most"] = grows ? () => Infinity : inner.most;
      return {
        ...inner,
        most,
        place(shown, look, place) {
          const height = Math.min(place.height, most(shown, look));
          const choice = { ...authored(shown, look, width), ...grows && sized(height) };
          return [
            { block, ...place, width, height, isNested: false, choice },
            ...inner.place(shown, look, { ...place, height }).map((cell) => ({ ...cell, isNested: true })),
          ];
        },
      };
    }),
  };
  return block;
}

/** The heights of lines and the spaces between them. What is left goes to lines with blocks that grow. */
function formOf(linesOf: LinesOf): Form {
  const sum = (shown: Shown, look: Look, of: "height" | "most") =>
    linesOf(shown, look).reduce((total, line) => total + line.space + lineHeight(line, shown, look, of), 0);
  return {
    height: (shown, look) => sum(shown, look, "height"),
    most: (shown, look) => sum(shown, look, "most"),
    place(shown, look, { top, start, height }) {
      const lines = linesOf(shown, look);
      const heights = share(
        lines.map((line) => ({
          least: lineHeight(line, shown, look, "height"),
          most: lineHeight(line, shown, look, "most"),
        })),
        height - lines.reduce((total, { space }) => total + space, 0),
      );
      let end = top;
      return lines.flatMap(({ cells, space }, index) => {
        const place = { top: end + space, height: heights[index]!, parts: partsOf(cells, shown, look) };
        end = place.top + place.height;
        return cells.flatMap((cell) => {
          const height = cell.isCentred ? cell.form.height(shown, look) : place.height;
          const top = place.top + Math.floor((place.height - height) / 2);
          return cell.form.place(shown, look, { ...place, top, height, start: start + cell.start });
        });
      });
    },
  };
}

function lineHeight({ cells }: Line, shown: Shown, look: Look, of: "height" | "most"): number {
  const parts = of === "height" || cells.every(({ form }) => form.parts !== undefined)
    ? partsOf(cells, shown, look) ?? []
    : [];
  const sum = Math.ceil(parts.reduce((total, part) => total + part, 0) - 0.01);
  return Math.max(0, sum, ...cells.map(({ form }) => form[of](shown, look)));
}

/** The heights of the parts of blocks in one line; undefined where fewer than two of them have any. */
function partsOf(cells: readonly LineCell[], shown: Shown, look: Look): readonly number[] | undefined {
  const parts = cells.flatMap(({ form }) => form.parts === undefined ? [] : [form.parts(shown, look)]);
  if (parts.length < 2) return undefined;
  return parts[0]!.map((_, index) => Math.max(...parts.map((heights) => heights[index]!)));
}

/** Shares a height among parts: each has its least one, and those that grow take the rest in equal parts. */
function share(parts: readonly { least: number; most: number }[], height: number): number[] {
  const heights = parts.map(({ least }) => least);
  let left = height - heights.reduce((sum, part) => sum + part, 0);
  while (left > 0.01) {
    const growing = parts.flatMap(({ most }, index) => heights[index]! < most ? [index] : []);
    if (growing.length === 0) break;
    const portion = left / growing.length;
    for (const index of growing) {
      const added = Math.min(portion, parts[index]!.most - heights[index]!);
      heights[index]! += added;
      left -= added;
    }
  }
  return heights.map((part) => Math.floor(part));
}
