// budget: 30 s: every attack and every navigation is tried from two origins, one of them in two browsers
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type SealedCard, sealEmptyFile, sealPage } from "../../../web/canvas/sealed_page/mod.ts";
import { temporaryFolder } from "../../hosts/cli/command_process.ts";
import { readAssetText } from "../../../web/assets/import_map/mod.ts";
import { writeSavedCards } from "../../../web/canvas/chat/saved_cards.ts";
import { whileNothingMay } from "../../waiting/mod.ts";
import { openHostAssets } from "../host_assets.ts";
import { attackingWidget, ATTACKS } from "./attacks.ts";
import {
  type BrowserFrame,
  type BrowserPage,
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
import { NAVIGATIONS, PAGE_NAVIGATIONS } from "./navigations.ts";
import { makeCards } from "./page_cards.ts";
import { type NamedElsewhere, withNamedElsewhere } from "./named_elsewhere.ts";
import { findSavedCards } from "./saved_frame.ts";
import { SealedReader } from "./sealed_reader.ts";
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
  run: (frame: BrowserFrame) => Promise<void>,
): Promise<void> {
  const modules = typeof module === "string" ? [module] : module;
  const html = from === "chat" ? await saveInChat(modules[0]!) : await saveFeed(modules);
  await using folder = await temporaryFolder();
  const file = join(folder.path, "feed.html");
  await writeFile(file, html);
  site.received.length = 0;
  site.intercept = () => Promise.resolve(new Response(html, { headers: { "Content-Type": "text/html" } }));
  await page.goto(from === "server" ? `${site.origin}/feed.html` : pathToFileURL(file).href);
  await run(await findSavedCards(page));
}

async function saveFeed(modules: readonly string[]): Promise<string> {
  const cards = await makeCards(modules.map((module) => ({ module })));
  return (await sealPage(cards, { assets: await openHostAssets(), title: "Page", isFile: true })).html;
}

async function saveInChat(module: string): Promise<string> {
  const assets = await openHostAssets();
  const scripts = [readAssetText(assets, "chat-cards.js")];
  const { html } = await sealPage([], { assets, title: "Cards", acceptsCards: true, scripts });
  const [{ widget, envelope }] = await makeCards([{ module }]) as [SealedCard];
  const { id, bundle: { hash } } = widget;
  const parts = { file: await sealEmptyFile(assets, "Cards"), cards: html };
  return writeSavedCards(parts, [{ widget: id, hash, size: null, state: null, envelope }]);
}

async function readResults(frame: BrowserFrame): Promise<string[]> {
  const results = await waitFor(() =>
    frame.evaluate(() =>
      document.querySelector("article")?.shadowRoot?.querySelector("[data-results]")?.textContent ?? null
    )
  );
  return JSON.parse(results);
}

const WAYS = { ...NAVIGATIONS, ...PAGE_NAVIGATIONS };

/** The browser would ask the host that the request names, whatever the policy of a document says. */
const WEB_AUTHN: { readonly [name: string]: string } = {
  "a credential of another host": `
    if (typeof PublicKeyCredential === "undefined") return false;
    const [challenge, rpId] = [new Uint8Array(16), "secret.example"];
    const user = { id: challenge, name: "a", displayName: "a" };
    const pubKeyCredParams = [{ type: "public-key", alg: -7 }];
    const isDenied = (error) => error.name === "NotAllowedError";
    const denied = await Promise.all([
      navigator.credentials.get({ publicKey: { challenge, rpId } }),
      navigator.credentials.create({ publicKey: { challenge, rp: { id: rpId, name: "a" }, user, pubKeyCredParams } }),
      PublicKeyCredential.signalUnknownCredential?.({ rpId, credentialId: "aaaa" }),
    ].map((made) => made === undefined || made.then(() => false, isDenied)));
    return denied.includes(false);`,
};

/** What only a header denies: a chat or a file has none. */
const WITHOUT = ["features of the browser that nobody needs"];

/** A file of a server has an origin that could store something, and one of a chat is on the disk as well. */
const TESTS_OF_ORIGIN = { server: testInEachBrowser, chat: testFirefoxInSoak, disk: testInSoak };

