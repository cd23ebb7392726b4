import assert from "node:assert/strict";
import { join } from "node:path";
import { openFirefox } from "../../browser/firefox.ts";
import { until } from "../../waiting/mod.ts";
import { endPresses, pressAgain } from "../review/unasked_presses.ts";
import { buildTestSite, createTellingProject, serveFolder } from "./site_folder.ts";

// claim: site-verdicts-are-a-persons
Deno.test("a reviewer decides on a site, which another page has led to, and saves the verdicts in Firefox", async () => {
  await using project = await createTellingProject();
  const out = join(project.path, "site");
  await buildTestSite(project.folder, out, { takesVerdicts: true });
  await using server = await serveFolder(out, "/site/");
  const browser = await openFirefox();
  await using _browser = { [Symbol.asyncDispose]: () => browser.close() };
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(String(error)));
  await page.evaluateOnNewDocument(pressAgain);
  await page.goto(`${server.url}?widget=005_note`);
  const shows = (text: string) =>
    until(
      text,
      async () => Boolean(await page.evaluate(`document.body.textContent.includes(${JSON.stringify(text)})`)),
    );
  await shows("1 without a verdict");
  await endPresses(page);
  await shows("1 without a verdict");
  await page.keyboard.press("a");
  await shows("1 accepted");
  // What is saved is seen where the page makes the file.
  const saved = page.evaluate(`new Promise((fulfil) => {
    const create = URL.createObjectURL;
    URL.createObjectURL = (file) => {
      fulfil(file.text());
      return create.call(URL, file);
    };
  })`);
  await page.evaluate(`[...document.querySelectorAll("button")]
    .find(({ textContent }) => textContent === "Save the verdicts").click()`);
  const { tckVerdicts, verdicts } = JSON.parse(await saved as string);
  assert.deepEqual([tckVerdicts, verdicts.length, verdicts[0].verdict], [1, 1, "accepted"]);
  assert.deepEqual(errors, []);
});
