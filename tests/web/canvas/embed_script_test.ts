import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import {
  type BrowserFrame,
  type BrowserPage,
  paintTwice,
  resizeWindow,
  testFirefoxInSoak,
  testInEachBrowser,
  waitFor,
  waitForSettled,
} from "./each_browser.ts";
import { addBetweenCalm, running, waitForOthers } from "./floods.ts";
import { openHostAssets } from "../host_assets.ts";
import { SealedSite } from "./sealed_site.ts";
import { whileNothingMay } from "../../waiting/mod.ts";

const GUIDE = new URL("../../../docs/embedding.md", import.meta.url);

/** A card that is 700 pixels high, and 100 after a click. */
const card = (text: string) => `
  import { createElement, useState } from "react";
  export default () => {
    const [height, setHeight] = useState(700);
    const onClick = () => setHeight(100);
    return createElement("button", { style: { display: "block", height }, onClick }, ${JSON.stringify(text)});
  };`;

/** Cards whose heights are the window's and half of it, by a sheet and by inline styles. */
const HIGH_BY_SHEET = {
  module: `
    import { createElement } from "react";
    export default () => createElement("button", { className: "h-[100vh]" }, "sheet");`,
  css: String
    .raw`@layer utilities { .h-\[100vh\] { display: block; min-height: 100vh; &::after { content: "100vh" } } }`,
};
const HIGH_BY_STYLE = {
  module: `
    import { createElement, useState } from "react";
    export default () => {
      const [height, setHeight] = useState("calc(50dvh + 1px)");
      const onClick = () => setHeight("25svh");
      return createElement("button", { style: { display: "block", height }, onClick }, "style");
    };`,
};

/** A high card with a link at the place where the reader clicks, and a link below whose click makes the card lower. */
const HIGH_LINK = `
  import { createElement as h, useState } from "react";
  export default () => {
    const [height, setHeight] = useState(6000);
    globalThis.shrink = () => setHeight(900);
    return h("div", { style: { height } },
      h("a", { href: "https://elsewhere.invalid/", style: { display: "block", height: 500 } }, "link"));
  };`;

let site: SealedSite;
let application: Deno.HttpServer<Deno.NetAddr>;
let origin: string;
let [newest, older, high, linked, flooding, floodingBeside, script] = ["", "", "", "", "", "", ""];

/** Sends messages to the page around the embedded one, without a loop: the frame answers meanwhile. */
const FLOOD_OF_TOP =
  `setInterval(() => { for (let count = 0; count < 10; count++) top.postMessage(count, "*"); }, 50);`;

/** The same to the embedded pages beside its own. */
const FLOOD_OF_OTHERS = `
  const others = Array.from({ length: top.length }, (_, index) => top[index]).filter((other) => other !== parent);
  setInterval(() => {
    for (const other of others) for (let count = 0; count < 10; count++) other.postMessage(count, "*");
  }, 50);`;

/** Records what becomes of each card, and the heights, from before the first. */
const RECORD_CARDS = `<script>
  globalThis.events = [];
  globalThis.heights = [];
  document.addEventListener("tck:card", ({ detail }) => events.push(detail));
  addEventListener("message", ({ data }) => data.event === "height" && heights.push(data.height));
</script>`;

/** The page of the guide, and one that embeds the same without the script and records what it receives. */
const pages: { [path: string]: () => string } = {
  "/guide": () => RECORD_CARDS + script,
  "/older": () => script.replace("/v2", `/v2?batch=${older}`),
  "/high": () => RECORD_CARDS + script.replace("/v2", `/v2?batch=${high}`),
  "/linked": () => "<p>Application</p>" + script.replace("/v2", `/v2?batch=${linked}`) + "<p>The end</p>",
  "/flooded": () => script.replace("/v2", `/v2?batch=${flooding}`),
  "/beside": () =>
    script.replace("/v2", `/v2?batch=${older}`) + script.replace("/v2", `/v2?batch=${floodingBeside}`),
  "/quiet": () => `
    <script>addEventListener("message", ({ data }) => (self.told ??= []).push(data.event));</script>
    <iframe src="${site.origin}/embed/daily-page/v2"></iframe>`,
};

Deno.test.beforeAll(async () => {
  application = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, ({ url }) => {
    const body = pages[new URL(url).pathname]?.() ?? "";
    return new Response(`<!doctype html><title>Application</title>${body}`, {
      headers: { "content-type": "text/html" },
    });
  });
  origin = `http://127.0.0.1:${application.addr.port}`;
  site = await SealedSite.open("sealed", { assets: await openHostAssets(), embedOrigins: [origin] });
  const failing = "throw new Error('no city'); export default () => null;";
  older = new URL((await site.addBatch([{ module: card("older") }])).url).pathname.split("/").at(-1)!;
  high = new URL((await site.addBatch([HIGH_BY_SHEET, HIGH_BY_STYLE])).url).pathname.split("/").at(-1)!;
  linked = new URL((await site.addBatch([{ module: HIGH_LINK }])).url).pathname.split("/").at(-1)!;
  flooding = new URL(await addBetweenCalm(site, running(FLOOD_OF_TOP))).pathname.split("/").at(-1)!;
  const beside = await addBetweenCalm(site, running(FLOOD_OF_OTHERS));
  floodingBeside = new URL(beside).pathname.split("/").at(-1)!;
  newest = (await site.addBatch([{ module: card("newest") }, { module: failing }])).url;
  script = await readExample(site.origin);
});
Deno.test.afterAll(async () => {
  await application.shutdown();
  await site.close();
});

