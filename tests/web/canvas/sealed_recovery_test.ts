import assert from "node:assert/strict";
import { sha384Base64Url } from "../../../core/bytes/mod.ts";
import { openHostAssets } from "../host_assets.ts";
import { SealedSite, waitForCards, withSealedPage } from "./sealed_site.ts";

let site: SealedSite;
Deno.test.beforeAll(async () => void (site = await SealedSite.open()));
Deno.test.afterAll(() => site.close());

/** What a page of the test below has as its `navigator.userActivation`. */
declare const activation: { isActive: boolean; reads: number };

const BUNDLES = "**/api/widgets/v1/bundles";

/** A widget that shows a text, and has its own bundle. */
const calm = (text: string) =>
  `import { createElement } from "react"; export default () => createElement("p", null, "${text}");`;

/** A widget with a link to an address, which React itself would not render. */
const linking = (href: string) => `
  import { createElement, useEffect, useRef } from "react";
  export default () => {
    const link = useRef(null);
    useEffect(() => { link.current.setAttribute("href", ${JSON.stringify(href)}); }, []);
    return createElement("a", { ref: link }, "Follow");
  };`;

Deno.test("a bundle that could not be fetched is fetched again when its card is tried again", async () => {
  const { url, bundles: [flaky] } = await site.addBatch([{ module: calm("flaky") }, {
    module: calm("steady"),
  }]);
  await withSealedPage(site, async (page) => {
    const requested: string[][] = [];
    await page.route(BUNDLES, async (route) => {
      const { hashes } = route.request().postDataJSON() as { hashes: string[] };
      requested.push(hashes);
      const isFirst = requested.length === 1;
      const wanted = isFirst ? hashes.filter((hash) => hash !== flaky!.hash) : hashes;
      await route.continue({ postData: JSON.stringify({ hashes: wanted }) });
    });
    await page.goto(url);
    const frame = await waitForCards(page, "failed", 1);
    await frame.getByRole("button", { name: "Try again" }).click();
    await frame.getByText("flaky").waitFor();
    await waitForCards(page, "mounted", 2);
    assert.deepEqual(requested.slice(1), [[flaky!.hash]]);
  });
});

Deno.test("a list that could not be loaded is loaded again when the reader asks for it", async () => {
  const { url } = await site.addBatch([{ module: calm("listed") }]);
  await withSealedPage(site, async (page) => {
    let requests = 0;
    await page.route("**/api/daily-pages/v2/batches?*", async (route) => {
      if (++requests === 1) await route.fulfill({ status: 502 });
      else await route.continue();
    });
    await page.goto(url);
    const frame = await (await page.waitForSelector("iframe.canvas-frame")).contentFrame();
    await frame!.getByRole("button", { name: "Try again" }).click();
    await frame!.getByText("listed").waitFor();
    assert.equal(requests, 2);
  });
});

// claim: sealed-three-losses
Deno.test("after three frames that did not start, the page gives up until the reader tries again", async () => {
  const { url } = await site.addBatch([{ module: calm("started at last") }]);
  await withSealedPage(site, async (page) => {
    await page.addInitScript(() => {
      const start = globalThis.setTimeout;
      const hasten = (run: () => void, delay = 0) => start(run, delay === 20_000 ? 1000 : delay);
      if (globalThis.parent === globalThis.self) Object.assign(globalThis, { setTimeout: hasten });
    });
    let frames = 0;
    const answer = "<!doctype html><title>An error page</title>";
    await page.route("**/canvas.html?*", async (route) => {
      frames++;
      await route.fulfill({ contentType: "text/html", body: answer });
    });
    await page.goto(url);
    const message = page.getByRole("alert");
    await message.waitFor();
    assert.deepEqual([frames, await page.locator("iframe").count()], [3, 0]);
    await page.unroute("**/canvas.html?*");
    await message.getByRole("button", { name: "Try again" }).click();
    const frame = await (await page.waitForSelector("iframe.canvas-frame")).contentFrame();
    await frame!.getByText("started at last").waitFor();
    assert.equal(await message.count(), 0);
  });
});

// claim: sealed-links-asked
Deno.test("a link that the reader has not clicked, or with a scheme that runs code, is not asked about", async () => {
  const { url } = await site.addBatch([
    { module: linking("javascript:document.title = 'run'") },
    { module: linking(`${site.elsewhere}/asked`) },
  ]);
  await withSealedPage(site, async (page) => {
    await page.addInitScript(() => {
      // The test's own calls count as clicks.
      const activation = { isActive: false, reads: 0 };
      const userActivation = {
        get isActive() {
          activation.reads++;
          return activation.isActive;
        },
      };
      Object.assign(globalThis, { activation });
      Object.defineProperty(navigator, "userActivation", { value: userActivation });
    });
    await page.goto(url);
    const frame = await waitForCards(page, "mounted", 2);
    const [code, address] = [frame.getByText("Follow").first(), frame.getByText("Follow").last()];
    const readsBefore = await page.evaluate(() => activation.reads);
    await address.click();
    await page.waitForFunction((before) => activation.reads > before, readsBefore);
    await page.evaluate(() => void (activation.isActive = true));
    await code.click();
    // Messages arrive in order: when the last link has its dialog, the others have had none.
    await address.click({ button: "middle" });
    await page.getByRole("dialog").getByText("/asked").waitFor();
    assert.equal(await page.getByRole("dialog").count(), 1);
    assert.notEqual(await page.title(), "run");
    assert.deepEqual(site.received, []);
  });
});

Deno.test("a reload and going back lead to the position in the page that the reader had left", async () => {
  const high = `
    import { createElement } from "react";
    export default () => createElement("div", { style: { height: "900px" } }, "high");`;
  const { url } = await site.addBatch([{ module: high }, { module: `${high}//2` }, { module: `${high}//3` }]);
  await withSealedPage(site, async (page) => {
    const scrollTo = async (top: number) => {
      await page.waitForFunction(() => document.documentElement.scrollHeight > 2_700);
      await page.evaluate((top) => globalThis.scrollTo(0, top), top);
      await page.waitForFunction((top) => history.state?.tckCanvas.top === top, top);
    };
    const expectPosition = async (top: number) => {
      await waitForCards(page, "mounted", 3);
      await page.waitForFunction((top) => scrollY === top, top);
    };
    await page.goto(url);
    await scrollTo(1_500);
    await page.reload();
    await expectPosition(1_500);
    await scrollTo(1_200);
    await page.goto(`${site.origin}/`);
    await page.goBack();
    await expectPosition(1_200);
  });
});

Deno.test("when the server was updated while a page was loading, its button shows the cards", async () => {
  const assets = new Map(await openHostAssets());
  const changing = await SealedSite.open("sealed", { assets });
  try {
    const { url } = await changing.addBatch([{ module: calm("calm") }]);
    await withSealedPage(changing, async (page) => {
      const updated = Promise.withResolvers<void>();
      await page.route("**/boot-frame.mjs", async (route) => {
        await updated.promise;
        await route.continue();
      });
      await page.goto(url, { waitUntil: "commit" });
      await page.waitForSelector("iframe.canvas-frame", { state: "attached" });
      const asset = assets.get("boot-frame.mjs")!;
      const bytes = new Uint8Array([...asset.bytes, ...new TextEncoder().encode("\n// changed")]);
      assets.set("boot-frame.mjs", { ...asset, bytes, hash: await sha384Base64Url(bytes) });
      updated.resolve();
      await page.getByRole("button", { name: "Try again" }).click();
      await waitForCards(page, "mounted", 1);
    });
  } finally {
    await changing.close();
  }
});
