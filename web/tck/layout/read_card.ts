import { column } from "./arrange.ts";
import { type Block, type Form, leavesOf, memoised } from "./model.ts";
import { readerOf } from "./registry.ts";
import { type Reading } from "./reading.ts";

/** The blocks that are in an element, in order. */
export function readCells(container: Element, reading: Reading): Block[] {
  return ([...container.children] as HTMLElement[]).flatMap((element) => readElement(element, reading) ?? []);
}

/** The blocks that are in a column, from top to bottom. A heading and what is below it are one. */
export function readBlocks(container: Element, reading: Reading): Block[] {
  const blocks: Block[] = [];
  for (const block of readCells(container, reading)) {
    const before = blocks.at(-1);
    const isHeading = before?.role === "section" || (before?.role === "headline" && blocks.length > 1);
    if (isHeading && before.children.length === 0 && block.role !== "section") {
      blocks[blocks.length - 1] = headed(before, block, reading);
    } else blocks.push(block);
  }
  return blocks;
}

/** What an author draws, or embeds. */
const DRAWN = "svg, canvas, img, video, iframe, progress, meter";

/**
 * Whether an element of an author is a drawing: it has one, or a picture as its background, or something that is painted by
 * styles alone. Others are as texts are.
 */
function isDrawing(element: Element): boolean {
  if (element.matches(DRAWN) || element.querySelector(DRAWN) !== null) return true;
  if (element.textContent!.trim() === "") return true;
  return [element, ...element.querySelectorAll("*")].some((part) => {
    const { backgroundImage, backgroundColor } = getComputedStyle(part);
    return backgroundImage !== "none" || (part.childNodes.length === 0 && !TRANSPARENT.test(backgroundColor));
  });
}

const TRANSPARENT = /^transparent$|^rgba\(.*, 0\)$/;

function readElement(element: HTMLElement, reading: Reading): Block | null {
  // A chart without values in a stack of its own renders nothing.
  if (element.matches(".kit-stack:empty")) return null;
  const read = readerOf(element);
  if (read !== undefined) return read(element, reading);
  const { width, height } = reading.sizeOf(element);
  if (width <= 1 && height <= 1) return null;
  return reading.rigid(element, isDrawing(element) ? "figure" : "remark");
}

/** A heading is shown with what is below it, and never without. */
function headed(heading: Block, block: Block, reading: Reading): Block {
  const { self } = leavesOf(block)[0]!;
  self.elements!.push(heading.element!);
  const isCounted = reading.box.height !== null && block.pieces.some(({ kind }) => kind === "row");
  // What its further lines need is not said of it.
  return headedBlock({ ...isCounted ? counted(heading) : heading, self, element: undefined }, block);
}

/** The width at the end of a heading for the number of rows that are not shown. */
const COUNT_WIDTH = 36;

/** A heading that keeps a place for the number of rows. */
function counted(heading: Block): Block {
  return {
    ...heading,
    at: memoised((width) => {
      const form = heading.at(width - COUNT_WIDTH)!;
      const place: Form["place"] = (shown, look, at) =>
        form.place(shown, look, at).map((cell) => ({
          ...cell,
          width,
          choice: { ...cell.choice, "data-counted": "" },
        }));
      return { ...form, place };
    }),
  };
}

function headedBlock(heading: Block, block: Block): Block {
  return {
    ...column([heading, block], { role: block.role }),
    inset: () => 0,
    ...block.isSmall !== undefined && { isSmall: block.isSmall },
    ...block.rows !== undefined && { rows: block.rows },
    ...block.inColumns && { inColumns: (count: number) => headedBlock(heading, block.inColumns!(count)) },
  };
}
