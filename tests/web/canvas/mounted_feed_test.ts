// budget: 25 s: builds an application with Vite
import assert from "node:assert/strict";
import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Rolldown } from "vite";
import { readDocumentedMap, readDocumentedPolicy } from "./application_site.ts";
import { type BrowserPage, resizeWindow, testFirefoxInSoak, testInSoak, waitFor } from "./each_browser.ts";
import { untilFound, whileNothingMay } from "../../waiting/mod.ts";
import { addNavigatingBatch } from "./navigations.ts";
import { SealedSite } from "./sealed_site.ts";

/** An application with a React of its own, whose strict mode mounts each feed twice. */
const APPLICATION = `
  import { createElement as h, StrictMode, useEffect, useRef, useState } from "react";
  import { createRoot } from "react-dom/client";
  import { mountFeed } from "@tck/feed";
  const app = globalThis.app = { events: [] };
  const canvas = new URLSearchParams(location.search).get("canvas");
  function DailyPage() {
    const element = useRef(null);
    useEffect(() => {
      const onCard = ({ widgetId, state }) => app.events.push(state);
      app.feed = mountFeed(element.current, { batchId: app.first, canvas, onCard });
      return app.feed.unmount;
    }, []);
    return h("main", { ref: element }, h("h1", null, "Day"));
  }
  function Application() {
    const [isShown, setShown] = useState(false);
    app.setShown = setShown;
    return isShown ? h(DailyPage) : h("p", null, "Away");
  }
  createRoot(document.getElementById("application")).render(h(StrictMode, null, h(Application)));`;

interface Application {
  events: string[];
  first: string;
  feed: { show(batchId?: string): void; readonly started: Promise<void> };
  setShown(isShown: boolean): void;
}

const card = (text: string) => `
  import { createElement } from "react";
  export default () => createElement("p", null, ${JSON.stringify(text)});`;

let site: SealedSite;
let server: Deno.HttpServer<Deno.NetAddr>;
let older = "";
/** What the server does not have. */
let missing = "";

Deno.test.beforeAll(async () => {
  const files = await buildApplication();
  site = await SealedSite.open("sealed");
  older = (await site.addBatch([{ module: card("older") }])).url.split("/").at(-1)!;
  await site.addBatch([{ module: card("newest") }]);
  server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, (request) => {
    const { pathname, search } = new URL(request.url);
    if (pathname === missing) return new Response(null, { status: 503 });
    if (pathname === "/own") {
      return new Response(renderOwnPage(search.slice(1)), { headers: { "content-type": "text/html" } });
    }
    const file = files.get(pathname === "/application/" ? "/application/index.html" : pathname);
    if (file === undefined) return fetch(new Request(site.origin + pathname + search, request));
    const isScript = pathname.endsWith(".js");
    const map = !isScript && request.headers.get("user-agent")!.includes("Firefox") ? IMPORT_MAP : "";
    const headers: Record<string, string> = { "content-type": isScript ? "text/javascript" : "text/html" };
    if (search.includes("policy")) headers["content-security-policy"] = readDocumentedPolicy();
    return new Response(map + file, { headers });
  });
});
Deno.test.afterAll(async () => {
  await server.shutdown();
  await site.close();
});

/** Firefox ESR takes no import map after a module: for an open canvas it is in the HTML. */
const IMPORT_MAP = `<!doctype html><script type="importmap">${JSON.stringify(readDocumentedMap())}</script>`;

/** A page that has a sealed canvas by its HTML, as the guide says. */
function renderOwnPage(batchId: string): string {
  return `<!doctype html><html lang="en" data-theme="light"><title>Own</title>
    <meta name="tck-canvas" content="sealed">
    <link rel="stylesheet" href="/__tck/v1/style.css" data-tck-host-style>
    <link rel="stylesheet" href="/__tck/v1/canvas.css">
    <body><div id="canvas-feed-root" data-batch-id="${batchId}"></div>
    <script type="module" src="/__tck/v1/bootstrap-feed.mjs"></script></html>`;
}

