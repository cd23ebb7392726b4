import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { temporaryFolder } from "../../hosts/cli/command_process.ts";
import { until } from "../../waiting/mod.ts";
import { makeBundle } from "../session/bundles.ts";
import {
  assertAccessible,
  assertNoOverflow,
  chooseMore,
  chooseViewport,
  toolbarSelect,
  waitForCard,
  withShell,
} from "./shell_page.ts";

const WIDGET = `import { useState } from "react";
import { defineManifest, useLocale, useTheme, useWidgetState } from "@tck/kit";

export const manifest = defineManifest({
  id: "w",
  title: "Weather",
  cardType: "feed",
  sizes: ["fill-auto", "2x2", "4x2"],
  languages: ["en", "fr"],
  defaultState: { name: "Ada" },
  states: { other: { name: "Grace" } },
});

export default function Widget() {
  const { name } = useWidgetState(manifest);
  const [clicks, setClicks] = useState(0);
  return (
    <div className="box" style={{ padding: 12, margin: "4px 0" }}>
      <p style={{ color: "rgb(200, 0, 0)", background: "white" }}>{name} {useLocale()} {useTheme()}</p>
      <button type="button" style={{ color: "inherit", background: "none" }} onClick={() => setClicks(clicks + 1)}>
        Clicked {clicks}
      </button>
    </div>
  );
}
`;

/** A widget that asks for the reader's preferences in its stylesheet, in an element and in its code. */
const PREFERENCES = `import { useSyncExternalStore } from "react";
import { defineManifest } from "@tck/kit";
import "./widget.css";

export const manifest = defineManifest({ id: "m", title: "Moving", cardType: "feed", sizes: ["fill-auto"] });

const list = () => matchMedia("(prefers-reduced-motion: reduce)");
const subscribe = (listener: () => void) => {
  const own = list();
  own.addEventListener("change", listener);
  return () => own.removeEventListener("change", listener);
};

export default function Widget() {
  const isReduced = useSyncExternalStore(subscribe, () => list().matches, () => false);
  return (
    <div className="box">
      {isReduced ? "still" : "moving"}
    </div>
  );
}
`;

const PREFERENCES_CSS = `.box { padding: 1px }
@layer x { @media (prefers-reduced-motion: no-preference) { .box { animation: turn 9s infinite } } }
.box { border: 0 solid } @media (prefers-contrast: more) { .box { border-width: 3px } }
@media (prefers-reduced-motion) and (min-width: 1px) { .box { padding: 2px } }
@keyframes turn { to { opacity: 0.9 } }
`;

/** The address of pictures. */
const PICTURE = "/__tck/picture";

