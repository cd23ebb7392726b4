import assert from "node:assert/strict";
import type { Frame, Page } from "playwright-core";
import { openHostAssets } from "../host_assets.ts";
import { cardFrame, SealedSite, withSealedPage } from "./sealed_site.ts";

const CARD = `
  import { createElement } from "react";
  export default () => createElement("p", null, "embedded");`;

/** The site of another application: a page that embeds the addresses in its query. Its names are different origins. */
function serveApplication(): { server: Deno.HttpServer<Deno.NetAddr>; origin: string; unlisted: string } {
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, ({ url }) => {
    const frames = new URL(url).searchParams.getAll("frame").map((src) => `<iframe src="${src}"></iframe>`);
    return new Response(`<!doctype html><title>Application</title>${frames.join("")}`, {
      headers: { "content-type": "text/html" },
    });
  });
  const { port } = server.addr;
  return { server, origin: `http://127.0.0.1:${port}`, unlisted: `http://localhost:${port}` };
}

// claim: embed-listed-origins
Deno.test("only a listed origin may embed the page, and only the embedding page may set its theme", async () => {
  const { server, origin, unlisted } = serveApplication();
  const assets = await openHostAssets();
  for (const canvas of ["open", "sealed"] as const) {
    const site = await SealedSite.open(canvas, { assets, embedOrigins: [origin] });
    try {
      await site.addBatch([{ module: CARD }]);
      const embed = `${site.origin}/embed/daily-page/v2`;
      await withSealedPage(site, async (page) => {
        // The second frame is of a listed origin too, but it embeds nothing.
        await page.goto(`${origin}/?frame=${embed}&frame=${origin}/`);
        const embedded = await childOf(page, embed);
        const cards = await cardFrame(embedded, canvas);
        await cards.getByText("embedded").waitFor();
        assert.equal(await themeOf(cards), "light");

        const themes = await recordThemes(embedded);
        const sibling = await childOf(page, `${origin}/`);
        await sibling.evaluate(
          (target) => parent.frames[0]!.postMessage({ type: "tck:theme", theme: "dark" }, target),
          site.origin,
        );
        await page.evaluate((target) => {
          frames[0]!.postMessage({ type: "tck:theme", theme: "sepia" }, target);
          frames[0]!.postMessage("tck:theme", target);
        }, site.origin);
        // Messages arrive in order: when this one has been received, those before it have been too.
        await page.evaluate(
          (target) => frames[0]!.postMessage({ type: "tck:theme", theme: "dark" }, target),
          site.origin,
        );
        await cards.waitForFunction(() => document.documentElement.dataset["theme"] === "dark");
        assert.deepEqual(await themes(), ["dark"]);

        // A feed is never embedded.
        for (const address of [`${unlisted}/?frame=${embed}`, `${origin}/?frame=${site.origin}/feed`]) {
          const blocked = page.waitForEvent(
            "console",
            (message) => message.text().includes("frame-ancestors"),
          );
          await page.goto(address);
          await blocked;
        }
      }, { colorScheme: "light" });
    } finally {
      await site.close();
    }
  }
  await server.shutdown();
});

async function childOf(page: Page, url: string): Promise<Frame> {
  const element = await page.waitForSelector(`iframe[src="${url}"]`);
  return (await element.contentFrame())!;
}

function themeOf(frame: Frame): Promise<string | undefined> {
  return frame.evaluate(() => document.documentElement.dataset["theme"]);
}

/** Records each theme that a document gets from now on. */
async function recordThemes(frame: Frame): Promise<() => Promise<string[]>> {
  await frame.evaluate(() => {
    const themes: unknown[] = [];
    Object.assign(globalThis, { themes });
    const { documentElement } = document;
    new MutationObserver(() => themes.push(documentElement.dataset["theme"]))
      .observe(documentElement, { attributeFilter: ["data-theme"] });
  });
  return () => frame.evaluate(() => (globalThis as unknown as { themes: string[] }).themes);
}
