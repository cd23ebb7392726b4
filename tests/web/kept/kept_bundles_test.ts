import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { withBrowser } from "../widget_site.ts";
import { KEPT, listKept, PAGE, paintKept } from "./kept_cards.ts";

Deno.test("bundles built for earlier kits paint on this kit what they painted on their own", async (t) => {
  await withBrowser(async (browser, site) => {
    for (const version of await readdir(KEPT)) {
      for (const name of await listKept(version)) {
        await t.step(`${name} of ${version}`, async () => {
          const page = await browser.newPage(PAGE);
          const painting = await paintKept(page, site, `${KEPT}${version}/${name}.tckb`);
          await page.close();
          const kept = await readFile(`${KEPT}${version}/${name}.painting.txt`, "utf8");
          assert.deepEqual(painting, kept.trimEnd().split("\n"));
        });
      }
    }
  });
});
