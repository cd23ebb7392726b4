import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { makeBundle } from "../session/bundles.ts";
import { assertAccessible, chooseMore, toolbarSelect, waitForCard, withShell } from "./shell_page.ts";

const WIDGET = `import { useState } from "react";
import { defineManifest, useWidgetState } from "@tck/kit";

export const manifest = defineManifest({
  id: "a",
  title: "Weather",
  cardType: "feed",
  sizes: ["fill-auto", "2x2"],
  defaultState: { name: "Ada", count: 3, isOn: true, list: ["one"] },
  states: { other: { name: "Grace", count: 1, isOn: false, list: [] } },
});

export default function Widget() {
  const { name, count, isOn, list } = useWidgetState(manifest);
  const [clicks, setClicks] = useState(0);
  return (
    <div>
      <p>{name} {count} {isOn ? "on" : "off"} {list.join("+")}</p>
      <button type="button" style={{ color: "inherit", background: "none" }} onClick={() => setClicks(clicks + 1)}>
        Clicked {clicks}
      </button>
    </div>
  );
}
`;

Deno.test("a widget is shown in states that its manifest does not have, and by the keyboard alone", async (t) => {
  const files = {
    "widgets/001_a/widget.tck.tsx": WIDGET,
    "widgets/002_b/widget.tck.tsx": WIDGET.replace('"Weather"', '"Tides"'),
    "dist/003_c.tckb": await makeBundle("c"),
  };
  await withShell(files, async ({ page, errors, open }) => {
    await open("?widget=001_a&theme=light");
    assert.deepEqual(await waitForCard(page), { ready: true, error: null });
    const card = page.locator(".shell-main article");
    const parameter = (name: string) => new URL(page.url()).searchParams.get(name);

    await t.step(
      "each key of the state has a control of its type, and the card keeps its own state",
      async () => {
        await card.getByText("Ada 3 on one").waitFor();
        await card.getByRole("button", { name: "Clicked 0" }).click();
        const panel = await openPanel(page, "State");
        await panel.getByLabel("name", { exact: true }).fill("Mary");
        await panel.getByLabel("count", { exact: true }).fill("-2.5");
        await panel.getByLabel("isOn", { exact: true }).uncheck();
        await panel.getByLabel("list", { exact: true }).fill('["x", ');
        await card.getByText("Mary -2.5 off one").waitFor();
        // Another type on the way does not replace the field; a card that it breaks is tried again.
        const list = panel.getByLabel("list", { exact: true });
        await list.fill("7");
        await card.getByText("This card could not be shown").waitFor();
        await list.fill('["x", "y"]');
        await card.getByText("Mary -2.5 off x+y").waitFor();
        await page.locator(".shell-error").waitFor({ state: "detached" });
        await card.getByRole("button", { name: "Clicked 0" }).click();
        assert.deepEqual(JSON.parse(parameter("stateData")!), {
          name: "Mary",
          count: -2.5,
          isOn: false,
          list: ["x", "y"],
        });
        for (const theme of ["Dark", "Light"]) {
          await page.getByRole("radio", { name: theme }).check();
          await assertAccessible(page, theme);
        }
      },
    );

    await t.step("the address shows the same after a reload and in a frame", async () => {
      await page.reload();
      await card.getByText("Mary -2.5 off x+y").waitFor();
      await chooseMore(page, "Frame");
      const framed = page.frameLocator("iframe");
      await framed.getByText("Mary -2.5 off x+y").waitFor();
      await panelOf(page, "State").getByLabel("name", { exact: true }).fill("Eve");
      await framed.getByText("Eve -2.5 off x+y").waitFor();
      await chooseMore(page, "Inline");
    });

    await t.step("the whole state is written as JSON, and what does not fit is said", async () => {
      const panel = panelOf(page, "State");
      await panel.getByText("As JSON").click();
      await panel.getByLabel("The whole state").fill('{ "name": "Zoe" }');
      await panel.getByRole("button", { name: "Apply the state" }).click();
      await panel.getByText('The key "count" is missing').waitFor();
      await panel.getByLabel("The whole state").fill(
        '{ "name": "Zoe", "count": 3, "isOn": true, "list": ["one"] }',
      );
      await panel.getByRole("button", { name: "Apply the state" }).click();
      await card.getByText("Zoe 3 on one").waitFor();
      assert.equal(parameter("stateData"), '{"name":"Zoe"}');
      await panel.getByRole("button", { name: "Reset the state" }).click();
      await card.getByText("Ada 3 on one").waitFor();
      assert.equal(parameter("stateData"), null);
      await toolbarSelect(page, "State").selectOption({ label: "other" });
      await card.getByText("Grace 1 off").waitFor();
      await panel.getByLabel("count", { exact: true }).fill("7");
      await card.getByText("Grace 7 off").waitFor();
      await open("?widget=001_a&theme=light&stateData=7");
      await page.getByText("not a JSON object").waitFor();
      assert.equal(parameter("stateData"), null);
    });

    await t.step("the palette finds every command, and runs it by the keyboard or the mouse", async () => {
      await open("?widget=001_a&theme=light");
      await card.getByText("Ada 3 on one").waitFor();
      await page.keyboard.press("Control+k");
      const palette = page.getByRole("dialog", { name: "Commands" });
      await palette.getByRole("combobox").fill("stae othr");
      const highlighted = palette.locator("[role=option][data-highlighted]");
      await highlighted.getByText("State other").waitFor();
      await page.keyboard.press("Enter");
      await card.getByText("Grace 1 off").waitFor();
      await palette.waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Commands" }).click();
      await palette.getByRole("combobox").fill("002");
      await palette.getByRole("option", { name: "Show 002_b" }).click();
      await page.getByRole("heading", { level: 1, name: "Tides" }).waitFor();
      await page.keyboard.press("Control+k");
      await palette.getByRole("combobox").fill("size");
      await page.keyboard.press("ArrowDown");
      await highlighted.getByText("Size fill-auto").waitFor();
      await page.keyboard.press("ArrowUp");
      await page.keyboard.press("Enter");
      await page.waitForFunction(() => location.search.includes("size=2x2"));
      await page.keyboard.press("Control+k");
      await assertAccessible(page, "the palette");
      await page.keyboard.press("ArrowUp");
      await highlighted.getByText(/^Show .*\(/).waitFor();
      await palette.getByRole("combobox").fill("nothing like it");
      await palette.getByText("No command matches.").waitFor();
      await page.keyboard.press("Escape");
      await palette.waitFor({ state: "detached" });
    });

    await t.step(
      "keys go through the widgets and switch the theme, but not while the reader types",
      async () => {
        await page.keyboard.press("[");
        await page.getByRole("heading", { level: 1, name: "Weather", exact: true }).waitFor();
        await page.keyboard.press("[");
        await page.getByRole("heading", { level: 1, name: "weather", exact: true }).waitFor();
        await page.keyboard.press("]");
        await page.getByRole("heading", { level: 1, name: "Weather", exact: true }).waitFor();
        await page.keyboard.press("t");
        assert.equal(parameter("theme"), "dark");
        const field = panelOf(page, "State").getByLabel("name", { exact: true });
        await field.press("End");
        await field.pressSequentially("tc");
        await card.getByText("Adatc").waitFor();
        assert.deepEqual([parameter("theme"), parameter("view")], ["dark", null]);
        await page.locator("main").click({ position: { x: 4, y: 4 } });
        await page.keyboard.press("?");
        const sheet = page.getByRole("dialog", { name: "Keys" });
        await sheet.getByText("Next widget").waitFor();
        await page.keyboard.press("Escape");
        await sheet.waitFor({ state: "detached" });

        await page.keyboard.press("Control+k");
        await page.getByRole("dialog", { name: "Commands" }).getByRole("option", { name: "Show the keys" })
          .click();
        await sheet.getByLabel("Keys of one character run commands").uncheck();
        await assertAccessible(page, "the sheet of the keys");
        await page.keyboard.press("Escape");
        await sheet.waitFor({ state: "detached" });
        await page.reload();
        await card.getByText("Adatc").waitFor();
        await page.keyboard.press("t");
        await page.keyboard.press("?");
        await page.keyboard.press("/");
        assert.equal(parameter("theme"), "dark");
        assert.equal(await sheet.count(), 0);
        assert.equal(await page.evaluate(() => document.activeElement?.localName), "body");
        await page.keyboard.press("Control+k");
        await page.getByRole("dialog", { name: "Commands" }).getByRole("option", { name: "Show the keys" })
          .click();
        await sheet.getByLabel("Keys of one character run commands").check();
        await page.keyboard.press("Escape");
        await sheet.waitFor({ state: "detached" });
        await page.keyboard.press("c");
        await page.waitForFunction(() => location.search.includes("view=feed"));
        await page.keyboard.press("s");
        await card.getByText("Adatc").waitFor();
      },
    );

    await t.step("the link and the diagnostics are copied, and the card opens alone", async () => {
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.keyboard.press("l");
      await page.getByText("The link is copied").waitFor();
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), page.url());
      await page.evaluate('console.error("as the agent reads it")');
      await page.keyboard.press("d");
      await page.getByText("The diagnostics are copied").waitFor();
      const text = await page.evaluate(() => navigator.clipboard.readText());
      assert.match(text, /^Widget: widgets\/001_a\/widget\.tck\.tsx\nShown: http/);
      assert.match(text, /- error: as the agent reads it/);
      const [alone] = await Promise.all([page.context().waitForEvent("page"), page.keyboard.press("o")]);
      await alone.getByText("Adatc").waitFor();
      assert.equal(await alone.locator("header.shell-header").count(), 0);
      await alone.close();
    });

    await t.step(
      "what a command has done is shown for three seconds, whatever was shown before",
      async () => {
        await page.clock.install();
        await page.clock.pauseAt(Date.now() + 60_000);
        await page.keyboard.press("l");
        await page.getByText("The link is copied").waitFor();
        await page.clock.runFor(2_000);
        await page.keyboard.press("d");
        const second = page.getByText("The diagnostics are copied");
        await second.waitFor();
        await page.clock.runFor(2_000);
        assert.equal(await second.isVisible(), true);
        await page.clock.runFor(1_000);
        await second.waitFor({ state: "detached" });
      },
    );
    assert.deepEqual(errors, []);
  });
});

function panelOf(page: Page, name: string) {
  return page.locator("details.shell-panel", { has: page.getByRole("heading", { name, exact: true }) });
}

async function openPanel(page: Page, name: string) {
  const panel = panelOf(page, name);
  if (!await panel.evaluate((details: HTMLDetailsElement) => details.open)) {
    await panel.locator("summary").first().click();
  }
  return panel;
}