Deno.test("the viewport of the stage is set by mouse and keyboard, and is in the address; variants are compared", async (t) => {
  const files = {
    "widgets/001_w/widget.tck.tsx": WIDGET,
    "widgets/002_m/widget.tck.tsx": PREFERENCES,
    "widgets/002_m/widget.css": PREFERENCES_CSS,
    "dist/001_w.tckb": await makeBundle("w"),
  };
  await withShell(files, async ({ project, page, errors, open }) => {
    await open("?widget=001_w&theme=light");
    assert.deepEqual(await waitForCard(page), { ready: true, error: null });
    const card = page.locator(".shell-main article");
    const readout = page.locator(".shell-readout");
    const handle = page.getByRole("slider", { name: "Width of the card" });
    const parameter = (name: string) => new URL(page.url()).searchParams.get(name);
    const width = async () => Math.round((await card.boundingBox())!.width);

    await t.step("the handle resizes the card, and its pixels are shown", async () => {
      await readout.getByText("480 ×").waitFor();
      await handle.press("ArrowLeft");
      await readout.getByText("470 ×").waitFor();
      await handle.evaluate((handle) => {
        // In quick succession: the card has the first width only after both.
        for (const [key, shiftKey] of [["ArrowRight", true], ["PageDown", false]] as const) {
          handle.dispatchEvent(new KeyboardEvent("keydown", { key, shiftKey, bubbles: true }));
        }
      });
      await readout.getByText("371 ×").waitFor();
      assert.deepEqual([parameter("width"), await width()], ["371", 371]);
      await handle.press("Home");
      await handle.press("ArrowLeft");
      await readout.getByText("320 ×").waitFor();
      const box = (await handle.boundingBox())!;
      await page.mouse.move(box.x + 4, box.y + box.height / 2);
      await page.mouse.down();
      await page.mouse.move(box.x + 54, box.y + box.height / 2, { steps: 5 });
      assert.equal(parameter("width"), "320", "the address is written at the end");
      await page.mouse.up();
      assert.ok(Math.abs(await width() - 430) < 20, String(await width()));
      assert.equal(parameter("width"), String(await width()));
      await card.getByRole("button", { name: "Clicked 0" }).click();
      await toolbarSelect(page, "Width").selectOption("narrow");
      await until("the card is narrow", async () => await width() === 360);
      assert.equal(parameter("width"), null);
      await toolbarSelect(page, "Width").selectOption("390");
      await readout.getByText("390 ×").waitFor();
      await toolbarSelect(page, "Width").selectOption("1280");
      await readout.getByText("1280 ×").waitFor();
      await assertNoOverflow(page, "a card wider than the stage");
      await toolbarSelect(page, "Width").selectOption("narrow");
      await card.getByRole("button", { name: "Clicked 1" }).waitFor();
    });

    await t.step("zoom, direction and vision change what is seen, not the card's size", async () => {
      await chooseViewport(page, "Zoom", "150");
      await until("the card is zoomed", async () => await width() === 540);
      await readout.getByText("360 ×").waitFor();
      await handle.press("ArrowRight");
      await readout.getByText("370 ×").waitFor();
      await chooseViewport(page, "Direction", "rtl");
      assert.equal(await card.getAttribute("dir"), "rtl");
      const direction = (element: Element) => getComputedStyle(element).direction;
      assert.equal(await card.locator("p").first().evaluate(direction), "rtl");
      await card.locator("p").first().evaluate((text) => text.replaceChildren("1 hr. ago"));
      await until("the number is first", () => card.locator("p").first().evaluate(readsInOrder));
      assert.equal(await card.getByRole("button").textContent(), "Clicked 1");
      await chooseViewport(page, "Vision", "achromatopsia");
      await until("the card is grey", () => isGrey(page));
      await assertAccessible(page, "zoomed, without colours");
      await page.reload();
      await card.locator("p").first().waitFor();
      assert.deepEqual(["width", "zoom", "direction", "vision"].map(parameter), [
        "370",
        "150",
        "rtl",
        "achromatopsia",
      ]);
      await until("the card is zoomed again", async () => await width() === 555);
      await until("the card is grey again", () => isGrey(page));
      await chooseViewport(page, "Vision", "full");
      await until("the card has its colours", async () => !await isGrey(page));
      await chooseViewport(page, "Direction", "auto");
      assert.equal(await card.getAttribute("dir"), "ltr");
      assert.doesNotMatch(await card.evaluate(({ shadowRoot }) => shadowRoot!.textContent), /\u200e/);
      await chooseViewport(page, "Zoom", "100");
    });

    await t.step(
      "overlays show outlines, and the box of an element under the pointer or focused",
      async () => {
        await page.keyboard.press("u");
        const box = card.locator(".box");
        const outline = () => box.evaluate((element) => getComputedStyle(element).outlineStyle);
        await page.waitForFunction(() => location.search.includes("overlay=outline"));
        await until("the outlines are shown", async () => await outline() === "solid");
        // The pointer is on the card before the measures are.
        await card.locator("p").first().hover();
        await page.keyboard.press("m");
        await page.waitForFunction(() => location.search.includes("overlay=measure"));
        await until("the outlines are gone", async () => await outline() === "none");
        const label = page.locator(".shell-measure-label");
        await label.getByText("p", { exact: true }).waitFor();
        // Within the card: neither the pointer nor the focus leaves its shadow root.
        await box.hover({ position: { x: 3, y: 3 } });
        await label.getByText("div.box").waitFor();
        assert.match((await label.textContent())!, /× .*margin 4 0 4 0.*padding 12 12 12 12/);
        const drawn = (await page.locator(".shell-measure-box").boundingBox())!;
        const measured = (await box.boundingBox())!;
        assert.deepEqual(
          [drawn.x, drawn.y, drawn.height].map(Math.round),
          [measured.x, measured.y - 4, measured.height + 8].map(Math.round),
        );
        await card.getByRole("button").focus();
        await label.getByText("button", { exact: true }).waitFor();
        await assertAccessible(page, "measured");
      },
    );

    await t.step("a card in a frame has the same viewport", async () => {
      const inline = (await readout.textContent())!;
      await chooseMore(page, "Frame");
      const framed = page.frameLocator("iframe");
      await framed.locator(".shell-measure").waitFor({ state: "attached" });
      await readout.getByText(inline.replace(/.*:/, "")).waitFor();
      await framed.locator("article p").first().hover();
      await framed.locator(".shell-measure-label").waitFor();
      await chooseViewport(page, "Direction", "rtl");
      await framed.locator("article[dir=rtl]").waitFor();
      await handle.press("End");
      await readout.getByText("1280 ×").waitFor();
      assert.equal(
        await framed.locator("article").evaluate((article: HTMLElement) => article.offsetWidth),
        1280,
      );
      await chooseMore(page, "Inline");
    });

    await t.step("the picture of the card is saved and copied as it is shown", async () => {
      await open("?widget=001_w&theme=dark&width=400&stateData=%7B%22name%22%3A%22Zoe%22%7D");
      await card.getByText("Zoe en dark").waitFor();
      const asked: unknown[] = [];
      page.on("request", (request) => {
        if (new URL(request.url()).pathname === PICTURE) asked.push(request.postDataJSON());
      });
      const [saved] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("p")]);
      assert.equal(saved.suggestedFilename(), "001_w.fill-auto.dark.png");
      await using folder = await temporaryFolder();
      const file = join(folder.path, "card.png"); // The browser is of another process.
      await saved.saveAs(file);
      const png = await readFile(file);
      assert.equal(png.subarray(1, 4).toString(), "PNG");
      assert.equal(png.readUInt32BE(16), 448, "the card and its margin");
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      // The server starts a browser for each picture, and has taken this one.
      const answer = { contentType: "image/png", body: png };
      await page.route(`**${PICTURE}`, (route) => route.fulfill(answer), { times: 1 });
      await page.keyboard.press("i");
      await page.getByText("The picture is copied").waitFor({ timeout: 60_000 });
      assert.equal(asked.length, 2);
      assert.deepEqual(asked[1], asked[0]);
      const types = await page.evaluate(async () => (await navigator.clipboard.read())[0]!.types);
      assert.ok(types.includes("image/png"));
      await open("?widget=nobody");
      await page.getByText("does not exist").waitFor();
      await page.keyboard.press("p");
      await page.getByText("Cannot take the picture: the Stage shows no card").waitFor();
    });

    await t.step(
      "preferences of a reader are simulated, inline and in a frame, also after an edit",
      async () => {
        await open("?widget=002_m&theme=light");
        // The text by matchMedia, the animation, padding and border by stylesheets.
        let frame = page.mainFrame();
        const seen = (...styles: string[]) =>
          frame.waitForFunction((expected) => {
            const box = document.querySelector("article")?.shadowRoot?.querySelector(".box");
            if (!box) return false;
            const { animationName, padding, borderWidth } = getComputedStyle(box);
            return [box.lastChild!.textContent, animationName, padding, borderWidth].join() === expected;
          }, styles.join());
        await seen("moving", "turn", "1px", "0px");
        await chooseViewport(page, "Motion", "reduce");
        await seen("still", "none", "2px", "0px");
        await chooseViewport(page, "Contrast", "more");
        await seen("still", "none", "2px", "3px");
        await project.write("widgets/002_m/widget.css", `${PREFERENCES_CSS}.box { margin: 7px }`);
        await page.waitForFunction(() => {
          const box = document.querySelector(".shell-main article")!.shadowRoot!.querySelector(".box")!;
          return getComputedStyle(box).margin === "7px";
        });
        await seen("still", "none", "2px", "3px");
        await chooseMore(page, "Frame");
        frame = (await (await page.waitForSelector("iframe")).contentFrame())!;
        await seen("still", "none", "2px", "3px");
        await chooseViewport(page, "Motion", "auto");
        await chooseViewport(page, "Contrast", "auto");
        await seen("moving", "turn", "1px", "0px");
        await chooseMore(page, "Inline");
        await card.getByText("moving").waitFor();
      },
    );

    await t.step("what the address may not have leaves it with a notice", async () => {
      await open("?widget=001_w&theme=light&width=99999&zoom=7&overlay=x");
      await page.getByText("The address had width=99999, which is not one of the whole numbers from 320")
        .waitFor();
      assert.deepEqual(["width", "zoom", "overlay"].map(parameter), [null, null, null]);
      // Every width in both themes is in accessibility_soak.ts.
      for (const [theme, size] of [["light", 1280], ["dark", 360]] as const) {
        await page.setViewportSize({ width: size, height: 900 });
        await open(`?widget=001_w&theme=${theme}`);
        await waitForCard(page);
        await page.getByRole("button", { name: /^Viewport/ }).click();
        await toolbarSelect(page, "Overlay").waitFor();
        await assertAccessible(page, `${theme} at ${size} pixels`);
        await assertNoOverflow(page, `${theme} at ${size} pixels`);
      }
    });
    await t.step("two to six variants of a widget are compared side by side", async (t) => {
      await page.setViewportSize({ width: 1280, height: 900 });
      await open("?widget=001_w&theme=light&state=other");
      await waitForCard(page);
      const framed = (choice: string) =>
        page.frameLocator(`[data-choice="${choice}"] iframe`).locator("article");
      const names = () => page.locator(".shell-compared > figcaption").allTextContents();

      await t.step("themes are compared first, with the stage's state", async () => {
        await page.getByRole("link", { name: "Compare" }).press("Enter");
        await framed("light").getByText("Grace en light").waitFor();
        await framed("dark").getByText("Grace en dark").waitFor();
        assert.deepEqual([parameter("view"), parameter("widget")], ["compare", "001_w"]);
        for (const theme of ["Dark", "Light"]) {
          await page.getByRole("radio", { name: theme }).check();
          await assertAccessible(page, `compared in ${theme}`);
        }
      });

      await t.step("sizes, languages and states are chosen, and are in the address", async () => {
        await toolbarSelect(page, "Compare").selectOption({ label: "Sizes" });
        await framed("4x2").getByText("Grace en light").waitFor();
        assert.deepEqual(await names(), ["fill-auto", "2x2", "4x2"]);
        await page.getByRole("button", { name: /^Variants/ }).click();
        await page.getByRole("checkbox", { name: "2x2" }).uncheck();
        assert.deepEqual(await names(), ["fill-auto", "4x2"]);
        assert.equal(await page.getByRole("checkbox", { name: "4x2" }).isDisabled(), true);
        assert.equal(parameter("compared"), '["fill-auto","4x2"]');
        await page.reload();
        await framed("4x2").getByText("Grace en light").waitFor();
        assert.deepEqual(await names(), ["fill-auto", "4x2"], "after a reload");
        await toolbarSelect(page, "Compare").selectOption({ label: "Languages" });
        await framed("fr").getByText("Grace fr light").waitFor();
        assert.equal(parameter("compared"), null);
        await toolbarSelect(page, "Compare").selectOption({ label: "States" });
        await framed("=other").getByText("Grace en light").waitFor();
        await framed("").getByText("Ada en light").waitFor();
        await assertAccessible(page, "states");
        await page.setViewportSize({ width: 390, height: 800 });
        await assertNoOverflow(page, "compared on a phone");
        const lefts = await page.locator(".shell-compared").evaluateAll((all) =>
          all.map((one) => one.getBoundingClientRect().left)
        );
        assert.equal(new Set(lefts).size, 1, `the cards are below each other: ${lefts}`);
        await page.setViewportSize({ width: 1280, height: 900 });
      });

      await t.step("the palette compares the sources with the built bundle", async () => {
        await page.keyboard.press("s");
        await page.getByRole("heading", { level: 1, name: "Weather", exact: true }).waitFor();
        await page.keyboard.press("Control+k");
        await page.getByRole("dialog").getByRole("combobox").fill("compare versions");
        await page.keyboard.press("Enter");
        await framed("001_w").getByText("Grace en light").waitFor();
        const versions = await names();
        assert.equal(versions.length, 2);
        assert.match(versions[1]!, /001_w\.tckb \(/);
        await page.locator(".shell-compared").nth(1).locator("iframe").waitFor();
      });

      await t.step("a list that the widget does not have leaves the address with a notice", async () => {
        await open("?view=compare&widget=001_w&theme=light&compare=sizes&compared=%5B%229x9%22%5D");
        await page.getByText("The address had compared=").waitFor();
        assert.equal(parameter("compared"), null);
        assert.deepEqual(await names(), ["fill-auto", "2x2", "4x2"]);
      });
    });
    assert.deepEqual(errors, []);
  });
});

/** Whether the red text of the card is painted without a colour. */
async function isGrey(page: Page): Promise<boolean> {
  const text = page.locator(".shell-main article p").first();
  const png = (await text.screenshot()).toString("base64");
  return await page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d")!;
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    for (let at = 0; at < data.length; at += 4) if (data[at]! - data[at + 1]! > 40) return false;
    return true;
  }, png);
}

/** Runs in the page: whether the number with which a text begins is on the left of its last letter. */
function readsInOrder(element: Element): boolean {
  const text = element.firstChild as Text;
  const place = (index: number) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + 1);
    return range.getBoundingClientRect().left;
  };
  return place(text.data.search(/\d/)) < place(text.data.length - 1);
}
