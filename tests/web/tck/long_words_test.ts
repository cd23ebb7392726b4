import assert from "node:assert/strict";
import { WIDGET_SIZES } from "../../../core/contract/mod.ts";
import { showCards, widgetModule } from "../tck-host-mount/card_page.ts";
import { withPage } from "../widget_site.ts";
import { FITTING_CARDS } from "./fitting.ts";

const WORD = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen";

/** Blocks with a word that is wider than a card. */
const BLOCKS: { readonly [name: string]: string } = {
  "the trend of a value":
    `jsx(kit.Stat, { label: "l", value: "12", trend: { text: "+12 % since ${WORD}", direction: "up" } })`,
  "the title of an empty state": `jsx(kit.EmptyState, { title: "No ${WORD}" })`,
  "the end of an item":
    `jsx(kit.List, { children: jsx(kit.ListItem, { end: "${WORD} ${WORD} ${WORD}", children: "Ship" }) })`,
  "the words of a tooltip":
    `jsx(kit.Text, { children: jsx(kit.Tooltip, { text: "t", children: "${WORD}" }) })`,
  "the heading of a row":
    `jsx(kit.Table, { label: "t", columns: [{ key: "a", label: "File" }, { key: "b", label: "Size", align: "end" }], rows: [{ a: "quarterly_report_final_v3_reviewed_2026_signed.pdf", b: "1,204 KB" }, { a: "a.txt", b: "3 KB" }] })`,
  "the time of an event":
    `jsx(kit.Timeline, { children: [jsx(kit.TimelineItem, { time: "11/4/2026, 10:00 PM – 11/5/2026, 2:00 AM", detail: "Hall 3", end: "Ada", children: "Night shift" }, 1), jsx(kit.TimelineItem, { time: "9:00 AM", children: "Stand-up" }, 2)] })`,
};

Deno.test("a long word does not leave its card", async (t) => {
  await withPage(async (page, site) => {
    await page.setViewportSize({ width: 1000, height: 900 });
    const cards = Object.values(BLOCKS).flatMap((block, index) => {
      const module = widgetModule(`jsx(kit.Card, { children: ${block} })`);
      const manifest = { id: `words-${index}`, sizes: [...WIDGET_SIZES] };
      return FITTING_CARDS.map((shown) => ({ module, manifest, ...shown }));
    });
    await showCards(page, site, cards);
    await page.waitForFunction(
      (count) => document.querySelectorAll('article[data-state="mounted"]').length === count,
      cards.length,
    );
    const outside = await page.evaluate(findOutside);
    for (const [index, name] of Object.keys(BLOCKS).entries()) {
      const first = index * FITTING_CARDS.length;
      await t.step(
        name,
        () => assert.deepEqual(outside.slice(first, first + FITTING_CARDS.length).flat(), []),
      );
    }
  });
});

/** Runs in the page: of each card, the texts that are outside its padding. Of a text with an ellipsis, its place counts. */
function findOutside(): string[][] {
  return [...document.querySelectorAll("article")].map(({ shadowRoot }, card) => {
    const stack = shadowRoot!.querySelector(".kit-card > .kit-stack")!;
    const { left, right } = stack.getBoundingClientRect();
    const outside: string[] = [];
    const texts = document.createTreeWalker(stack, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const element = texts.currentNode.parentElement!;
      const { textOverflow, paddingLeft, paddingRight } = getComputedStyle(element);
      const text = document.createRange();
      text.selectNode(texts.currentNode);
      const isCut = textOverflow === "ellipsis";
      const place = isCut ? element.getBoundingClientRect() : text.getBoundingClientRect();
      const start = place.left + (isCut ? parseFloat(paddingLeft) : 0);
      const end = place.right - (isCut ? parseFloat(paddingRight) : 0);
      if (place.width > 0 && (start < left - 0.5 || end > right + 0.5)) {
        outside.push(`card ${card}: ${element.className}, from ${start - left} to ${end - right}`);
      }
    }
    return outside;
  });
}
