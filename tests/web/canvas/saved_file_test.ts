// budget: 30 s: every attack and every navigation is tried from two origins, one of them in two browsers
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type SealedCard, sealPage } from "../../../web/canvas/sealed_page/mod.ts";
import { temporaryFolder } from "../../hosts/cli/command_process.ts";
import { readAssetText } from "../../../web/assets/import_map/mod.ts";
import { writeSavedCards } from "../../../web/canvas/chat/saved_cards.ts";
import { whileNothingMay } from "../../waiting/mod.ts";
import { openHostAssets } from "../host_assets.ts";
import { attackingWidget, ATTACKS } from "./attacks.ts";
import {
  type BrowserPage,
  clickCard,
  isSoak,
  type ModifierKey,
  paintTwice,
  testFirefoxInSoak,
  testInEachBrowser,
  testInSoak,
  waitFor,
} from "./each_browser.ts";
import { BROWSER_CLICKS, browserClicked } from "./browser_clicks.ts";
import { CLICKED, clicked } from "./clicked_widgets.ts";
import { FRESH_GLOBALS } from "./fresh_globals.ts";
import { type NamedElsewhere, withNamedElsewhere } from "./named_elsewhere.ts";
import { NAVIGATIONS, PAGE_NAVIGATIONS } from "./navigations.ts";

import { makeCards } from "./page_cards.ts";
import { SealedSite } from "./sealed_site.ts";

let site: SealedSite;
Deno.test.beforeAll(async () => void (site = await SealedSite.open()));
Deno.test.afterAll(() => site.close());

/** Where a file is from. That of a chat, which has saved a card, is on the disk too. */
type Origin = "disk" | "server" | "chat";

/** Opens a file with one widget or several (in a chat with one): from the disk, or as a server sends it that knows nothing of it. */
async function openFile(
  page: BrowserPage,
  module: string | readonly string[],
  from: Origin,
  run: () => Promise<void>,
): Promise<void> {
  const modules = typeof module === "string" ? [module] : module;
  const html = from === "chat" ? await saveInChat(modules[0]!) : await saveFeed(modules);
  await using folder = await temporaryFolder();
  const file = join(folder.path, "feed.html");
  await writeFile(file, html);
  site.received.length = 0;
  site.intercept = () => Promise.resolve(new Response(html, { headers: { "Content-Type": "text/html" } }));
  await page.goto(from === "server" ? `${site.origin}/feed.html` : pathToFileURL(file).href);
  await run();
}

async function saveFeed(modules: readonly string[]): Promise<string> {
  const cards = await makeCards(modules.map((module) => ({ module })));
  return (await sealPage(cards, { assets: await openHostAssets(), title: "Page" })).html;
}

async function saveInChat(module: string): Promise<string> {
  const assets = await openHostAssets();
  const scripts = [readAssetText(assets, "chat-cards.js")];
  const { html } = await sealPage([], { assets, title: "Cards", acceptsCards: true, scripts });
  const [{ widget, envelope }] = await makeCards([{ module }]) as [SealedCard];
  const { id, bundle: { hash } } = widget;
  return writeSavedCards(html, [{ widget: id, hash, size: null, state: null, envelope }]);
}

async function readResults(page: BrowserPage): Promise<string[]> {
  const results = await waitFor(() =>
    page.evaluate(() =>
      document.querySelector("article")?.shadowRoot?.querySelector("[data-results]")?.textContent ?? null
    )
  );
  return JSON.parse(results);
}

const WAYS = { ...NAVIGATIONS, ...PAGE_NAVIGATIONS };

/** What only a sandbox and headers deny: the file stores data for its origin, is its own parent, and may ask the reader. */
const WITHOUT = [
  "local storage by a destructured window",
  "session storage by the document's view",
  "local storage by the view of an event",
  "local storage by a timer's this",
  "a cookie",
  "a cookie by the setter of the prototype",
  "IndexedDB",
  "the cache",
  "the private file system",
  "the parent's document",
  "a notification",
  "features of the browser that nobody needs",
  "the whole screen", // Some versions of Chromium want a click before, here and below.
  "the pointer",
];

/** A file of a server has an origin that could store something, and one of a chat is on the disk as well. */
const TESTS_OF_ORIGIN = { server: testInEachBrowser, chat: testFirefoxInSoak, disk: testInSoak };

