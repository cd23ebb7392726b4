// budget: 30 s: each navigation loses a frame, and each case opens a page
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { until, whileNothingMay } from "../../waiting/mod.ts";
import { attackingWidget } from "./attacks.ts";
import { expectCards, expectNothingSent } from "./chromium_navigation.ts";
import { CALM, NAVIGATIONS_IN_EACH_RUN } from "./navigations.ts";
import { SealedSite, waitForCards, withSealedPage } from "./sealed_site.ts";

let site: SealedSite;
Deno.test.beforeAll(async () => void (site = await SealedSite.open()));
Deno.test.afterAll(() => site.close());

// claim: sealed-page-untouched
Deno.test("a sealed canvas shows the cards in a frame of opaque origin, and none of their code runs in the page", async () => {
  const { url } = await site.addBatch([{ module: CALM, css: "p { color: green }" }, {
    module: `${CALM}//2`,
  }]);
  await withSealedPage(site, async (page) => {
    const complaints = collectComplaints(page);
    await page.goto(url);
    const frame = await waitForCards(page, "mounted", 2);
    assert.equal(await frame.evaluate(() => self.origin), "null");
    assert.equal(await frame.locator("article").first().locator("p").innerText(), "calm {}");
    assert.equal(await page.evaluate(() => document.querySelectorAll("article").length), 0);
    const loaded = await page.evaluate(() =>
      performance.getEntriesByType("resource").map(({ name }) => name)
    );
    assert.deepEqual(loaded.filter((name) => name.endsWith("/widget.mjs")), []);
    const modules = loaded.filter((name) => name.endsWith(".mjs"));
    assert.deepEqual(modules, [...new Set(modules)], "no module is loaded twice");
    const { frameHeight, contentHeight } = await measureHeights(page);
    assert.equal(frameHeight, contentHeight);
    assert.deepEqual(complaints, []);
  });
});

// claim: sealed-no-storage
// claim: sealed-no-requests
// claim: sealed-no-session
// claim: sealed-page-untouched
// claim: sealed-no-nonce
// claim: sealed-no-inner-document
Deno.test("a widget in a sealed canvas stores nothing, sends nothing and cannot use the session", async () => {
  const { url } = await site.addBatch([
    { module: attackingWidget(site.origin, site.elsewhere) },
    { module: CALM },
  ]);
  await withSealedPage(site, async (page) => {
    const apiCalls: string[] = [];
    page.on("request", (request) => {
      if (request.frame() !== page.mainFrame() && request.url().includes("/api/")) {
        apiCalls.push(request.url());
      }
    });
    await page.goto(url);
    const frame = await waitForCards(page, "mounted", 2);
    const results = await frame.locator("[data-results]").innerText();
    assert.deepEqual(JSON.parse(results), []);
    await whileNothingMay("be sent", 500);
    assert.deepEqual(site.received, []);
    assert.deepEqual(apiCalls, []);
    assert.deepEqual(await storedByPage(page), []);
    assert.equal(page.url(), url);
    assert.equal(await page.locator("html").getAttribute("data-theme"), "light");

    await page.reload();
    const again = await waitForCards(page, "mounted", 2);
    const found = await again.evaluate(() =>
      (globalThis as unknown as { foundAtStart: unknown }).foundAtStart
    );
    assert.deepEqual(found, ["", null]);
  });
});

// claim: sealed-no-requests
Deno.test("widgets that navigate their frame by each class of address, and by a form, send nothing, and the other cards come back", () =>
  expectNothingSent(site, NAVIGATIONS_IN_EACH_RUN));

// claim: sealed-bundles-verified
Deno.test("an envelope whose module does not have the requested hash is rejected by the frame", async () => {
  const { url, bundles } = await site.addBatch([{ module: `${CALM}//a` }, { module: `${CALM}//b` }]);
  await withSealedPage(site, async (page) => {
    await page.route("**/api/widgets/v1/bundles", async (route) => {
      const response = await route.fetch();
      const body = await response.body();
      // Swaps the two hashes in the records, so that each envelope comes under the other's hash.
      const [first, second] = bundles.map(({ hash }) => hash);
      const swapped = body.toString("latin1").replaceAll(first!, "\0").replaceAll(second!, first!)
        .replaceAll("\0", second!);
      await route.fulfill({ response, body: Buffer.from(swapped, "latin1") });
    });
    await page.goto(url);
    await expectCards(page, { mounted: 0, failed: 2 });
  });
});

