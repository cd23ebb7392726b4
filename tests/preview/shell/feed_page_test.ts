import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Frame, Page, Request } from "playwright-core";
import { makeBundle } from "../session/bundles.ts";
import { assertAccessible, assertNoOverflow, withShell } from "./shell_page.ts";

const CONFIG = `export default {
  canvas: {
    feeds: [{
      glob: "feeds/**/*.tckb",
      label: (key) => "Feed <b>" + key + "</b>",
      context: {
        locale: "de",
        slotValues: { updatedAt: { timestamp: "2026-03-04T05:00:00Z", label: "at dawn" } },
      },
    }],
    grids: [{ glob: "grids/*.tckb" }],
  },
};`;

const FILES = {
  "tck.preview.config.mjs": CONFIG,
  "feeds/monday/001_one.tckb": await makeBundle("One", { id: "one" }),
  "feeds/monday/002_broken.tckb": "no bundle",
  "feeds/monday/003_three.tckb": await makeBundle("Three", { id: "three" }),
  "grids/001_small.tckb": await makeBundle("Small", { cardType: "grid", sizes: ["1x1"] }),
};

const PAGE = "/__tck/feeds/monday/page.html";

Deno.test("the shown feed is printed and saved as one file", async (t) => {
  await withShell(FILES, async ({ project, page, open, errors }) => {
    await t.step("Save as file writes a page with the cards in order, which needs no server", async () => {
      await open("?view=feed");
      await page.locator("main article", { hasText: "Three" }).waitFor();
      await openMenu(page);
      const [saved] = await Promise.all([page.waitForEvent("download"), press(page, "Save as file")]);
      assert.equal(saved.suggestedFilename(), "Feed-b-monday-b-.html");
      const file = join(project.path, "saved.html");
      await saved.saveAs(file);
      const requests: string[] = [];
      const note = (request: Request) => requests.push(request.url());
      page.on("request", note);
      await page.goto(pathToFileURL(file).href);
      const frame = page.frameLocator("iframe");
      await frame.locator("#canvas-feed-root[data-state=ready]").waitFor();
      assert.deepEqual(await frame.locator("h1").allTextContents(), ["Feed <b>monday</b>"]);
      const cards = await frame.locator(".canvas-slot").evaluateAll((slots) =>
        slots.map((slot) =>
          slot.querySelector("article")?.shadowRoot?.querySelector("[data-tck-content]")?.textContent ??
            slot.textContent
        )
      );
      assert.equal(cards.length, 3);
      assert.match(cards[1]!, /^002_broken is not shown: Cannot find the end of the archive: /);
      assert.deepEqual([cards[0], cards[2]], ["One", "Three"]);
      assert.equal(await frame.getByText("at dawn").count(), 2, "the slots of the configuration");
      assert.deepEqual(requests.filter((url) => url !== "about:srcdoc").length, 1);
      page.off("request", note);
    });

    await t.step(
      "Print shows the page in light colours in a frame, which is removed afterwards",
      async () => {
        await page.addInitScript(() => {
          // A headless browser has no dialog.
          globalThis.print = () => {
            document.documentElement.dataset.printed = document.documentElement.dataset.theme;
          };
        });
        await page.emulateMedia({ colorScheme: "dark" });
        const frame = await printFeed(page, open);
        assert.equal(await frame.locator("article[data-state=mounted]").count(), 2);
        assert.equal(await frame.evaluate(() => globalThis.origin), "null");
        await frame.evaluate(() => globalThis.dispatchEvent(new Event("afterprint")));
        await page.waitForFunction(() => document.querySelector("iframe.shell-print") === null);
        await page.emulateMedia({ colorScheme: "light" });
      },
    );

    await t.step(
      "the languages of the page are the applied ones, else those of the configuration",
      async () => {
        const asked: string[] = [];
        page.on("request", (request) => request.url().includes(PAGE) && asked.push(request.url()));
        await open("?view=feed&locale=fr,en");
        await openMenu(page);
        await Promise.all([page.waitForEvent("download"), press(page, "Save as file")]);
        assert.equal(new URL(asked[0]!).searchParams.get("languages"), "fr,en");
        assert.deepEqual((await readSettings(page, asked[0]!)).locales, ["fr", "en"]);
        assert.deepEqual((await readSettings(page, PAGE)).locales, ["de"]);
      },
    );

    await t.step(
      "the answer is a download in a sandbox, so that no widget has a page of its own",
      async () => {
        const answer = await page.request.get(new URL(PAGE, page.url()).href);
        const { "content-disposition": disposition, "content-security-policy": policy } = answer.headers();
        assert.equal(disposition, "attachment");
        assert.match(policy!, /^sandbox allow-scripts; default-src 'none'; script-src 'sha384-/);
      },
    );

    await t.step("the palette has both, and they are only there for a feed", async () => {
      await open("?view=feed");
      await page.keyboard.press("Control+k");
      await page.getByLabel("Search commands").fill("save the feed");
      const option = page.getByRole("option", { name: "Save the feed as a file" });
      await Promise.all([page.waitForEvent("download"), option.click()]);
      for (const query of ["?view=feed&canvasTab=grid", "?view=stage"]) {
        await open(query);
        await openMenu(page);
        await page.getByRole("button", { name: "Full screen" }).waitFor();
        assert.equal(await page.getByRole("button", { name: "Print" }).count(), 0, query);
      }
    });

    await t.step("a page that cannot be loaded is said, until the next one can", async () => {
      await open("?view=feed");
      await openMenu(page);
      await page.route(`**${PAGE}*`, (route) => route.abort());
      await press(page, "Print");
      await page.getByRole("alert").getByText("the preview server does not answer").waitFor();
      assert.equal(await page.locator("iframe.shell-print").count(), 0);
      await page.unroute(`**${PAGE}*`);
      await press(page, "Print");
      await page.waitForSelector("iframe.shell-print", { state: "attached" });
      assert.equal(await page.getByText("the preview server does not answer").count(), 0);
    });

    await t.step("the menu has no accessibility fault, wide or narrow, light or dark", async () => {
      for (const [theme, width] of [["light", 1280], ["dark", 360]] as const) {
        await page.setViewportSize({ width, height: 900 });
        await open(`?view=feed&theme=${theme}`);
        await openMenu(page);
        await page.getByRole("button", { name: "Save as file" }).waitFor();
        await assertAccessible(page, `${theme} at ${width} pixels`);
        await assertNoOverflow(page, `${theme} at ${width} pixels`);
      }
    });

    const others = errors.filter((message) => !message.startsWith('Cannot mount widget "002_broken"'));
    assert.deepEqual(others, []);
  });
});

/** Prints the shown feed. Returns the frame with its page. */
async function printFeed(page: Page, open: (query: string) => Promise<unknown>): Promise<Frame> {
  for (let attempt = 0; attempt < PRINT_ATTEMPTS; attempt++) {
    await open("?view=feed&theme=dark");
    await openMenu(page);
    await press(page, "Print");
    const element = await page.waitForSelector("iframe.shell-print", { state: "attached" });
    const frame = await element.contentFrame();
    if (frame !== null && await isSeenPrinting(frame)) return frame;
  }
  throw new Error(`The page is not printed in ${PRINT_ATTEMPTS} attempts`);
}

/** Whether the frame prints by the script that replaces `print`. Its own `print` ends at once, and the frame is removed. */
async function isSeenPrinting(frame: Frame): Promise<boolean> {
  try {
    await frame.locator("#canvas-feed-root[data-state=ready]").waitFor({ state: "attached" });
    await frame.locator('html[data-printed="light"]').waitFor({ state: "attached", timeout: 1_000 });
    return true;
  } catch {
    return false;
  }
}

/** In a frame with a process of its own, Chromium may run the page's script before the one that replaces `print`. */
const PRINT_ATTEMPTS = 20;

async function openMenu(page: Page): Promise<void> {
  await page.getByRole("button", { name: "More", exact: true }).click();
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole("group", { name: "More" }).getByRole("button", { name, exact: true }).click();
}

/** The settings that are written into the page at an address, or into that in the frame of a file. */
async function readSettings(page: Page, address: string): Promise<{ locales: string[] | null }> {
  const text = await (await page.request.get(new URL(address, page.url()).href)).text();
  const read = (document: string, id: string) =>
    JSON.parse(
      new RegExp(`<script type="application/json" id="${id}">(.*?)</script>`, "s").exec(document)?.[1] ??
        "null",
    );
  return read(read(text, "tck-file-parts")?.cards ?? text, "tck-page-content").settings;
}