/** The first example of the guide's section, with the address of this site. */
async function readExample(url: string): Promise<string> {
  const guide = await readFile(GUIDE, "utf8");
  const example = /```html\n(<iframe data-tck-embed[^]*?)```/.exec(guide)![1]!;
  return example.replaceAll("https://pages.example.com", url);
}

interface Told {
  heights: number[];
  events: { state: string; failure: string | null }[];
}

testInEachBrowser(
  "the guide's page shows all of the frame without a scrollbar, and receives what becomes of each card",
  () => site,
  async (page) => {
    assert.ok(newest);
    const complaints: string[] = [];
    page.on(
      "console",
      (message) => message.text().includes("postMessage") && complaints.push(message.text()),
    );
    await page.goto(`${origin}/guide`);
    const cards = await waitForSettled(await embeddedPage(page), "sealed", 2);
    const height = await waitForExactHeight(page, cards, 700);
    const { events, heights } = await page.evaluate(() => {
      const { events, heights } = globalThis as unknown as Told;
      return { events, heights };
    });
    assert.deepEqual(
      new Set(events.map(({ state, failure }) => `${state} ${failure}`)),
      new Set(["mounted null", "failed import"]),
    );
    assert.ok(heights.length < 8, `the height does not grow with its own messages: ${heights}`);
    assert.deepEqual(complaints, []);
    const after = await page.evaluate(async () => {
      // Not from the frame. Messages arrive in order.
      const received = new Promise((resolve) =>
        addEventListener("message", ({ data }) => data === "last" && resolve(null))
      );
      postMessage({ type: "tck:embed", version: 1, event: "height", height: 5 }, "*");
      postMessage("last", "*");
      await received;
      return document.querySelector("iframe")!.clientHeight;
    });
    assert.equal(after, height);
    await cards.evaluate(() =>
      document.querySelector("article")!.shadowRoot!.querySelector("button")!.click()
    );
    assert.equal(await waitForExactHeight(page, cards, 100), height - 600);
  },
);

/** The embedded page with the frames that it has. */
async function embeddedPage(page: BrowserPage): Promise<BrowserPage> {
  const main = await waitFor(() => Promise.resolve(page.frames().find(isEmbedded) ?? null));
  const frames = () => page.frames().filter((each) => each !== page.mainFrame());
  return Object.assign(Object.create(page) as BrowserPage, {
    mainFrame: () => main,
    frames,
    evaluate: main.evaluate.bind(main),
  });
}

function isEmbedded(frame: BrowserFrame): boolean {
  return (frame as unknown as { url(): string }).url().includes("/embed/daily-page/v2");
}

/** The height of the frame, once the first card is this high, and the frame as high as the cards, their rests and spaces. */
async function waitForExactHeight(page: BrowserPage, cards: BrowserFrame, first: number): Promise<number> {
  return await waitFor(async () => {
    const height = await page.evaluate(() => document.querySelector("iframe")!.clientHeight);
    const inner = await cards.evaluate(() => {
      const [card, last] = [...document.querySelectorAll("article")].map((each) =>
        each.getBoundingClientRect()
      );
      const shown = document.querySelector("article")!.shadowRoot!.querySelector("button")!.clientHeight;
      return { shown, above: card!.top, bottom: last!.bottom };
    });
    const rest = height - inner.bottom;
    return Math.abs(inner.shown - first) < 8 && inner.above < 1 && rest >= 40 && rest <= 50 ? height : null;
  });
}

testFirefoxInSoak(
  "cards as high as a window are as high as the reader's, and make neither each other nor the frame grow",
  () => site,
  async (page) => {
    await page.goto(`${origin}/high`);
    const cards = await waitForSettled(await embeddedPage(page), "sealed", 2);
    let window = await page.evaluate(() => document.documentElement.clientHeight);
    const isShown = (second: number) => async () => {
      const heights = await cards.evaluate(() =>
        [...document.querySelectorAll("article")].map(({ shadowRoot }) =>
          shadowRoot!.querySelector("button")!.getBoundingClientRect().height
        )
      );
      return Math.abs(heights[0]! - window) < 1 && Math.abs(heights[1]! - second) < 1 || null;
    };
    await waitFor(isShown(window / 2 + 1));
    await cards.evaluate(() =>
      document.querySelectorAll("article")[1]!.shadowRoot!.querySelector("button")!.click()
    );
    await waitFor(isShown(window / 4));
    await resizeWindow(page, { width: await page.evaluate(() => innerWidth), height: 480 });
    window = await page.evaluate(() => document.documentElement.clientHeight);
    assert.ok(window <= 480);
    await waitFor(isShown(window / 4));
    const { heights } = await page.evaluate(() => ({ heights: (globalThis as unknown as Told).heights }));
    assert.ok(heights.length < 10, `the height does not grow with its own messages: ${heights}`);
  },
);

