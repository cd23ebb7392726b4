import assert from "node:assert/strict";
import { testFirefoxInSoak, testInSoak, waitForSettled } from "./each_browser.ts";
import { sharedSite } from "./shared_sites.ts";

const MARKUP = `</script><img src="x" onerror="globalThis.ran = true"><svg onload="globalThis.ran = true">`;

// The open canvas, which has the same code in its cards, is in the soak.
for (const [canvas, test] of [["sealed", testFirefoxInSoak], ["open", testInSoak]] as const) {
  // claim: manifest-text-only
  test(
    `${canvas}: markup in a manifest is shown as text`,
    () => sharedSite(canvas),
    async (page) => {
      const manifest = {
        title: MARKUP,
        description: MARKUP,
        slots: { actions: [{ id: "go", label: MARKUP, href: "/a" }] },
      };
      const { url } = await sharedSite(canvas).addBatch([
        { module: "export default () => null;", manifest },
        { module: "export default () => { throw new Error(`" + MARKUP + "`); };", manifest },
      ]);
      await page.goto(url);
      const frame = await waitForSettled(page, canvas, 2);
      const found = await frame.evaluate(() => {
        const roots = [
          document,
          ...[...document.querySelectorAll("article")].flatMap(({ shadowRoot }) => shadowRoot ?? []),
        ];
        return {
          elements: roots.flatMap((root) => [...root.querySelectorAll("img, svg[onload], [onerror]")]).length,
          hasRun: (globalThis as { ran?: boolean }).ran === true,
          names: [...document.querySelectorAll("article")].map((card) => card.getAttribute("aria-label")),
          links: roots.flatMap((root) => [...root.querySelectorAll("a")])
            .filter((link) => link.getAttribute("href") === "/a").map((link) => link.textContent),
        };
      });
      assert.deepEqual(found, {
        elements: 0,
        hasRun: false,
        names: [MARKUP, MARKUP],
        links: [MARKUP],
      });
      assert.equal(await page.evaluate(() => (globalThis as { ran?: boolean }).ran), undefined);
    },
  );
}
