// budget: 20 s: each way to open a window is tried in a file of its own
import assert from "node:assert/strict";
import { whileNothingMay } from "../../waiting/mod.ts";
import { CLICKED, clicked } from "./clicked_widgets.ts";
import { type BrowserFrame, type BrowserPage, testFirefoxInSoak, waitFor } from "./each_browser.ts";
import { openFile } from "./saved_file_pages.ts";
import { SealedReader } from "./sealed_reader.ts";
import { SealedSite } from "./sealed_site.ts";

let site: SealedSite;
Deno.test.beforeAll(async () => void (site = await SealedSite.open()));
Deno.test.afterAll(() => site.close());

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
      await openFile(site, page, modules, "server", async (frame) => {
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
    await openFile(site, page, LINK(address), "disk", async (frame) => {
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
    await openFile(site, page, module, "server", async (frame) => {
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
    await openFile(site, page, modules, "server", async (frame) => {
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
    await openFile(site, page, module, "server", async (frame) => {
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
