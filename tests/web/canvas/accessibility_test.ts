import assert from "node:assert/strict";
import axe from "axe-core";
import type { Frame } from "playwright-core";
import { buildSampleBundles } from "../../../hosts/packaging/sample_project.ts";
import { openChromium } from "../../browser/chromium.ts";
import { makeEnvelope } from "../../hosts/routes/envelopes.ts";
import { openHostAssets } from "../host_assets.ts";
import { isSoak } from "./each_browser.ts";
import { cardFrame, openSignedIn, SealedSite } from "./sealed_site.ts";

const BROKEN = `export default () => { throw new Error("broken"); };`;

const canvas = isSoak ? "open" : "sealed";

// The soak has the same of the open canvas.
Deno.test(`${canvas}: feed, embedded page, list and messages have no accessibility fault, in both themes`, async (t) => {
  const assets = await openHostAssets();
  const broken = await makeEnvelope({ module: BROKEN, manifest: { title: "Broken" } });
  const bundles = [...await buildSampleBundles(), broken.bytes];
  const browser = await openChromium();
  const site = await SealedSite.open(canvas, { assets });
  await site.stores.commit("ada", "2026-03-01", "morning_brief", bundles);
  await site.stores.commit("ada", "2026-02-28", "diary", bundles.slice(0, 1));
  for (const colorScheme of ["light", "dark"] as const) {
    await t.step(colorScheme, async () => {
      const context = await openSignedIn(browser, site, {
        colorScheme,
        viewport: { width: 390, height: 900 },
      });
      const page = await context.newPage();
      for (const path of ["/feed", "/embed/daily-page/v2"]) {
        await page.goto(site.origin + path);
        const frame = await cardFrame(page, canvas);
        await frame.waitForFunction(
          (count) =>
            document.querySelectorAll("article[data-state=mounted], article[data-state=failed]").length ===
              count,
          bundles.length,
        );
        await frame.locator("article[data-state=failed]").waitFor();
        for (const one of new Set([page.mainFrame(), frame])) await expectNoFaults(one, colorScheme);
        // Widths do not depend on the theme.
        for (const width of colorScheme === "light" ? [320, 768, 1280, 1920, 390] : []) {
          await page.setViewportSize({ width, height: 900 });
          for (const one of new Set([page.mainFrame(), frame])) {
            // The frame gets its width from the page a moment later.
            await one.waitForFunction((width) => {
              const { scrollWidth, clientWidth } = document.documentElement;
              return clientWidth <= width && scrollWidth === clientWidth;
            }, width).catch(() => assert.fail(`${path} scrolls sideways at ${width} px`));
          }
        }
      }
      for (const path of ["/", "/feed/20200101-diary", "/login"]) {
        await page.goto(site.origin + path);
        await expectNoFaults(page.mainFrame(), colorScheme);
      }
      await context.close();
    });
  }
  await site.close();
  await browser.close();
});

/** Shadow roots included. The landmarks are those of the page around the frame. */
async function expectNoFaults(frame: Frame, theme: string): Promise<void> {
  assert.equal(await frame.evaluate(() => document.documentElement.dataset["theme"]), theme);
  await frame.evaluate(axe.source);
  const isFramed = frame.parentFrame() !== null;
  const faults = await frame.evaluate(async (isFramed) => {
    const { axe } = globalThis as unknown as { axe: typeof import("axe-core") };
    const pageRules = ["region", "landmark-one-main", "page-has-heading-one"];
    const rules = Object.fromEntries(isFramed ? pageRules.map((name) => [name, { enabled: false }]) : []);
    const { violations } = await axe.run(document, { rules, iframes: false });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`);
  }, isFramed);
  assert.deepEqual(faults, [], frame.url());
}
