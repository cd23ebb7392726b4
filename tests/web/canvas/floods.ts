import type { Page } from "puppeteer-core";
import assert from "node:assert/strict";
import { withFirefoxPage } from "./firefox_page.ts";
import { type SealedSite, withSealedPage } from "./sealed_site.ts";
import { until, within } from "../../waiting/mod.ts";

declare global {
  /** The longest time in which the page's own timer did not run, in milliseconds. */
  var longestPause: number;
}

const CALM = `
  import { createElement } from "react";
  export default () => createElement("p", null, "calm");`;

/** A widget that runs a script once it is shown. */
export const running = (script: string): string => `
  import { createElement, useEffect, useRef } from "react";
  export default function Running() {
    const shown = useRef(null);
    useEffect(() => { const element = shown.current; ${script} }, []);
    return createElement("p", { ref: shown }, "running");
  }`;

const HUGE =
  `Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => ["entry " + index, { index }]))`;

/** Scripts of widgets that send the page more than it can read. Each is to be stopped by a frame without the widget. */
export const FLOODS: { readonly [name: string]: string } = {
  "huge messages to the page": `
    const huge = ${HUGE};
    setInterval(() => { for (let count = 0; count < 60; count++) parent.postMessage(huge, "*"); });`,
  "greetings of a frame with huge content": `
    const huge = { type: "tck:canvas-frame", version: 4, huge: ${HUGE} };
    setInterval(() => { for (let count = 0; count < 60; count++) parent.postMessage(huge, "*"); });`,
  "small messages to the page": `
    setInterval(() => { for (let count = 0; count < 10; count++) parent.postMessage(count, "*"); }, 50);`,
  "requests of the list by the canvas's own session": `
    const key = Object.keys(element.getRootNode().host).find((name) => name.startsWith("__reactFiber"));
    let fiber = element.getRootNode().host[key];
    while (fiber.memoizedProps?.session === undefined) fiber = fiber.return;
    const { session } = fiber.memoizedProps;
    setInterval(() => { for (let count = 0; count < 60; count++) session.load(); });`,
};

/** The floods that are tried in each run. Greetings and small messages are messages to the page as well, and in the soak. */
export const FLOODS_IN_EACH_RUN: readonly string[] = [
  "huge messages to the page",
  "requests of the list by the canvas's own session",
];

/** Scripts of widgets that look for a way to the frame's port. Each sets \`found\` to what it has sent or could send by. */
export const SEARCHES: { readonly [name: string]: string } = {
  "the current event while a method runs that it has replaced": `
    for (const owner of [Object, Array, Map.prototype, Set.prototype, Promise.prototype, RegExp.prototype, String.prototype]) {
      for (const name of Object.getOwnPropertyNames(owner)) {
        const { value } = Object.getOwnPropertyDescriptor(owner, name);
        if (typeof value !== "function" || name === "constructor") continue;
        owner[name] = function (...values) {
          if (window.event?.target instanceof MessagePort) found = name;
          return Reflect.apply(value, this, values);
        };
      }
    }`,
  "a listener for links, to which it gives an address with huge content": `
    class Huge { startsWith() { return false; } }
    const huge = Object.assign(new Huge(), ${HUGE});
    const link = document.createElement("a");
    link.getAttribute = () => huge;
    const event = {
      type: "click", isTrusted: true, defaultPrevented: false, button: 0, composedPath: () => [link], preventDefault() {},
    };
    const { addEventListener } = EventTarget.prototype;
    EventTarget.prototype.addEventListener = function (type, listener, options) {
      if (type === "click") setInterval(() => { for (let count = 0; count < 60; count++) listener(event); });
      return addEventListener.call(this, type, listener, options);
    };
    element.click();`,
};

/** A widget that runs one of the searches, and shows after a few seconds what it has found. */
export const searching = (script: string): string =>
  running(`
    let found = "nothing";
    ${script}
    setTimeout(() => element.textContent = "found " + found, 2_000);`);

/** A widget that blocks its frame for six seconds, again and again. */
export const BLOCKING: string = running(`
  const block = () => {
    const end = performance.now() + 6_000;
    while (performance.now() < end);
    setTimeout(block, 30);
  };
  setTimeout(block, 30);`);

/** Counts how long the page pauses from now on. Runs in the page. */
export const watchPauses = (): void => {
  globalThis.longestPause = 0;
  let last = performance.now();
  setInterval(() => {
    const now = performance.now();
    globalThis.longestPause = Math.max(globalThis.longestPause, now - last);
    last = now;
  }, 20);
};

/** A document of either browser. */
interface Evaluating {
  evaluate<Result>(run: () => Result): Promise<Awaited<Result>>;
}

/** Waits until the two calm cards are mounted and one has failed in a frame of the page: there may be one that is replaced, too. */
export async function waitForOthers(frames: () => Evaluating[], timeoutMs: number): Promise<void> {
  let counts: unknown;
  await until("the other cards are back", async () => {
    counts = await Promise.all(frames().slice(1).map(countCards));
    return JSON.stringify(counts).includes("[2,1]");
  }, timeoutMs).catch((cause) => {
    throw new Error(`The other cards did not come back: ${JSON.stringify(counts)}`, { cause });
  });
}

/** How many calm cards of a frame are mounted and how many cards have failed; null when the frame does not answer. */
function countCards(frame: Evaluating): Promise<number[] | null> {
  const counts = frame.evaluate(() => {
    const cards = [...document.querySelectorAll("article")];
    const isCalm = (card: Element) =>
      [card, ...card.querySelectorAll("*")].some(({ shadowRoot }) =>
        shadowRoot?.textContent.includes("calm")
      );
    return [
      cards.filter((card) => card.dataset["state"] === "mounted" && isCalm(card)).length,
      cards.filter((card) => card.dataset["state"] === "failed").length,
    ];
  });
  return within("the frame answers", counts, 5_000).catch(() => null);
}

/** Commits a widget between two that do nothing. Returns the address of its page. */
export async function addBetweenCalm(site: SealedSite, module: string): Promise<string> {
  return (await site.addBatch([{ module: CALM }, { module }, { module: `${CALM}//3` }])).url;
}

/** Floods the page in Chromium, and asserts that it has answered all the time and that the other cards are there. */
export async function expectAnswersAlways(site: SealedSite, script: string): Promise<void> {
  const url = await addBetweenCalm(site, running(script));
  await withSealedPage(site, async (page) => {
    await page.addInitScript(watchPauses);
    await page.goto(url);
    await waitForOthers(() => page.frames(), 180_000);
    const pause = await page.evaluate(() => globalThis.longestPause);
    assert.ok(pause < 3_000, `The page paused for ${pause} ms`);
    assert.equal(page.url(), url);
  });
}

/** Floods the page in Firefox, and asserts that the page has answered and that the other cards are there. */
export async function expectAnswersInFirefox(site: SealedSite, script: string): Promise<void> {
  const url = await addBetweenCalm(site, running(script));
  await withFirefoxPage(async (page: Page) => {
    await page.evaluateOnNewDocument(watchPauses);
    await page.goto(url);
    await waitForOthers(() => page.frames(), 180_000);
    // The browser runs the frame in the page's own process, and deserialises a message when it arrives.
    const pause = await page.evaluate(() => globalThis.longestPause);
    assert.ok(pause < 10_000, `The page paused for ${pause} ms`);
  });
}
