import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { temporaryFolder } from "../../hosts/cli/command_process.ts";
import { SealedSite, waitForCards, withSealedPage } from "./sealed_site.ts";

let site: SealedSite;
Deno.test.beforeAll(async () => void (site = await SealedSite.open()));
Deno.test.afterAll(() => site.close());

const tall = (text: string, height: number) => `
  import { createElement as h } from "react";
  export default () => h("div", { style: { height: ${height}, background: "rgb(1, 2, 3)" } }, "${text}");`;

Deno.test("Print opens the browser's dialog in a frame of the feed's page, which is removed when it is closed", async () => {
  const { url } = await site.addBatch([{ module: tall("first", 200) }, { module: tall("second", 200) }]);
  await withSealedPage(site, async (page) => {
    // A headless browser has no dialog.
    await page.addInitScript(() => {
      globalThis.print = () => {
        document.documentElement.dataset.printed = document.documentElement.dataset.theme;
      };
    });
    await page.goto(url);
    await waitForCards(page, "mounted", 2);
    await page.getByRole("button", { name: "Print" }).click();
    const frame = await (await page.waitForSelector("iframe.page-print", { state: "attached" }))
      .contentFrame();
    await frame!.waitForSelector('html[data-printed="light"]', { state: "attached" });
    assert.equal(
      await frame!.evaluate(() => document.querySelectorAll("article[data-state=mounted]").length),
      2,
    );
    assert.equal(await frame!.evaluate(() => globalThis.origin), "null");
    await frame!.evaluate(() => globalThis.dispatchEvent(new Event("afterprint")));
    await page.waitForFunction(() => document.querySelector("iframe.page-print") === null);
  });
});

Deno.test("a Print that fails says so in the page, until the next one succeeds", async () => {
  const { url } = await site.addBatch([{ module: tall("first", 200) }]);
  await withSealedPage(site, async (page) => {
    await page.goto(url);
    await waitForCards(page, "mounted", 1);
    const answers: { [failure: string]: Parameters<typeof page.route>[1] } = {
      error: (route) => route.fulfill({ status: 503 }),
      signedOut: (route) => route.fulfill({ status: 302, headers: { Location: "/" } }),
      offline: (route) => route.abort(),
    };
    for (const answer of Object.values(answers)) {
      await page.route("**/print", answer);
      await page.locator("[data-print-failure]").evaluate((element) => element.textContent = "");
      await page.getByRole("button", { name: "Print" }).click();
      await page.locator("[data-print-failure]").filter({ hasText: "The page cannot be printed now." })
        .waitFor();
      assert.equal(await page.locator("iframe.page-print").count(), 0);
      await page.unroute("**/print");
    }
    await page.getByRole("button", { name: "Print" }).click();
    await page.waitForSelector("iframe.page-print", { state: "attached" });
    assert.equal(await page.locator("[data-print-failure]").textContent(), "");
  });
});

Deno.test("two clicks on Print at once open one frame", async () => {
  const { url } = await site.addBatch([{ module: tall("first", 200) }]);
  await withSealedPage(site, async (page) => {
    await page.goto(url);
    await waitForCards(page, "mounted", 1);
    const asked = Promise.withResolvers<void>();
    let requests = 0;
    await page.route("**/print", async (route) => {
      if (route.request().method() === "HEAD" && ++requests === 2) asked.resolve();
      if (route.request().method() === "HEAD") await asked.promise;
      await route.continue();
    });
    const loaded: string[] = [];
    page.on("frameattached", () => loaded.push("frame"));
    await page.getByRole("button", { name: "Print" }).dblclick();
    await page.waitForFunction(() => document.querySelector("iframe.page-print"));
    while (loaded.length < 2) await page.waitForEvent("frameattached");
    assert.equal(await page.locator("iframe.page-print").count(), 1);
  });
});

Deno.test("a feed that is saved shows its cards in a sandbox, from the disk, and all of them on paper", async () => {
  const heights = [900, 900, 900, 900];
  const widgets = heights.map((height, index) => ({ module: tall(`card ${index}`, height) }));
  const { url } = await site.addBatch(widgets);
  await withSealedPage(site, async (page) => {
    await page.goto(url);
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "Save as file" }).click();
    const download = await downloading;
    assert.match(download.suggestedFilename(), /^\d{8}-morning-brief\.html$/);
    await using folder = await temporaryFolder();
    const file = join(folder.path, "feed.html");
    await download.saveAs(file);
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    await page.goto(pathToFileURL(file).href);
    const frame = page.frameLocator("iframe");
    await frame.locator("#canvas-feed-root[data-state=ready]").waitFor();
    assert.deepEqual(requests.filter((url) => url !== "about:srcdoc").length, 1);
    assert.equal(await frame.locator("body").evaluate(() => globalThis.origin), "null");
    const height = await frame.locator("body").evaluate((body) =>
      Math.ceil(body.getBoundingClientRect().height)
    );
    await page.waitForFunction((height) => document.querySelector("iframe")!.clientHeight === height, height);
    assert.ok(height > 3_600, `the frame is ${height} pixels high`);
    // The cards are one box on paper: the heading and 3,700 pixels are shrunk to sheets of about 1,000.
    const pdf = (await page.pdf({ format: "A5" })).toString("latin1");
    assert.equal(pdf.match(/\/Type\s*\/Page\b/g)?.length, 4);
  }, { acceptDownloads: true });
});
