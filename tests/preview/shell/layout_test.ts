// budget: 20 s: three surfaces in each width of the window, and in both themes
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { findLayoutFaults, readLayout } from "./layout_facts.ts";
import { assertAccessible, chooseMore, toolbarSelect, waitForCard, withShell } from "./shell_page.ts";
import { openSurface, resize, SURFACE_FILES, SURFACES, WIDTHS } from "./surfaces.ts";

const STYLES = "widgets/001_counter/widget.css";

Deno.test("the card has the room, in every width of the window", async (t) => {
  await withShell(SURFACE_FILES, async ({ project, page, errors, open }) => {
    const rail = page.locator(".shell-rail");
    const handle = page.getByRole("separator", { name: "Size of the panels" });
    const card = page.locator(".shell-main article");
    const railSize = async () => {
      const { width, height } = (await rail.boundingBox())!;
      return { width: Math.round(width), height: Math.round(height) };
    };

    await t.step("one row is above the content, and nothing is wider than its window", async () => {
      for (const surface of SURFACES) {
        await page.setViewportSize({ width: WIDTHS[0], height: 900 });
        await openSurface({ page, open }, surface, "light");
        for (const width of WIDTHS) {
          await resize(page, width);
          assert.deepEqual(
            findLayoutFaults(await page.evaluate(readLayout), width),
            [],
            `${surface.query} at ${width}`,
          );
          if (surface === SURFACES[1] && width === WIDTHS[0]) await assertRows(page);
          // Both themes and the widths between are in accessibility_soak.ts.
          if (width === WIDTHS[0]) await assertAccessible(page, `${surface.query}, light and wide`);
        }
        await openSurface({ page, open }, surface, "dark");
        await assertAccessible(page, `${surface.query}, dark and narrow`);
      }
      await page.setViewportSize({ width: 1280, height: 900 });
    });

    await t.step("two compared cards that fit are in one row", async () => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await open("?widget=001_counter&view=compare");
      await page.locator(".shell-compared").nth(1).waitFor();
      const [light, dark] = await page.locator(".shell-compared").all();
      assert.equal((await light!.boundingBox())!.y, (await dark!.boundingBox())!.y, "both fit into one row");
      await page.setViewportSize({ width: 1280, height: 900 });
    });

    await t.step("a window of 1,280 pixels has room for a card of four cells between the bars", async () => {
      await open(SURFACES[0].query);
      await waitForCard(page);
      const room = await page.locator("main").evaluate((main) => {
        const { paddingLeft, paddingRight } = getComputedStyle(main);
        return main.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
      });
      assert.ok(room >= 720, `${room}`);
    });

    await t.step("the rail is resized by keyboard and pointer, and keeps its size", async () => {
      await open(SURFACES[0].query);
      await waitForCard(page);
      const { width } = await railSize();
      await handle.press("ArrowLeft");
      assert.deepEqual((await railSize()).width, width + 16);
      assert.equal(await handle.getAttribute("aria-valuenow"), String(width + 16));
      await handle.press("End");
      assert.equal(await handle.getAttribute("aria-valuenow"), await handle.getAttribute("aria-valuemax"));
      const main = (await page.locator("main").boundingBox())!;
      assert.ok(main.width >= 360, `${main.width} pixels are left for the card`);
      await handle.press("Home");
      assert.equal((await railSize()).width, 240);
      const { x, y } = (await handle.boundingBox())!;
      await page.mouse.move(x + 5, y + 200);
      await page.mouse.down();
      await page.mouse.move(x - 95, y + 210, { steps: 4 });
      await page.mouse.up();
      const { width: dragged } = await railSize();
      assert.ok(Math.abs(dragged - 340) <= 6, `${dragged}`);
      await page.reload();
      await waitForCard(page);
      assert.equal((await railSize()).width, dragged);
    });

    await t.step("the rail is hidden and put at the bottom, and stays there", async () => {
      await page.keyboard.press("a");
      await rail.waitFor({ state: "detached" });
      const details = page.getByRole("button", { name: "Details" });
      assert.equal(await details.getAttribute("aria-expanded"), "false");
      await page.reload();
      await waitForCard(page);
      assert.equal(await rail.count(), 0);
      await details.click();
      await rail.waitFor();
      await page.keyboard.press("b");
      await page.locator(".shell-rail[data-place=bottom]").waitFor();
      const { height } = await railSize();
      await handle.press("ArrowUp");
      assert.equal((await railSize()).height, height + 16);
      await assertAccessible(page, "the panels at the bottom");
      await page.reload();
      await waitForCard(page);
      assert.equal((await railSize()).height, height + 16);
      const main = (await page.locator("main").boundingBox())!;
      assert.equal(Math.round(main.y + main.height), Math.round((await rail.boundingBox())!.y));
      await chooseMore(page, "Side");
      await page.locator(".shell-rail[data-place=side]").waitFor();
    });

    await t.step("a stored layout that is not one is ignored", async () => {
      for (const junk of ["{", "7", '{"place":"top","width":"wide","height":-1,"isHidden":1}']) {
        await page.evaluate((junk) => localStorage.setItem("tck-preview:rail", junk), junk);
        await page.reload();
        await waitForCard(page);
        assert.deepEqual(
          [await rail.getAttribute("data-place"), (await railSize()).width],
          ["side", 272],
          junk,
        );
      }
    });

    await t.step("the card has the full screen until Escape, and keeps its state", async () => {
      await card.getByRole("button", { name: "Clicked 0" }).click();
      await page.getByLabel("Search widgets").fill("00");
      await page.locator("main").focus();
      for (const leave of ["Escape", "f", "button"]) {
        await page.keyboard.press("f");
        await page.locator(".shell-header").waitFor({ state: "hidden" });
        assert.equal(await page.locator(":is(.shell-sidebar, .shell-rail):visible").count(), 0);
        assert.deepEqual(await page.locator("main").boundingBox(), { x: 0, y: 0, width: 1280, height: 900 });
        await assertAccessible(page, "the full screen");
        if (leave === "button") await page.getByRole("button", { name: "Leave full screen" }).click();
        else await page.keyboard.press(leave);
        await page.locator(".shell-header").waitFor();
        assert.equal(await page.evaluate(() => document.activeElement?.id), "shell-main");
      }
      await card.getByRole("button", { name: "Clicked 1" }).waitFor();
      assert.equal(
        await page.getByLabel("Search widgets").inputValue(),
        "00",
        "the list keeps its state, too",
      );
      await page.getByLabel("Search widgets").fill("");
    });

    await t.step("the states of every widget are opened in the list by the arrow keys", async () => {
      const picker = page.getByRole("navigation", { name: "Widgets" });
      const states = picker.getByRole("link", { name: "other", exact: true });
      await page.getByLabel("Search widgets").press("ArrowDown");
      assert.equal(await states.count(), 1, "of the shown widget");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowDown");
      await page.waitForFunction(() => document.activeElement?.textContent?.startsWith("002_other"));
      await page.keyboard.press("ArrowRight");
      await states.nth(1).waitFor();
      await page.keyboard.press("ArrowRight");
      await page.waitForFunction(() => document.activeElement?.textContent === "other");
      await page.keyboard.press("ArrowLeft");
      await page.waitForFunction(() => document.activeElement?.textContent?.startsWith("002_other"));
      await page.keyboard.press("ArrowLeft");
      await states.nth(1).waitFor({ state: "detached" });
      await picker.getByRole("button", { name: "States of 002_other" }).click();
      await states.nth(1).click();
      await page.getByRole("heading", { name: "Hello Grace" }).waitFor();
      assert.equal(new URL(page.url()).searchParams.get("widget"), "002_other");
    });

    await t.step("a closed panel has the number of its messages, violations or diagnostics", async () => {
      await open(SURFACES[0].query);
      await waitForCard(page);
      const badge = (panel: string) => page.locator(`[data-panel="${panel}"] .shell-badge`);
      await page.evaluate('console.log("one"); console.error("two"); console.error("two")');
      await badge("console").getByText("3").waitFor();
      assert.equal(await badge("console").getAttribute("data-error"), "true");
      assert.match((await badge("console").textContent())!, /^3 messages$/);
      await project.write(
        STYLES,
        `.counter {\n  color: #abcdef; ${"--long: calc(1px + 2px); ".repeat(9)}\n}\n`,
      );
      await page.getByText("The build accepts this widget, with warnings.").waitFor();
      assert.equal(await badge("diagnostics").count(), 0, "its panel is open");
      await page.locator('[data-panel="diagnostics"] summary').click();
      assert.match((await badge("diagnostics").textContent())!, /^1 diagnostic$/);
      const accessibility = page.locator('[data-panel="accessibility"]');
      await accessibility.locator("summary").click();
      await accessibility.getByRole("button", { name: "Check" }).click();
      await accessibility.getByText("Elements must meet minimum color contrast").waitFor();
      await accessibility.locator("summary").click();
      assert.match((await badge("accessibility").textContent())!, /^\d+ violations?$/);
      await toolbarSelect(page, "Size").selectOption("2x2");
      await badge("accessibility").waitFor({ state: "detached" });
    });

    await t.step("a long line of code goes on in the next one", async () => {
      await page.locator('[data-panel="diagnostics"] summary').click();
      await page.locator('[data-panel="source"] summary').click();
      for (const name of ["Source", `${STYLES}, line 2`]) {
        const code = page.getByRole("region", { name });
        await code.locator("span > span").nth(2).waitFor();
        assert.equal(
          await code.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
          0,
          name,
        );
      }
    });

    await t.step("every stop of the Tab key shows that it has the focus", async () => {
      await open(SURFACES[0].query);
      await waitForCard(page);
      await page.getByRole("button", { name: "Add action" }).waitFor();
      await page.waitForFunction(() =>
        !document.querySelector(".shell-rail")!.textContent!.includes("Loading…")
      );
      const stops = await listStops(page);
      assert.ok(stops.length > 25, `${stops.length} stops`);
      assert.deepEqual(stops.filter(({ isVisible }) => !isVisible), []);
      assert.ok(stops.some(({ name }) => name === "Size of the panels"));
    });

    await t.step("fields and boxes are the shell's own", async () => {
      await open("?view=feed");
      const file = page.locator("input[type=file]");
      await file.waitFor({ state: "attached" });
      assert.equal((await file.boundingBox())!.width, 1, "the browser's text of the field is not shown");
      await page.keyboard.press("?");
      const box = page.getByLabel("Keys of one character run commands");
      assert.equal(await box.evaluate((box) => getComputedStyle(box).appearance), "none");
      await page.keyboard.press("Escape");
    });

    assert.deepEqual(errors, []);
  });
});

