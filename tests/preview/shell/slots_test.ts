import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { makeBundle } from "../session/bundles.ts";
import { assertAccessible, withShell } from "./shell_page.ts";

const CONFIG = `export default {
  canvas: { feeds: [{ glob: "feed/*.tckb", group: "single", id: "daily", notes: "Look at the first card." }] },
};`;

const SLOTS = {
  actions: [
    { id: "open", label: "Open", href: "https://example.com/open", variant: "primary", color: "teal" },
    { id: "share", label: "Share", href: "/share" },
  ],
  updatedAt: null,
};

Deno.test("the slots of a card are inspected and edited in the preview only", async (t) => {
  const files = {
    "tck.preview.config.mjs": CONFIG,
    "feed/001_one.tckb": await makeBundle("One", { slots: SLOTS }),
    "feed/002_two.tckb": await makeBundle("Two"),
    "feed/003_tile.tckb": await makeBundle("Tile", { cardType: "grid", sizes: ["1x1"] }),
  };
  await withShell(files, async ({ page, open, errors }) => {
    const card = page.locator(".shell-place").first();
    const shown = (labels: string[]) =>
      page.waitForFunction(
        (labels) =>
          [...document.querySelector(".shell-place")!.querySelectorAll(".tck-card-action")]
            .map(({ textContent }) => textContent).join() === labels,
        labels.join(),
      );
    const panel = page.locator('[data-panel="slots"]');

    await t.step("a card is chosen by its button, and the address says which", async () => {
      await open("?view=feed");
      await page.getByText("Choose “Inspect” on a card.").first().waitFor();
      await card.hover();
      await page.getByRole("button", { name: "Inspect 001_one" }).click();
      assert.deepEqual(await labels(page), ["Open", "Share", "Show on the stage"]);
      const link = page.url();
      await page.goto(link);
      await panel.getByText("001_one").waitFor();
      await shown(["Open", "Share", "Show on the stage"]);
    });

    await t.step("the actions are reordered by keyboard, and the focus follows", async () => {
      await panel.getByRole("button", { name: "Move Share up" }).press("Enter");
      await shown(["Share", "Open", "Show on the stage"]);
      await page.getByText("Moved Share to position 1 of 3.").waitFor();
      assert.equal(await focusedName(page), "Move Share down");
    });

    await t.step("the actions are reordered by the pointer", async () => {
      const rows = panel.locator(".shell-action");
      await rows.nth(2).locator(".shell-action-handle").dragTo(rows.nth(0));
      await shown(["Show on the stage", "Share", "Open"]);
    });

    await t.step("a promoted action is the only primary one, and the only one with a colour", async () => {
      const share = panel.locator(".shell-action").nth(1);
      await share.getByRole("checkbox", { name: "Primary" }).check();
      await share.getByText("Edit").click();
      await share.getByLabel("Color").fill("crimson");
      const primary = card.locator('.tck-card-action[data-variant="primary"]');
      await card.locator('.tck-card-action[style*="crimson"]').waitFor();
      assert.deepEqual(await primary.allTextContents(), ["Share"]);
      const former = panel.locator(".shell-action").nth(2);
      await former.getByText("Edit").click();
      assert.equal(await former.getByLabel("Color").isDisabled(), true);
      assert.equal(await former.getByLabel("Color").inputValue(), "");
    });

    await t.step(
      "actions are edited, added and removed; an invalid value is reported and not drawn",
      async () => {
        const share = panel.locator(".shell-action").nth(1);
        await share.getByLabel("Label").fill("Send");
        await panel.getByRole("button", { name: "Remove Open" }).click();
        await panel.getByRole("button", { name: "Add action" }).click();
        await shown(["Show on the stage", "Send", "New action"]);
        await share.getByLabel("Link").fill("javascript:alert(1)");
        await panel.getByRole("alert").getByText("href").waitFor();
        assert.equal(await card.getByText("Send").getAttribute("href"), "/share");
        await share.getByLabel("Link").fill("/send");
        await card.locator('[href="/send"]').waitFor();
        assert.equal(await panel.getByRole("alert").isVisible(), false);
      },
    );

    await t.step("the update time is edited, and other cards are not affected", async () => {
      const timestamp = panel.getByLabel("Timestamp");
      await timestamp.fill("yesterday");
      await panel.getByText("This is not a time. Write it like 2026-03-01T06:00:00Z.").waitFor();
      assert.equal(await timestamp.getAttribute("aria-invalid"), "true");
      await assertAccessible(page, "an invalid time");
      await timestamp.fill("2026-03-01T06:00:00Z");
      assert.equal(await timestamp.getAttribute("aria-invalid"), "false");
      await panel.getByRole("textbox", { name: "Label", exact: true }).last().fill("at dawn");
      await card.getByText("at dawn").waitFor();
      const second = page.locator(".shell-place").nth(1).locator(".tck-card-action");
      assert.deepEqual(await second.allTextContents(), ["Show on the stage"]);
      await assertAccessible(page, "an edited card");
    });

    await t.step("an action that is activated is listed with its payload, below the notes", async () => {
      await card.getByText("Send").click();
      const actions = page.locator('[data-panel="actions"]');
      await actions.getByText('"href": "/send"').waitFor();
      assert.match(await actions.locator("pre").textContent() ?? "", /"id": "share"[^]*"label": "Send"/);
      assert.equal(new URL(page.url()).pathname, "/");
      const order = await page.locator(".shell-rail [data-panel]").evaluateAll((panels) =>
        panels.map((panel) => (panel as HTMLElement).dataset.panel)
      );
      assert.deepEqual(order.slice(0, 2), ["notes", "actions"]);
      await actions.locator("summary").press("Enter");
      await actions.locator("pre").waitFor({ state: "detached" });
      await page.reload();
      await panel.waitFor();
      assert.equal(await actions.getAttribute("open"), null);
    });

    await t.step("a reload and a reset restore the values of the widget", async () => {
      await shown(["Open", "Share", "Show on the stage"]);
      await panel.getByRole("button", { name: "Remove Share" }).click();
      await shown(["Open", "Show on the stage"]);
      await panel.getByRole("button", { name: "Reset slots" }).click();
      await shown(["Open", "Share", "Show on the stage"]);
      assert.equal(await panel.getByRole("button", { name: "Reset slots" }).isDisabled(), true);
    });

    await t.step("on the stage the same panel edits the card in a frame", async () => {
      await open("?mount=iframe");
      const framed = page.frameLocator("iframe");
      await framed.getByText("Share").waitFor();
      await panel.getByRole("button", { name: "Remove Open" }).click();
      await framed.getByText("Open", { exact: true }).waitFor({ state: "detached" });
      await page.locator('[data-panel="actions"] summary').click();
      await framed.getByText("Share").click();
      await page.locator('[data-panel="actions"]').getByText('"id": "share"').waitFor();
      await assertAccessible(page, "the stage with a frame");
      await page.getByRole("radio", { name: "Dark" }).check();
      await assertAccessible(page, "the stage with a frame, dark");
    });

    await t.step("a tab that the configuration leaves empty says what to add", async () => {
      await open("?view=feed&canvasTab=grid");
      await page.getByText("No grids yet. Add the glob of the bundles to canvas.grids of the configuration.")
        .waitFor();
    });

    assert.deepEqual(errors, []);
  });
});

async function labels(page: Page): Promise<string[]> {
  const rows = page.locator(".shell-action-label");
  await rows.first().waitFor();
  return await rows.allTextContents();
}

async function focusedName(page: Page): Promise<string | null> {
  await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label") !== null);
  return await page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? null);
}
