import assert from "node:assert/strict";
import { sealPage } from "../../../web/canvas/sealed_page/mod.ts";
import { openHostAssets } from "../host_assets.ts";
import { ChatSite, findCards, VIEW_POLICY } from "./chat/chat_site.ts";
import { KNOWN_DOORS, KNOWN_PROPERTIES } from "./door_table.ts";
import { walkDoors, type WalkedDoors } from "./door_walk.ts";
import { ELEMENT_TAGS } from "./element_tags.ts";
import { type BrowserFrame, type BrowserPage, testInEachBrowser, waitForSettled } from "./each_browser.ts";
import { withNamedElsewhere } from "./named_elsewhere.ts";
import { makeCards } from "./page_cards.ts";
import { findSavedCards } from "./saved_frame.ts";

let site: ChatSite;
Deno.test.beforeAll(async () => void (site = await ChatSite.open()));
Deno.test.afterAll(() => site.close());

const CARD = { module: `export default () => "card";` };

async function openDocument(page: BrowserPage, html: string): Promise<BrowserFrame> {
  site.sealed.intercept = (request, answer) =>
    new URL(request.url).pathname === "/feed.html"
      ? Promise.resolve(new Response(html, { headers: { "Content-Type": "text/html" } }))
      : answer();
  await page.goto(`${site.sealed.origin}/feed.html`);
  return page.mainFrame();
}

const PLACES: { readonly [name: string]: (page: BrowserPage) => Promise<BrowserFrame> } = {
  "a sealed canvas": async (page) => {
    const { url } = await site.sealed.addBatch([CARD]);
    await page.goto(url);
    return await waitForSettled(page, "sealed", 1);
  },
  "a saved file": async (page) => {
    const { html } = await sealPage(await makeCards([CARD]), {
      assets: await openHostAssets(),
      title: "Page",
      isFile: true,
    });
    await openDocument(page, html);
    return await findSavedCards(page);
  },
  "a chat": (page) => openChat(page, VIEW_POLICY),
  "a chat without a policy": (page) => openChat(page, null),
};

async function openChat(page: BrowserPage, policy: string | null): Promise<BrowserFrame> {
  const { batch } = await site.addPage([CARD]);
  site.viewPolicy = policy;
  await site.show(page, { tool: "show_card", input: { batch, widget: "weather" } });
  site.viewPolicy = VIEW_POLICY;
  return await findCards(page, 1);
}

let walks = 0;

/** Tries the doors of a frame. Returns what was tried, and the names of those by which something has arrived. */
async function walk(frame: BrowserFrame): Promise<{ walked: WalkedDoors; doors: string[] }> {
  const own = `/walk${++walks}/`;
  const walked = await frame.evaluate(walkDoors, {
    elsewhere: `${site.sealed.elsewhere}${own.slice(0, -1)}`,
    tags: ELEMENT_TAGS,
  }).catch(
    (error) => {
      throw new Error(`It ended after ${site.sealed.received.slice(-5).join()}`, { cause: error });
    },
  );
  // A browser may prefetch for a page that was closed: that is of an earlier walk.
  const arrived = site.sealed.received.filter((line) => line.includes(own) || !/\/walk\d+\//.test(line));
  const names = arrived.map((line) =>
    decodeURIComponent(/\/door\?(.*)/.exec(line)?.[1] ?? "by another shape")
  );
  return { walked, doors: [...new Set(names)].sort() };
}

testInEachBrowser(
  "every door that the browser has is in the table",
  () => site.sealed,
  async (page) => {
    const frame = await openDocument(page, "<!doctype html><title>Page</title><body>");
    const browser = await frame.evaluate(() => "mozInnerScreenX" in globalThis ? "firefox" : "chromium");
    site.sealed.received.length = 0;
    const { walked, doors } = await walk(frame);
    assert.deepEqual(walked.unknownElements, [], "interfaces of elements without a tag in the walk");
    const known = new Set(KNOWN_DOORS[browser]);
    if (Deno.env.has("TCK_WRITE_DOORS")) {
      await Deno.writeTextFile(
        Deno.env.get("TCK_WRITE_DOORS")! + browser,
        JSON.stringify({ ...walked, doors }),
      );
    }
    assert.deepEqual(walked.properties.filter((name) => !KNOWN_PROPERTIES.includes(name)), []);
    assert.deepEqual(doors.filter((name) => !known.has(name)), []);
    assert.ok(doors.length > 20, `${doors.length} doors were found`);
  },
);

// claim: file-no-requests
Deno.test("Chromium: no door to a server with a name is open in a saved file, one of many in another document", async () => {
  await withNamedElsewhere(async ({ page, url, received }) => {
    const { html } = await sealPage(await makeCards([CARD]), {
      assets: await openHostAssets(),
      title: "Page",
    });
    const walkThrough = async (text: string) => {
      site.sealed.intercept = () =>
        Promise.resolve(new Response(text, { headers: { "Content-Type": "text/html" } }));
      // No credentials are of a host without a name.
      await page.goto(`${site.sealed.origin.replace("127.0.0.1", "localhost")}/feed.html`);
      if (text === html) await page.waitForSelector("[data-state=ready]");
      const before = received.length;
      await page.evaluate(walkDoors, { elsewhere: url, tags: ELEMENT_TAGS });
      return [...new Set(received.slice(before))];
    };
    const doors = await walkThrough("<!doctype html><title>Page</title><body>");
    assert.ok(doors.includes(`${url}/.well-known/webauthn`), doors.join());
    assert.ok(doors.length > 20, `${doors.length} doors were found`);
    assert.deepEqual(await walkThrough(html), []);
  });
});

for (const [name, open] of Object.entries(PLACES)) {
  // claim: sealed-no-requests
  // claim: file-no-requests
  // claim: chat-no-requests
  testInEachBrowser(
    `no door that the browser has is open in ${name}`,
    () => site.sealed,
    async (page) => {
      const frame = await open(page);
      site.sealed.received.length = 0;
      const { walked: { tried }, doors } = await walk(frame);
      assert.ok(tried > 3_000, `${tried} doors were tried`);
      assert.deepEqual(doors, []);
    },
  );
}
