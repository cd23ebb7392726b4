import assert from "node:assert/strict";
import { testFirefoxInSoak, waitForSettled } from "./each_browser.ts";
import { SealedSite } from "./sealed_site.ts";

const MARKUP = `</script><img src="x" onerror="globalThis.ran = true"><svg onload="globalThis.ran = true">`;

const sites = new Map<"open" | "sealed", SealedSite>();
Deno.test.beforeAll(async () => {
  for (const canvas of ["open", "sealed"] as const) sites.set(canvas, await SealedSite.open(canvas));
});
Deno.test.afterAll(async () => {
  for (const site of sites.values()) await site.close();
});

for (const canvas of ["open", "sealed"] as const) {
  // claim: manifest-text-only
  testFirefoxInSoak(
    `${canvas}: markup in a manifest is shown as text`,
    () => sites.get(canvas)!,
    async (page) => {
      const manifest = {
        title: MARKUP,
        description: MARKUP,
        slots: { actions: [{ id: "go", label: MARKUP, href: "/a" }] },
      };
      const { url } = await sites.get(canvas)!.addBatch([
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
