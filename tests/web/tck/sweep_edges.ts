import { nameCard, type SweepCheck } from "./sweep.ts";

/** Every block fits every size, with and without the host's slots. */
export const EDGES: SweepCheck = {
  name: "nothing is cut, outside its card or broken into lines",
  async findFaults({ page, views }) {
    return (await page.evaluate(findCut)).map(({ card, part }) => `${nameCard(views, card)}: ${part}`);
  },
};

/** Runs in the page: what is outside its card's content box, and values in more than one line or wider than their box. */
export function findCut(): { card: number; part: string }[] {
  const values = ".kit-stat-value, .kit-meter-value, .kit-legend-value, .kit-event-time, .kit-table td, " +
    ".kit-item-end, .kit-ring-value, .kit-header-end";
  return [...document.querySelectorAll("article")].flatMap((article, card) => {
    const content = article.shadowRoot!.querySelector("[data-tck-content]")!;
    const box = content.getBoundingClientRect();
    const name = (element: Element) => ({ card, part: element.outerHTML.slice(0, 120) });
    const all = [...content.querySelectorAll("*")].filter((element) =>
      element.getClientRects().length > 0 && element.closest(".kit-visually-hidden, svg *") === null
    );
    const outside = all.filter((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return left < box.left - 0.5 || right > box.right + 0.5 || top < box.top - 0.5 ||
        bottom > box.bottom + 0.5;
    });
    const broken = all.filter((element) => element.matches(values)).filter((element) => {
      const text = document.createRange();
      text.selectNodeContents(element);
      const tops = [...text.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => top);
      const line = parseFloat(getComputedStyle(element).fontSize);
      return Math.max(...tops) - Math.min(...tops) > line || element.scrollWidth > element.clientWidth + 1;
    });
    return [...outside, ...broken].map(name);
  });
}
