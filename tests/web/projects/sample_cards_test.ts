import assert from "node:assert/strict";
import axe, { type RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import { WIDGET_SIZES } from "../../../core/contract/mod.ts";
import { parseManifest, type WidgetManifest } from "../../../core/manifest/mod.ts";
import type { Tckb } from "../../../core/tckb/mod.ts";
import { showCards } from "../tck-host-mount/card_page.ts";
import { withBrowser } from "../widget_site.ts";
import { buildSampleProject, SAMPLE_PROJECTS } from "./sample_projects.ts";
import { listVariants, type Variant } from "./widget_variants.ts";

const samples = new Map<string, Tckb>();
for (const project of SAMPLE_PROJECTS) {
  for (const [name, tckb] of await buildSampleProject(project)) samples.set(`${project}/${name}`, tckb);
}

Deno.test("the samples are of every size, of both card types, in many languages and states", () => {
  const manifests: WidgetManifest[] = [...samples.values()].map(({ manifest }) => parseManifest(manifest));
  assert.ok(manifests.length >= 25);
  assert.equal(new Set(manifests.map(({ id }) => id)).size, manifests.length);
  const all = <Item>(list: (manifest: WidgetManifest) => readonly Item[] | undefined) =>
    new Set(manifests.flatMap((manifest) => list(manifest) ?? []));
  assert.deepEqual(all(({ sizes }) => sizes), new Set(WIDGET_SIZES));
  assert.deepEqual(all(({ cardType }) => [cardType]), new Set(["feed", "grid"]));
  assert.ok(all(({ languages }) => languages).size >= 12);
  assert.ok(manifests.filter(({ states }) => states !== undefined).length >= 20);
});

Deno.test("every sample, in each size, state and language, fits its card and has no serious accessibility fault in either theme", async (t) => {
  await withBrowser(async (browser, site) => {
    for (const [name, tckb] of samples) {
      await t.step(name, async () => {
        const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
        const complaints = collectComplaints(page);
        const variants = listVariants(tckb);
        await showCards(page, site, variants);
        await page.waitForFunction(
          (count) => document.querySelectorAll("article[data-state=mounted]").length === count,
          variants.length,
        );
        assert.deepEqual(await findMisfits(page, variants), []);
        await page.evaluate(axe.source);
        assert.deepEqual(await findSeriousFaults(page, "light", {}), []);
        // Only the colours are others in the dark.
        assert.deepEqual(await findSeriousFaults(page, "dark", { runOnly: ["color-contrast"] }), []);
        assert.deepEqual(complaints, []);
        await page.close();
      });
    }
  });
});

function collectComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  return complaints;
}

/** The cards whose content is wider than the card, or that are higher than their place in the grid. */
async function findMisfits(page: Page, variants: readonly Variant[]): Promise<string[]> {
  const places = variants.map(({ name, height }) => ({ name, height }));
  return await page.locator("article.tck-card").evaluateAll(
    (cards, places) =>
      cards.flatMap((card, index) => {
        const { name, height } = places[index]!;
        const content = card.shadowRoot!.querySelector("[data-tck-content]")!;
        return [
          ...(content.scrollWidth > content.clientWidth
            ? [`${name}: ${content.scrollWidth} pixels wide`]
            : []),
          ...(height !== null && card.clientHeight > height
            ? [`${name}: ${card.clientHeight} pixels high`]
            : []),
        ];
      }),
    places,
  );
}

/** Looks once colours have arrived at the theme's: one that is on its way is neither's. What goes on for ever is no change. */
async function findSeriousFaults(
  page: Page,
  theme: "light" | "dark",
  options: RunOptions,
): Promise<string[]> {
  return await page.evaluate(async ({ theme, options }) => {
    globalThis.control.setTheme(theme);
    const changes = document.getAnimations().filter(({ effect }) =>
      effect?.getComputedTiming().endTime !== Infinity
    );
    await Promise.all(changes.map(({ finished }) => finished));
    const { axe } = globalThis as unknown as { axe: typeof import("axe-core") };
    const { violations } = await axe.run("main", { ...options, resultTypes: ["violations"] });
    return violations.filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join()}`);
  }, { theme, options });
}
