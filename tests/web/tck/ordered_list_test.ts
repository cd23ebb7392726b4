import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { showCards, widgetModule } from "../tck-host-mount/card_page.ts";
import { withPage } from "../widget_site.ts";

Deno.test("the items of an ordered list keep their numbers where others are left out", async () => {
  await withPage(async (page, site) => {
    await showCards(page, site, [{ module: LIST, size: "2x2", manifest: { sizes: ["2x2"] } }]);
    await page.locator(".kit-more").waitFor({ state: "attached" });
    const numbersAt = async (height: number) => {
      await page.locator(".tck-card-frame").evaluate(async (frame, height) => {
        frame.style.blockSize = `${height}px`;
        for (let frames = 0; frames < 3; frames++) await new Promise((done) => requestAnimationFrame(done));
      }, height);
      return await readNumbers(page);
    };
    const few = await numbersAt(190);
    assert.ok(few.length >= 4 && few.length < 6, few.join());
    assert.deepEqual(few, Array.from({ length: few.length }, (_, index) => `${14 + index}`));
    const all = Array.from({ length: 19 }, (_, index) => `${index + 1}`);
    assert.deepEqual(await numbersAt(900), all);
    const some = await numbersAt(300);
    assert.ok(some.length > few.length && some.includes("14"), some.join());
    assert.deepEqual(some, all.slice(Number(some[0]) - 1).slice(0, some.length));
  });
});

/** Nineteen items, of which the 14th is current and those before it are over. */
const LIST = widgetModule(`jsx(kit.Card, { children: jsx(kit.List, {
  ordered: true,
  children: Array.from({ length: 19 }, (_, index) =>
    jsx(kit.ListItem, { past: index < 13, current: index === 13, children: "Item" }, index)
  ),
}) })`);

/** The numbers that screen readers read: they are not part of the document. */
async function readNumbers(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  await session.detach();
  return nodes.filter(({ role }) => role?.value === "StaticText").map(({ name }) => `${name?.value}`)
    .filter((text) => /^\d+$/.test(text));
}
