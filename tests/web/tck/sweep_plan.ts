import type { KeptPlan } from "../../../web/tck/layout/kept_plan.ts";
import { nameCard, type SweepCheck } from "./sweep.ts";

/** The page shows what the plan of each card says, where it says. */
export const PLAN: SweepCheck = {
  name: "the page is as the plan of each card says",
  async findFaults({ page, views }) {
    return (await page.evaluate(findDifferences)).map(({ card, fault }) =>
      `${nameCard(views, card)}: ${fault}`
    );
  },
};

/**
 * Runs in the page: plans for another height than that of their card, cells of another size than their elements, cells beyond their card or in one another, and pieces that are
 * shown or left out against the plan.
 */
export function findDifferences(): { card: number; fault: string }[] {
  const most = 1.5;
  return [...document.querySelectorAll("article")].flatMap(({ shadowRoot }, card) => {
    const element = shadowRoot!.querySelector<HTMLElement>(".kit-card")!;
    const plan = (element as unknown as { [plan: symbol]: KeptPlan })[Symbol.for("tck.plan")]!;
    const stack = element.firstElementChild!.getBoundingClientRect();
    const isFixed = getComputedStyle(element).display === "flex";
    const faults: string[] = [];
    const { height: planned } = plan.box;
    if (planned !== null && Math.abs(planned - element.clientHeight) >= most) {
      faults.push(`the plan is for ${planned} px of ${element.clientHeight}`);
    }
    if (!plan.fits) faults.push(`${plan.height} px of ${stack.height}`);
    const cells = plan.cells.flatMap((cell) => {
      const part = cell.block.element;
      return part === undefined ? [] : [{
        ...cell,
        name: part.className || part.localName,
        rect: part.getBoundingClientRect(),
        // In a card as high as its content it decides on its height when it has drawn.
        isDrawn: cell.block.role === "figure",
        isLeaf: cell.block.children.length === 0,
        isLine: cell.block.role === "remark" || cell.block.role === "control",
      }];
    });
    for (const { name, rect, width, height, top, isDrawn, isLeaf, isLine } of cells) {
      // What holds blocks may be higher than they are, and a line of text less wide than its place.
      if (isDrawn && !isFixed) continue;
      const isOther = isLeaf ? Math.abs(rect.height - height) >= most : rect.height <= height - most;
      if (isOther) faults.push(`${name} has ${rect.height} px instead of ${height}`);
      const isNarrower = !isLine && rect.width <= width - most;
      if (isNarrower || rect.width >= width + most) {
        faults.push(`${name} is ${rect.width} px wide instead of ${width}`);
      }
      if (isFixed && top + height > stack.height + most) faults.push(`${name} ends at ${top + height} px`);
    }
    const outer = cells.filter(({ isNested }) => !isNested);
    for (const [index, one] of outer.entries()) {
      for (const other of outer.slice(index + 1)) {
        const isBelow = other.rect.top >= one.rect.bottom - 1 || one.rect.top >= other.rect.bottom - 1;
        const isBeside = other.rect.left >= one.rect.right - 1 || one.rect.left >= other.rect.right - 1;
        if (!isBelow && !isBeside) faults.push(`${one.name} meets ${other.name}`);
      }
    }
    for (const { block } of cells) {
      const part = block.element!;
      if (!part.matches(".kit-text[data-clamped]")) continue;
      // What the page cuts off of a text is what the plan leaves out.
      const cut = (part.scrollHeight - part.clientHeight) / parseFloat(getComputedStyle(part).lineHeight);
      const omitted = plan.omitted.filter((left) => left.block === block).length;
      if (omitted !== Math.round(cut)) faults.push(`${cut} lines are cut, and ${omitted} are left out`);
    }
    for (const piece of plan.pieces) {
      const isShown = plan.shown.has(piece);
      for (const part of piece.elements ?? []) {
        const isVisible = part.getClientRects().length > 0;
        const isInside = isShown && part.parentElement!.getClientRects().length === 0;
        if (isVisible !== isShown && !isInside) {
          faults.push(`${part.className || part.localName} is ${isVisible ? "" : "not "}visible`);
        }
      }
    }
    return faults.map((fault) => ({ card, fault }));
  });
}