for (const [from, testOfOrigin] of Object.entries(TESTS_OF_ORIGIN) as [Origin, typeof testInSoak][]) {
  // claim: file-no-requests
  // claim: page-no-inner-windows
  testOfOrigin(
    `a widget in a saved file from a ${from} sends nothing, and gets no window with the globals that the page has removed`,
    () => site,
    async (page) => {
      const attacks = { ...ATTACKS, ...FRESH_GLOBALS };
      const module = attackingWidget(site.origin, site.elsewhere, WITHOUT, attacks);
      await openFile(page, module, from, async () => {
        assert.deepEqual(await readResults(page), []);
        assert.deepEqual(site.received, []);
      });
    },
  );

  // claim: file-no-navigation
  testOfOrigin(
    `a widget in a saved file from a ${from} does not navigate it`,
    () => site,
    async (page) => {
      await openFile(page, navigatingByAll(), from, async () => {
        const outcome = await waitFor(() => page.evaluate(() => globalThis.navigations ?? null));
        assert.deepEqual(outcome, { tried: Object.keys(WAYS), begun: [] });
        assert.match(page.url(), /feed\.html(#section)?$/);
        assert.deepEqual(site.received, []);
      });
    },
  );
}

/** Requests that a browser sends to the host that a page names, which the policy of the page does not restrict. */
const CREDENTIALS: { readonly [name: string]: string } = {
  get: `navigator.credentials.get({ publicKey: { challenge, rpId, allowCredentials: [] } })`,
  conditional: `navigator.credentials.get({ mediation: "conditional", publicKey: { challenge, rpId } })`,
  create: `navigator.credentials.create({ publicKey: {
    challenge, rp: { id: rpId, name: "a" }, user: { id: challenge, name: "a", displayName: "a" },
    pubKeyCredParams: [{ type: "public-key", alg: -7 }],
  } })`,
  unknown: `PublicKeyCredential.signalUnknownCredential({ rpId, credentialId: "aaaa" })`,
  accepted:
    `PublicKeyCredential.signalAllAcceptedCredentials({ rpId, userId: "aaaa", allAcceptedCredentialIds: [] })`,
  details:
    `PublicKeyCredential.signalCurrentUserDetails({ rpId, userId: "aaaa", name: "a", displayName: "a" })`,
};

// claim: file-no-requests
testInChromiumOnly(
  "a widget in a saved file from a server has no credentials looked for at another host",
  async ({ page, nameOf, received }) => {
    const tries = Object.entries(CREDENTIALS).map(([name, call]) =>
      `async () => { const rpId = ${JSON.stringify(nameOf(name))}; await ${call}; }`
    );
    const module = `
      const challenge = new Uint8Array(16);
      const run = async () => {
        for (const attempt of [${tries.join()}]) try { await Promise.race([attempt(), new Promise((end) => setTimeout(end, 1_000))]); } catch {}
        globalThis.pressed = ["all"];
      };
      run();
      export default () => "card";`;
    const html = await saveFeed([module]);
    site.intercept = () => Promise.resolve(new Response(html, { headers: { "Content-Type": "text/html" } }));
    await page.goto(`${site.origin.replace("127.0.0.1", "localhost")}/feed.html`);
    await page.waitForFunction(() => globalThis.pressed !== undefined);
    await whileNothingMay("ask the server elsewhere", 300);
    assert.deepEqual(received, []);
  },
);

/** The names of hosts are mapped by a Chromium of its own. */
function testInChromiumOnly(title: string, run: (elsewhere: NamedElsewhere) => Promise<void>): void {
  if (!isSoak) Deno.test(`Chromium: ${title}`, () => withNamedElsewhere(run));
}

declare global {
  /** Which ways to navigate the page a widget has tried, and which of them the browser began to follow. */
  var navigations: { tried: string[]; begun: string[] } | undefined;
  /** What the reader has pressed. */
  var pressed: string[] | undefined;
}

/**
 * A widget that tries every navigation, one after the other, and then says what became of them. Playwright waits for ever
 * for a page that begins to navigate before it is loaded.
 */
const navigatingByAll = () => `
  import { useEffect } from "react";
  const elsewhere = ${JSON.stringify(site.elsewhere)};
  const ways = {${Object.entries(WAYS).map(([name, body]) => `${JSON.stringify(name)}: () => {${body}}`)}};
  const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const tryAll = async () => {
    const [tried, begun] = [[], []];
    addEventListener("beforeunload", () => begun.push(tried.at(-1)));
    for (const [name, navigate] of Object.entries(ways)) {
      tried.push(name);
      try { navigate(); } catch {}
      await wait(150); // timer: what began to navigate later would be taken for the next way
    }
    await wait(700); // timer: nothing may begin to navigate
    globalThis.navigations = { tried, begun };
  };
  const start = () => {
    if (document.readyState === "complete") void tryAll();
    else addEventListener("load", () => setTimeout(tryAll));
  };
  export default function Navigate() {
    useEffect(start, []);
    return "leaving";
  }`;

/** These change what the page's own code finds, or what becomes of questions: each has a page of its own. */
const DISTURBING = [
  "a link that the page's own code does not find",
  "a link whose question the widget answers",
];

// claim: file-no-windows
testFirefoxInSoak(
  "a widget in a saved file opens no window after a click of the reader",
  () => site,
  async (page) => {
    page.on("dialog", (dialog) => void dialog.dismiss().catch(() => {}));
    const together = Object.keys(CLICKED).filter((name) => !DISTURBING.includes(name));
    for (const names of [together, ...DISTURBING.map((name) => [name])]) {
      const modules = names.map((name) => clicked(site.elsewhere, CLICKED[name]!, name));
      await openFile(page, modules, "server", async () => {
        await waitFor(() =>
          page.evaluate(() => document.querySelector("[data-state=ready]") !== null || null)
        );
        for (const [index, name] of names.entries()) {
          const { x, y } = await waitFor(() => page.evaluate(findPlace, index));
          await page.evaluate(paintTwice);
          await page.mouse.click(x, y);
          await waitFor(() => page.evaluate((name) => globalThis.pressed?.includes(name) || null, name));
        }
        await whileNothingMay("open a window", 1_000);
        assert.deepEqual(site.received, [], names.join());
      });
    }
  },
);

/** Scrolls to what a card has made, and returns a place in it. Runs in the page. */
const findPlace = (index: number) => {
  const place = document.querySelectorAll("article")[index]?.shadowRoot?.querySelector("[data-place] > *");
  if (!place) return null;
  place.scrollIntoView({ block: "center", behavior: "instant" });
  const { left, top } = place.getBoundingClientRect();
  return { x: left + 20, y: top + 20 };
};

testFirefoxInSoak(
  "a link in a saved file opens after the browser's question, in a window of its own",
  () => site,
  async (page) => {
    const module = `
      import { createElement as h } from "react";
      export default () =>
        h("a", { href: ${
      JSON.stringify(`${site.elsewhere}/linked`)
    }, style: { display: "block", height: 60 } }, "Link");`;
    await openFile(page, module, "server", async () => {
      await waitFor(() => page.evaluate(() => document.querySelector("[data-state=ready]") !== null || null));
      await page.evaluate(paintTwice);
      const questions: string[] = [];
      page.on("dialog", (dialog) => {
        questions.push(dialog.message());
        assert.deepEqual(site.received, []);
        void dialog.accept().catch(() => {});
      });
      await clickCard(page, page.mainFrame());
      await waitFor(() => Promise.resolve(site.received.length > 0 || null));
      assert.deepEqual(questions.map((text) => text.split("\n").at(-1)), [`${site.elsewhere}/linked`]);
      assert.match(site.received[0]!, /^GET .*\/linked$/);
    });
  },
);

// claim: file-no-windows
testFirefoxInSoak(
  "a link that a widget makes the page take for declared is asked about",
  () => site,
  async (page) => {
    const questions: string[] = [];
    page.on("dialog", (dialog) => {
      const text = dialog.message();
      void dialog.dismiss().then(() => questions.push(text), () => {});
    });
    const module = clicked(
      site.elsewhere,
      `
      const href = "https://elsewhere.invalid/?secret";
      const link = Object.assign(document.createElement("a"), { href, target: "_blank" });
      const actions = [{ id: "a", label: "A", href }];
      const widget = { manifest: { id: "weather", cardType: "feed", sizes: ["fill-auto"], slots: { actions } } };
      const { find } = Array.prototype;
      Array.prototype.find = function (test) {
        return this.length > 0 && this.every(({ manifest }) => manifest) ? widget : find.call(this, test);
      };
      const { has } = Set.prototype;
      Set.prototype.has = function (one) { return /elsewhere/.test(one) || has.call(this, one); };
      return link;`,
    );
    await openFile(page, module, "server", async () => {
      await waitFor(() => page.evaluate(() => document.querySelector("[data-state=ready]") !== null || null));
      await page.evaluate(paintTwice);
      await clickCard(page, page.mainFrame());
      await waitFor(() => Promise.resolve(questions.length > 0 || null));
      assert.match(questions[0]!, /https:\/\/elsewhere\.invalid\/\?secret$/);
    });
  },
);

// claim: file-no-windows
testFirefoxInSoak(
  "the address that opens is the one that the browser's question shows, whatever a widget has replaced",
  () => site,
  async (page) => {
    const questions: string[] = [];
    page.on("dialog", (dialog) => {
      questions.push(dialog.message());
      void dialog.accept().catch(() => {});
    });
    const module = clicked(
      site.elsewhere,
      `
      const other = elsewhere + "/?secret";
      const link = Object.assign(document.createElement("a"), { href: elsewhere + "/shown", target: "_blank" });
      URL.prototype.toString = () => other;
      URL.prototype[Symbol.toPrimitive] = () => other;
      URL.parse = () => ({ href: elsewhere + "/shown", protocol: "http:", origin: elsewhere, toString: () => other });
      return link;`,
    );
    await openFile(page, module, "server", async () => {
      await waitFor(() => page.evaluate(() => document.querySelector("[data-state=ready]") !== null || null));
      await page.evaluate(paintTwice);
      await clickCard(page, page.mainFrame());
      await waitFor(() => Promise.resolve(site.received.length > 0 || null));
      assert.deepEqual(questions.map((text) => text.split("\n").at(-1)), [`${site.elsewhere}/shown`]);
      assert.match(site.received[0]!, /^GET .*\/shown$/);
    });
  },
);

/** Addresses whose host a question would not show, or not as the host. */
const HIDDEN_HOSTS: { readonly [name: string]: string } = {
  "a user": `http://good.example@`,
  "a password": `http://:good.example@`,
  "a long user": `http://good.example:${"a".repeat(11_000)}@`,
  "a long path": `http://`,
};

// claim: file-no-windows
testFirefoxInSoak(
  "a link whose host the question cannot show opens nothing, also when the reader would accept",
  () => site,
  async (page) => {
    const questions: string[] = [];
    page.on("dialog", (dialog) => {
      questions.push(dialog.message());
      void dialog.accept().catch(() => {});
    });
    const names = Object.keys(HIDDEN_HOSTS);
    const modules = names.map((name) =>
      clicked(
        site.elsewhere,
        `
      const link = makeLink();
      const path = ${JSON.stringify(name)} === "a long path" ? "/" + "a".repeat(11_000) : "/";
      link.href = ${JSON.stringify(HIDDEN_HOSTS[name])} + new URL(elsewhere).host + path + "?secret";
      return link;`,
        name,
      )
    );
    await openFile(page, modules, "server", async () => {
      await waitFor(() => page.evaluate(() => document.querySelector("[data-state=ready]") !== null || null));
      for (const [index, name] of names.entries()) {
        const { x, y } = await waitFor(() => page.evaluate(findPlace, index));
        await page.evaluate(paintTwice);
        await page.mouse.click(x, y);
        await waitFor(() => page.evaluate((name) => globalThis.pressed?.includes(name) || null, name));
      }
      await whileNothingMay("be asked or open a window", 1_000);
      assert.deepEqual([questions, site.received], [[], []]);
    });
  },
);

testFirefoxInSoak(
  "the address of a link in a saved file can be copied when the reader answers so late that the browser opens nothing",
  () => site,
  async (page) => {
    const dialogs: string[] = [];
    page.on("dialog", (dialog) => {
      dialogs.push(`${dialog.type()} ${dialog.defaultValue()}`);
      if (dialogs.length > 1) void dialog.dismiss().catch(() => {}); // The page may be closed before.
      else setTimeout(() => void dialog.accept().catch(() => {}), 6_000); // timer: a browser lets a click open windows for five seconds
    });
    await openFile(page, clicked(site.elsewhere, "return makeLink();"), "server", async () => {
      await waitFor(() => page.evaluate(() => document.querySelector("[data-state=ready]") !== null || null));
      await page.evaluate(paintTwice);
      await clickCard(page, page.mainFrame());
      await waitFor(() => Promise.resolve(dialogs.length > 1 || null));
      assert.deepEqual(dialogs, ["confirm ", `prompt ${site.elsewhere}/?secret`]);
      assert.deepEqual(site.received, []);
    });
  },
);

// claim: file-no-windows
testFirefoxInSoak(
  "an error in the page's own code gives a card no function that answers the question about a link",
  () => site,
  async (page) => {
    const questions: string[] = [];
    page.on("dialog", (dialog) => {
      questions.push(dialog.message());
      void dialog.dismiss().catch(() => {});
    });
    const module = clicked(
      site.elsewhere,
      `
      const found = [];
      globalThis.given = found;
      Error.prepareStackTrace = (error, sites) => {
        for (const site of sites) if (typeof site.getFunction() === "function") found.push(site.getFunction());
        return "";
      };
      addEventListener("error", ({ error }) => {
        void error?.stack;
        Object.defineProperty(document, "documentElement", { configurable: true, get() {
          for (const one of found) try { one.arguments[1](); } catch {}
          return null;
        } });
        for (const one of found) try { one({ href: elsewhere + "/?secret", widgetId: null }); } catch {}
      }, { once: true });
      Object.defineProperty(document, "documentElement", { configurable: true, get: () => null });
      return makeLink();`,
    );
    await openFile(page, module, "server", async () => {
      await waitFor(() => page.evaluate(() => document.querySelector("[data-state=ready]") !== null || null));
      await page.evaluate(paintTwice);
      await clickCard(page, page.mainFrame());
      await waitFor(() => page.evaluate(() => globalThis.pressed?.length || null));
      await whileNothingMay("open a window", 500);
      const given = await page.evaluate(() => Reflect.get(globalThis, "given").map(String));
      assert.deepEqual([given, site.received, questions.length], [[], [], 1]);
    });
  },
);

// claim: file-no-windows
testInEachBrowser(
  "a widget in a saved file opens no window by what the browser clicks itself, wherever it is then",
  () => site,
  async (page) => {
    const questions: string[] = [];
    page.on("dialog", (dialog) => {
      questions.push(dialog.message());
      void dialog.dismiss().catch(() => {});
    });
    const clicks = Object.entries(BROWSER_CLICKS);
    const modules = clicks.map(([name, { body }]) => browserClicked(site.elsewhere, body, name));
    await openFile(page, modules, "server", async () => {
      await waitFor(() => page.evaluate(() => document.querySelector("[data-state=ready]") !== null || null));
      for (const [index, [name, { key }]] of clicks.entries()) {
        const { x, y } = await waitFor(() => page.evaluate(findPlace, index));
        await page.evaluate(paintTwice);
        if (key === undefined) await page.mouse.click(x, y);
        else await pressIn(page, index, key);
        await waitFor(() => page.evaluate((name) => globalThis.pressed?.includes(name) || null, name));
        assert.deepEqual(site.received.map(decodeURIComponent), []);
      }
      await whileNothingMay("open a window", 1_000);
      assert.deepEqual(site.received.map(decodeURIComponent), []);
    });
  },
);

testFirefoxInSoak(
  "in a saved file a label clicks its control, and what a card removes is gone, or in its fragment, in the next task",
  () => site,
  async (page) => {
    const module = clicked(
      site.elsewhere,
      `
      const place = document.createElement("div");
      place.innerHTML = "<label style='display: block; height: 100px'>text <input type=checkbox><i>1</i><i>2</i><b>removed</b></label>";
      const label = place.firstChild;
      const box = place.querySelector("input");
      const removed = place.querySelector("b");
      const fragment = document.createDocumentFragment();
      box.addEventListener("change", () => {
        removed.remove();
        fragment.append(...place.querySelectorAll("i"), "3");
        setTimeout(() => setTimeout(() => {
          globalThis.outcome = [box.checked, removed.isConnected, removed.parentNode, fragment.textContent, place.isConnected];
        }));
      });
      return place;`,
    );
    await openFile(page, module, "server", async () => {
      const { x, y } = await waitFor(() => page.evaluate(findPlace, 0));
      await page.evaluate(paintTwice);
      await page.mouse.click(x, y);
      const outcome = await waitFor(() => page.evaluate(() => Reflect.get(globalThis, "outcome") ?? null));
      assert.deepEqual(outcome, [true, false, null, "123", true]);
    });
  },
);

/** Presses a key, perhaps with a modifier, in what a card has marked as focused. */
async function pressIn(page: BrowserPage, index: number, key: string): Promise<void> {
  await page.evaluate((index) => {
    document.querySelectorAll("article")[index]!.shadowRoot!.querySelector<HTMLElement>(".focused")!.focus();
  }, index);
  const [pressed, modifier] = key.split("+").reverse() as ["Enter" | " " | "s", ModifierKey?];
  if (modifier !== undefined) await page.keyboard.down(modifier);
  await page.keyboard.press(pressed);
  if (modifier !== undefined) await page.keyboard.up(modifier);
}
