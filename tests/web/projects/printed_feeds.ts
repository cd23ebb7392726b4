import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Browser, Page } from "playwright-core";
import { type Tckb, writeTckb } from "../../../core/tckb/mod.ts";
import { type SealedCard, sealPage } from "../../../web/canvas/sealed_page/mod.ts";
import { openChromium } from "../../browser/chromium.ts";
import { temporaryFolder } from "../../hosts/cli/command_process.ts";
import { nameTestsOf } from "../../servers/programs.ts";
import { openHostAssets } from "../host_assets.ts";
import { buildSampleProject, type SampleProject } from "./sample_projects.ts";

const run = promisify(execFile);

const ofPoppler = await nameTestsOf(["pdftotext"], "poppler-utils");

/** A sheet of paper, and the height between its margins in CSS pixels of the page, which is shrunk to the sheet. */
const SHEETS = [{ format: "A4", height: 1140 }, { format: "Letter", height: 1000 }] as const;

/** The foot of each sheet has the heading and the date, and its number. */
const DATE = "Sunday, 1 March 2026";

/** After this no call of the browser or of pdftotext for a project waits any longer. */
const LIMIT_MS = 60_000;

/** Not the articles of widgets, which Playwright finds too. */
const CARDS = "article[data-widget-id]";

/** Defines the test that prints the feed of a sample project on both sheets. */
export function testPrintedFeed(project: SampleProject): void {
  Deno.test({
    ...ofPoppler(`the feed of ${project} is printed without cut cards, empty sheets or lost backgrounds`),
    fn: async () => {
      const cards = await makeCards(await buildSampleProject(project));
      const browser = await openChromium();
      try {
        await checkFeed(browser, project, cards);
      } finally {
        await browser.close();
      }
    },
  });
}

async function checkFeed(browser: Browser, project: string, cards: readonly SealedCard[]): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 800, height: 1000 } });
  context.setDefaultTimeout(LIMIT_MS);
  const page = await context.newPage();
  await openFeed(page, project, cards);
  const states = await page.$$eval(CARDS, (articles) => articles.map(({ dataset }) => dataset["state"]));
  assert.deepEqual(states, cards.map(() => "mounted"));
  const widths = await measureWidths(page);
  await markCards(page);
  for (const { format, height } of SHEETS) await checkSheets(page, format, height);
  await page.emulateMedia({ media: "print" });
  assert.deepEqual(await measureWidths(page), widths, "a card is not as wide on paper as it was measured");
  assert.deepEqual(await findLostBackgrounds(page), []);
  await context.close();
}

/** Opens the feed with the policy of its header. Every other request fails. */
async function openFeed(page: Page, project: string, cards: readonly SealedCard[]): Promise<void> {
  const { html, policy, unavailable } = await sealPage(cards, {
    assets: await openHostAssets(),
    title: project,
    heading: { text: "Morning brief", localDate: "2026-03-01", date: DATE },
    theme: "light",
    locales: ["en"],
    timeZone: "Europe/Berlin",
  });
  assert.deepEqual(unavailable, []);
  const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy };
  const address = "http://feed.invalid/";
  await page.route("**/*", async (route) => {
    if (route.request().url() === address) await route.fulfill({ status: 200, headers, body: html });
    else await route.abort();
  });
  await page.goto(address);
  await page.waitForSelector("#canvas-feed-root[data-state=ready]");
}

/** Writes words at both ends of each card, to find its sheets. */
async function markCards(page: Page): Promise<void> {
  await page.$$eval(".canvas-slot", (slots) => {
    for (const [index, slot] of slots.entries()) {
      (slot as HTMLElement).style.position = "relative";
      for (const [word, edge] of [["top", "top"], ["end", "bottom"]] as const) {
        const mark = document.createElement("span");
        mark.textContent = `${word}${index}mark`;
        Object.assign(mark.style, { position: "absolute", left: "0", [edge]: "0", font: "6px sans-serif" });
        slot.append(mark);
      }
    }
  });
}

async function measureWidths(page: Page): Promise<number[]> {
  return await page.$$eval(CARDS, (articles) => articles.map((article) => article.clientWidth));
}

async function checkSheets(page: Page, format: "A4" | "Letter", height: number): Promise<void> {
  const sheets = await readSheets(await page.pdf({ format }));
  for (const [index, sheet] of sheets.entries()) {
    const name = `${format}, sheet ${index + 1}`;
    assert.match(sheet, /(top|end)\d+mark/, `${name} has no card`);
    assert.ok(sheet.includes(squeeze(`Morning brief · ${DATE}`)), `${name} has no date`);
    assert.ok(sheet.includes(`${index + 1}/${sheets.length}`), `${name} has no number`);
  }
  const heights = await page.$$eval(".canvas-slot", (slots) => slots.map((slot) => slot.clientHeight));
  for (const [index, cardHeight] of heights.entries()) {
    const [top, end] = ["top", "end"].map((word) =>
      sheets.findIndex((sheet) => sheet.includes(`${word}${index}mark`))
    );
    assert.notEqual(top, -1, `${format}: card ${index} is missing`);
    if (cardHeight < height) assert.equal(end, top, `${format}: card ${index} is cut`);
  }
}

/** The text of each sheet, without spaces. */
async function readSheets(pdf: Uint8Array): Promise<string[]> {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "feed.pdf");
  await writeFile(file, pdf);
  const { stdout } = await run("pdftotext", ["-layout", file, "-"], { timeout: LIMIT_MS });
  return stdout.split("\f").slice(0, -1).map(squeeze);
}

function squeeze(text: string): string {
  return text.replaceAll(/\s/g, "");
}

/** The elements, those in shadow trees too, whose backgrounds a browser leaves out to save ink. */
async function findLostBackgrounds(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const visit = (root: ParentNode): string[] =>
      [...root.querySelectorAll("*")].flatMap((element) => [
        ...getComputedStyle(element).printColorAdjust === "exact" ? [] : [element.outerHTML.slice(0, 100)],
        ...element.shadowRoot === null ? [] : visit(element.shadowRoot),
      ]);
    return visit(document.body);
  });
}

async function makeCards(bundles: ReadonlyMap<string, Tckb>): Promise<SealedCard[]> {
  return await Promise.all([...bundles].map(async ([id, { hash, module, css, propertiesCss, manifest }]) => {
    const envelope = await writeTckb({
      module,
      manifest,
      ...css && { css },
      ...propertiesCss && { propertiesCss },
    });
    return { widget: { id, manifest, bundle: { hash, size: envelope.length } }, envelope };
  }));
}
