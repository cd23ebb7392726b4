// budget: 30 s: two browsers start, and open the page
import assert from "node:assert/strict";
import { openChromium } from "../browser/chromium.ts";
import { openFirefox } from "../browser/firefox.ts";
import { hasPrograms } from "../servers/programs.ts";
import { untilFound } from "../waiting/mod.ts";
import type { BrowserPage } from "../web/canvas/each_browser.ts";
import { PlaygroundSite } from "./playground_site.ts";

/** Milliseconds that a busy machine may take to open the page. */
const TIMEOUT_MS = 90_000;

type Test = (page: BrowserPage, site: PlaygroundSite) => Promise<void>;

function testInChromium(title: string, run: Test): void {
  Deno.test(`Chromium: ${title}`, async () => {
    await using site = await PlaygroundSite.open();
    const browser = await openChromium();
    try {
      await run(await (await browser.newContext()).newPage() as unknown as BrowserPage, site);
    } finally {
      await browser.close();
    }
  });
}

function testInFirefox(title: string, run: Test): void {
  Deno.test(`Firefox: ${title}`, async () => {
    await using site = await PlaygroundSite.open();
    const browser = await openFirefox();
    try {
      await run(await browser.newPage() as unknown as BrowserPage, site);
    } finally {
      await browser.close();
    }
  });
}

const hasFirefox = await hasPrograms(["firefox-esr"], "frames of the playground in Firefox", "firefox-esr");

for (const test of hasFirefox ? [testInChromium, testInFirefox] : [testInChromium]) {
  // claim: playground-workers-of-page
  test("a frame beside the one with the workers starts none", async (page, site) => {
    await page.goto(`${site.url}empty.html`);
    const started = await page.evaluate(async (address) => {
      const open = async (content: { src: string } | { srcdoc: string }) => {
        const frame = document.createElement("iframe");
        frame.setAttribute("sandbox", "allow-scripts");
        Object.assign(frame, content);
        const loaded = new Promise((resolve) => frame.onload = resolve);
        document.body.append(frame);
        await loaded;
        return frame.contentWindow!;
      };
      const program = `postMessage("started")`;
      const started: string[] = [];
      addEventListener("message", ({ data }) => started.push(data));
      const isolates = await open({ src: address });
      const startWorker = (name: string) =>
        new Promise<void>((resolve) => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => {
            started.push(name);
            resolve();
          };
          isolates.postMessage(program, "*", [port2]);
        });
      await open({
        srcdoc: `<script>
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => parent.postMessage("a card's", "*");
          parent[0].postMessage(${JSON.stringify(program)}, "*", [port2]);
        </script>`,
      });
      for (const name of ["first", "second", "third"]) await startWorker(name);
      return started;
    }, site.url + findFile(site, "isolate-frame"));
    assert.deepEqual(started, ["first", "second", "third"]);
  });

  // claim: playground-frames-named
  test(
    "a card navigates its frame to no address of the page's server but the card's own document",
    async (page, site) => {
      await page.goto(site.url);
      const evaluate = <Result>(run: () => Result) => page.evaluate(run);
      await untilFound(
        "the page's text",
        () => evaluate(() => document.getElementById("status")!.textContent !== "Loading…" || null),
        TIMEOUT_MS,
      );
      const address = site.url + findFile(site, "cards");
      await page.evaluate(async (address) => {
        document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => {
          document.body.dataset.violated = effectiveDirective;
        });
        const frame = document.createElement("iframe");
        frame.setAttribute("sandbox", "allow-scripts");
        frame.src = `${address}?card`;
        const loaded = new Promise((resolve) => frame.onload = resolve);
        document.body.append(frame);
        await loaded;
      }, address);
      const frame = await untilFound("the frame of the card", async () => {
        for (const frame of page.frames()) {
          if (await frame.evaluate(() => location.search === "?card").catch(() => false)) return frame;
        }
        return null;
      }, TIMEOUT_MS);
      await frame.evaluate(() => void setTimeout(() => location.href = "any?typed=secret"));
      const end = await untilFound(
        "a request, or a violation of the policy",
        async () =>
          site.requests.find((path) => path.includes("typed")) ??
            await evaluate(() => document.body.dataset.violated ?? null),
        TIMEOUT_MS,
      );
      assert.equal(end, "frame-src");
    },
  );
}

function findFile({ playground }: PlaygroundSite, name: string): string {
  return [...playground.files.keys()].find((path) => path.startsWith(name))!;
}