// claim: sealed-links-asked
Deno.test("a link that a manifest declares opens at once, any other after a question", async () => {
  const module = `
    import { createElement } from "react";
    export default () => createElement("a", { href: "${site.elsewhere}/other" }, "Other");`;
  const { url } = await site.addBatch([{
    module,
    manifest: {
      slots: { actions: [{ id: "go", label: "Go", href: "/feed/20260101-morning-brief?declared" }] },
    },
  }]);
  await withSealedPage(site, async (page) => {
    await page.goto(url);
    const frame = await waitForCards(page, "mounted", 1);
    await frame.getByText("Other").click();
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    assert.match(await dialog.innerText(), /\/other/);
    await page.waitForFunction(() => document.activeElement?.closest("dialog"));
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    assert.deepEqual(site.received, []);

    await frame.getByText("Other").click();
    const opened = page.context().waitForEvent("page");
    await page.getByRole("button", { name: "Open" }).click();
    await (await opened).close();
    assert.equal(page.url(), url);
    site.received.length = 0;

    await frame.getByRole("link", { name: "Go" }).click();
    await page.waitForURL(/declared/);
  });
});

Deno.test("a card's own form works, links in pictures open, and those to this site in a new tab if the reader asks", async () => {
  const link = (name: string) => `h("a", { href: "/feed/20260101-morning-brief?${name}" }, `;
  const module = `
    import { createElement as h, useState } from "react";
    export default function Form() {
      const [sent, setSent] = useState(0);
      const send = (event) => { event.preventDefault(); setSent(sent + 1); };
      return h("div", null,
        h("form", { onSubmit: send }, h("input", { "aria-label": "Text" }), h("output", null, "sent " + sent)),
        h("form", { action: "${site.elsewhere}/sent" }, h("button", null, "Leave")),
        h("svg", { width: 90, height: 30 }, ${link("picture")} h("text", { y: 20 }, "Picture"))),
        h("p", { onClick: (event) => event.stopPropagation() }, ${link("stopped")} "Stopped")));
    }`;
  const actions = ["picture", "stopped"].map((name) => (
    { id: name, label: name, href: `/feed/20260101-morning-brief?${name}` }
  ));
  const { url } = await site.addBatch([{ module, manifest: { slots: { actions } } }]);
  await withSealedPage(site, async (page) => {
    await page.goto(url);
    const frame = await waitForCards(page, "mounted", 1);
    await frame.getByLabel("Text").press("Enter");
    await frame.getByText("sent 1").waitFor();
    await frame.getByRole("button", { name: "Leave" }).click();
    for (const name of ["Picture", "Stopped"]) {
      const opened = page.context().waitForEvent("page");
      await frame.getByText(name, { exact: true }).click({ modifiers: ["Control"] });
      const tab = await opened;
      await tab.waitForURL(new RegExp(name.toLowerCase()));
      await tab.close();
    }
    assert.equal(page.url(), url);
    await frame.getByText("sent 1").waitFor();
    assert.deepEqual(site.received, []);
    await frame.getByText("Stopped", { exact: true }).click();
    await page.waitForURL(/stopped/);
  });
});

Deno.test("a card takes the focus and scrolls the page only after the reader has used it", async () => {
  const tall = `
    import { createElement as h, useEffect, useRef } from "react";
    export default function Tall() {
      const [field, last, formula] = [useRef(null), useRef(null), useRef(null)];
      const show = () => { formula.current.focus(); field.current.focus(); last.current.scrollIntoView(); };
      useEffect(() => {
        const timer = setInterval(show, 100);
        return () => clearInterval(timer);
      }, []);
      return h("div", null,
        h("button", { onClick: show }, "Show"),
        h("math", null, h("mi", { ref: formula, tabIndex: 0 }, "x")),
        h("div", { style: { height: 3000 } }),
        h("input", { ref: field, autoFocus: true, "aria-label": "Field" }),
        h("div", { className: "log", style: { height: 60, overflow: "auto" } },
          h("div", { style: { height: 500 } }), h("p", { ref: last }, "last")));
    }`;
  const calm = `
    import { createElement as h } from "react";
    export default () => h("input", { "aria-label": "Calm" });`;
  const { url } = await site.addBatch([{ module: calm }, { module: tall }]);
  await withSealedPage(site, async (page) => {
    await page.goto(url);
    const frame = await waitForCards(page, "mounted", 2);
    const focused = () =>
      frame.evaluate(() => {
        let element = document.activeElement;
        while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
        return element?.getAttribute("aria-label") ?? element?.localName;
      });
    const scrolled = () => page.evaluate(() => scrollY);
    const log = frame.locator(".log");
    await until(
      "the card has scrolled its log",
      async () => await log.evaluate(({ scrollTop }) => scrollTop) > 0,
    );
    assert.deepEqual([await focused(), await scrolled()], ["body", 0]);

    await frame.getByLabel("Calm").click();
    await page.keyboard.type("typed");
    await whileNothingMay("take the focus or scroll the page", 400);
    assert.deepEqual([await focused(), await scrolled()], ["Calm", 0]);
    assert.equal(await frame.getByLabel("Calm").inputValue(), "typed");

    await frame.getByRole("button", { name: "Show" }).click();
    await page.waitForFunction(() => scrollY > 1_000);
    assert.equal(await focused(), "Field");
  });
});

