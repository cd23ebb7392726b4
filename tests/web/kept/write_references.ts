/**
 * Writes what the kept bundles of a version paint on the kit of that version: `deno run -A tests/web/kept/write_references.ts
 * VERSION TREE`, where TREE is a checked-out tree of that version with its packages installed. The references are written
 * once, when a version is kept; a later kit must paint the same.
 *
 * @module
 */
import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { openChromium } from "../../browser/chromium.ts";
import { WidgetSite } from "../widget_site.ts";
import { KEPT, listKept, PAGE, paintKept } from "./kept_cards.ts";

const [version, tree] = process.argv.slice(2);
if (version === undefined || tree === undefined) throw new Error("write_references: missing VERSION or TREE");
const { buildHostAssets } = await import(pathToFileURL(resolve(tree, "web/assets/mod.ts")).href);
const site = await WidgetSite.open(buildHostAssets);
const browser = await openChromium();
for (const name of await listKept(version)) {
  const page = await browser.newPage(PAGE);
  const painting = await paintKept(page, site, `${KEPT}${version}/${name}.tckb`);
  await writeFile(`${KEPT}${version}/${name}.painting.txt`, `${painting.join("\n")}\n`);
  await page.close();
}
await browser.close();
await site.close();
