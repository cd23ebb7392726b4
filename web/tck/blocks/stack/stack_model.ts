import { type Block, type Choice, type Look, rem, type Shown } from "../../layout/model.ts";
import { beside, cardGap, column, type Gap } from "../../layout/arrange.ts";
import { readBlocks, readCells } from "../../layout/read_card.ts";
import { type Reading } from "../../layout/reading.ts";
import { footprintOf, readSpace } from "../../layout/tokens.ts";

/** A column, a row, or a column that is a row in a wide card. */
export function readStack(element: HTMLElement, reading: Reading): Block {
  const gap = readSpace(element.style.getPropertyValue("--kit-own-gap"));
  if (element.matches(".kit-row")) return readRow(element, reading, gap ?? 12);
  const children = readBlocks(element, reading);
  if (children.length === 0) return reading.rigid(element, "remark");
  const grows = growsInColumn(element, reading);
  const isAuto = element.matches(".kit-auto");
  if (isAuto && WIDE.has(footprintOf(reading.box)) && children.length > 1) {
    const [first, ...others] = children;
    // A value beside drawings is in the middle of them; beside anything else it begins at the top.
    const isCentred = element.dataset.align === undefined && others.every(({ role }) => role === "figure");
    const parts = [{ block: first!, share: 2, isCentred }, ...others.map((block) => ({ block, share: 3 }))];
    const authored = () => ({ "data-direction": "row", ...isCentred && { "data-centred": "" } });
    return beside(parts, { element, gap: gap ?? 24, role: first!.role, authored, grows });
  }
  const isOfCard = isAuto || element.parentElement!.matches(".kit-grid");
  const spaceOf = (look: Look) => gap ?? (isOfCard ? look.gap : Math.min(12, look.gap));
  const gapOf: Gap = (before, after, look) => cardGap(before, after, { ...look, gap: spaceOf(look) });
  const authored = (_shown: Shown, look: Look): Choice =>
    gap === null ? { "--kit-own-gap": rem(spaceOf(look)) } : {};
  return column(children, { element, gap: gapOf, authored, grows });
}

const WIDE: ReadonlySet<string> = new Set(["2x1", "4x1", "4x2", "wideFeed"]);

/** A row of values or of what is larger than a line is known to the layout; any other is as high as it is. */
function readRow(element: HTMLElement, reading: Reading, gap: number): Block {
  const blocks = reading.inRow(() => readCells(element, reading));
  const areFlexible = blocks.every((block, index) =>
    sharesWidth(block) || isGrowing(element.children[index])
  );
  if (!areFlexible || blocks.length < element.children.length || element.style.flexWrap === "wrap") {
    return reading.rigid(element, "remark");
  }
  const shares = blocks.map((block, index) => ({
    block,
    share: blocks[1]?.role === "figure" && blocks[0]!.role === "lead" && index === 1 ? 3 : 2,
  }));
  return beside(shares, {
    ...{ element, gap, role: blocks[0]!.role, grows: growsInColumn(element, reading) },
    authored: () => ({}),
  });
}

/** Whether a block in a row is as wide as the others of its kind, whatever is in it. */
function sharesWidth({ role, leastWidth = 0 }: Block): boolean {
  return role === "lead" || role === "bar" || (role === "figure" && leastWidth > 0 && leastWidth < Infinity);
}

function isGrowing(element: Element | undefined): boolean {
  return element?.matches(".kit-grow") === true;
}

/** Whether an element takes the height that is left. In a row it takes width instead. */
export function growsInColumn(element: Element, { box }: Reading): boolean {
  return box.height !== null && isGrowing(element) && !element.parentElement!.matches(".kit-row, .kit-auto");
}
