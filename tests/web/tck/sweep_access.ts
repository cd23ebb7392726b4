import type { Page } from "playwright-core";
import { addAxe } from "../../browser/axe.ts";
import { FITTING_CARDS } from "./fitting.ts";
import { indexOfCard, type SweepCheck } from "./sweep.ts";

/** The places of the cards of one size of each class, among those of their view. */
const ONE_OF_EACH_CLASS = FITTING_CARDS.flatMap(({ size, width }, index) =>
  ["2x1", "2x2", "4x4"].includes(size) || width === 480 ? [index] : []
);

/** No block has an accessibility fault in one size of each class, in either theme. */
export const ACCESS: SweepCheck = checkAccess("in one size of each class", ONE_OF_EACH_CLASS);

/** No block has an accessibility fault at any size, in either theme. */
export const ACCESS_AT_EVERY_SIZE: SweepCheck = checkAccess("at any size", [...FITTING_CARDS.keys()]);

/** Where axe cannot decide about contrast. */
const UNSEEN = ".kit-ring, .kit-dial, .kit-dial ~ *, .kit-gauge ~ *, .kit-bar, .kit-limit, .tck-chart";

/** @param cards the places of the cards that are looked at, among those of their view */
function checkAccess(where: string, cards: readonly number[]): SweepCheck {
  return {
    name: `there is no accessibility fault ${where}, in either theme`,
    locale: "en",
    slots: true,
    async findFaults({ page, views }) {
      await addAxe(page);
      const all = [...Array(views.length * FITTING_CARDS.length).keys()];
      const shown = all.filter((card) => cards.includes(indexOfCard(card)));
      return [
        ...await findAccessibilityFaults(page, "light", shown),
        ...await findAccessibilityFaults(page, "dark", shown),
      ];
    },
  };
}

/** The faults of cards, and what axe could not decide about contrast. */
async function findAccessibilityFaults(
  page: Page,
  theme: "light" | "dark",
  cards: readonly number[],
): Promise<string[]> {
  return await page.evaluate(async ({ theme, cards, unseen }) => {
    globalThis.control.setTheme(theme);
    await Promise.all(document.getAnimations().map(({ finished }) => finished));
    const { axe } = globalThis as unknown as { axe: typeof import("axe-core") };
    const only = theme === "dark" ? { runOnly: ["color-contrast"] } : {};
    const options = {
      elementRef: true,
      // Nothing is written about what has no fault, and no stylesheet is read for rules that are off.
      resultTypes: ["violations", "incomplete"] as ("violations" | "incomplete")[],
      selectors: false,
      preload: { assets: ["media"] as "media"[] },
      rules: { region: { enabled: false } },
      ...only,
    };
    const articles = document.querySelectorAll("main article");
    const { violations, incomplete } = await axe.run(cards.map((card) => articles[card]!), options);
    // The texts of rings, scales and charts are above drawings, whose colours axe does not see, and those of rows above bars.
    // For axe the circles of a scale reach as far below it as they would without the scale's clip.
    const undecided = incomplete.filter(({ id }) => id === "color-contrast")
      .map(({ id, nodes }) => ({
        id,
        nodes: nodes.filter(({ element }) => !element!.closest(unseen)),
      }));
    return [...violations, ...undecided].flatMap(({ id, nodes }) =>
      nodes.map(({ element, html, any }) => {
        const card = (element!.getRootNode() as ShadowRoot).host ?? element!.closest("article");
        const widget = card?.getAttribute("data-widget-id");
        return `${theme}, ${widget}: ${id}: ${html.slice(0, 160)} ${any[0]?.message ?? ""}`;
      })
    );
  }, { theme, cards, unseen: UNSEEN });
}
