import assert from "node:assert/strict";
import type { ElementHandle, Page } from "puppeteer-core";
import { openPreview } from "../../../preview/server/start.ts";
import { openFirefox, type TestFirefox } from "../../browser/firefox.ts";
import { hasPrograms } from "../../servers/programs.ts";
import { makeBundle } from "../session/bundles.ts";
import { Project } from "../session/project.ts";
import { waitFor } from "./frame_page.ts";
import { findLayoutFaults, readLayout } from "./layout_facts.ts";
import { counterSource } from "./shell_page.ts";

const SOURCE = "widgets/001_counter/widget.tck.tsx";

if (await hasPrograms(["firefox-esr"], "the preview in Firefox", "firefox-esr")) {
  Deno.test("Firefox: the Stage, an edit, the viewport, the comparison, the slots, the palette and a dropped bundle work as in Chromium", async (t) => {
    await using project = await Project.create({
      [SOURCE]: counterSource(),
      "widgets/001_counter/widget.css": ".counter { padding: 20px }",
      "widgets/002_other/widget.tck.tsx": counterSource({ state: "Eve" }),
      "widgets/002_other/widget.css": "",
      "node_modules/.keep": "",
    });
    const preview = await openPreview({ cwd: project.path, port: 0 });
    let firefox: TestFirefox | null = null;
    try {
      firefox = await openFirefox();
      const page = await firefox.newPage();
      await page.setViewport({ width: 1280, height: 900 });
      page.setDefaultTimeout(60_000);
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(String(error)));
      page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
      await page.goto(preview.url);

      await t.step("the keyboard alone finds a widget in the picker and shows it", async () => {
        await waitForText(page, "Hello Ada");
        await page.waitForSelector(".shell-rows a");
        await page.keyboard.press("/");
        await page.keyboard.type("002");
        await page.waitForFunction(() => document.querySelectorAll(".shell-rows a").length === 1);
        await page.keyboard.press("ArrowDown");
        await page.waitForFunction(() => document.activeElement?.matches(".shell-rows a"));
        await page.keyboard.press("Enter");
        await waitForText(page, "Hello Eve");
        await page.goBack();
        await waitForText(page, "Hello Ada");
      });

      await t.step("an edit is painted, and the card keeps its state", async () => {
        await click(page, "::-p-text(Clicked 0)");
        await waitForText(page, "Clicked 1");
        await project.write(SOURCE, counterSource({ text: "second text" }));
        await waitForText(page, "second text");
        await waitForText(page, "Clicked 1");
      });

      await t.step("the viewport changes the card's width, direction, colours and preferences", async () => {
        await page.focus(".shell-width-handle");
        await page.keyboard.press("Home");
        await waitForText(page, "320 ×");
        await click(page, '::-p-aria([name="Viewport"][role="button"])');
        for (
          const [label, value] of [["Direction", "rtl"], ["Vision", "achromatopsia"], ["Motion", "reduce"]]
        ) {
          const field = await page.waitForSelector(`::-p-aria([name="${label}"][role="combobox"])`);
          await field!.select(value!);
        }
        await page.waitForSelector("main article[dir=rtl]");
        await page.waitForFunction(() => {
          const card = document.querySelector<HTMLElement>(".shell-viewport-card")!;
          return card.style.filter !== "" && matchMedia("(prefers-reduced-motion: reduce)").matches;
        });
        await page.keyboard.press("Escape");
        await page.waitForFunction(() => document.querySelector(".shell-popover:popover-open") === null);
        assert.match(page.url(), /width=320.*direction=rtl&vision=achromatopsia&motion=reduce/);
        await waitForText(page, "Clicked 1");
      });

      await t.step("the card has the room in every width of the window, and the rail its size", async () => {
        for (const width of [1440, 1024, 900, 768, 390]) {
          await page.setViewport({ width, height: 900 });
          // React shows what the new width asks for in one of the next frames.
          await page.waitForFunction(
            (wide) => (document.querySelector(".shell-sidebar") !== null) === wide,
            {},
            width >= 900,
          );
          await page.waitForFunction(
            (below) => (document.querySelector(".shell-main > .shell-toolbar") !== null) === below,
            {},
            width < 576,
          );
          assert.deepEqual(findLayoutFaults(await page.evaluate(readLayout), width), [], `at ${width}`);
        }
        await page.setViewport({ width: 1280, height: 900 });
        await page.focus(".shell-rail-handle");
        await page.keyboard.press("Home");
        await page.waitForSelector('.shell-rail-handle[aria-valuenow="240"]');
        assert.equal(await page.$eval(".shell-rail", (rail) => rail.getBoundingClientRect().width), 240);
        await page.keyboard.press("b");
        const rail = await page.waitForSelector('.shell-rail[data-place="bottom"]');
        const [above, below] = [await page.$("main"), rail!];
        const [main, panels] = [await above!.boundingBox(), await below.boundingBox()];
        assert.equal(Math.round(main!.y + main!.height), Math.round(panels!.y));
        await page.keyboard.press("b");
        await page.waitForSelector('.shell-rail[data-place="side"]');
        await page.keyboard.press("f");
        await page.waitForSelector(".shell-header", { hidden: true });
        await page.waitForSelector(".shell-rail", { hidden: true });
        await page.keyboard.press("Escape");
        await page.waitForSelector(".shell-header", { visible: true });
        await waitForText(page, "Clicked 1");
      });

      await t.step("controls that are chosen seldom open below their button", async () => {
        await click(page, '::-p-aria([name="More"][role="button"])');
        const group = await page.waitForSelector('::-p-aria([name="More"][role="group"])');
        await page.waitForSelector(".shell-popover:popover-open input");
        const [button, popover] = [await page.$(".shell-header-end .shell-popover-button"), group!];
        const [of, at] = [await button!.boundingBox(), await popover.boundingBox()];
        assert.ok(at!.y >= of!.y + of!.height && at!.y < of!.y + of!.height + 20, JSON.stringify([of, at]));
        assert.ok(at!.x + at!.width <= 1280 && at!.x <= of!.x + of!.width, JSON.stringify([of, at]));
        await page.keyboard.press("Escape");
        await page.waitForFunction(() => document.querySelector(".shell-popover:popover-open") === null);
      });

      await t.step("variants are compared side by side, each in a frame", async () => {
        await page.keyboard.press("v");
        await waitForFrames(page, "light", "dark");
        const axis = await page.waitForSelector('::-p-aria([name="Compare"][role="combobox"])');
        await axis!.select("states");
        await waitForFrames(page, "Ada", "Grace");
        await page.keyboard.press("s");
        await waitForText(page, "Hello Ada");
      });

      await t.step("an action that is added in the slots panel is on the card", async () => {
        await click(page, '[data-panel="slots"] ::-p-aria(Add action)');
        await waitForText(page, "New action");
      });

      await t.step("the palette runs a command", async () => {
        await page.keyboard.down("Control");
        await page.keyboard.press("k");
        await page.keyboard.up("Control");
        await page.waitForSelector('input[role="combobox"]:focus');
        await page.keyboard.type("canvas");
        await page.waitForSelector('::-p-aria([name="Open the Canvas c"][role="option"])');
        await page.keyboard.press("Enter");
        await waitForText(page, "No feeds yet");
      });

      await t.step("a dropped bundle is a feed", async () => {
        await drop(page, "001_dropped.tckb", await makeBundle("Dropped"));
        await waitForText(page, "Dropped");
        await page.waitForFunction(() => location.search.includes("canvasView=local-"));
      });

      await t.step("Print shows the feed's page in a frame and prints it", async () => {
        // A headless browser has no dialog.
        await page.evaluateOnNewDocument(() => {
          globalThis.print = () => void (document.documentElement.dataset.printed = "true");
        });
        await click(page, '::-p-aria([name="More"][role="button"])');
        await click(page, '::-p-aria([name="Print"][role="button"])');
        const frame = await (await page.waitForSelector("iframe.shell-print"))!.contentFrame();
        await frame!.waitForSelector("html[data-printed]");
        const text = await frame!.$eval("article", (card) => card.shadowRoot!.textContent);
        assert.match(text, /Dropped/);
      });
      assert.deepEqual(errors, []);
    } finally {
      await firefox?.close();
      await preview.close();
    }
  });
}

async function waitForText(page: Page, text: string): Promise<void> {
  await page.waitForSelector(`main ::-p-text(${text})`);
}

/** Waits until the cards side by side have these texts, one each. */
async function waitForFrames(page: Page, ...texts: string[]): Promise<void> {
  await waitFor(`frames with ${texts.join(", ")}`, async () => {
    const shown = await Promise.all((await page.$$("iframe")).map(readCard));
    return shown.length === texts.length && shown.every((text, index) => text.includes(texts[index]!)) ||
      null;
  });
}

async function readCard(frame: ElementHandle<HTMLIFrameElement>): Promise<string> {
  const framed = await frame.contentFrame();
  return await framed.evaluate(() => document.querySelector("article")?.shadowRoot?.textContent ?? "");
}

async function click(page: Page, selector: string): Promise<void> {
  await (await page.waitForSelector(selector))!.click();
}

/** Drops a file on the sidebar of the Canvas. */
async function drop(page: Page, name: string, bytes: Uint8Array): Promise<void> {
  await page.evaluate(
    (name, bytes) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([new Uint8Array(bytes)], name));
      const event = new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true });
      document.querySelector('nav[aria-label="Feeds and grids"]')!.dispatchEvent(event);
    },
    name,
    [...bytes],
  );
}
