// budget: 60 s: frames that do not respond are watched for eight seconds. Firefox is in `neighbours_soak.ts`.
import assert from "node:assert/strict";
import { openChromium } from "../../browser/chromium.ts";
import { isSoak, testFirefoxInSoak } from "./each_browser.ts";
import { running, watchPauses } from "./floods.ts";
import { calm, readCards, readFailed, serveFeeds, waitForCards } from "./neighbouring_feeds.ts";
import { openSignedIn, SealedSite, withSealedPage } from "./sealed_site.ts";

/** A loop that begins when its feed and others are there. */
const LOOP = { module: running(`setTimeout(() => { for (;;); }, 4_000);`) };

/** A flood of every window of the page but those around the card. */
const FLOOD = {
  module: running(`
    setTimeout(() => {
      const others = Array.from({ length: top.length }, (_, index) => top[index]).filter((other) => other !== parent);
      setInterval(() => {
        for (const other of others) for (let count = 0; count < 3_000; count++) other.postMessage(count, "*");
      }, 0);
    }, 3_000);`),
};

let site: SealedSite;
let application: Deno.HttpServer<Deno.NetAddr>;
/** The address of an application with feeds. */
let pageOf: (...batches: string[]) => string;
let [looping, flooding, calmOne] = ["", "", ""];

Deno.test.beforeAll(async () => {
  site = await SealedSite.open();
  const add = async (...widgets: { module: string }[]) =>
    (await site.addBatch(widgets)).url.split("/").at(-1)!;
  looping = await add(calm("one"), LOOP, calm("two"));
  flooding = await add(calm("one"), FLOOD, calm("two"));
  calmOne = await add(calm("three"), calm("four"));
  application = serveFeeds(site);
  pageOf = (...batches) => `http://127.0.0.1:${application.addr.port}/application/?${batches.join("&")}`;
});
Deno.test.afterAll(async () => {
  await application.shutdown();
  await site.close();
});

const CALM_CARDS = "mounted three,mounted four";
const OTHER_CARDS = "mounted one,failed,mounted two";

if (!isSoak) {
  // claim: sealed-loop-replaced
  Deno.test("a card that loops fails alone, also beside another feed of the same page, which comes back", async () => {
    await withSealedPage(site, async (page) => {
      await page.goto(pageOf(calmOne, looping));
      await page.getByText("A card does not respond").first().waitFor();
      await waitForCards(page, OTHER_CARDS, CALM_CARDS);
      assert.equal((await page.evaluate(readFailed)).length, 1);
    });
  });

  // claim: sealed-loop-replaced
  Deno.test("a card that loops in a page in the background keeps no other page from its cards, and fails when its own is shown", async () => {
    const browser = await openChromium();
    try {
      const context = await openSignedIn(browser, site);
      const [front, behind] = [await context.newPage(), await context.newPage()];
      await behind.addInitScript(hidePage);
      await front.goto(`${site.origin}/feed/${calmOne}`);
      await waitForCards(front, CALM_CARDS);
      await behind.goto(`${site.origin}/feed/${looping}`);
      await front.getByText("A card does not respond").waitFor();
      await waitForCards(front, CALM_CARDS);
      assert.deepEqual(await readCards(behind), [], "it has no frame");
      await behind.evaluate(() => (globalThis as unknown as Hidden).showPage());
      await waitForCards(behind, OTHER_CARDS);
      await waitForCards(front, CALM_CARDS);
    } finally {
      await browser.close();
    }
  });
}

if (isSoak) {
  Deno.test("a card that loops fails alone while another page with a feed is frozen, which opens its frame again later", async () => {
    const browser = await openChromium();
    try {
      const context = await openSignedIn(browser, site);
      const frozen = await context.newPage();
      await frozen.goto(`${site.origin}/feed/${calmOne}`);
      await waitForCards(frozen, CALM_CARDS);
      const devtools = await context.newCDPSession(frozen);
      await devtools.send("Page.setWebLifecycleState", { state: "frozen" });
      const front = await context.newPage();
      await front.goto(`${site.origin}/feed/${looping}`);
      await waitForCards(front, OTHER_CARDS);
      await devtools.send("Page.setWebLifecycleState", { state: "active" });
      await waitForCards(frozen, CALM_CARDS);
    } finally {
      await browser.close();
    }
  });
}

// claim: flood-does-not-stop-the-page
testFirefoxInSoak(
  "a card that floods the windows around other feeds of the page is found, and fails alone",
  () => site,
  async (page) => {
    await page.goto(pageOf(calmOne, flooding));
    await page.evaluate(watchPauses);
    await waitForCards(page, OTHER_CARDS, CALM_CARDS);
    const pause = await page.evaluate(() => globalThis.longestPause);
    assert.ok(pause < 3_000, `The page paused for ${pause} ms`);
    assert.equal((await page.evaluate(readFailed)).length, 1);
  },
);

interface Hidden {
  showPage(): void;
}

/** A page in the background: without a window none is. Runs in the page. */
function hidePage(): void {
  if (self !== top) return;
  let isHidden = true;
  Object.defineProperty(document, "hidden", { get: () => isHidden });
  Object.assign(globalThis, {
    showPage: () => {
      isHidden = false;
      document.dispatchEvent(new Event("visibilitychange"));
    },
  });
}
