import type { KeptPlan } from "../../../web/tck/layout/kept_plan.ts";
import { FILL_WIDTHS } from "./fitting.ts";
import { indexOfCard, nameCard, type SweepCheck, viewOfCard } from "./sweep.ts";

/** In the order of the cards: 1x1, 2x1, 2x2, 4x1, 4x2, 4x4 and three widths of fill-auto. */
const CLASSES = ["S", "S", "M", "S", "M", "L", "M", "M", "M"] as const;

const INSETS = { S: [16, 12], M: [16, 16], L: [24, 24] } as const;
const GAPS = { S: 8, M: 12, L: 16 } as const;

/** Cards of a footprint class have the same padding and gap below the header, and at most five sizes of type. */
export const INSETS_AND_GAPS: SweepCheck = {
  name:
    "cards of a footprint class have the same padding and gap below the header, and at most five sizes of type",
  locale: "en",
  async findFaults({ page, views, slots }) {
    const cards = await page.evaluate(readCards);
    return cards.flatMap(({ padding, gap, isTight, sizes, values }, card) => {
      const [view, index] = [viewOfCard(views, card), indexOfCard(card)];
      // The list is looked at with the host's slots only.
      if (!slots && view === "list") return [];
      const kind = CLASSES[index]!;
      const isWide = index >= 6 && FILL_WIDTHS[index - 6]! >= 544;
      const inset = (isWide ? INSETS.L : INSETS[kind]).join();
      // Values of two sizes have one more in a low card, and the gauge has a headline above rows.
      const most = view === "everything" ? 6 : kind === "S" && values < 2 && view !== "gauge" ? 4 : 5;
      const faults = [
        ...padding.join() === inset ? [] : [`a padding of ${padding} instead of ${inset}`],
        ...gap === null || isTight || gap === GAPS[kind] ? [] : [`a gap of ${gap} instead of ${GAPS[kind]}`],
        ...sizes.length <= most ? [] : [`${sizes.length} sizes of type: ${sizes.join(" ")}`],
      ];
      return faults.map((fault) => `${nameCard(views, card)}: ${fault}`);
    });
  },
};

/** Runs in the page. */
function readCards() {
  /** Rows beside other blocks begin so much higher that their first lines are in line with those. */
  const insetOf = (block: Element) => {
    const isBeside = block.matches("[data-arranged] > .kit-list") &&
      block.clientWidth < 0.9 * block.parentElement!.clientWidth;
    return isBeside ? parseFloat(getComputedStyle(block.firstElementChild!).paddingTop) : 0;
  };
  /** A value beside a drawing is in the middle of it: the drawing begins below the header. */
  const highestOf = (first: Element) => {
    const blocks = [...first.parentElement!.children];
    const isDrawing = (block: Element) => block.matches("[data-sized], .tck-chart, figure");
    const below = blocks.slice(blocks.indexOf(first)).filter((block) =>
      block === first || (isDrawing(block) && block.getClientRects().length > 0)
    );
    return Math.min(...below.map((block) => block.getBoundingClientRect().top + insetOf(block)));
  };
  return [...document.querySelectorAll("article")].map(({ shadowRoot }) => {
    const card = shadowRoot!.querySelector<HTMLElement>(".kit-card")!;
    const { paddingInlineStart, paddingBlockStart } = getComputedStyle(card);
    const header = card.querySelector<HTMLElement>(".kit-header");
    const next = header?.nextElementSibling;
    const isBelow = next != null && !next.matches(".kit-header") && next.getClientRects().length > 0 &&
      getComputedStyle(next).marginTop === "0px" &&
      card.firstElementChild!.getAttribute("data-justify") === null;
    const walker = document.createTreeWalker(card, NodeFilter.SHOW_TEXT);
    const sizes = new Set<string>();
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement!;
      const isShown = element.checkVisibility() && element.closest(".kit-visually-hidden") === null;
      if (isShown && node.textContent!.trim() !== "") sizes.add(getComputedStyle(element).fontSize);
    }
    const stats = [...card.querySelectorAll<HTMLElement>(".kit-stat")].filter((stat) =>
      stat.checkVisibility()
    );
    return {
      values: new Set(stats.map(({ dataset }) => dataset.size)).size,
      padding: [parseFloat(paddingInlineStart), parseFloat(paddingBlockStart)],
      gap: isBelow ? Math.round(highestOf(next) - header!.getBoundingClientRect().bottom) : null,
      isTight: (card as unknown as { [plan: symbol]: KeptPlan })[Symbol.for("tck.plan")]!.isTight,
      sizes: [...sizes],
    };
  });
}