for (const [from, testOfOrigin] of Object.entries(TESTS_OF_ORIGIN) as [Origin, typeof testInSoak][]) {
  // claim: file-no-requests
  // claim: file-sealed
  testOfOrigin(
    `a widget in a saved file from a ${from} stores nothing, sends nothing, and gets no window with the globals that the page has removed`,
    () => site,
    async (page) => {
      const attacks = { ...ATTACKS, ...FRESH_GLOBALS, ...WEB_AUTHN };
      const module = attackingWidget(site.origin, site.elsewhere, WITHOUT, attacks);
      await openFile(page, module, from, async (frame) => {
        assert.deepEqual(await readResults(frame), []);
        assert.deepEqual(site.received, []);
      });
    },
  );

  // claim: file-no-navigation
  testOfOrigin(
    `a widget in a saved file from a ${from} does not navigate it`,
    () => site,
    async (page) => {
      for (const [name, body] of Object.entries(WAYS)) {
        await openFile(page, leavingWhenAsked(body), from, async (frame) => {
          await leave(frame);
          await whileNothingMay("be sent, or the file be left", 300);
          assert.match(page.url(), /feed\.html$/, name);
          assert.deepEqual(site.received, [], name);
        });
      }
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
    const frame = await findSavedCards(page);
    await waitFor(() => frame.evaluate(() => globalThis.pressed !== undefined || null));
    await whileNothingMay("ask the server elsewhere", 300);
    assert.deepEqual(received, []);
  },
);

/** The names of hosts are mapped by a Chromium of its own. */
function testInChromiumOnly(title: string, run: (elsewhere: NamedElsewhere) => Promise<void>): void {
  if (!isSoak) Deno.test(`Chromium: ${title}`, () => withNamedElsewhere(run));
}

// In Firefox the frame keeps its document.
if (!isSoak) {
  // claim: file-no-navigation
  testFirefoxInSoak(
    "a saved file whose frame has another document says that it has lost its cards",
    () => site,
    async (page) => {
      await openFile(page, leavingWhenAsked(NAVIGATIONS["location.href"]!), "server", async (frame) => {
        await leave(frame);
        await waitFor(() =>
          page.evaluate(() => document.body.innerText.includes("A card has stopped the view.") || null)
        );
        assert.deepEqual([site.received, await page.evaluate(() => document.querySelector("iframe"))], [
          [],
          null,
        ]);
      });
    },
  );
}

/** A widget that waits until the test asks it to navigate. */
const leavingWhenAsked = (body: string) => `
  const elsewhere = ${JSON.stringify(site.elsewhere)};
  globalThis.leave = async () => {${body}};
  export default () => "leaving";`;

/** The frame may be gone before it answers. */
async function leave(frame: BrowserFrame): Promise<void> {
  await frame.evaluate(() => void setTimeout(globalThis.leave!)).catch(() => {});
}

// claim: file-no-navigation
testFirefoxInSoak(
  "a widget in a saved file does not navigate it where the stack is full",
  () => site,
  async (page) => {
    const body = `
      const { set } = Object.getOwnPropertyDescriptor(location, "href");
      const leave = set.bind(location, elsewhere + "/?stack");
      for (let depth = 0; depth < 400; depth++) {
        let count = 0;
        const dive = () => { try { dive(); } catch {} if (count++ === depth) try { leave(); } catch {} };
        dive();
        await new Promise((resolve) => setTimeout(resolve)); // timer: the browser leaves a document between two tasks
      }`;
    await openFile(page, leavingWhenAsked(body), "disk", async (frame) => {
      await leave(frame);
      await whileNothingMay("be sent, or the file be left", 2_000);
      assert.deepEqual(site.received, []);
      assert.match(page.url(), /feed\.html$/);
    });
  },
);

// claim: file-no-windows
testInEachBrowser(
  "a widget in a saved file opens no window by what the browser clicks itself, wherever it is then",
  () => site,
  async (page) => {
    const clicks = Object.entries(BROWSER_CLICKS);
    const modules = clicks.map(([name, { body }]) => browserClicked(site.elsewhere, body, name));
    await openFile(page, modules, "server", async (frame) => {
      for (const [index, [name, { key }]] of clicks.entries()) {
        // A question that an earlier one has asked may cover the card.
        await waitFor(async () => {
          await page.evaluate(() => document.querySelectorAll("dialog").forEach((dialog) => dialog.close()));
          if (key === undefined) await clickPlace(page, frame, index);
          else await pressIn(page, frame, index, key);
          return await frame.evaluate((name) => globalThis.pressed?.includes(name) || null, name);
        });
        assert.deepEqual(site.received.map(decodeURIComponent), []);
      }
      await whileNothingMay("open a window", 1_000);
      assert.deepEqual(site.received.map(decodeURIComponent), []);
    });
  },
);

/** Clicks on what a card has made. */
async function clickPlace(page: BrowserPage, frame: BrowserFrame, index: number): Promise<void> {
  await frame.evaluate((index) => document.querySelectorAll("article")[index]!.scrollIntoView(), index);
  await page.evaluate(paintTwice);
  const outer = await page.evaluate(() => {
    const { left, top } = document.querySelector("iframe")!.getBoundingClientRect();
    return { left, top };
  });
  const inner = await frame.evaluate((index) => {
    const { left, top } = document.querySelectorAll("article")[index]!.shadowRoot!
      .querySelector("[data-place] > *")!.getBoundingClientRect();
    return { left, top };
  }, index);
  await page.mouse.click(outer.left + inner.left + 20, outer.top + inner.top + 20);
}

/** Presses a key, perhaps with a modifier, in what a card has marked as focused. */
async function pressIn(page: BrowserPage, frame: BrowserFrame, index: number, key: string): Promise<void> {
  await frame.evaluate((index) => {
    document.querySelectorAll("article")[index]!.shadowRoot!.querySelector<HTMLElement>(".focused")!.focus();
  }, index);
  const [pressed, modifier] = key.split("+").reverse() as ["Enter" | " " | "s", ModifierKey?];
  if (modifier !== undefined) await page.keyboard.down(modifier);
  await page.keyboard.press(pressed);
  if (modifier !== undefined) await page.keyboard.up(modifier);
}

declare global {
  /** Navigates the frame of a file. */
  var leave: (() => Promise<void>) | undefined;
  /** What the reader has pressed. */
  var pressed: string[] | undefined;
}
/** Clicks what the first cards have made, one after the other, and closes the question about it. */
async function clickAll(page: BrowserPage, frame: BrowserFrame, names: readonly string[]): Promise<void> {
  const reader = new SealedReader(page, frame);
  for (const [index, name] of names.entries()) {
    const place = `[data-place="${index}"] > *`;
    await waitFor(async () => {
      await reader.dismiss(); // The question about the one before may come late.
      await reader.click(await reader.find(place));
      return await frame.evaluate((name) => globalThis.pressed?.includes(name) || null, name);
    });
    await reader.dismiss();
  }
}

// claim: file-no-windows
testFirefoxInSoak(
  "a widget in a saved file opens no window after a click of the reader",
  () => site,
  async (page) => {
    for (const names of Object.keys(CLICKED).map((name) => [name])) {
      const modules = names.map((name, index) => clicked(site.elsewhere, CLICKED[name]!, name, index));
      await openFile(page, modules, "server", async (frame) => {
        await clickAll(page, frame, names).catch(async (error) => {
          // A browser may follow a link in the frame itself, whose document is then lost.
          if (await page.evaluate(() => document.querySelector("iframe") !== null)) throw error;
        });
        await whileNothingMay("open a window", 500);
        assert.deepEqual(site.received, [], names.join());
      });
    }
  },
);

const LINK = (address: string) => `
  import { createElement as h } from "react";
  export default () => h("a", { id: "link", href: ${JSON.stringify(address)} }, "Link");`;

testFirefoxInSoak(
  "a link in a saved file opens after the question, in a window of its own, and has the focus again otherwise",
  () => site,
  async (page) => {
    const address = `${site.elsewhere}/linked`;
    await openFile(page, LINK(address), "disk", async (frame) => {
      const reader = new SealedReader(page, frame);
      assert.equal(await reader.clickUntilAsked("#link", "click"), address);
      await reader.dismiss();
      await waitFor(() =>
        frame.evaluate(() =>
          document.hasFocus() && document.activeElement?.shadowRoot?.activeElement?.id === "link" || null
        )
      );
      await page.keyboard.press("Enter");
      assert.equal(await reader.waitForQuestion(), address);
      assert.deepEqual(site.received, []);
      await reader.confirm();
      await waitFor(() => Promise.resolve(site.received.length > 0 || null));
      assert.match(site.received[0]!, /^GET .*\/linked$/);
      assert.match(page.url(), /feed\.html$/);
    });
  },
);

// claim: file-no-windows
testFirefoxInSoak(
  "the address that opens is the one that the question shows, whatever a widget has replaced",
  () => site,
  async (page) => {
    const module = clicked(
      site.elsewhere,
      `
      const other = elsewhere + "/?secret";
      const link = Object.assign(document.createElement("a"), { href: elsewhere + "/shown", target: "_blank" });
      URL.prototype.toString = () => other;
      URL.prototype[Symbol.toPrimitive] = () => other;
      URL.parse = () => ({ href: elsewhere + "/shown", protocol: "http:", origin: elsewhere, toString: () => other });
      const { has } = Set.prototype;
      Set.prototype.has = function (one) { return /127/.test(one) || has.call(this, one); };
      return link;`,
    );
    await openFile(page, module, "server", async (frame) => {
      const reader = new SealedReader(page, frame);
      assert.equal(
        await reader.clickUntilAsked("[data-place] > *", "click"),
        `${site.elsewhere}/shown`,
      );
      assert.deepEqual(site.received, []);
      await reader.confirm();
      await waitFor(() => Promise.resolve(site.received.length > 0 || null));
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
  "a link whose host the question cannot show opens nothing, and asks nothing",
  () => site,
  async (page) => {
    const names = Object.keys(HIDDEN_HOSTS);
    const modules = names.map((name, index) =>
      clicked(
        site.elsewhere,
        `
      const link = makeLink();
      const path = ${JSON.stringify(name)} === "a long path" ? "/" + "a".repeat(11_000) : "/";
      link.href = ${JSON.stringify(HIDDEN_HOSTS[name])} + new URL(elsewhere).host + path + "?secret";
      return link;`,
        name,
        index,
      )
    );
    await openFile(page, modules, "server", async (frame) => {
      await page.evaluate(noteQuestions);
      await clickAll(page, frame, names);
      await whileNothingMay("be asked or open a window", 1_000);
      assert.deepEqual([await page.evaluate(() => globalThis.questions), site.received], [0, []]);
    });
  },
);

// claim: file-no-windows
testFirefoxInSoak(
  "an error in the page's own code gives a card no function that answers the question about a link",
  () => site,
  async (page) => {
    const module = clicked(
      site.elsewhere,
      `
      const found = [];
      globalThis.given = found;
      Error.prepareStackTrace = (error, sites) => {
        for (const site of sites) if (typeof site.getFunction() === "function") found.push(site.getFunction());
        return "";
      };
      const { findLast } = Array.prototype;
      Array.prototype.findLast = function (...rest) {
        void new Error().stack;
        for (const one of found) try { one({ href: elsewhere + "/?other", widgetId: null }); } catch {}
        return findLast.apply(this, rest);
      };
      return makeLink();`,
    );
    await openFile(page, module, "server", async (frame) => {
      const reader = new SealedReader(page, frame);
      assert.equal(
        await reader.clickUntilAsked("[data-place] > *", "click"),
        `${site.elsewhere}/?secret`,
      );
      await whileNothingMay("open a window", 500);
      const given = await frame.evaluate(() => Reflect.get(globalThis, "given").map(String));
      assert.deepEqual([given, site.received], [[], []]);
    });
  },
);

declare global {
  /** How often the reader was asked. */
  var questions: number;
}

function noteQuestions(): void {
  globalThis.questions = 0;
  new MutationObserver(() => globalThis.questions += document.querySelectorAll("dialog").length)
    .observe(document.body, { childList: true });
}
