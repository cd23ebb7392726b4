import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { testInEachBrowser, waitFor } from "./each_browser.ts";
import { openHostAssets } from "../host_assets.ts";
import { SealedSite } from "./sealed_site.ts";

const GUIDE = new URL("../../../docs/embedding.md", import.meta.url);

const card = (text: string) => `
  import { createElement } from "react";
  export default () => createElement("p", { style: { height: "700px" } }, ${JSON.stringify(text)});`;

let site: SealedSite;
let application: Deno.HttpServer<Deno.NetAddr>;
let origin: string;
let [newest, older, script] = ["", "", ""];

/** Records what becomes of each card, from before the first. */
const RECORD_CARDS = `<script>
  globalThis.events = [];
  document.addEventListener("tck:card", ({ detail }) => events.push(detail));
</script>`;

/** The page of the guide, and one that embeds the same without the script and records what it receives. */
const pages: { [path: string]: () => string } = {
  "/guide": () => RECORD_CARDS + script,
  "/older": () => script.replace("/v2", `/v2?batch=${older}`),
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
  height: number;
  shown: number;
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
    const frame = () => page.frames().find((each) => each !== page.mainFrame())!;
    const told = await waitFor(async () => {
      const { clientHeight: height } = await page.evaluate(() => {
        const { clientHeight } = document.querySelector("iframe")!;
        return { clientHeight };
      });
      const shown = await frame().evaluate(() => document.documentElement.scrollHeight);
      const events = await page.evaluate(() => (globalThis as unknown as Told).events);
      return events.length >= 2 && height > 700 && height >= shown ? { height, shown, events } : null;
    });
    assert.deepEqual(
      new Set(told.events.map(({ state, failure }) => `${state} ${failure}`)),
      new Set(["mounted null", "failed import"]),
    );
    assert.ok(told.height <= told.shown, "no empty rest");
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
    assert.equal(after, told.height);
  },
);

testInEachBrowser(
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

testInEachBrowser(
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
