import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { writeTckb } from "../../../core/tckb/mod.ts";
import { sealPage } from "../../../web/canvas/sealed_page/mod.ts";
import { openFirefox } from "../../browser/firefox.ts";
import { temporaryFolder } from "../../hosts/cli/command_process.ts";
import { nameTestsOf } from "../../servers/programs.ts";
import { openHostAssets } from "../host_assets.ts";
import { buildSampleProject } from "../projects/sample_projects.ts";

const run = promisify(execFile);

/** The figures of the sample card of a fixed size, below their labels. */
const ROOMS = { Kitchen: "20.8°", Bedroom: "16.9°", Bath: "23.2°", Study: "19.1°", Cellar: "12.3°" };

const ofFirefox = await nameTestsOf(["firefox-esr", "pdftotext"], "firefox-esr poppler-utils");

Deno.test({
  ...ofFirefox(
    "Firefox prints the figures of a card of a fixed size below their labels, as they are in the window",
  ),
  async fn() {
    await using folder = await temporaryFolder();
    const bundles = [...await buildSampleProject("home")];
    const cards = await Promise.all(bundles.map(async ([id, { hash, manifest, ...parts }]) => {
      const envelope = await writeTckb({ manifest, ...parts });
      return { widget: { id, manifest, bundle: { hash, size: envelope.length } }, envelope };
    }));
    const { html } = await sealPage(cards, {
      assets: await openHostAssets(),
      title: "Page",
      heading: { text: "Morning brief", localDate: "2026-03-01", date: "Sunday, 1 March 2026" },
      theme: "light",
      locales: ["en"],
      timeZone: "Europe/Berlin",
    });
    const file = join(folder.path, "page.html");
    await writeFile(file, html);
    const browser = await openFirefox();
    try {
      const page = await browser.newPage();
      await page.setViewport({ width: 800, height: 1000 });
      await page.goto(pathToFileURL(file).href);
      await page.waitForSelector("#canvas-feed-root[data-state=ready]");
      const sizes = await page.evaluate(readOwnSizes);
      const distances = await page.evaluate(readDistances);
      const pdf = join(folder.path, "page.pdf");
      await writeFile(pdf, await page.pdf({ format: "A4" }));
      const { stdout } = await run("pdftotext", ["-bbox", pdf, "-"]);
      for (const [label, figure] of Object.entries(ROOMS)) {
        const distance = placeOf(stdout, figure).yMin - placeOf(stdout, label).yMax;
        const expected = POINTS * distances[label]!;
        assert.ok(
          Math.abs(distance - expected) < 1,
          `the figure of ${label} is ${distance} points below it, and not ${expected}`,
        );
      }
      assert.deepEqual(await page.evaluate(readOwnSizes), sizes);
    } finally {
      await browser.close();
    }
  },
});

/** Where a word is on the sheet, in points. */
function placeOf(boxes: string, word: string): { yMin: number; yMax: number } {
  const found = new RegExp(`yMin="([^"]+)" [^>]*yMax="([^"]+)">${RegExp.escape(word)}<`).exec(boxes);
  assert.ok(found !== null, `${word} is not on the sheet:\n${boxes}`);
  return { yMin: Number(found[1]), yMax: Number(found[2]) };
}

/** A CSS pixel on paper, in points. */
const POINTS = 0.75;

/** How far the box of each figure is below that of its label, in CSS pixels: the boxes of their letters, as in a PDF. */
function readDistances(): { [label: string]: number } {
  const boxOf = (element: Element) => {
    const text = document.createRange();
    text.selectNodeContents(element);
    return text.getBoundingClientRect();
  };
  const stats = [...document.querySelectorAll("article")].flatMap(({ shadowRoot }) => [
    ...shadowRoot!.querySelectorAll(".kit-stat"),
  ]);
  return Object.fromEntries(stats.map((stat) => {
    const [label, value] = [".kit-stat-label", ".kit-stat-value"].map((part) => stat.querySelector(part)!);
    return [label!.textContent, boxOf(value!).top - boxOf(label!).bottom];
  }));
}

/** The sizes of text in the attributes `style` of the card. */
function readOwnSizes(): string[] {
  const elements = [...document.querySelectorAll("article")].flatMap(({ shadowRoot }) => [
    ...shadowRoot!.querySelectorAll<HTMLElement>("*"),
  ]);
  return elements.map(({ style }) => style.fontSize);
}