Deno.test("a modal dialog is shown over its card, and the page does not scroll to the middle of the frame", async () => {
  const dialog = (text: string, height: number) => `
    import { createElement as h, useRef } from "react";
    export default function Asks() {
      const dialog = useRef(null);
      return h("div", { style: { height: ${height} } },
        h("button", { onClick: () => dialog.current.showModal() }, "Ask ${text}"),
        h("dialog", { ref: dialog }, h("form", { method: "dialog" },
          h("p", { style: { height: 200 } }, "Sure?"), h("button", null, "Close ${text}"))));
    }`;
  const { url } = await site.addBatch([
    { module: dialog("first", 60) },
    { module: dialog("second", 3000) },
    { module: dialog("third", 60) },
  ]);
  await withSealedPage(site, async (page) => {
    await page.goto(url);
    const frame = await waitForCards(page, "mounted", 3);
    for (const text of ["first", "second", "third"]) {
      const button = frame.getByRole("button", { name: `Ask ${text}` });
      await button.scrollIntoViewIfNeeded();
      const scrolled = await page.evaluate(() => scrollY);
      await button.click();
      const box = (await frame.locator("dialog[open]").boundingBox())!;
      const { height } = page.viewportSize()!;
      assert.ok(box.y >= 0 && box.y + box.height <= height, JSON.stringify(box));
      assert.equal(await page.evaluate(() => scrollY), scrolled);
      await frame.getByRole("button", { name: `Close ${text}` }).click();
      await frame.locator("dialog[open]").waitFor({ state: "detached" });
    }
  });
});

Deno.test("the theme switch reaches the cards in the frame, also while the frame is loading", async () => {
  const { url } = await site.addBatch([{ module: `${CALM}//theme` }]);
  await withSealedPage(site, async (page) => {
    const loading = Promise.withResolvers<void>();
    await page.route("**/canvas.html?*", async (route) => {
      await loading.promise;
      await route.continue();
    });
    await page.goto(url, { waitUntil: "commit" });
    await page.waitForSelector("iframe.canvas-frame", { state: "attached" });
    await page.getByRole("button", { name: /light and dark/ }).click();
    loading.resolve();
    const early = await waitForCards(page, "mounted", 1);
    assert.equal(await early.locator("html").getAttribute("data-theme"), "dark");
    await page.unroute("**/canvas.html?*");
    await page.context().clearCookies({ name: "tck_theme" });
    await page.goto(url);
    const frame = await waitForCards(page, "mounted", 1);
    await page.getByRole("button", { name: /light and dark/ }).click();
    await frame.waitForFunction(() => document.documentElement.dataset["theme"] === "dark");
  }, { colorScheme: "light" });
});

Deno.test("a card that is higher whenever its frame is does not make the frame grow for ever", async () => {
  const { url } = await site.addBatch([{
    module: `import { createElement, useEffect, useState } from "react";
      export default () => {
        const [height, setHeight] = useState(innerHeight * 1.1);
        useEffect(() => {
          const grow = () => setHeight(innerHeight * 1.1);
          addEventListener("resize", grow);
          return () => removeEventListener("resize", grow);
        }, []);
        return createElement("div", { style: { height } }, "tall");
      };`,
  }]);
  await withSealedPage(site, async (page) => {
    await page.goto(url);
    await waitForCards(page, "mounted", 1);
    await whileNothingMay("grow beyond the height below", 1_500);
    const before = await measureHeights(page);
    await whileNothingMay("grow", 500);
    assert.equal((await measureHeights(page)).frameHeight, before.frameHeight);
    assert.ok(before.frameHeight < 5000, `${before.frameHeight} px`);
  });
});

function collectComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    const [type, text] = [message.type(), message.text()];
    // An older or a newer Chromium does not have every feature that is denied.
    const isUnknownFeature = /Permissions-Policy header: (Unrecognized|Origin trial controlled) feature/.test(
      text,
    );
    if (["error", "warning"].includes(type) && !isUnknownFeature) complaints.push(text);
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  return complaints;
}

/** What the page's origin has stored, apart from the session, which scripts cannot read, and the page's own time zone. */
async function storedByPage(page: Page): Promise<string[]> {
  return await page.evaluate(async () => [
    // The page has a mark while its cards run.
    ...Object.keys(localStorage).filter((key) => !/^tck:cards:0\.\d+$/.test(key)),
    ...Object.keys(sessionStorage),
    ...document.cookie.split("; ").filter((cookie) => cookie !== "" && !cookie.startsWith("tck_zone=")),
    ...(await indexedDB.databases()).map(({ name }) => String(name)),
    ...await caches.keys(),
    ...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
  ]);
}

async function measureHeights(page: Page): Promise<{ frameHeight: number; contentHeight: number }> {
  const element = await page.waitForSelector("iframe.canvas-frame");
  const frameHeight = await element.evaluate((frame) => frame.getBoundingClientRect().height);
  const contentHeight = await (await element.contentFrame())!.evaluate(() => document.body.scrollHeight);
  return { frameHeight, contentHeight };
}
