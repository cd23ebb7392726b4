// budget: 30 s: it builds two sites, and opens their pages
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { openChromium } from "../../browser/chromium.ts";
import { runCommandHere } from "../snapshot/command_here.ts";
import { endPresses, pressAgain, untilTakesVerdicts } from "../review/unasked_presses.ts";
import { assertAccessible, assertNoOverflow } from "../shell/shell_page.ts";
import { buildTestSite, createTellingProject, PICTURE, readFiles, serveFolder } from "./site_folder.ts";

const WORDS = "Too red.\nTake the accent again.";

const counts = (page: Page, text: string) => page.locator(".shell-review > p", { hasText: text }).waitFor();

async function saveVerdicts(page: Page, path: string): Promise<void> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save the verdicts" }).click(),
  ]);
  assert.equal(download.suggestedFilename(), "verdicts.json");
  await download.saveAs(path);
}

Deno.test("a reviewer decides on a site, and the author carries it out", async (t) => {
  await using project = await createTellingProject();
  const out = join(project.path, "site");
  const file = join(project.path, "verdicts.json");
  const apply = () => runCommandHere("review", ["--cwd", project.folder, "--apply", file, "--json"]);
  await buildTestSite(project.folder, out, { takesVerdicts: true });
  await using server = await serveFolder(out, "/site/");
  await using browser = await openChromium();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));

  await t.step("the site is the review alone", async () => {
    await page.goto(server.url);
    await counts(page, "1 without a verdict");
    assert.deepEqual(await page.locator(".shell-header .shell-tab").allInnerTexts(), ["Review 1"]);
    await page.keyboard.press("s");
    await page.goto(`${server.url}?view=feed`);
    await page.getByText("view=feed, which this site does not have").waitFor();
    await counts(page, "1 without a verdict");
  });

  // The same in Firefox is in site_verdicts_soak.ts.
  // claim: site-verdicts-are-a-persons
  await t.step("what a reader presses whom another page has brought to it is no verdict", async () => {
    const led = await context.newPage();
    await led.addInitScript(pressAgain);
    await led.goto(server.url);
    await counts(led, "1 without a verdict");
    await endPresses(led);
    await counts(led, "1 without a verdict");
    await led.keyboard.press("a");
    await counts(led, "1 accepted");
    await led.evaluate("window.dispatchEvent(new FocusEvent('focus'))");
    await led.keyboard.press("u");
    await counts(led, "1 accepted");
    await led.close();
    await untilTakesVerdicts(page);
  });

  await t.step("by keyboard, a picture is rejected with words, and saved", async () => {
    await page.keyboard.press("r");
    await page.keyboard.type(WORDS.replaceAll("\n", " "));
    await page.getByRole("button", { name: "Reject", exact: true }).press("Enter");
    await counts(page, "1 rejected");
    await saveVerdicts(page, file);
    const { code, stdout } = await apply();
    const result = JSON.parse(stdout);
    assert.deepEqual([code, result.rejected, result.outdated], [1, 1, []]);
    assert.equal(result.entries[0].words, WORDS.replaceAll("\n", " "));
  });

  await t.step("a verdict is taken back, and another one is accepted", async () => {
    await page.keyboard.press("u");
    await counts(page, "1 without a verdict");
    await page.keyboard.press("a");
    await counts(page, "1 accepted");
    await saveVerdicts(page, file);
    const { code, stderr } = await apply();
    assert.equal(code, 0, stderr);
    const accepted = await readFile(join(project.folder, "snapshots", `${PICTURE}.png`));
    assert.deepEqual(accepted, await readFile(join(project.folder, ".tck/snapshot", `${PICTURE}.png`)));
  });

  await t.step("the page asks before it loses verdicts", async () => {
    await page.keyboard.press("u");
    await counts(page, "1 without a verdict");
    const asked = page.waitForEvent("dialog");
    const left = page.reload();
    const dialog = await asked;
    assert.equal(dialog.type(), "beforeunload");
    await dialog.accept();
    await left;
    await counts(page, "1 without a verdict");
  });

  await t.step("it is accessible in both themes, and fits a phone", async () => {
    for (const theme of ["dark", "light"]) {
      await page.goto(`${server.url}?view=review&theme=${theme}`);
      await counts(page, "1 without a verdict");
      for (const width of [900, 390]) {
        await page.setViewportSize({ width, height: 844 });
        await assertNoOverflow(page, `${theme} at ${width} px`);
        await assertAccessible(page, `${theme} at ${width} px`);
      }
    }
  });
  assert.deepEqual(errors, []);
});

// claim: site-verdicts-are-a-persons
Deno.test("a site that takes verdicts has no card, keeps nothing, and takes none in a frame", async () => {
  await using project = await createTellingProject();
  const out = join(project.path, "site");
  await buildTestSite(project.folder, out, { takesVerdicts: true });
  const files = await readFiles(out);
  const ofCards = [...files].filter(([path, content]) =>
    path.startsWith("bundles/") || content.includes("Fog until nine")
  );
  assert.deepEqual(ofCards.map(([path]) => path), []);
  await using server = await serveFolder(out, "/site/");
  await using browser = await openChromium();
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${server.url}?widget=005_note`);
  await counts(page, "1 without a verdict");
  await untilTakesVerdicts(page);
  await page.keyboard.press("a");
  await counts(page, "1 accepted");
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  assert.doesNotMatch(stored, /accepted/);
  assert.equal(await page.locator("article.tck-card").count(), 0);
  const framed = await context.newPage();
  await framed.setContent(`<iframe src="${server.url}" width="800" height="600"></iframe>`);
  await framed.frameLocator("iframe").getByText("1 without a verdict").waitFor();
  const buttons = framed.frameLocator("iframe").getByRole("button", { name: /Accept/ });
  assert.equal(await buttons.count(), 0, "a review in a frame takes no verdicts");
});
