import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { makeBundle } from "../session/bundles.ts";
import { assertAccessible, counterSource, waitForCard, withShell } from "./shell_page.ts";

const CONFIG = `export default {
  scan: { bundled: ["extra/*.tckb", { glob: "more/*.tckb", label: "Archive" }] },
  canvas: { feeds: [{ glob: "more/*.tckb", group: "single", id: "daily" }] },
};`;

const MANY = 250;

Deno.test("the picker lists live widgets and bundles, and finds them", async (t) => {
  const files: { [path: string]: string | Uint8Array } = {
    "tck.preview.config.mjs": CONFIG,
    "widgets/001_counter/widget.tck.tsx": counterSource(),
    "widgets/001_counter/widget.css": "",
    "widgets/002_other/widget.tck.tsx": counterSource(),
    "widgets/002_other/widget.css": "",
    "extra/001_loose.tckb": await makeBundle("Loose"),
    "more/001_shared.tckb": await makeBundle("Shared", { states: { rainy: {} } }),
  };
  const bytes = await makeBundle("Built");
  for (let number = 1; number <= MANY; number++) {
    files[`dist/${String(number).padStart(3, "0")}_built.tckb`] = bytes;
  }
  await withShell(files, async ({ page, open, errors }) => {
    const picker = page.getByRole("navigation", { name: "Widgets" });
    const search = picker.getByLabel("Search widgets");
    const tab = (name: RegExp) => picker.getByRole("tab", { name });
    const groupTitles = () => picker.getByRole("heading", { level: 2 }).allTextContents();

    await t.step("live widgets and bundles are two tabs, each with its number", async () => {
      await open();
      await waitForCard(page);
      await tab(/^Live 2$/).waitFor();
      assert.equal(await picker.getByRole("link", { name: "002_other" }).isVisible(), true);
      await tab(/^Bundled/).click();
      await tab(/^Bundled 253$/).waitFor();
    });

    await t.step(
      "each source is a group, also when two of them cover one file, and it can be closed",
      async () => {
        const titles = (await groupTitles()).map((text) => text.replace(/^[▾▸] /, ""));
        assert.match(titles[0]!, /^Archive 1$/);
        await picker.getByRole("button", { name: /Archive/ }).click();
        await picker.getByRole("button", { name: /canvas:/ }).click();
        await picker.getByRole("button", { name: /Custom location 1/ }).waitFor();
        assert.equal(await picker.getByRole("link", { name: "001_shared" }).count(), 0);
        assert.equal(await picker.getByRole("link", { name: "001_loose" }).count(), 1);
        await picker.getByRole("button", { name: /Archive/ }).press("Enter");
        await picker.getByRole("button", { name: /canvas:/ }).press("Enter");
        assert.equal(await picker.getByRole("link", { name: "001_shared" }).count(), 2);
      },
    );

    await t.step("only the visible rows are in the page, and the list scrolls on its own", async () => {
      assert.ok(await picker.getByRole("listitem").count() < 60);
      await picker.locator(".shell-rows").evaluate((list) => list.scrollTo(0, list.scrollHeight));
      await picker.getByRole("link", { name: "250_built" }).waitFor();
      assert.equal(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight), 0);
    });

    await t.step(
      "the search is reached by a key, tolerates a typing error, and Enter shows the first match",
      async () => {
        await page.locator("main").focus();
        await page.keyboard.press("/");
        await page.keyboard.type("shraed");
        await picker.getByRole("link", { name: "001_shared" }).first().waitFor();
        assert.deepEqual(await picker.getByRole("tab").allTextContents(), ["Live 0", "Bundled 2"]);
        await page.keyboard.press("Enter");
        await page.locator("main").getByText("Shared").waitFor();
        await page.keyboard.press("Escape");
        assert.equal(await search.inputValue(), "");
      },
    );

    await t.step("states are entries, of the shown widget and of what is searched", async () => {
      await picker.getByRole("link", { name: "rainy" }).first().click();
      assert.equal(new URL(page.url()).searchParams.get("state"), "rainy");
      await tab(/^Live/).click();
      await search.fill("other");
      // Its states are known when the background check has read its manifest.
      await picker.locator('a[href*="widget=002_other"][href*="state=other"]').click();
      await page.getByRole("heading", { name: "Hello Grace" }).waitFor();
      assert.equal(new URL(page.url()).searchParams.get("widget"), "002_other");
      await search.fill("");
    });

    await t.step("the arrow keys, Home and End move through the whole list", async () => {
      await tab(/^Bundled/).click();
      await search.focus();
      await page.keyboard.press("ArrowDown");
      assert.match(await focusedText(page), /Archive/);
      await page.keyboard.press("End");
      assert.match(await focusedText(page), /^250_built/);
      await page.keyboard.press("ArrowUp");
      assert.match(await focusedText(page), /^249_built/);
      await page.keyboard.press("Enter");
      await page.locator("main").getByText("Built").waitFor();
      await page.keyboard.press("Home");
      await page.keyboard.press("ArrowUp");
      assert.equal(await search.evaluate((field) => field === document.activeElement), true);
    });

    await t.step("a link to a widget far down the list scrolls it into view", async () => {
      await page.goto(page.url());
      const link = picker.getByRole("link", { name: "249_built" });
      await link.waitFor();
      await page.waitForFunction(() => {
        const row = document.querySelector('.shell-rows [aria-current="page"]')?.getBoundingClientRect();
        const list = document.querySelector(".shell-rows")!.getBoundingClientRect();
        return row !== undefined && row.top >= list.top && row.bottom <= list.bottom;
      });
      await assertAccessible(page, "a long list");
      await page.getByRole("radio", { name: "Dark" }).check();
      await assertAccessible(page, "a long list, dark");
    });

    assert.deepEqual(errors, []);
  });
});

async function focusedText(page: Page): Promise<string> {
  await page.waitForFunction(() => document.activeElement?.closest("[data-index]") !== null);
  return await page.evaluate(() => document.activeElement?.textContent?.replace(/^[▾▸] /, "") ?? "");
}
