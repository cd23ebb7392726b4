import assert from "node:assert/strict";
import { writeTckb } from "../../../core/tckb/mod.ts";
import { type FrameCase, waitForHalfWindow } from "./frame_cases.ts";
import { resizeWindow, type TestedFrame, type TestedPage, waitFor, waitForCards } from "./frame_page.ts";
import { assertAccessible, assertNoOverflow, counterSource, type ShellPage } from "./shell_page.ts";

/** The source of the first widget. */
export const SOURCE = "widgets/001_counter/widget.tck.tsx";

/** A widget that imports a file outside of its folder, and has a link. */
const LINKING = `import { defineManifest } from "@tck/kit";
import { text } from "../../shared/text";
export const manifest = defineManifest({ id: "linking", cardType: "feed", sizes: ["fill-auto"] });
export default function Linking() {
  return <p>{text} <a href="https://example.com/a">Open</a></p>;
}
`;

/** A bundle that no build accepts: it tries what a chat must not allow a card. */
const REACHING = `import { createElement as h } from "react";
const tried = [() => parent.parent.document, () => top.location.href, () => localStorage.length].map((reach) => {
  try { return String(reach()); } catch (error) { return error.name; }
});
const requests = [
  ["ui/open-link", { url: "https://example.com/?data" }],
  ["tools/call", { name: "read_bundle", arguments: {} }],
  ["ui/notifications/size-changed", { height: 9999 }],
];
for (const [index, [method, params]] of requests.entries()) {
  for (const target of [parent, parent.parent, top]) {
    target.postMessage({ jsonrpc: "2.0", ...!method.includes("notifications") && { id: index + 1 }, method, params }, "*");
  }
}
export default () => h("p", null, "Bundled " + tried.join(" "));`;

/** A project of two widgets and a bundle. */
export const CHAT_FILES = {
  [SOURCE]: counterSource(),
  "widgets/001_counter/widget.css": ".counter { padding: 20px; scroll-margin-top: 50vh }",
  "widgets/002_linking/widget.tck.tsx": LINKING,
  "shared/text.ts": `export const text = "before";`,
  "dist/003_bundled.tckb": await writeTckb({
    module: new TextEncoder().encode(REACHING),
    manifest: { id: "bundled", cardType: "feed", sizes: ["fill-auto"] },
    css: null,
    propertiesCss: null,
  }),
};

/** The card, its text for a model, and the controls. */
export const SHOWN_CARD: FrameCase = [
  "the card of a widget is shown as a chat shows it",
  CHAT_FILES,
  async ({ page, project, open }) => {
    await open("?view=chat&widget=001_counter&theme=light&chatWidth=400");
    const [card] = await waitForCards(page, "Hello Ada");
    // The widget has written nothing, and neither has the page.
    assert.equal(await readText(page, "[data-panel=console] .shell-badge"), "");
    // No window is higher than the screen, which has 600 pixels here.
    for (const height of [560, 480]) {
      await resizeWindow(page, height);
      await waitForHalfWindow(card!, height / 2);
    }
    await resizeWindow(page, 900);

    // The view and the cards are in documents of their own, without a right on the page.
    const origins = await Promise.all(page.frames().map((frame) => frame.evaluate(() => globalThis.origin)));
    assert.deepEqual(origins.slice(1), ["null", "null"]);
    assert.match(await readText(page, ".shell-chat-text pre"), /^title: "Counter.*\ndata\.name: "Ada"$/);

    // The card follows the width, and the height ends to change.
    const view = await findView(page);
    const policy = await view.evaluate(() => document.head.firstElementChild!.getAttribute("content"));
    assert.match(policy!, /^default-src 'none'; /);
    await view.evaluate(() => void Object.assign(globalThis, { mark: "the same view" }));
    await page.evaluate(() => {
      const changes: string[] = Object.assign(globalThis, { changes: [] }).changes;
      const frame = document.querySelector<HTMLElement>(".shell-chat-view")!;
      new MutationObserver(() => changes.push(frame.style.blockSize)).observe(frame, { attributes: true });
    });
    for (const width of ["320", "560", "400"]) {
      await choose(page, "Width", width);
      await waitFor(
        `a view of ${width} pixels`,
        async () => await view.evaluate(() => String(innerWidth)) === width || null,
      );
    }
    const settled = await waitFor("a height that stays", async () => {
      const before = await countChanges(page);
      await new Promise((resolve) => setTimeout(resolve, 1_000)); // timer: nothing may change meanwhile
      return await countChanges(page) === before ? before : null;
    });
    assert.ok(settled < 20, `${settled} changes of the height`);

    await choose(page, "State", "=other");
    await waitForCards(page, "Hello Grace");
    assert.match(await readText(page, ".shell-chat-text pre"), /data\.name: "Grace"/);
    await choose(page, "Size", "2x2");
    await waitForCards(page, "Hello Grace");

    await waitForCards(page, "en light");
    await page.keyboard.press("Tab");
    await page.evaluate(() => document.querySelector<HTMLInputElement>("input[value=dark]")!.click());
    await waitForCards(page, "en dark");

    await project.write(SOURCE, counterSource({ text: "second text" }));
    await waitForCards(page, "second text");
    assert.equal(await view.evaluate(() => (globalThis as { mark?: string }).mark), "the same view");
    assert.equal(await view.evaluate(() => innerWidth), 400);
    assert.match(await page.evaluate(() => location.search), /view=chat.*chatWidth=400/);

    await project.write(SOURCE, counterSource({ text: "third text", sizes: '["no size"]' }));
    await waitFor(
      "the reason",
      async () =>
        (await readText(page, "main [role=alert]")).includes("The build does not accept this widget") || null,
    );
    assert.match(await readText(page, "main [role=alert]"), /no size/);
    await waitForCards(page, "second text");
    await project.write(SOURCE, counterSource({ text: "fourth text" }));
    await waitForCards(page, "fourth text");
    await waitFor("no alert", async () => await readText(page, "main .shell-error") === "" || null);
  },
];

/** A widget of more than one file, with a link. */
export const EDITED_IMPORT: FrameCase = [
  "an edit of a file that a widget imports is shown in a chat, and a link is not opened without a question",
  CHAT_FILES,
  async ({ page, project, open }) => {
    await open("?view=chat&widget=002_linking&locale=de");
    await waitForCards(page, "before");
    const isLoaded = await page.evaluate(() =>
      performance.getEntriesByType("resource").some(({ name }) => name.includes("/002_linking/"))
    );
    assert.equal(isLoaded, false, "the widget runs in the view, and not in the page");
    await project.write("shared/text.ts", `export const text = "after";`);
    const [cards] = await waitForCards(page, "after");
    await clickLink(page, cards!);
    await waitFor(
      "the address",
      async () => (await readText(page, ".shell-chat-link")).endsWith("https://example.com/a") || null,
    );
  },
];

/** Opens the chat in a theme and a width of the window, and checks that nothing is wrong with its page. */
export async function checkChatPage(
  { page, open }: Pick<ShellPage, "page" | "open">,
  theme: "light" | "dark",
  width: number,
): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await open(`?view=chat&widget=001_counter&theme=${theme}`);
  await waitForCards(page as unknown as TestedPage, "Hello Ada");
  await assertAccessible(page, `${theme} at ${width} pixels`);
  await assertNoOverflow(page, `${theme} at ${width} pixels`);
}

