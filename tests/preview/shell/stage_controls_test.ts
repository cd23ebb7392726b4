import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import {
  assertAccessible,
  assertNoOverflow,
  chooseMore,
  counterSource,
  toolbarSelect,
  waitForCard,
  withShell,
} from "./shell_page.ts";

const SOURCE = "widgets/001_counter/widget.tck.tsx";
const STYLES = "widgets/001_counter/widget.css";

Deno.test("the controls of the stage, the card and the URL are in sync", async (t) => {
  const files = {
    [SOURCE]: counterSource(),
    [STYLES]: "h1, p, article { color: rgb(9, 9, 9) }",
  };
  await withShell(files, async ({ page, open, errors }) => {
    const parameter = (name: string) => new URL(page.url()).searchParams.get(name);

    await t.step(
      "the theme applies to the shell and the widget, and is stored for the next visit",
      async () => {
        await open();
        await page.getByText("en light").waitFor();
        await page.getByRole("radio", { name: "Dark" }).check();
        await page.getByText("en dark").waitFor();
        assert.equal(parameter("theme"), "dark");
        await open();
        await page.getByText("en dark").waitFor();
        await open("?theme=light");
        await page.getByText("en light").waitFor();
      },
    );

    await t.step("size and state are read from the URL and written to it", async () => {
      await open("?widget=001_counter&size=2x2&state=other");
      await page.getByRole("heading", { name: "Hello Grace" }).waitFor();
      const box = (await page.locator("article").boundingBox())!;
      assert.equal(box.width, box.height);
      await toolbarSelect(page, "State").selectOption({ label: "default" });
      await page.getByRole("heading", { name: "Hello Ada" }).waitFor();
      await toolbarSelect(page, "Size").selectOption("fill-auto");
      await toolbarSelect(page, "Width").selectOption("narrow");
      assert.deepEqual(["state", "size", "feedWidth"].map(parameter), [null, "fill-auto", "narrow"]);
      assert.equal((await page.locator("article").boundingBox())!.width, 360);
    });

    await t.step("languages are applied to the card, rejected with a reason, and reset", async () => {
      await open("?theme=light");
      const field = page.getByLabel("Language tags, best first");
      await field.fill("fr, de-AT");
      await field.press("Enter");
      await page.getByText("de light").waitFor();
      await field.fill("de_AT");
      await page.getByRole("button", { name: "Apply" }).click();
      await page.getByText('Cannot use "de_AT"', { exact: false }).waitFor();
      assert.equal(await page.getByText("de light").count(), 1);
      await field.fill("");
      await page.getByRole("button", { name: "Apply" }).click();
      await page.getByText("en light").waitFor();
      await page.getByRole("button", { name: "Reset", exact: true }).click();
      await page.getByText("Each card follows its configuration").waitFor();
      assert.equal(parameter("locale"), null);
    });

    await t.step(
      "the shell's styles do not affect the widget, and the widget's do not affect the shell",
      async () => {
        const color = (selector: string) =>
          page.locator(selector).first().evaluate((element) => getComputedStyle(element).color);
        assert.equal(await color(".counter p"), "rgb(9, 9, 9)");
        assert.notEqual(await color("h1"), "rgb(9, 9, 9)");
        assert.notEqual(await color(".shell-rail p"), "rgb(9, 9, 9)");
        const font = await page.locator(".counter p").first().evaluate((element) =>
          getComputedStyle(element).fontSize
        );
        assert.equal(font, "16px");
      },
    );

    await t.step("a frame shows the same card at its full height", async () => {
      await chooseMore(page, "Frame");
      const framed = page.frameLocator("iframe").locator("article");
      await framed.getByText("Hello Ada").waitFor();
      assert.deepEqual(await waitForCard(page), { ready: true, error: null });
      const inner = (await framed.boundingBox())!.height;
      await page.waitForFunction(
        (height) => document.querySelector("iframe")!.clientHeight >= height,
        inner,
      );
      assert.equal(parameter("mount"), "iframe");
    });

    await t.step("what another frame of the page says about a card is ignored", async () => {
      const height = () => document.querySelector<HTMLElement>("iframe.shell-frame")!.style.blockSize;
      const before = await page.evaluate(height);
      await page.evaluate(() => {
        const other = document.createElement("iframe");
        other.name = "other";
        document.body.append(other);
        const received = new Promise<void>((resolve) => {
          globalThis.addEventListener("message", ({ source, data }) => {
            if (source === other.contentWindow && data.type === "tck:frame-palette") resolve();
          });
        });
        Object.assign(globalThis, { received });
      });
      // Called there, so that the messages are that frame's.
      await page.frame("other")!.evaluate(() => {
        const marks = { ready: false, error: "another frame" };
        for (
          const message of [{ type: "tck:frame-card", height: 4_321, marks }, { type: "tck:frame-palette" }]
        ) {
          parent.postMessage(message, parent.location.origin);
        }
      });
      await page.evaluate(async () => {
        await (globalThis as unknown as { received: Promise<void> }).received;
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        document.querySelector("iframe[name=other]")!.remove();
      });
      assert.equal(await page.evaluate(height), before);
      assert.deepEqual(await waitForCard(page), { ready: true, error: null });
      assert.equal(await page.getByRole("combobox", { name: "Search commands" }).count(), 0);
    });

    await t.step("a frame keeps its state when the view changes, and follows it", async () => {
      const framed = page.frameLocator("iframe").locator("article");
      await framed.getByRole("button", { name: "Clicked 0" }).click();
      await page.getByRole("radio", { name: "Dark" }).check();
      await framed.getByText("en dark").waitFor();
      await chooseMore(page, "Sky");
      await toolbarSelect(page, "Size").selectOption("2x2");
      await page.frameLocator("iframe").locator("[data-size='2x2'] article").waitFor();
      await page.getByLabel("Language tags, best first").fill("de");
      await page.getByRole("button", { name: "Apply" }).click();
      await framed.getByText("de dark").waitFor();
      assert.equal(await framed.getByRole("button").textContent(), "Clicked 1");
      assert.equal(parameter("size"), "2x2");
      await toolbarSelect(page, "State").selectOption({ label: "other" });
      await framed.getByText("Hello Grace").waitFor();
    });

    await t.step("Ctrl+K in a frame opens the palette of the page, and Escape goes back", async () => {
      const button = page.frameLocator("iframe").locator("article").getByRole("button");
      await button.focus();
      await page.keyboard.press("Control+k");
      const field = page.getByRole("combobox", { name: "Search commands" });
      await field.waitFor();
      await page.waitForFunction(() => document.activeElement?.matches(".shell-palette input"));
      await page.keyboard.type("link");
      assert.equal(await field.inputValue(), "link");
      await page.keyboard.press("Escape");
      await field.waitFor({ state: "detached" });
      await page.waitForFunction(() => document.activeElement?.matches("iframe"));
    });

    await t.step(
      "a copied link shows the same elsewhere, and what is unknown leaves it with a notice",
      async () => {
        const link = page.url();
        const context = await page.context().browser()!.newContext({ colorScheme: "light" });
        const other = await context.newPage();
        await other.goto(link);
        await other.frameLocator("iframe").getByText("Hello Grace").waitFor();
        await other.frameLocator("iframe").getByText("en dark").waitFor();
        assert.equal(other.url(), link);
        await context.close();
        await open("?widget=001_counter&size=4x4&state=nobody&theme=blue&mount=inline");
        await page.getByText("001_counter does not have the size 4x4. Shown: fill-auto.").waitFor();
        await page.getByText("001_counter does not have the state “nobody”. Shown: the default state.")
          .waitFor();
        await page.getByText("The address had theme=blue").waitFor();
        assert.deepEqual(["state", "size", "theme"].map(parameter), [null, "fill-auto", "dark"]);
        await page.getByRole("button", { name: "Dismiss" }).click();
        await page.getByText("does not have the size").waitFor({ state: "detached" });
      },
    );

    await t.step("without chrome only the card is shown", async () => {
      await open("?chrome=none&widget=001_counter&locale=de&theme=dark");
      await page.getByText("de dark").waitFor();
      assert.equal(await page.getByRole("navigation").count(), 0);
      await open("?chrome=none&widget=nobody");
      assert.deepEqual(await waitForCard(page), { ready: false, error: "missing" });
    });

    await t.step("the keyboard can reach the picker, move through it, and skip it", async () => {
      await open();
      await page.keyboard.press("Tab");
      assert.equal(await focused(page), "Skip to the stage");
      await page.getByLabel("Search widgets").focus();
      await page.keyboard.press("ArrowDown");
      assert.match(await focused(page), /^001_counter/);
      await page.keyboard.press("ArrowUp");
      assert.equal(
        await page.getByLabel("Search widgets").evaluate((field) => field === document.activeElement),
        true,
      );
    });

    await t.step("there is no accessibility fault, wide or narrow, light or dark", async () => {
      await open("?theme=light");
      await waitForCard(page);
      await page.getByText("The build accepts this widget").waitFor({ timeout: 60_000 });
      // Every width in both themes is in accessibility_soak.ts.
      for (const [theme, width] of [["light", 1280], ["dark", 360]] as const) {
        await page.getByRole("radio", { name: theme === "dark" ? "Dark" : "Light" }).check();
        await page.setViewportSize({ width, height: 900 });
        await assertAccessible(page, `${theme} at ${width} pixels`);
        await assertNoOverflow(page, `${theme} at ${width} pixels`);
      }
    });

    await t.step("below 900 pixels the picker and the panels are drawers", async () => {
      const list = page.getByRole("navigation", { name: "Widgets" });
      const button = page.getByRole("button", { name: "Widgets" });
      await open("?theme=dark");
      await waitForCard(page);
      for (const width of [880, 768]) {
        await page.setViewportSize({ width, height: 700 });
        await list.waitFor({ state: "hidden" });
        await button.press("Enter");
        await list.waitFor();
        if (width === 768) await assertAccessible(page, "the picker as a drawer");
        await page.keyboard.press("Escape");
        await list.waitFor({ state: "detached" });
        await page.waitForFunction(() => document.activeElement?.textContent === "Widgets");
        await page.getByRole("button", { name: "Details" }).click();
        await page.getByRole("dialog", { name: "About the widget" }).getByText("Manifest id").waitFor();
        if (width === 768) await assertAccessible(page, "the panels as a drawer");
        await page.keyboard.press("Escape");
        await page.getByRole("dialog").waitFor({ state: "detached" });
      }
    });

    await t.step("a choice in a drawer closes it and moves the focus to the content", async () => {
      await page.getByRole("button", { name: "Widgets" }).click();
      await page.getByRole("dialog").getByRole("link", { name: "001_counter" }).click();
      await page.waitForFunction(() => document.activeElement === document.querySelector("main"));
    });

    assert.deepEqual(errors, []);
  });
});

async function focused(page: Page): Promise<string> {
  return await page.evaluate(() => document.activeElement?.textContent ?? "");
}
