// runs first
import assert from "node:assert/strict";
import { writeTckb } from "../../../core/tckb/mod.ts";
import type { PublicBundle } from "../../../preview/protocol.ts";
import { makeBundle } from "../session/bundles.ts";
import { type TestedFrame, type TestedPage, testFrames, waitFor, waitForCards } from "./frame_page.ts";
import { assertAccessible, assertNoOverflow, counterSource, withShell } from "./shell_page.ts";

const SOURCE = "widgets/001_counter/widget.tck.tsx";

/** A widget that imports a file outside of its folder, and has a link. */
const LINKING = `import { defineManifest } from "@tck/kit";
import { text } from "../../shared/text";
export const manifest = defineManifest({ id: "linking", cardType: "feed", sizes: ["fill-auto"] });
export default function Linking() {
  return <p>{text} <a href="https://example.com/a">Open</a></p>;
}
`;

const HOSTILE = await makeBundle("hostile");

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

const FILES = {
  [SOURCE]: counterSource(),
  "widgets/001_counter/widget.css": ".counter { padding: 20px }",
  "widgets/002_linking/widget.tck.tsx": LINKING,
  "shared/text.ts": `export const text = "before";`,
  "dist/003_bundled.tckb": await writeTckb({
    module: new TextEncoder().encode(REACHING),
    manifest: { id: "bundled", cardType: "feed", sizes: ["fill-auto"] },
    css: null,
    propertiesCss: null,
  }),
};

testFrames("the card of a widget is shown as a chat shows it", FILES, async ({ page, project, open }) => {
  await open("?view=chat&widget=001_counter&theme=light&chatWidth=400");
  await waitForCards(page, "Hello Ada");

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
  for (const width of ["320", "720", "400"]) {
    await choose(page, "Width", width);
    await waitFor(
      `a view of ${width} pixels`,
      async () => await view.evaluate(() => String(innerWidth)) === width || null,
    );
  }
  const settled = await waitFor("a height that stays", async () => {
    const before = await countChanges(page);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
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
});

testFrames(
  "an edit of a file that a widget imports is shown in a chat, and a link is not opened without a question",
  FILES,
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
);

// claim: preview-chat-sealed
testFrames(
  "a bundle is shown in a chat if it is what its hash says, and a widget that never was valid says why",
  FILES,
  async ({ page, project, open }) => {
    await open("?view=stage");
    const id = await page.evaluate(async () => {
      const { bundles } = await (await fetch("/__tck/bundles")).json() as { bundles: PublicBundle[] };
      return bundles[0]!.id;
    });
    await open(`?view=chat&widget=${id}`);
    const [cards] = await waitForCards(page, "Bundled");
    const text = await cards!.evaluate(() =>
      document.querySelector("article")!.shadowRoot!.querySelector("[data-tck-content]")!.textContent
    );
    assert.equal(text, "Bundled SecurityError SecurityError SecurityError");
    // The host's bridge answers in the order of the messages, and the view's came after those of the card.
    const { link, height } = await page.evaluate(() => ({
      link: document.querySelector(".shell-chat-link")!.textContent,
      height: document.querySelector<HTMLElement>(".shell-chat-view")!.offsetHeight,
    }));
    assert.equal(link, "");
    assert.ok(height < 1_000, `${height} pixels`);

    await open(`?view=stage&widget=${id}`);
    await waitFor(
      "the Stage",
      () => page.evaluate(() => document.querySelector("main article")?.tagName ?? null),
    );
    await page.evaluate((envelope) => {
      const { fetch } = globalThis;
      globalThis.fetch = async (...request) => {
        const response = await fetch(...request);
        if (!String(request[0]).includes("/chat/card")) return response;
        return Response.json({ ...await response.json(), envelope });
      };
    }, HOSTILE.toBase64());
    await page.evaluate(() => {
      const link = [...document.querySelectorAll<HTMLElement>(".shell-tab")].find((tab) =>
        tab.textContent === "Chat"
      );
      link!.click();
    });
    await waitFor("a card that failed", async () => {
      for (const frame of page.frames()) {
        const found = await frame.evaluate(() =>
          document.querySelector<HTMLElement>("article[data-state=failed]")?.dataset.failure
        ).catch(() => undefined);
        if (found !== undefined) return found;
      }
      return null;
    }).then((failure) => assert.equal(failure, "integrity"));

    await project.write(SOURCE, counterSource().replace("Counter()", "Counter("));
    await open("?view=chat&widget=001_counter");
    await waitFor(
      "the reason",
      async () => (await readText(page, ".shell-chat [role=alert]")).includes("source.syntax") || null,
    );
    assert.equal(page.frames().length, 1, "there is no card to show");
  },
);

Deno.test("the page of a chat is accessible, has the room in every window, and is reached by the keyboard", async () => {
  await withShell(FILES, async ({ page, open, errors }) => {
    for (const theme of ["light", "dark"]) {
      for (const width of [390, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await open(`?view=chat&widget=001_counter&theme=${theme}`);
        await waitForCards(page as unknown as TestedPage, "Hello Ada");
        await assertAccessible(page, `${theme} at ${width} pixels`);
        await assertNoOverflow(page, `${theme} at ${width} pixels`);
      }
    }
    await open("?view=stage&widget=002_linking");
    await page.locator("article", { hasText: "before" }).waitFor();
    await page.keyboard.press("h");
    await waitForCards(page as unknown as TestedPage, "before");
    await page.keyboard.press("[");
    await waitForCards(page as unknown as TestedPage, "Hello Ada");
    assert.match(page.url(), /view=chat/);
    assert.deepEqual(errors, []);
  });
});

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

function readText(page: TestedPage, selector: string): Promise<string> {
  return page.evaluate((selector) => document.querySelector(selector)?.textContent ?? "", selector);
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