/** Builds the application for production. Returns its files by their paths on the server. */
async function buildApplication(): Promise<Map<string, string>> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "tck-vite-")));
  try {
    await writeFile(join(root, "main.js"), APPLICATION);
    await writeFile(
      join(root, "index.html"),
      `<!doctype html><html lang="en"><title>Application</title><div id="application"></div>
       <script type="module" src="./main.js"></script></html>`,
    );
    const source = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
    const { output } = await build({
      root,
      configFile: false,
      base: "/application/",
      logLevel: "error",
      build: { write: false },
      resolve: {
        alias: {
          "@tck/feed": source("web/canvas/mount/mod.ts"),
          "react-dom/client": source("node_modules/react-dom/client.js"),
          "react": source("node_modules/react/index.js"),
        },
      },
    }) as Rolldown.RolldownOutput;
    return new Map(
      output.map((
        file,
      ) => [`/application/${file.fileName}`, file.type === "chunk" ? file.code : String(file.source)]),
    );
  } finally {
    await rm(root, { recursive: true });
  }
}

/** The texts of the cards in the page and in its frames. */
async function readCards(page: BrowserPage): Promise<string[]> {
  const texts = await Promise.all(
    page.frames().map((frame) =>
      frame.evaluate(() =>
        [...document.querySelectorAll("article")].map(({ shadowRoot }) => shadowRoot?.textContent ?? "")
      ).catch(() => [])
    ),
  );
  return texts.flat().filter((text) => text !== "");
}

/** The states of the cards in the page's frames. */
async function readStates(page: BrowserPage): Promise<string[]> {
  const states = await Promise.all(
    page.frames().map((frame) =>
      frame.evaluate(() =>
        [...document.querySelectorAll("article")].map(({ dataset }) => dataset.state ?? "")
      ).catch(() => [])
    ),
  );
  return states.flat();
}

async function waitForCard(page: BrowserPage, text: string): Promise<void> {
  await waitFor(async () => (await readCards(page)).join() === text || null);
}

/** Runs in the document of a card: its width, and whether it is in the middle. The window is wider than the widest card. */
function measureCard(): [width: number, isInTheMiddle: boolean] {
  const { left, right, width } = document.querySelector("article")!.getBoundingClientRect();
  return [width, innerWidth > 800 && Math.abs(left - (document.documentElement.clientWidth - right)) <= 1];
}

const setShown = (isShown: boolean) => (globalThis as unknown as { app: Application }).app.setShown(isShown);

for (
  const [canvas, policy] of [["sealed", ""], ["sealed", "with the policy of the guide"], [
    "open",
    "",
  ]] as const
) {
  // The others mount a feed in a page without a policy.
  const test = canvas === "sealed" && policy === "" ? testInSoak : testFirefoxInSoak;
  test(
    `an application mounts a feed, shows another batch, and unmounts it: ${canvas} canvas ${policy}`.trim(),
    () => site,
    async (page) => {
      await resizeWindow(page, { width: 1280, height: 720 });
      const query = `canvas=${canvas}${policy && "&policy"}`;
      await page.goto(`http://127.0.0.1:${server.addr.port}/application/?${query}`);
      await page.evaluate((first) => {
        const { app } = globalThis as unknown as { app: Application };
        app.first = first;
        app.setShown(true);
      }, older);
      await waitForCard(page, "older");
      // The cards are in a frame in a frame, which keeps it from being navigated: the page has no policy.
      assert.equal(page.frames().length, canvas === "sealed" ? 3 : 1);
      assert.deepEqual(await page.frames().at(-1)!.evaluate(measureCard), [640, true]);

      await page.evaluate(() => (globalThis as unknown as { app: Application }).app.feed.show());
      await waitForCard(page, "newest");

      await page.evaluate(setShown, false);
      await waitFor(async () => (await readCards(page)).length === 0 || null);
      const left = await page.evaluate(() => ({
        text: document.getElementById("application")!.textContent,
        frames: document.querySelectorAll("iframe").length,
        ...(globalThis as unknown as { app: Application }).app,
      }));
      assert.deepEqual([left.text, left.frames], ["Away", 0]);
      assert.deepEqual(left.events, ["mounted", "mounted"]);

      await page.evaluate(setShown, true);
      await waitForCard(page, "older");
    },
  );
}

