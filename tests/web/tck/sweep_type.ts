import { indexOfCard, nameCard, type SweepCheck } from "./sweep.ts";

/** The sizes of texts in CSS pixels: see `web/tck/blocks/styles/scale_styles.ts`. */
const SIZES = [12, 13, 15, 17, 22, 28, 36, 44, 64];

/** The header's title at 1x1, 2x1, 2x2, 4x1, 4x2, 4x4 and three widths of fill-auto. */
const HEADERS = [13, 13, 13, 13, 13, 15, 13, 13, 13];

/** Texts have the nine sizes of the scale, and a header's depends on the size of its card only. */
export const TYPE: SweepCheck = {
  name: "texts have the nine sizes of the scale, and a header's depends on the size of its card only",
  locale: "en",
  async findFaults({ page, views }) {
    const cards = await page.evaluate(readSizes);
    return cards.flatMap(({ sizes, headers }, card) => {
      const others = sizes.filter(({ size }) => !SIZES.includes(size));
      const header = HEADERS[indexOfCard(card)];
      const faults = [
        ...others.map(({ size, text }) => `${size} px: ${text}`),
        ...headers.filter((size) => size !== header).map((size) =>
          `a header of ${size} px instead of ${header}`
        ),
      ];
      return faults.map((fault) => `${nameCard(views, card)}: ${fault}`);
    });
  },
};

/** Runs in the page: the sizes of the visible texts of each card, and of its headers' titles. */
function readSizes(): { sizes: { size: number; text: string }[]; headers: number[] }[] {
  return [...document.querySelectorAll("article")].map(({ shadowRoot }) => {
    const walker = document.createTreeWalker(shadowRoot!.querySelector(".kit-card")!, NodeFilter.SHOW_TEXT);
    const sizes: { size: number; text: string }[] = [];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement!;
      const size = parseFloat(getComputedStyle(element).fontSize);
      const isShown = element.checkVisibility() && element.closest(".kit-visually-hidden") === null &&
        size > 0;
      if (isShown && node.textContent!.trim() !== "") {
        sizes.push({ size, text: node.textContent!.slice(0, 30) });
      }
    }
    const titles = [...shadowRoot!.querySelectorAll(".kit-header-title")];
    return { sizes, headers: titles.map((title) => parseFloat(getComputedStyle(title).fontSize)) };
  });
}
