import assert from "node:assert/strict";
import { drawFeed } from "../../../hosts/cli/draw_feed.ts";
import { DENO_HOST } from "../../../hosts/deno/deno_host.ts";
import { launchBrowser } from "../../../preview/server/snapshot/mod.ts";
import { sealPage } from "../../../web/canvas/sealed_page/mod.ts";
import { chromiumVariables } from "../../preview/snapshot/chromium_variables.ts";
import { makeCards } from "../../web/canvas/page_cards.ts";
import { openHostAssets } from "../../web/host_assets.ts";

type Format = "txt" | "png" | "pdf";

/** A card that does nothing else. */
export const CALM = `import { createElement as h } from "react"; export default () => h("p", null, "calm");`;

/** Holds the page up once it has been shown. */
const LOOP = `export default () => { setTimeout(() => { for (;;); }); return "looping"; };`;

/** Draws a feed of cards in a browser of its own. */
export async function draw(
  modules: readonly string[],
  format: Format,
  limitMs?: number,
): Promise<Awaited<ReturnType<typeof drawFeed>>> {
  const cards = await makeCards(modules.map((module) => ({ module })));
  const page = await sealPage(cards, { assets: await openHostAssets(), title: "Feed", theme: "light" });
  const env = await chromiumVariables();
  const host = {
    ...DENO_HOST,
    launchBrowser: () => launchBrowser({ env: { ...Deno.env.toObject(), ...env } }),
  };
  return await drawFeed(page, cards.map(({ widget }) => widget.id), format, host, limitMs);
}

/** Asserts that a card that loops does not hold up an export. */
export async function assertLoopEnds(format: Format): Promise<void> {
  await assert.rejects(draw([CALM, LOOP], format, 6_000), {
    code: "feed.unresponsive",
    message: `Cannot draw the feed as ${format}: its cards do not respond within 6 s`,
  });
}
