// budget: 20 s: every attack is tried from two origins, one of them in two browsers
import assert from "node:assert/strict";
import { whileNothingMay } from "../../waiting/mod.ts";
import { attackingWidget, ATTACKS } from "./attacks.ts";
import {
  type BrowserFrame,
  type BrowserPage,
  isSoak,
  type ModifierKey,
  paintTwice,
  testFirefoxInSoak,
  testInChromium,
  testInEachBrowser,
  testInSoak,
  waitFor,
} from "./each_browser.ts";
import { BROWSER_CLICKS, browserClicked } from "./browser_clicks.ts";
import { FRESH_GLOBALS } from "./fresh_globals.ts";
import { NAVIGATIONS, NAVIGATIONS_IN_EACH_RUN, PAGE_NAVIGATIONS } from "./navigations.ts";
import { type NamedElsewhere, withNamedElsewhere } from "./named_elsewhere.ts";
import { openFile, type Origin, saveFeed } from "./saved_file_pages.ts";
import { findSavedCards } from "./saved_frame.ts";
import { SealedSite } from "./sealed_site.ts";

let site: SealedSite;
Deno.test.beforeAll(async () => void (site = await SealedSite.open()));
Deno.test.afterAll(() => site.close());

async function readResults(frame: BrowserFrame): Promise<string[]> {
  const results = await waitFor(() =>
    frame.evaluate(() =>
      document.querySelector("article")?.shadowRoot?.querySelector("[data-results]")?.textContent ?? null
    )
  );
  return JSON.parse(results);
}

/** Each class of address, a form, and what the page itself prevents. The soak has the others, and files from elsewhere. */
const WAYS = { ...pick(NAVIGATIONS, NAVIGATIONS_IN_EACH_RUN), ...PAGE_NAVIGATIONS };

function pick(
  all: { readonly [name: string]: string },
  names: readonly string[],
): { [name: string]: string } {
  return Object.fromEntries(names.map((name) => [name, all[name]!]));
}

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
      await openFile(site, page, module, from, async (frame) => {
        assert.deepEqual(await readResults(frame), []);
        assert.deepEqual(site.received, []);
      });
    },
  );

  testInSoak(
    `a widget in a saved file from a ${from} does not navigate it by any way`,
    () => site,
    (page) => expectNotNavigated(page, from, { ...NAVIGATIONS, ...PAGE_NAVIGATIONS }),
  );
}

// claim: file-no-navigation
testInChromium(
  "a widget in a saved file does not navigate it",
  () => site,
  (page) => expectNotNavigated(page, "server", WAYS),
);

async function expectNotNavigated(page: BrowserPage, from: Origin, ways: typeof WAYS): Promise<void> {
  for (const [name, body] of Object.entries(ways)) {
    await openFile(site, page, leavingWhenAsked(body), from, async (frame) => {
      await leave(frame);
      await whileNothingMay("be sent, or the file be left", 300);
      assert.match(page.url(), /feed\.html$/, name);
      assert.deepEqual(site.received, [], name);
    });
  }
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
testInChromiumOfItsOwn(
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

/** The names of hosts are mapped by a Chromium that the soak starts: each run has one of these requests, by its answer. */
function testInChromiumOfItsOwn(title: string, run: (elsewhere: NamedElsewhere) => Promise<void>): void {
  if (isSoak) Deno.test(`Chromium: ${title}`, () => withNamedElsewhere(run));
}

// In Firefox the frame keeps its document.
if (!isSoak) {
  // claim: file-no-navigation
  testInChromium(
    "a saved file whose frame has another document says that it has lost its cards",
    () => site,
    async (page) => {
      await openFile(site, page, leavingWhenAsked(NAVIGATIONS["location.href"]!), "server", async (frame) => {
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
testInSoak(
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
    await openFile(site, page, leavingWhenAsked(body), "disk", async (frame) => {
      await leave(frame);
      await whileNothingMay("be sent, or the file be left", 2_000);
      assert.deepEqual(site.received, []);
      assert.match(page.url(), /feed\.html$/);
    });
  },
);

// claim: file-no-windows
testFirefoxInSoak(
  "a widget in a saved file opens no window by what the browser clicks itself, wherever it is then",
  () => site,
  async (page) => {
    const clicks = Object.entries(BROWSER_CLICKS);
    const modules = clicks.map(([name, { body }]) => browserClicked(site.elsewhere, body, name));
    await openFile(site, page, modules, "server", async (frame) => {
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

/** Presses a key, perhaps with a modifier, in what a card has marked as focused. A card has the focus after a click in it. */
async function pressIn(page: BrowserPage, frame: BrowserFrame, index: number, key: string): Promise<void> {
  await clickPlace(page, frame, index);
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
}
