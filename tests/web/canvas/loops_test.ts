import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { SealedSite, withSealedPage } from "./sealed_site.ts";
import { until } from "../../waiting/mod.ts";

let site: SealedSite;
Deno.test.beforeAll(async () => void (site = await SealedSite.open()));
Deno.test.afterAll(() => site.close());

const calm = (index: number) => `
  import { createElement, useEffect, useState } from "react";
  export default function Calm() {
    const [count, setCount] = useState(0);
    // A card that is busy itself, so that its code runs after that of the others.
    useEffect(() => {
      const timer = setInterval(() => setCount((count) => count + 1), 50);
      return () => clearInterval(timer);
    }, []);
    return createElement("p", null, "calm ${index}, ", count > 0 ? "alive" : "");
  }`;

const HOLD = "while (true);";

/** Widgets that never end, each in another way. */
const LOOPS: { readonly [when: string]: string } = {
  "when its module is loaded": `${HOLD} export default () => null;`,
  "when it is rendered": `export default () => { ${HOLD} };`,
  "in the effect of an element that it renders": `
    import { createElement, useLayoutEffect } from "react";
    const Inner = () => { useLayoutEffect(() => { ${HOLD} }, []); return "loop"; };
    export default () => createElement(Inner);`,
  "in a timer": `
    import { useEffect } from "react";
    export default () => { useEffect(() => { setTimeout(() => { ${HOLD} }, 700); }, []); return "loop"; };`,
  "in a click": `
    import { createElement } from "react";
    export default () => createElement("button", { onClick() { ${HOLD} } }, "loop");`,
};

/** The texts of the cards, once the given number of them is there. */
async function waitForCards(page: Page, mounted: number, failed: number): Promise<string[]> {
  const count = (state: string) => page.frames().at(-1)!.locator(`article[data-state="${state}"]`).count();
  await until(`${mounted} cards are mounted and ${failed} have failed`, async () => {
    const counts = await Promise.all([count("mounted"), count("failed")]).catch(() => []);
    return counts[0] === mounted && counts[1] === failed;
  });
  return await page.frames().at(-1)!.evaluate(() =>
    [...document.querySelectorAll("article")].map((article) =>
      `${article.shadowRoot?.textContent ?? ""} ${article.textContent}`
    )
  );
}

for (const [when, loop] of Object.entries(LOOPS)) {
  // claim: sealed-loop-replaced
  Deno.test(`of eight cards, one that loops ${when} fails alone, and the frame is replaced once`, async () => {
    const modules = Array.from({ length: 8 }, (_, index) => index === 1 ? loop : calm(index));
    const { url } = await site.addBatch(modules.map((module) => ({ module })));
    await withSealedPage(site, async (page) => {
      let frames = 0;
      page.on("frameattached", () => frames++);
      await page.goto(url);
      if (when === "in a click") {
        await waitForCards(page, 8, 0);
        void page.frames().at(-1)!.getByRole("button", { name: "loop" }).click({ noWaitAfter: true }).catch(
          () => {},
        );
      }
      await page.getByText("A card does not respond").waitFor();
      const texts = await waitForCards(page, 7, 1);
      assert.equal(texts.filter((text) => text.includes("calm")).length, 7);
      assert.match(texts[1]!, /Try again/);
      assert.equal(frames, 2);
      assert.equal(await page.getByText("A card does not respond").count(), 0);
    });
  });
}