/** Asserts that compared cards that do not fit beside the others are below them. */
async function assertRows(page: Page): Promise<void> {
  await page.locator(".shell-compared").nth(3).waitFor();
  const { tops, overflow } = await page.locator(".shell-compare").evaluate((list) => ({
    tops: [...list.children].map((each) => each.getBoundingClientRect().top),
    overflow: list.scrollWidth - list.clientWidth,
  }));
  assert.ok(new Set(tops).size > 1, `the tops of the cards: ${tops}`);
  assert.ok(overflow <= 0, `${overflow} pixels too wide`);
}

/** Goes through the page by the Tab key, until it leaves the page. */
async function listStops(page: Page): Promise<{ name: string; isVisible: boolean }[]> {
  const stops: { name: string; isVisible: boolean }[] = [];
  for (;;) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(() => {
      let element = document.activeElement;
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
      if (element === null || element === document.body) return null;
      const isMarked = (one: Element | null, pseudo?: string) => {
        if (one === null) return false;
        const { outlineStyle, outlineWidth, backgroundColor, content } = getComputedStyle(one, pseudo);
        const isDrawn = pseudo !== undefined && content !== "none" && backgroundColor !== "rgba(0, 0, 0, 0)";
        return isDrawn || (outlineStyle !== "none" && outlineWidth !== "0px");
      };
      const isVisible = isMarked(element) || isMarked(element.nextElementSibling) ||
        isMarked(element, "::before");
      return { name: element.getAttribute("aria-label") ?? element.textContent!.slice(0, 30), isVisible };
    });
    if (stop === null || stops.length > 120) return stops;
    stops.push(stop);
  }
}
