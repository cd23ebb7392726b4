import assert from "node:assert/strict";
import type { Page, Route } from "playwright-core";
import { makeBundle } from "../session/bundles.ts";
import { assertAccessible, assertNoOverflow, chooseMore, waitForCard, withShell } from "./shell_page.ts";

const SOURCE = "widgets/001_a/widget.tck.tsx";
const STYLES = "widgets/001_a/widget.css";

const WIDGET = `import { useState } from "react";
import { defineManifest } from "@tck/kit";
import "./widget.css";

export const manifest = defineManifest({
  id: "a",
  cardType: "feed",
  sizes: ["fill-auto", "2x2"],
});

export default function Widget() {
  const [count, setCount] = useState(0);
  return (
    <div className="a">
      <h2>Hello</h2>
      <button type="button" onClick={() => setCount(count + 1)}>Add {count}</button>
      <button type="button" onClick={() => console.warn("careful %s", "now", new RangeError("odd"))}>Warn</button>
      <button type="button" onClick={() => { throw new TypeError("thrown by a button"); }}>Throw</button>
      <p>text</p>
    </div>
  );
}
`;

/** Colours that fit both themes. */
const CLEAN_STYLES = ".a, .a button { color: var(--color-text); background: var(--color-surface); }";

/** The one-based line and column of a text in the widget. */
function placeOf(text: string): string {
  const lines = WIDGET.split("\n");
  const line = lines.findIndex((line) => line.includes(text));
  return `${SOURCE}:${line + 1}:${lines[line]!.indexOf(text) + 1}`;
}

const CONFIG =
  `const context = { locale: "de", slotValues: { updatedAt: { timestamp: "2026-03-01T06:00:00Z" } }, timeZone: "UTC" };
export default { canvas: { feeds: [{ glob: "dist/*.tckb", context }] } };`;

const panel = (page: Page, name: string) =>
  page.locator("details.shell-panel", { has: page.getByRole("heading", { name, exact: true }) });

/** Opens a panel by the keyboard. */
async function openPanel(page: Page, name: string) {
  const found = panel(page, name);
  const summary = found.locator("summary").first();
  await summary.focus();
  if (!await found.evaluate((details: HTMLDetailsElement) => details.open)) {
    await page.keyboard.press("Enter");
  }
  return found;
}

/** Checks the palette and the sheet of the keys. */
async function checkOverlays(page: Page, view: string): Promise<void> {
  for (const [key, name] of [["Control+k", "Commands"], ["?", "Keys"]] as const) {
    await page.keyboard.press(key);
    const dialog = page.getByRole("dialog", { name });
    await dialog.waitFor();
    await assertAccessible(page, `${view}, ${name}`);
    await assertNoOverflow(page, `${view}, ${name}`);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  }
}

