// What `neighbours_test.ts` asserts of floods in Chromium, in Firefox; and what takes minutes.
import assert from "node:assert/strict";
import { running } from "./floods.ts";
import { calm, readFailed, serveFeeds, waitForCards } from "./neighbouring_feeds.ts";
import "./neighbours_test.ts";
import { SealedSite, withSealedPage } from "./sealed_site.ts";

let site: SealedSite;
let application: Deno.HttpServer<Deno.NetAddr>;
let looping = "";

Deno.test.beforeAll(async () => {
  site = await SealedSite.open();
  const { url } = await site.addBatch([
    calm("one"),
    { module: running(`setTimeout(() => { for (;;); }, 4_000);`) },
  ]);
  looping = url.split("/").at(-1)!;
  application = serveFeeds(site);
});
Deno.test.afterAll(async () => {
  await application.shutdown();
  await site.close();
});

Deno.test("a search that never ends keeps no feed waiting for ever", async () => {
  await withSealedPage(site, async (page) => {
    await page.goto(`http://127.0.0.1:${application.addr.port}/application/?${looping}`);
    await page.evaluate(() => void navigator.locks.request("tck:frames", () => new Promise(() => {})));
    await page.getByText("A card does not respond").waitFor();
    await waitForCards(page, "mounted one,failed");
    assert.equal((await page.evaluate(readFailed)).length, 1);
  });
});