// claim: sealed-question-seen
testInEachBrowser(
  "in an embedded page the question about a link is where the reader looks, waits again when it is moved, and stays where a card becomes lower",
  () => site,
  async (page) => {
    await page.goto(`${origin}/linked`);
    const embedded = await embeddedPage(page);
    const cards = await waitForSettled(embedded, "sealed", 1);
    const readHeight = () => page.evaluate(() => document.querySelector("iframe")!.clientHeight);
    await waitFor(async () => await readHeight() > 6_000 || null);
    const question = () =>
      embedded.evaluate(() => {
        const [dialog, button] = [
          document.querySelector("dialog"),
          document.querySelector("dialog button:last-child"),
        ];
        if (dialog === null || button === null) return null;
        const { top, bottom } = dialog.getBoundingClientRect();
        return { top, bottom, isReady: button.ariaDisabled === "false" };
      });
    const place = async () => {
      const found = await question();
      const { frame, height } = await page.evaluate(() => ({
        frame: document.querySelector("iframe")!.getBoundingClientRect().top,
        height: document.documentElement.clientHeight,
      }));
      return found && { ...found, isSeen: frame + found.top >= 0 && frame + found.bottom <= height };
    };
    const placeOf = (frame: BrowserFrame, inCard: boolean) =>
      frame.evaluate((inCard) => {
        const element = inCard
          ? document.querySelector("article")!.shadowRoot!.querySelector("a")!
          : document.querySelector("iframe")!;
        const { x, y } = element.getBoundingClientRect();
        return { x, y };
      }, inCard);
    await waitFor(async () => {
      const places = [await placeOf(page, false), await placeOf(embedded, false), await placeOf(cards, true)];
      const add = (name: "x" | "y") => places.reduce((sum, place) => sum + place[name], 50);
      await page.mouse.click(add("x"), add("y") + 200);
      await embedded.evaluate(paintTwice);
      return await question();
    });
    const waitForReady = () => waitFor(async () => (await place())?.isReady ? await place() : null);
    assert.equal((await waitForReady())!.isSeen, true);
    const before = await readHeight();
    await cards.evaluate(() => (globalThis as unknown as { shrink(): void }).shrink());
    await waitFor(() => cards.evaluate(() => document.body.getBoundingClientRect().height < 1_500 || null));
    await whileNothingMay("the frame become lower", 300);
    assert.equal(await readHeight(), before);
    for (const distance of [40, 2_000]) {
      const isWaiting = embedded.evaluate(() =>
        new Promise<boolean>((resolve) => {
          const button = document.querySelector("dialog button:last-child")!;
          new MutationObserver(() => button.ariaDisabled === "true" && resolve(true))
            .observe(button, { attributes: true });
        })
      );
      await page.evaluate((distance) => scrollBy(0, distance), distance);
      assert.equal(await isWaiting, true);
      assert.equal((await waitForReady())!.isSeen, true);
    }
    await page.keyboard.press("Escape");
    await waitFor(async () => await question() === null && await readHeight() < 1_500 || null);
  },
);

// claim: flood-does-not-stop-the-page
testInEachBrowser(
  "a card that floods the page around the embedded one is found, and fails alone",
  () => site,
  async (page) => {
    await page.goto(`${origin}/flooded`);
    await waitForOthers(() => page.frames(), 180_000);
  },
);

// claim: flood-does-not-stop-the-page
testFirefoxInSoak(
  "a card that floods an embedded page beside its own is found, and fails alone",
  () => site,
  async (page) => {
    await page.goto(`${origin}/beside`);
    await waitForOthers(() => page.frames(), 180_000);
  },
);

testFirefoxInSoak(
  "the embedded page shows the batch of its address",
  () => site,
  async (page) => {
    await page.goto(`${origin}/older`);
    const texts = await waitFor(async () => {
      const found = await Promise.all(
        page.frames().map((frame) =>
          frame.evaluate(() =>
            [...document.querySelectorAll("article")].map(({ shadowRoot }) => shadowRoot?.textContent ?? "")
          ).catch(() => [])
        ),
      );
      const cards = found.flat().filter((text) => text !== "");
      return cards.length > 0 ? cards : null;
    });
    assert.deepEqual(texts, ["older"]);
  },
);

testFirefoxInSoak(
  "a page that does not greet the embedded one receives only that it is ready",
  () => site,
  async (page) => {
    await page.goto(`${origin}/quiet`);
    await waitFor(async () => {
      const counts = await Promise.all(
        page.frames().map((frame) =>
          frame.evaluate(() => document.querySelectorAll('article[data-state="failed"]').length).catch(() =>
            0
          )
        ),
      );
      return counts.includes(1) ? true : null;
    });
    assert.deepEqual(await page.evaluate(() => (globalThis as unknown as { told: string[] }).told), [
      "ready",
    ]);
  },
);