/** Checks that the chat is as wide as chosen, or as the room that the window has, and never cut off. */
export async function checkChatWidths({ page, open }: Pick<ShellPage, "page" | "open">): Promise<void> {
  const widths: number[] = [];
  for (const viewport of [390, 900, 1280]) {
    await page.setViewportSize({ width: viewport, height: 844 });
    await open("?view=chat&widget=001_counter&chatWidth=560");
    await page.locator(".shell-chat-view").waitFor();
    const { scrolls, end, view } = await page.locator(".shell-chat-scroller").evaluate((scroller) => ({
      scrolls: scroller.scrollWidth > scroller.clientWidth,
      end: scroller.querySelector(".shell-chat")!.getBoundingClientRect().right,
      view: scroller.querySelector<HTMLElement>(".shell-chat-view")!.offsetWidth,
    }));
    widths.push(view);
    assert.equal(scrolls, false, `at ${viewport} px`);
    assert.ok(end <= viewport, `${end} of ${viewport} px`);
    const hint = page.getByText("there is no room for 560 px here");
    await hint.waitFor({ state: view === 560 ? "detached" : "visible" });
  }
  assert.ok(widths[0]! > 320 && widths[0]! < 390);
  await page.setViewportSize({ width: 390, height: 844 });
  await open("?view=chat&widget=001_counter&chatWidth=320");
  const view = page.locator(".shell-chat-view");
  await view.waitFor();
  assert.equal(await view.evaluate((view) => (view as HTMLElement).offsetWidth), 320);
  assert.equal(await page.getByText("there is no room for").count(), 0);
  assert.equal(widths[2], 560);
}

/** The document of the view, around that with the cards. */
function findView(page: TestedPage): Promise<TestedFrame> {
  return waitFor("the view", async () => {
    for (const frame of page.frames().slice(1)) {
      if (await frame.evaluate(() => document.querySelector("iframe") !== null).catch(() => false)) {
        return frame;
      }
    }
    return null;
  });
}

function countChanges(page: TestedPage): Promise<number> {
  return page.evaluate(() => (globalThis as unknown as { changes: string[] }).changes.length);
}

/** Chooses a value of a control in the toolbar. */
async function choose(page: TestedPage, label: string, value: string): Promise<void> {
  await page.evaluate(([label, value]) => {
    const select = document.querySelector<HTMLSelectElement>(`.shell-toolbar select[title="${label}"]`)!;
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, "value")!.set!.call(select, value);
    select.dispatchEvent(new Event("change", { bubbles: true }));
  }, [label, value]);
}

/** Clicks on the link of the card: in the frame of the view is that of the cards. */
async function clickLink(page: TestedPage, cards: TestedFrame): Promise<void> {
  const readPlace = (frame: TestedFrame) =>
    frame.evaluate(() => {
      const { left, top } = document.querySelector("iframe")!.getBoundingClientRect();
      return { left, top };
    });
  const [outer, inner] = [await readPlace(page), await readPlace(await findView(page))];
  const link = await cards.evaluate(() => {
    const link = document.querySelector("article")!.shadowRoot!.querySelector("a")!;
    const { left, top, width, height } = link.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  });
  await page.mouse.click(outer.left + inner.left + link.x, outer.top + inner.top + link.y);
}

/** The text of an element; empty when it is not there. */
export function readText(page: TestedPage, selector: string): Promise<string> {
  return page.evaluate((selector) => document.querySelector(selector)?.textContent ?? "", selector);
}
