import assert from "node:assert/strict";
import type { RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import type { Tckb } from "../../../core/tckb/mod.ts";
import { addAxe } from "../../browser/axe.ts";
import { showCards } from "../tck-host-mount/card_page.ts";
import { withBrowser } from "../widget_site.ts";
import { buildSampleProject, SAMPLE_PROJECTS } from "./sample_projects.ts";
import type { Variant } from "./widget_variants.ts";

/** A variant, and the sample that it belongs to. */
interface SampleCard extends Variant {
  sample: string;
}

/** A fault of a card, or of the page around the cards. */
interface Fault {
  /** The card's index on the page, or -1. */
  card: number;
  text: string;
}

/** The bundles of samples, by project and name. */
export type Samples = Map<string, Map<string, Tckb>>;

let building: Promise<Samples> | undefined;

/** The bundles of all samples. They are built when the first test needs them. */
export function buildSamples(): Promise<Samples> {
  return building ??= buildAll();
}

/** Asserts that samples fit their cards and have no serious accessibility fault in either theme. */
export async function checkSampleCards(
  t: Deno.TestContext,
  variantsOf: (tckb: Tckb) => readonly Variant[],
): Promise<void> {
  const projects = await buildSamples();
  await withBrowser(async (browser, site) => {
    for (const [project, samples] of projects) {
      const cards = listCards(samples, variantsOf);
      const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
      const complaints = collectComplaints(page);
      await showCards(page, site, cards);
      await page.waitForFunction(
        (count) => document.querySelectorAll("article[data-state=mounted]").length === count,
        cards.length,
      );
      const misfits = await findMisfits(page, cards);
      await addAxe(page);
      const inLight = await findSeriousFaults(page, "light", {});
      // Only the colours differ in the dark theme.
      const inDark = await findSeriousFaults(page, "dark", { runOnly: ["color-contrast"] });
      await page.close();

      for (const sample of samples.keys()) {
        await t.step(`${project}/${sample}`, () => {
          const belongs = ({ card }: Fault) => cards[card]?.sample === sample;
          assert.deepEqual(misfits.filter(belongs), []);
          assert.deepEqual(inLight.filter(belongs), []);
          assert.deepEqual(inDark.filter(belongs), []);
        });
      }
      await t.step(`${project}: the page with all of its samples`, () => {
        assert.deepEqual([...misfits, ...inLight, ...inDark].filter(({ card }) => card === -1), []);
        assert.deepEqual(complaints, []);
      });
    }
  });
}

async function buildAll(): Promise<Samples> {
  const projects = new Map<string, Map<string, Tckb>>();
  for (const project of SAMPLE_PROJECTS) projects.set(project, await buildSampleProject(project));
  return projects;
}

function listCards(
  samples: ReadonlyMap<string, Tckb>,
  variantsOf: (tckb: Tckb) => readonly Variant[],
): SampleCard[] {
  return [...samples].flatMap(([sample, tckb]) =>
    variantsOf(tckb).map((variant) => ({ ...variant, sample, name: `${sample}: ${variant.name}` }))
  );
}

function collectComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  return complaints;
}

/** The cards whose content is wider than the card, or that are higher than their place in the grid. */
async function findMisfits(page: Page, variants: readonly Variant[]): Promise<Fault[]> {
  const places = variants.map(({ name, height }) => ({ name, height }));
  return await page.locator("article.tck-card").evaluateAll(
    (articles, places) =>
      articles.flatMap((article, card) => {
        const { name, height } = places[card]!;
        const content = article.shadowRoot!.querySelector("[data-tck-content]")!;
        return [
          ...(content.scrollWidth > content.clientWidth
            ? [{ card, text: `${name}: ${content.scrollWidth} pixels wide` }]
            : []),
          ...(height !== null && article.clientHeight > height
            ? [{ card, text: `${name}: ${article.clientHeight} pixels high` }]
            : []),
        ];
      }),
    places,
  );
}

/** Runs axe when all finite animations have ended: a colour in transition belongs to neither theme. */
async function findSeriousFaults(
  page: Page,
  theme: "light" | "dark",
  options: RunOptions,
): Promise<Fault[]> {
  return await page.evaluate(async ({ theme, options }) => {
    globalThis.control.setTheme(theme);
    const transitions = document.getAnimations().filter(({ effect }) =>
      effect?.getComputedTiming().endTime !== Infinity
    );
    await Promise.all(transitions.map(({ finished }) => finished));
    const { axe } = globalThis as unknown as { axe: typeof import("axe-core") };
    const articles = [...document.querySelectorAll("article.tck-card")];
    const { violations } = await axe.run("main", {
      ...options,
      elementRef: true,
      resultTypes: ["violations"],
    });
    const findCard = (element: Element | undefined): number => {
      const root = element?.getRootNode();
      if (root instanceof ShadowRoot) return findCard(root.host);
      return articles.findIndex((article) => article.contains(element ?? null));
    };
    return violations.filter(({ impact }) => impact === "serious" || impact === "critical")
      .flatMap(({ id, nodes }) =>
        nodes.map(({ element, html }) => ({ card: findCard(element), text: `${id}: ${html.slice(0, 200)}` }))
      );
  }, { theme, options });
}
