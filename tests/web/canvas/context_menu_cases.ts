import assert from "node:assert/strict";
import {
  type BrowserPage,
  isSoak,
  runInDocuments,
  testFirefoxInSoak,
  testInEachBrowser,
  testInSoak,
  waitFor,
} from "./each_browser.ts";
import { hasPrograms } from "../../servers/programs.ts";
import { withFirefoxPage } from "./firefox_page.ts";
import { linkingWidget } from "./link_attacks.ts";
import { openFile } from "./saved_file_pages.ts";
import { SealedReader } from "./sealed_reader.ts";
import { sharedSite } from "./shared_sites.ts";

/** How a card selects an address while the reader presses the right button on another text. */
const WAYS: { readonly [name: string]: string } = {
  "at the menu's event": `addEventListener("contextmenu", select, { capture: true });`,
  "when the button is pressed": `
    addEventListener("mousedown", (event) => {
      event.preventDefault();
      select();
    }, { capture: true });`,
  "by a promise": `addEventListener("contextmenu", () => Promise.resolve().then(() => {}).then(select));`,
  "by another text in what is selected": `
    hidden.textContent = "a text";
    select();
    hidden.firstChild.data = "a text";
    addEventListener("contextmenu", () => { hidden.firstChild.data = to; select(); });`,
  "without a scheme, by its number": `
    to = to.replace("http://127.0.0.1", "2130706433");
    addEventListener("contextmenu", select);`,
  "in slots, which show it in another order": `
    const host = hidden.appendChild(document.createElement("div"));
    host.attachShadow({ mode: "open" }).innerHTML = "<slot name=first></slot><slot name=second></slot>";
    host.innerHTML = "<span slot=second></span> a text <span slot=first></span>";
    [host.lastChild.textContent, host.firstChild.textContent] = to.split(/(?=:\\d)/);
    addEventListener("contextmenu", select);`,
  "in two trees, by the second of two ranges in Firefox": `
    hidden.innerHTML = "<span>http</span><span></span><span>secret</span>";
    hidden.children[1].attachShadow({ mode: "closed" }).textContent = to.slice(4) + "/";
    addEventListener("contextmenu", () => {
      getSelection().removeAllRanges();
      for (const selected of [hidden, element.querySelector(".text")]) {
        const range = document.createRange();
        range.selectNodeContents(selected);
        if (selected !== hidden) range.collapse(true);
        getSelection().addRange(range);
      }
    });`,
  "in the shadow root of its card, from around it": `
    hidden.textContent = to;
    const card = element.getRootNode().host;
    addEventListener("contextmenu", () => {
      card.before("a text of ");
      card.after(" some words");
      getSelection().selectAllChildren(card.parentNode);
    });`,
  "in a field of a closed shadow root": `
    const host = document.createElement("div");
    const field = host.attachShadow({ mode: "closed" }).appendChild(document.createElement("textarea"));
    hidden.append(host);
    field.value = "a text " + to;
    addEventListener("mousedown", (event) => {
      event.preventDefault();
      field.focus();
      field.setSelectionRange(7, field.value.length);
    }, { capture: true });`,
};

const selecting = (way: string) => `
  element.innerHTML = "<p class=text>a text, no link at all</p><p class=hidden></p>";
  const hidden = element.querySelector(".hidden");
  const select = () => {
    if (hidden.childElementCount === 0) hidden.textContent = to;
    getSelection().selectAllChildren(hidden);
  };
  ${way}`;

declare global {
  /** The last event of a menu that the browser has sent. */
  var menuEvent: Event | undefined;
}

const recordMenus = () =>
  addEventListener("contextmenu", (event) => {
    if (event.isTrusted) globalThis.menuEvent = event;
  }, { capture: true });

/** Presses the right button on a text. Returns whether no menu is opened. */
async function isMenuPrevented(page: BrowserPage, reader: SealedReader, selector: string): Promise<boolean> {
  // Chromium loses a click on a frame of another process that it has not yet laid out in its place.
  return await waitFor(async () => {
    const { x, y } = await reader.find(selector);
    await page.mouse.click(x, y, { button: "right" });
    return await reader.frame.evaluate(() => globalThis.menuEvent?.defaultPrevented ?? null);
  });
}

/** The ways that are tried in each run: by an element, and by a field, which the selection does not have. The soak has the others. */
const WAYS_IN_EACH_RUN: { readonly [name: string]: typeof testInSoak } = {
  "at the menu's event": testInEachBrowser,
  "in a field of a closed shadow root": testFirefoxInSoak,
  "in slots, which show it in another order": testInEachBrowser,
};

for (const [name, way] of Object.entries(WAYS)) {
  const test = WAYS_IN_EACH_RUN[name] ?? testInSoak;
  // claim: sealed-menu-no-address
  test(
    `no menu is opened while a card has selected an address ${name}`,
    sharedSite,
    async (page) => {
      await runInDocuments(page, recordMenus);
      const to = `${sharedSite().elsewhere}/selected?secret`;
      const module = linkingWidget("selecting", { body: selecting(way), isAsked: false }, to);
      const { url } = await sharedSite().addBatch([{ module }]);
      const reader = await SealedReader.open(page, url, 1);
      assert.equal(await isMenuPrevented(page, reader, "#selecting .text"), true);
    },
  );
}

testFirefoxInSoak(
  "a menu is opened on other texts, also selected ones, unless the card has one of its own",
  sharedSite,
  async (page) => {
    await runInDocuments(page, recordMenus);
    const body = `
      element.innerHTML = "<p class=own>own</p><p class=text>Note: 3.5 of 10. And more</p>";
      const [own, text] = element.children;
      own.addEventListener("contextmenu", (event) => {
        event.preventDefault();
        own.textContent = event.button + " " + event.defaultPrevented;
      });
      text.addEventListener("mousedown", () => getSelection().selectAllChildren(text));`;
    const { url } = await sharedSite().addBatch([{
      module: linkingWidget("menus", { body, isAsked: false }, ""),
    }]);
    const reader = await SealedReader.open(page, url, 1);
    assert.equal(await isMenuPrevented(page, reader, "#menus .own"), true);
    const shown = await reader.frame.evaluate(() => {
      globalThis.menuEvent = undefined;
      return document.querySelector("article")!.shadowRoot!.querySelector(".own")!.textContent;
    });
    assert.equal(shown, "2 true");
    assert.equal(await isMenuPrevented(page, reader, "#menus .text"), false);
  },
);

if (isSoak && await hasPrograms(["firefox-esr"], "the menu in a saved file", "firefox-esr")) {
  // claim: sealed-menu-no-address
  Deno.test("Firefox: no menu is opened in a saved file while a card has selected an address", () =>
    withFirefoxPage(async (firefox) => {
      const page = firefox as unknown as BrowserPage;
      await runInDocuments(page, recordMenus);
      const to = `${sharedSite().elsewhere}/selected?secret`;
      const body = selecting(WAYS["at the menu's event"]!);
      const module = linkingWidget("selecting", { body, isAsked: false }, to);
      await openFile(sharedSite(), page, module, "server", async (frame) => {
        const reader = new SealedReader(page, frame);
        assert.equal(await isMenuPrevented(page, reader, "#selecting .text"), true);
      });
    }));
}
