import assert from "node:assert/strict";
import { whileNothingMay } from "../../waiting/mod.ts";
import { type BrowserPage, paintTwice, testFirefoxInSoak, waitFor } from "./each_browser.ts";
import { declaring, linkingWidget } from "./link_attacks.ts";
import { SealedReader } from "./sealed_reader.ts";
import type { SealedSite } from "./sealed_site.ts";

/** The address of another page of the site, which the card's manifest declares. */
const DECLARED = "/feed/20260101-morning-brief?declared";

/** Elements beside and within a declared link, which gets the focus in their place, and some that a browser clicks on itself. */
const TAKING = `
  element.innerHTML = "<p><a id=link href='" + to + "'>link</a></p><p><input id=field></p>" +
    "<form action='#'><input id=typed><a href='" + to + "'><button type=submit>send</button></a></form>" +
    "<label for=inner id=label>label</label><a href='" + to + "'><input type=checkbox id=inner></a>" +
    "<div id=beside tabindex=0>text</div>" +
    "<p><a id=around href='" + to + "'><input id=within></a></p><p><a id=over href='" + to + "'><span id=hidden></span></a></p>" +
    "<p><a id=becoming href='" + to + "'><span id=made>text</span></a></p>" +
    "<p><a id=editable contenteditable href='" + to + "'>text</a></p>";
  const [link, field, beside] = ["link", "field", "beside"].map((id) => element.querySelector("#" + id));
  link.addEventListener("click", (event) => window.prevented && event.preventDefault());
  field.addEventListener("keyup", () => link.focus());
  beside.addEventListener("pointerdown", () => setTimeout(() => link.focus(), 100));
  window.take = () => link.focus();
  window.give = () => field.focus();
  const [around, within, over, hidden, becoming, made, editable] =
    ["around", "within", "over", "hidden", "becoming", "made", "editable"].map((id) => element.querySelector("#" + id));
  made.addEventListener("mousedown", () => made.tabIndex = 0);
  hidden.attachShadow({ mode: "closed" }).innerHTML = "<input>";
  for (const each of [around, over, becoming, editable]) {
    let isTaken = false;
    each.addEventListener("click", (event) => isTaken || event.preventDefault());
    each.addEventListener("keyup", () => {
      isTaken = true;
      each.contentEditable = "false";
      each.blur();
      each.focus();
    });
  }`;

/** Presses an element until something has the focus: Chromium loses a click on a frame that it has not yet laid out in its place. */
async function pressUntil(reader: SealedReader, pressed: string, focused: string): Promise<void> {
  await waitFor(async () => {
    await reader.click(await reader.find(`#${pressed}`));
    await whileNothingMay("the card be done", 200);
    return await reader.frame.evaluate(hasFocus, focused);
  });
}

function hasFocus(id: string): true | null {
  const focused = document.activeElement?.shadowRoot?.activeElement;
  return document.hasFocus() && focused?.id === id || null;
}

/** Types in what is within a link, which then takes the focus. */
async function typeWithin(
  page: BrowserPage,
  reader: SealedReader,
  within: string,
  link: string,
): Promise<void> {
  await pressUntil(reader, within, within);
  await page.keyboard.press("s");
  await waitFor(() => reader.frame.evaluate(hasFocus, link));
  await page.keyboard.press("Enter");
}

/** Comes to the link by the Tab key. */
async function tabToLink(page: BrowserPage, reader: SealedReader): Promise<void> {
  await waitFor(async () => {
    await page.keyboard.down("Tab");
    await reader.frame.evaluate(paintTwice);
    const isThere = await reader.frame.evaluate(hasFocus, "link");
    await page.keyboard.up("Tab");
    return isThere;
  });
}

/** How a reader uses something else than a link, and has the browser click on it. */
const STOLEN: { readonly [how: string]: (page: BrowserPage, reader: SealedReader) => Promise<void> } = {
  "an Enter in a field, which the link has taken the focus from": async (page, reader) => {
    await pressUntil(reader, "field", "field");
    await page.keyboard.press("s");
    await waitFor(() => reader.frame.evaluate(hasFocus, "link"));
    await page.keyboard.press("Enter");
  },
  "an Enter in a field, which has taken the focus from it after the Tab key": async (page, reader) => {
    await tabToLink(page, reader);
    await reader.frame.evaluate(() => (globalThis as unknown as { give: () => void }).give());
    await waitFor(() => reader.frame.evaluate(hasFocus, "field"));
    await page.keyboard.press("s");
    await waitFor(() => reader.frame.evaluate(hasFocus, "link"));
    await page.keyboard.press("Enter");
  },
  "an Enter in a field within it": (page, reader) => typeWithin(page, reader, "within", "around"),
  "an Enter in a field of a closed shadow root within it": (page, reader) =>
    typeWithin(page, reader, "hidden", "over"),
  "an Enter in what the press has made a field within it": (page, reader) =>
    typeWithin(page, reader, "made", "becoming"),
  "an Enter in its text, which could be edited": (page, reader) =>
    typeWithin(page, reader, "editable", "editable"),
  "an Enter that sends a form": async (page, reader) => {
    await pressUntil(reader, "typed", "typed");
    await page.keyboard.press("Enter");
  },
  "an Enter after a press beside it": async (page, reader) => {
    await pressUntil(reader, "beside", "link");
    await page.keyboard.press("Enter");
  },
  "a press on a label": async (_page, reader) => void await reader.clickUntilAsked("#label", "click"),
  "an Enter in the page around, after a press on it": async (page, reader) => {
    await reader.frame.evaluate(() => void Object.assign(globalThis, { prevented: true }));
    await pressUntil(reader, "link", "link");
    await page.evaluate(() => {
      const field = document.createElement("textarea");
      document.body.prepend(field);
      field.focus();
    });
    await page.keyboard.press("s");
    await reader.frame.evaluate(() => void Object.assign(globalThis, { prevented: false }));
    await waitFor(async () => {
      await reader.frame.evaluate(() => (globalThis as unknown as { take: () => void }).take());
      return await reader.frame.evaluate(hasFocus, "link");
    });
    await page.keyboard.press("Enter");
  },
};

/** Defines the tests of which links count as chosen by the reader. */
export function testChosenLinks(site: () => SealedSite): void {
  for (const [how, steal] of Object.entries(STOLEN)) {
    // claim: sealed-declared-links
    testFirefoxInSoak(
      `a declared link is asked about after ${how}`,
      site,
      async (page) => {
        const module = linkingWidget("taking", { body: TAKING, isAsked: true }, DECLARED);
        const { url } = await site().addBatch([{ module, manifest: declaring(DECLARED) }]);
        const reader = await SealedReader.open(page, url, 1);
        await steal(page, reader);
        assert.equal(await reader.waitForQuestion(), new URL(DECLARED, url).href);
        assert.equal(page.url(), url);
      },
    );
  }

  testFirefoxInSoak(
    "a reader comes to a declared link by the Tab key, and opens it by Enter",
    site,
    async (page) => {
      const module = linkingWidget("taking", { body: TAKING, isAsked: true }, DECLARED);
      const { url } = await site().addBatch([{ module, manifest: declaring(DECLARED) }]);
      const reader = await SealedReader.open(page, url, 1);
      await tabToLink(page, reader);
      await page.keyboard.press("Enter");
      await waitFor(() => Promise.resolve(page.url() === new URL(DECLARED, url).href || null));
    },
  );
}
