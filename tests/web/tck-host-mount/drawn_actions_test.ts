import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { SlotAction } from "../../../core/manifest/mod.ts";
import { DrawnActions } from "../../../web/tck-host-mount/drawn_actions.ts";
import { withPage } from "../widget_site.ts";
import { type Card, showCards, widgetModule } from "./card_page.ts";

const OPEN: SlotAction = { id: "open", label: "Open", href: "/open" };
const SHARE: SlotAction = { id: "share", label: "Share", href: "/share" };

const BUTTON = `jsx(kit.ActionButton, { action: "open" })`;

function cardWith(expression: string, actions: SlotAction[], defaultState = {}): Card {
  // Cards of one module must have one manifest.
  const module = `${widgetModule(expression)} // ${JSON.stringify(defaultState)}`;
  return { module, manifest: { slots: { actions }, defaultState } };
}

/** The labels of a card's links: in its content, and in its footer. */
async function linksOf(page: Page, id: string): Promise<{ content: string[]; footer: string[] }> {
  const article = page.locator(`article[data-widget-id="${id}"][data-state="mounted"]`);
  await article.waitFor();
  return {
    content: await article.locator("[data-tck-content] a").allTextContents(),
    footer: await article.locator("footer a").allTextContents(),
  };
}

/** Counts at each frame how many links of the footer have the label `Open`. */
async function watchFrames(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const counts: number[] = [];
    const look = () => {
      const links = [...document.querySelectorAll("footer a")];
      if (document.querySelector("article") !== null) {
        counts.push(links.filter(({ textContent }) => textContent === "Open").length);
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    Object.assign(globalThis, { frameCounts: counts });
  });
}

Deno.test("an action that the content draws is not in the footer, from the first frame on", async () => {
  await withPage(async (page, site) => {
    await watchFrames(page);
    await showCards(page, site, [cardWith(BUTTON, [OPEN, SHARE])]);
    assert.deepEqual(await linksOf(page, "card-1"), { content: ["Open"], footer: ["Share"] });
    await page.waitForFunction(() =>
      (globalThis as unknown as { frameCounts: number[] }).frameCounts.length > 3
    );
    const counts = await page.evaluate(() =>
      (globalThis as unknown as { frameCounts: number[] }).frameCounts
    );
    assert.deepEqual([...new Set(counts)], [0]);
  });
});

Deno.test("a listener that unsubscribed is not called, and the others are", () => {
  const actions = new DrawnActions();
  const calls: string[] = [];
  const end = actions.subscribe(() => calls.push("first"));
  actions.subscribe(() => calls.push("second"));
  const remove = actions.add("open");
  end();
  remove();
  assert.deepEqual(calls, ["first", "second", "second"]);
  assert.deepEqual([...actions.get()], []);
});

Deno.test("an action that nothing in the content draws is in the footer", async () => {
  await withPage(async (page, site) => {
    await showCards(page, site, [
      cardWith(`jsx("p", { children: kit.useAction("open").label })`, [OPEN]),
      cardWith(BUTTON, [{ id: "open", label: "Open" }]),
    ]);
    assert.deepEqual(await linksOf(page, "card-1"), { content: [], footer: ["Open"] });
    assert.deepEqual(await linksOf(page, "card-2"), { content: [], footer: [] });
  });
});

Deno.test("an action returns to the footer when the content does not draw it any more", async () => {
  await withPage(async (page, site) => {
    const expression = `(() => {
      const [count, setCount] = React.useState(2);
      const buttons = Array.from({ length: count }, (_, key) => jsx(kit.ActionButton, { action: "open" }, key));
      return jsxs("div", { children: [
        ...buttons,
        jsx("button", { onClick: () => setCount((count) => count - 1), children: "Fewer" }, "fewer"),
      ] });
    })()`;
    await showCards(page, site, [cardWith(expression, [OPEN])]);
    assert.deepEqual(await linksOf(page, "card-1"), { content: ["Open", "Open"], footer: [] });
    await page.getByText("Fewer").click();
    assert.deepEqual(await linksOf(page, "card-1"), { content: ["Open"], footer: [] });
    await page.getByText("Fewer").click();
    assert.deepEqual(await linksOf(page, "card-1"), { content: [], footer: ["Open"] });
  });
});

Deno.test("an action whose link the content hides is in the footer, and leaves it when the link is shown", async () => {
  await withPage(async (page, site) => {
    await showCards(page, site, [{ ...cardWith(BUTTON, [OPEN]), css: "a { display: none }" }]);
    assert.deepEqual(await linksOf(page, "card-1"), { content: ["Open"], footer: ["Open"] });
    await page.evaluate(() => {
      const sheet = document.querySelector("article")!.shadowRoot!.adoptedStyleSheets[1]!;
      sheet.replaceSync("");
    });
    await page.waitForFunction(() => document.querySelector("footer a") === null);
    assert.deepEqual(await linksOf(page, "card-1"), { content: ["Open"], footer: [] });
  });
});

Deno.test("an action that the state does not have is neither in the content nor in the footer", async () => {
  await withPage(async (page, site) => {
    const actions = [{ ...OPEN, when: "runs" }, { ...SHARE, when: "!runs" }];
    await showCards(page, site, [
      cardWith(BUTTON, actions, { runs: [] }),
      cardWith(BUTTON, actions, { runs: ["Sunday"] }),
    ]);
    assert.deepEqual(await linksOf(page, "card-1"), { content: [], footer: ["Share"] });
    assert.deepEqual(await linksOf(page, "card-2"), { content: ["Open"], footer: [] });
  });
});
