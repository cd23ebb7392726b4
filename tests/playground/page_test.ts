// budget: 75 s: each test loads the compilers in a page of its own
import assert from "node:assert/strict";
import { buffer } from "node:stream/consumers";
import { unzipSync } from "fflate";
import { readTckb } from "../../core/tckb/mod.ts";
import { addAxe } from "../browser/axe.ts";
import {
  inPlayground,
  SHOWN_FRAME,
  waitForCards,
  waitForStatus,
  waitForText,
  widgetThatShows,
  writeSource,
} from "./playground_page.ts";

Deno.test("the first widget is built and shown in all its sizes, and a size, a language and a theme are chosen", () =>
  inPlayground(async ({ page, site }) => {
    const requested: string[] = [];
    page.on("request", (request) => requested.push(request.url()));
    await page.goto(site.url);
    await waitForStatus(page, "Built");
    await waitForCards(page, 2);
    await page.selectOption("#size", "2x1");
    await waitForCards(page, 1);
    assert.equal(
      await page.frameLocator(SHOWN_FRAME).locator(".canvas-slot").evaluate((slot) =>
        getComputedStyle(slot, "::before").content
      ),
      '"2x1"',
    );
    await page.selectOption("#language", "de");
    await waitForText(page, "6.480");
    await page.selectOption("#state", "reached");
    await waitForText(page, "630 über dem Ziel");
    await page.selectOption("#theme", "dark");
    await page.frameLocator(SHOWN_FRAME).locator(":root[data-theme=dark]").waitFor();
    assert.deepEqual(
      requested.filter((url) => !url.startsWith(site.url) && !/^(?:blob|data):/.test(url)),
      [],
    );
  }));

Deno.test("the first card is painted, and nothing is started, until the page is used", () =>
  inPlayground(async ({ page, site }) => {
    await page.goto(site.url);
    await waitForStatus(page, "Built");
    await waitForCards(page, 2);
    assert.deepEqual([page.frames().length, page.workers().length], [2, 0]);
    await page.mouse.move(20, 20);
    await page.waitForSelector("#cards iframe:not([data-waits], #painted)");
    assert.equal(await page.locator("#painted").count(), 0);
    await waitForCards(page, 2);
  }));

Deno.test("the first card waits for no compiler, and where none can be loaded an edit says so", () =>
  inPlayground(async ({ page, site }) => {
    await page.route("**/*.wasm", (route) => route.abort());
    await page.goto(site.url);
    await waitForCards(page, 2);
    await writeSource(page, widgetThatShows("never built"));
    await waitForStatus(page, "Cannot start the worker of the compiler");
  }));

Deno.test("an edit shows another card, and what the bundler says is at its line", () =>
  inPlayground(async ({ page, site }) => {
    await page.goto(site.url);
    await waitForCards(page, 2);
    await writeSource(page, widgetThatShows("Hello there"));
    await waitForCards(page, 1);
    await waitForText(page, "Hello there");
    await writeSource(page, `${widgetThatShows("Other")}localStorage.getItem("kept");\n`);
    await waitForStatus(page, "1 error");
    assert.match((await page.textContent("#problems"))!, /forbidden\.storage/);
    await page.click("#problems button");
    assert.equal(await page.locator(".cm-activeLine").textContent(), 'localStorage.getItem("kept");');
    await page.locator(".cm-lint-marker-error").waitFor();
    await waitForCards(page, 1); // The last card that was valid stays.
    await waitForText(page, "Hello there");
  }));

Deno.test("a valid widget is shown before its card is drawn for the bundle, which is saved when it is whole", () =>
  inPlayground(async ({ page, site }) => {
    await page.goto(site.url);
    await waitForStatus(page, "Built");
    const loop = "if (Date.now() > Date.UTC(2030)) while (true);"; // A card is drawn at times before and after.
    await writeSource(
      page,
      widgetThatShows("shown first").replace("{ return", `{ ${loop} return`),
    );
    await waitForText(page, "shown first");
    assert.match((await page.textContent("#status"))!, /^Building/);
    assert.equal(await page.isDisabled("#save-bundle"), true);
    await waitForStatus(page, "Built");
    assert.match((await page.textContent("#problems"))!, /card\.not_drawn/);
    assert.equal(await page.isDisabled("#save-bundle"), false);
  }));

Deno.test("the bundle and the project are saved", () =>
  inPlayground(async ({ page, site }) => {
    await page.goto(site.url);
    await waitForStatus(page, "Built");
    const save = async (id: string) => {
      const [download] = await Promise.all([page.waitForEvent("download"), page.click(id)]);
      return { name: download.suggestedFilename(), bytes: await buffer(await download.createReadStream()) };
    };
    const bundle = await save("#save-bundle");
    assert.equal(bundle.name, "001_steps.tckb");
    const { manifest } = await readTckb(new Uint8Array(bundle.bytes));
    assert.equal(manifest.id, "steps");
    const names = Object.keys(unzipSync(new Uint8Array((await save("#save-project")).bytes))).sort();
    for (
      const name of ["package.json", "tsconfig.json", ".gitignore", "widgets/001_widget/widget.tck.tsx"]
    ) assert.ok(names.includes(`my-widgets/${name}`), name);
    assert.equal(names.filter((name) => name.startsWith("my-widgets/widgets/")).length, 2);
  }, { acceptDownloads: true }));

Deno.test("a file is added, imported and removed by keyboard", () =>
  inPlayground(async ({ page, site }) => {
    await page.goto(site.url);
    await waitForStatus(page, "Built");
    await page.fill("#name", "../other.ts");
    await page.click("#add");
    await waitForStatus(page, "No file is added");
    await page.fill("#name", "parts/word.ts");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await writeSource(page, 'export const word = "from another file";');
    await page.getByRole("button", { name: "widget.tck.tsx" }).press("Enter");
    await writeSource(page, `import { word } from "./parts/word.ts";\n${widgetThatShows("{word}")}`);
    await waitForText(page, "from another file");
    await page.getByRole("button", { name: "parts/word.ts" }).first().press("Enter");
    await page.click("#remove");
    await waitForStatus(page, "1 error");
    assert.match((await page.textContent("#problems"))!, /import\.unresolved/);
  }));

for (const [width, colorScheme] of [[390, "light"], [900, "dark"], [1440, "light"]] as const) {
  Deno.test(`axe finds nothing in the page at ${width} px, ${colorScheme}, and nothing is wider than it`, () =>
    inPlayground(async ({ page, site }) => {
      await page.goto(site.url);
      await waitForCards(page, 2);
      await addAxe(page);
      const found = await page.evaluate(async () => {
        const { axe } = globalThis as unknown as {
          axe: {
            run(context: unknown): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
          };
        };
        const { violations } = await axe.run({ exclude: ["iframe"] });
        return violations.map(({ id, nodes }) => [id, nodes[0]!.html]);
      });
      assert.deepEqual(found, []);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= width);
    }, { viewport: { width, height: 900 }, colorScheme }));
}