testInSoak(
  "an application whose feed could not be loaded is not loaded again when the connection is back",
  () => site,
  async (page) => {
    missing = "/__tck/v1/canvas.html";
    await page.goto(`http://127.0.0.1:${server.addr.port}/application/?canvas=sealed`);
    await page.evaluate((first) => {
      const { app } = globalThis as unknown as { app: Application };
      app.first = first;
      app.events.push("written by the reader");
      app.setShown(true);
    }, older);
    const isFailed = () =>
      page.evaluate(() => document.querySelector("[data-state=failed]") !== null || null);
    await untilFound("a message", isFailed, 180_000);
    missing = "";
    await page.evaluate(() => void dispatchEvent(new Event("online")));
    await waitForCard(page, "older");
    const [first] = await page.evaluate(() => (globalThis as unknown as { app: Application }).app.events);
    assert.equal(first, "written by the reader");
  },
);

/** Asserts that the cards of a batch are shown, of which one navigates its frame, and that nothing is sent. */
async function expectNothingSent(page: BrowserPage): Promise<void> {
  // Firefox may keep the frame's document, where Chromium replaces it by an error page: the third card may be mounted.
  await waitFor(async () =>
    /^(?:failed|mounted),mounted,mounted$/.test((await readStates(page)).sort().join()) || null
  );
  await whileNothingMay("be sent", 1_000);
  assert.deepEqual(site.received, []);
}

for (const way of ["location.href", "a document of its own", "a form"]) {
  const test = way === "location.href" ? testFirefoxInSoak : testInSoak;
  // claim: sealed-no-requests
  test(
    `in a page without a policy, a widget of a mounted feed sends nothing by ${way}`,
    () => site,
    async (page) => {
      const url = await addNavigatingBatch(site, way);
      await page.goto(`http://127.0.0.1:${server.addr.port}/application/?canvas=sealed`);
      await page.evaluate((first) => {
        const { app } = globalThis as unknown as { app: Application };
        app.first = first;
        app.setShown(true);
      }, url.split("/").at(-1)!);
      await expectNothingSent(page);
    },
  );
}

// claim: sealed-no-requests
testFirefoxInSoak(
  "in a page of an application's own HTML without a policy, a widget sends nothing by its address",
  () => site,
  async (page) => {
    const batchId = (await addNavigatingBatch(site, "location.href")).split("/").at(-1)!;
    await page.goto(`http://127.0.0.1:${server.addr.port}/own?${batchId}`);
    await expectNothingSent(page);
  },
);

for (
  const [file, reason] of [
    [
      "mount-feed.mjs",
      /^Cannot mount a feed: "\/__tck\/v1\/mount-feed.mjs" could not be loaded from this origin$/,
    ],
    ["mount-sealed.mjs", /mount-sealed\.mjs/],
  ] as const
) {
  testFirefoxInSoak(
    `a feed whose code cannot be loaded says so by started, and the next one loads it again: ${file}`,
    () => site,
    async (page) => {
      missing = `/__tck/v1/${file}`;
      try {
        await page.goto(`http://127.0.0.1:${server.addr.port}/application/?canvas=sealed`);
        await page.evaluate((first) => {
          const { app } = globalThis as unknown as { app: Application };
          app.first = first;
          app.setShown(true);
        }, older);
        const message = await waitFor(() =>
          page.evaluate(async () => {
            const { feed } = (globalThis as unknown as { app: Application }).app;
            return await feed?.started.then(() => "started", (error) => error.message) ?? null;
          })
        );
        assert.match(message, reason);
        assert.deepEqual(await readCards(page), []);
      } finally {
        missing = "";
      }
      await page.evaluate(setShown, false);
      await page.evaluate(setShown, true);
      await waitForCard(page, "older");
    },
  );
}
