import assert from "node:assert/strict";
import { openChromium } from "../../browser/chromium.ts";

const CSS = await Deno.readTextFile(new URL("../../../web/canvas/canvas.css", import.meta.url));

/** A footer of a card of a fixed size with actions, of which the named one is primary. */
function footerOf(width: number, ids: readonly string[], primary: string): string {
  const links = ids.map((id) =>
    `<a class="tck-card-action" data-variant="${id === primary ? "primary" : "secondary"}" href="/">${id}</a>`
  );
  const style =
    `width:${width}px;block-size:40px;box-sizing:border-box;container:tck-card-slots / inline-size`;
  const time = `<time class="tck-card-updated">now</time>`;
  return `<footer class="tck-card-slots" data-fixed style="${style}">${time}${links.join("")}</footer>`;
}

Deno.test("a card of a fixed size never hides its primary action, whatever its place", async () => {
  const browser = await openChromium();
  try {
    const page = await browser.newPage();
    const shown = async (width: number, primary: string) => {
      const footer = footerOf(width, ["a", "b", "c", "d"], primary);
      await page.setContent(`<!doctype html><style>${CSS}</style>${footer}`);
      return await page.locator("footer > a").evaluateAll((links) =>
        links.filter((link) => link.getClientRects().length > 0).map((link) => link.textContent).join("")
      );
    };
    const primaries = ["a", "b", "c", "d", "none"];
    const [narrow, middle] = [[] as string[], [] as string[]];
    for (const primary of primaries) narrow.push(await shown(180, primary));
    for (const primary of primaries) middle.push(await shown(320, primary));
    assert.deepEqual(narrow, ["a", "b", "c", "d", "a"]);
    assert.deepEqual(middle, ["ab", "ab", "ac", "ad", "ab"]);
    assert.equal(await shown(800, "c"), "abcd");

    // A word that is longer than a card of `fill-auto` is wide begins within it, and is all there.
    for (const direction of ["ltr", "rtl"]) {
      const action = `<a class="tck-card-action" href="/">${"Donaudampfschifffahrt".repeat(4)}</a>`;
      const footer =
        `<footer class="tck-card-slots" dir="${direction}" style="width:320px">${action}</footer>`;
      await page.setContent(`<!doctype html><style>${CSS}</style>${footer}`);
      const [box, link] = await page.locator("footer").evaluate((footer) =>
        [footer, footer.firstElementChild!].map((element) => {
          const { left, right } = element.getBoundingClientRect();
          return { left, right, isCut: element.scrollWidth > element.clientWidth };
        })
      );
      assert.ok(
        link!.left >= box!.left && link!.right <= box!.right,
        `${direction}: ${JSON.stringify(link)}`,
      );
      assert.equal(link!.isCut, false, direction);
    }
  } finally {
    await browser.close();
  }
});