Deno.test("the panels of the Stage show the build, the page and the bundle of a widget", async (t) => {
  const files = {
    [SOURCE]: WIDGET,
    [STYLES]: CLEAN_STYLES,
    "dist/001_a.tckb": await makeBundle("first"),
    "tck.preview.config.mjs": CONFIG,
  };
  await withShell(files, async ({ project, page, errors, open }) => {
    await open("?widget=001_a&theme=light");
    assert.deepEqual(await waitForCard(page), { ready: true, error: null });
    const article = page.locator(".shell-main article");

    await t.step(
      "the context of the bundle that is built from it reaches the card, in its language",
      async () => {
        await article.getByText("01.03.2026, 06:00").waitFor();
        await chooseMore(page, "Frame");
        await page.frameLocator("iframe").getByText("01.03.2026, 06:00").waitFor();
        await chooseMore(page, "Inline");
        await article.getByText("01.03.2026, 06:00").waitFor();
      },
    );

    await t.step("warnings and errors have their source around them, and open the editor", async () => {
      const diagnostics = panel(page, "Build diagnostics");
      await diagnostics.getByText("The build accepts this widget.", { exact: true }).waitFor();
      await project.write(STYLES, ".a {\n  color: #abcdef;\n}\n");
      await diagnostics.getByText("The build accepts this widget, with warnings.").waitFor();
      const frame = diagnostics.getByRole("region", { name: "widgets/001_a/widget.css, line 2" });
      await frame.getByText(".a {").waitFor();
      assert.match(
        (await frame.textContent())!,
        /^ {3}1 \.a \{\n {3}2 {3}color: #abcdef;\n {3}3 \}\n/,
      );
      assert.equal(await frame.locator("mark").textContent(), "#", "the character of column 10");
      const requested = page.waitForRequest(/__open-in-editor/);
      await page.route(/__open-in-editor/, (route) => route.fulfill({ body: "" }));
      await diagnostics.getByRole("button", { name: "widgets/001_a/widget.css:2:10" }).click();
      const file = new URL((await requested).url()).searchParams.get("file");
      assert.equal(file, `${project.path}/${STYLES}:2:10`);
    });

    await t.step("axe checks the card on demand and after each save", async () => {
      const found = await openPanel(page, "Accessibility");
      await found.getByRole("button", { name: "Check" }).click();
      await found.getByText("Elements must meet minimum color contrast").waitFor();
      await found.getByRole("button", { name: "<h2>Hello</h2>" }).waitFor();
      await found.getByLabel("After each save").check();
      await project.write(STYLES, CLEAN_STYLES);
      await found.getByText("axe finds nothing to correct.").waitFor();
      await project.write(SOURCE, WIDGET.replace("<p>text</p>", '<img src="data:," />'));
      await found.getByText("Images must have alternative text").waitFor();
      await project.write(SOURCE, WIDGET);
      await found.getByText("axe finds nothing to correct.").waitFor();
    });

    await t.step("axe checks a card in a frame, and points to its elements there", async () => {
      const found = await openPanel(page, "Accessibility");
      await chooseMore(page, "Frame");
      const framed = page.frameLocator("iframe").locator("article");
      await framed.getByText("Hello").waitFor();
      await project.write(SOURCE, WIDGET.replace("<p>text</p>", '<img src="data:," />'));
      await found.getByText("Images must have alternative text").waitFor();
      await found.getByRole("button", { name: "<img" }).click();
      const image = framed.locator("img");
      await image.evaluate(async (image) => {
        while (image.getAnimations().length === 0) await new Promise(requestAnimationFrame);
      });
      await project.write(SOURCE, WIDGET);
      await found.getByText("axe finds nothing to correct.").waitFor();
      await chooseMore(page, "Inline");
      await article.getByText("Hello").waitFor();
    });

    await t.step("what is logged and thrown is listed, with its place in the source", async () => {
      const found = await openPanel(page, "Console");
      await article.getByRole("button", { name: "Warn" }).click();
      await article.getByRole("button", { name: "Warn" }).click();
      await found.getByText("careful now RangeError: odd × 2").waitFor();
      await article.getByRole("button", { name: "Throw" }).click();
      const thrown = found.getByRole("listitem").filter({ hasText: "TypeError: thrown by a button" });
      await thrown.getByText("Stack trace").click();
      await thrown.getByRole("button", { name: placeOf("new TypeError") }).waitFor();
      await found.getByRole("button", { name: "Clear" }).click();
      await found.getByText("Nothing was logged").waitFor();
      await chooseMore(page, "Frame");
      await page.frameLocator("iframe").getByRole("button", { name: "Warn" }).click();
      await page.frameLocator("iframe").getByRole("button", { name: "Throw" }).click();
      await found.getByText("careful now RangeError: odd").waitFor();
      await thrown.getByText("Stack trace").click();
      await thrown.getByRole("button", { name: placeOf("new TypeError") }).waitFor();
      await chooseMore(page, "Inline");
      await article.getByRole("button", { name: "Warn" }).click();
      await found.getByText("careful now RangeError: odd").first().waitFor();
      await project.write(SOURCE, WIDGET.replace("<p>text</p>", "<p>edited</p>"));
      await article.getByText("edited").waitFor();
      await found.getByText("Nothing was logged or thrown since the last edit.").waitFor();
      await project.write(SOURCE, WIDGET.replace("<p>text</p>", "<p>text<"));
      await found.getByText(/^Vite: \d+ messages?$/).click();
      await found.getByRole("list", { name: "Messages of Vite" }).getByText("[vite]").first().waitFor();
      await found.getByText("Nothing was logged or thrown since the last edit.").waitFor();
      await project.write(SOURCE, WIDGET);
      await article.getByText("text", { exact: true }).waitFor();
      assert.deepEqual(errors, ["thrown by a button", "thrown by a button"]);
    });

    await t.step("the bundle has sizes and hashes, and after a build what has changed", async () => {
      const found = await openPanel(page, "Bundle");
      await found.getByRole("row", { name: /^widget\.mjs \d+ B \d+ B$/ }).waitFor();
      await found.getByText("It was not built again").waitFor();
      await project.write(
        "dist/001_a.tckb",
        await makeBundle("second, longer", { sizes: ["fill-auto", "1x1"] }, { css: "b{}" }),
      );
      await found.getByText("widget.css is new, 3 bytes").waitFor();
      await found.getByText(/^widget\.mjs is \d+ bytes larger$/).waitFor();
      await found.getByText("manifest.sizes has changed").waitFor();
    });

    await t.step("what cannot be read says why, and is read again on request", async () => {
      const details = "**/__tck/bundle/*/details";
      await page.route(
        details,
        (route) =>
          route.fulfill({
            status: 503,
            contentType: "application/json",
            body: '{"detail":"The disk is full."}',
          }),
      );
      const found = await openPanel(page, "Bundle");
      await project.write("dist/001_a.tckb", await makeBundle("third", { sizes: ["fill-auto"] }));
      await found.getByText("The disk is full.").waitFor();
      await page.unroute(details);
      await found.getByRole("button", { name: "Load again" }).click();
      await found.getByRole("row", { name: /^widget\.mjs \d+ B \d+ B$/ }).waitFor();
    });

    await t.step("what fails after it was overtaken changes nothing", async () => {
      const found = await openPanel(page, "Bundle");
      const details = "**/__tck/bundle/*/details";
      const held = Promise.withResolvers<Route>();
      await page.route(details, (route) => held.resolve(route), { times: 1 });
      await project.write("dist/001_a.tckb", await makeBundle("fourth", { sizes: ["fill-auto"] }));
      const overtaken = await held.promise;
      await project.write("dist/001_a.tckb", await makeBundle("fifth", { sizes: ["fill-auto"] }));
      const row = found.getByRole("row", { name: /^widget\.mjs \d+ B \d+ B$/ });
      await row.waitFor();
      await overtaken.fulfill({
        status: 503,
        contentType: "application/json",
        body: '{"detail":"Too late."}',
      });
      await page.evaluate(async () => {
        for (const _ of [1, 2, 3]) await new Promise((resolve) => requestAnimationFrame(resolve));
      });
      assert.equal(await row.count(), 1);
      assert.equal(await found.getByText("Too late.").count(), 0);
    });

    await t.step("manifest, source and renderings are shown", async () => {
      await (await openPanel(page, "Manifest")).getByText('"cardType": "feed"').waitFor();
      const source = await openPanel(page, "Source");
      await source.getByText("export default function Widget()").waitFor();
      await project.write(SOURCE, WIDGET.replace("<p>text</p>", "<p>changed</p>"));
      await source.getByText("<p>changed</p>").waitFor();
      await article.getByText("changed").waitFor();
      const performance = await openPanel(page, "Performance");
      const renders = performance.locator("dt:text-is('Renders') + dd");
      const before = Number(await renders.textContent());
      await article.getByRole("button", { name: "Add 0" }).click();
      await article.getByRole("button", { name: "Add 1" }).waitFor();
      await page.waitForFunction(
        ([element, count]) => Number((element as HTMLElement).textContent) > Number(count),
        [await renders.elementHandle(), before] as const,
      );
    });

    // Each theme in the other width is in accessibility_soak.ts.
    await t.step(
      "with all panels open, the page is accessible, wide and light, narrow and dark",
      async () => {
        for (const name of ["Actions", "Resolved slots", "State", "Widget"]) await openPanel(page, name);
        await panel(page, "Resolved slots").getByRole("button", { name: "Add action" }).click();
        await page.setViewportSize({ width: 1440, height: 900 });
        await page.getByRole("radio", { name: "Light" }).check();
        await assertAccessible(page, "light, wide");
        await checkOverlays(page, "light, wide");
        await page.getByRole("radio", { name: "Dark" }).check();
        await page.setViewportSize({ width: 390, height: 800 });
        await assertNoOverflow(page, "dark, narrow");
        for (const [button, content] of [["Details", "Bundle"], ["Widgets", "Language"]] as const) {
          await page.getByRole("button", { name: button, exact: true }).click();
          const drawer = page.getByRole("dialog");
          await drawer.getByRole("heading", { name: content, exact: true }).waitFor();
          await assertAccessible(page, `dark, ${button}`);
          await assertNoOverflow(page, `dark, ${button}`);
          await page.keyboard.press("Escape");
          await drawer.waitFor({ state: "detached" });
        }
        await checkOverlays(page, "dark, narrow");
        await page.setViewportSize({ width: 1280, height: 900 });
      },
    );

    await t.step("a configuration that cannot be used is reported until it is corrected", async () => {
      const found = panel(page, "Configuration");
      const broken = CONFIG.replace('"UTC"', '"Not/AZone"').replace('"dist/*.tckb"', "7");
      await project.write("tck.preview.config.mjs", broken);
      const faults = found.getByRole("listitem");
      const zone = faults.filter({ hasText: 'timeZone is "Not/AZone", expected a time zone' });
      await zone.getByRole("button", { name: "tck.preview.config.mjs:1", exact: true }).waitFor();
      const glob = faults.filter({ hasText: "canvas.feeds[0].glob is 7" });
      await glob.getByRole("button", { name: "tck.preview.config.mjs:2", exact: true }).waitFor();
      assert.equal(await faults.count(), 2);
      await found.locator("summary").click();
      assert.match((await found.locator(".shell-badge").textContent())!, /^2 problems$/);
      await found.locator("summary").click();
      await project.write("tck.preview.config.mjs", "export default {\n  scan: {,\n};");
      await faults.getByRole("button", { name: "tck.preview.config.mjs:2", exact: true }).waitFor();
      await project.write("tck.preview.config.mjs", CONFIG);
      await found.waitFor({ state: "detached" });
    });

    await t.step("a syntax error is said once: in the banner, with its place and frame", async () => {
      await project.write(SOURCE, WIDGET.replace("</h2>", "</h3>"));
      const banner = page.getByRole("alert").filter({ hasText: "Cannot compile" });
      const line = placeOf("h2").replace(/\d+$/, "");
      await banner.getByRole("button", { name: new RegExp(`^${line}\\d+$`) }).waitFor();
      await banner.getByText("Expected `</h2>`").waitFor();
      await page.reload();
      await page.getByText("The card is shown when its source compiles.").waitFor();
      await page.getByRole("link", { name: /001_a.*error/ }).waitFor();
      const text = await page.locator("body").innerText();
      assert.equal(text.match(/PARSE_ERROR/g)?.length, 1, text);
      assert.doesNotMatch(text, /dynamically imported|The build accepts|could not be shown/);
      await project.write(SOURCE, WIDGET);
      await article.getByText("Hello").waitFor();
      await panel(page, "Build diagnostics").getByText("The build accepts this widget.", { exact: true })
        .waitFor();
    });
  });
});

Deno.test("an empty project shows the lines of the first widget, which can be copied", async () => {
  await withShell({}, async ({ project, page, open }) => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await open();
    await page.getByRole("button", { name: "Copy the lines" }).click();
    await page.getByText("Copied").waitFor();
    await page.getByText("No widgets in the project's sources.").waitFor();
    await assertAccessible(page, "empty project");
    const lines = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(lines.trim().split("\n").length, 3);
    await project.write("widgets/001_hello/widget.tck.tsx", lines);
    await page.locator(".shell-main article", { hasText: "Hello" }).waitFor();
    await panel(page, "Build diagnostics").getByText("The build accepts this widget.", { exact: true })
      .waitFor();
  });
});
