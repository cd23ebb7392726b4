import assert from "node:assert/strict";
import { WIDGET_SIZES } from "../../../core/contract/mod.ts";
import { showCards, widgetModule } from "../tck-host-mount/card_page.ts";
import { withPage } from "../widget_site.ts";
import { FILL_WIDTHS } from "./fitting.ts";

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
};

Deno.test("a long word does not leave its card", async (t) => {
  await withPage(async (page, site) => {
    await page.setViewportSize({ width: 1000, height: 900 });
    const fixed = WIDGET_SIZES.filter((size) => size !== "fill-auto").map((size) => ({ size }));
    const fill = FILL_WIDTHS.map((width) => ({ size: "fill-auto" as const, width }));
    for (const [name, block] of Object.entries(BLOCKS)) {
      await t.step(name, async () => {
        const module = widgetModule(`jsx(kit.Card, { children: ${block} })`);
        const manifest = { id: "words", sizes: [...WIDGET_SIZES] };
        await showCards(page, site, [...fixed, ...fill].map((shown) => ({ module, manifest, ...shown })));
        await page.waitForFunction(
          (count) => document.querySelectorAll('article[data-state="mounted"]').length === count,
          fixed.length + fill.length,
        );
        assert.deepEqual(await page.evaluate(findOutside), []);
      });
    }
  });
});

/** Runs in the page: the texts that are outside the padding of their card. Of a text with an ellipsis, its place counts. */
function findOutside(): string[] {
  return [...document.querySelectorAll("article")].flatMap(({ shadowRoot }, card) => {
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
