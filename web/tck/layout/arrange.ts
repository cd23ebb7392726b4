import { type Block, type Form, isShown, type Look, rem, type Shown } from "./model.ts";
import { containerOf, type ContainerOptions } from "./lines.ts";

/** The space between two blocks that are one below the other. */
export type Gap = (before: Block, after: Block, look: Look) => number;

/** The gap between blocks of a card: a title and a heading are nearer to what is below them. */
export function cardGap(before: Block, after: Block, look: Look): number {
  if (before.role === "title") return look.gapHead;
  if (before.role === "section") return after.role === "rows" ? 4 : look.gap / 2;
  if (before.role === "headline" && after.role === "remark") return look.gap / 2;
  return look.gap;
}

/** Blocks one below the other. */
export function column(
  children: readonly Block[],
  { gap = cardGap, isBeside = false, ...options }: ContainerOptions & {
    gap?: Gap;
    /** Whether its first text is in line with that of the neighbour: rows begin above their first line. */
    isBeside?: boolean;
  } = {},
): Block {
  const leastWidth = Math.max(...children.map(leastOf));
  return containerOf(children, leastWidth, options, (width) => {
    if (children.some((child) => child.at(width) === null)) return null;
    return (shown, look) =>
      children.filter((child) => isShown(child, shown)).map((block, index, blocks) => ({
        cells: [{ form: block.at(width)!, start: 0 }],
        space: index > 0 ? gap(blocks[index - 1]!, block, look) : isBeside ? -insetOf(block, look) : 0,
      }));
  });
}

/** How far above its first line a block begins that is not beside anything but itself. */
function insetOf(block: Block, look: Look): number {
  const first = block.role === "section" ? undefined : block.children[0];
  return block.inset?.(look) ?? (first === undefined ? 0 : insetOf(first, look));
}

/** A part of the width of a row, by its share. */
export interface Part {
  readonly block: Block;
  readonly share: number;
  /** Whether it is in the middle of the row's height, such as a value beside a drawing. @default false */
  readonly isCentred?: boolean;
}

/** Blocks beside one another. Each is as high as the row, if that is of use to it. */
export function beside(
  parts: readonly Part[],
  { gap, ...options }: ContainerOptions & { gap: number },
): Block {
  const sumOf = (among: readonly Part[]) => among.reduce((sum, { share }) => sum + share, 0);
  const widthOf = ({ block, share }: Part) => leastOf(block) * sumOf(parts) / share;
  const leastWidth = Math.max(...parts.map(widthOf)) + gap * (parts.length - 1);
  const isAuthored = options.authored !== undefined;
  return containerOf(parts.map(({ block }) => block), leastWidth, options, (width) => {
    const placesOf = (among: readonly Part[]) => {
      const room = width - gap * (among.length - 1);
      let end = -gap;
      return among.map(({ block, share, isCentred }) => {
        const [start, width] = [end + gap, Math.floor(room * share / sumOf(among))];
        end = start + width;
        return { block, start, width, isCentred };
      });
    };
    const isLegible = placesOf(parts).every(({ block, width }) =>
      (isAuthored || width >= leastOf(block)) && block.at(width) !== null
    );
    if (!isLegible) return null;
    const isVisible = (shown: Shown) => ({ block }: Pick<Part, "block">) => isShown(block, shown);
    return (shown) => {
      // In a row of the author, those that are shown share all of it.
      const places = placesOf(isAuthored ? parts.filter(isVisible(shown)) : parts);
      const cells = places.filter(isVisible(shown)).flatMap(({ block, start, width, isCentred }) => {
        const form = block.at(width);
        return form === null ? [] : { form, start, isCentred };
      });
      return [{ cells, space: 0 }];
    };
  });
}

/** Blocks in rows of a number of columns. */
export function grid(
  children: readonly Block[],
  { columns, columnGap, rowGap, leastWidth = Math.max(...children.map(leastOf)), ...options }:
    & ContainerOptions
    & {
      columns: (width: number, shown: number) => number;
      columnGap: number;
      rowGap: (look: Look) => number;
      leastWidth?: number | undefined;
    },
): Block {
  return containerOf(children, leastWidth, options, (width) => {
    const cellsOf = (blocks: readonly Block[]) => {
      const count = Math.max(1, Math.min(columns(width, blocks.length), blocks.length));
      return { count, cellWidth: Math.floor((width - columnGap * (count - 1)) / count) };
    };
    const { cellWidth } = cellsOf(children);
    if (children.some((child) => child.at(cellWidth) === null)) return null;
    return (shown, look) => {
      const blocks = children.filter((child) => isShown(child, shown));
      const { count, cellWidth } = cellsOf(blocks);
      const rows = Array.from(
        { length: Math.ceil(blocks.length / count) },
        (_, row) => blocks.slice(row * count, (row + 1) * count),
      );
      return rows.map((row, index) => ({
        cells: row.flatMap((block, place) => {
          const form = block.at(cellWidth);
          if (form === null) return [];
          const isRaised = row.length > 1 && options.authored !== undefined;
          return { form: isRaised ? raised(block, form) : form, start: place * (cellWidth + columnGap) };
        }),
        space: index === 0 ? 0 : rowGap(look),
      }));
    };
  });
}

/** Rows beside other blocks begin so much higher that their first lines are in line with those. */
function raised(block: Block, form: Form): Form {
  return {
    ...form,
    height: (shown, look) => Math.max(0, form.height(shown, look) - insetOf(block, look)),
    most: (shown, look) => Math.max(0, form.most(shown, look) - insetOf(block, look)),
    place(shown, look, { top, height, ...place }) {
      const inset = insetOf(block, look);
      const [own, ...inner] = form.place(shown, look, { ...place, top: top - inset, height: height + inset });
      return inset === 0
        ? [own!, ...inner]
        : [{ ...own!, choice: { ...own!.choice, "data-raised": "", "--kit-raised": rem(-inset) } }, ...inner];
    },
  };
}

function leastOf({ leastWidth = 0 }: Block): number {
  return leastWidth;
}
