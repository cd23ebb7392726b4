import type { Page } from "playwright-core";
import { addAxe } from "../../browser/axe.ts";
import type { SweepCheck } from "./sweep.ts";

/** No block has an accessibility fault at any size, in either theme. */
export const ACCESS: SweepCheck = {
  name: "there is no accessibility fault, in either theme",
  locale: "en",
  slots: true,
  async findFaults({ page }) {
    await addAxe(page);
    return [...await findAccessibilityFaults(page, "light"), ...await findAccessibilityFaults(page, "dark")];
  },
};

/** The faults, and what axe could not decide about contrast. */
async function findAccessibilityFaults(page: Page, theme: "light" | "dark"): Promise<string[]> {
  return await page.evaluate(async (theme) => {
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
    const { violations, incomplete } = await axe.run("main", options);
    // The texts of rings and charts are above drawings, whose colours axe does not see.
    const undecided = incomplete.filter(({ id }) => id === "color-contrast")
      .map(({ id, nodes }) => ({
        id,
        nodes: nodes.filter(({ element }) => !element!.closest(".kit-ring, .tck-chart")),
      }));
    return [...violations, ...undecided].flatMap(({ id, nodes }) =>
      nodes.map(({ element, html, any }) => {
        const card = (element!.getRootNode() as ShadowRoot).host ?? element!.closest("article");
        const widget = card?.getAttribute("data-widget-id");
        return `${theme}, ${widget}: ${id}: ${html.slice(0, 160)} ${any[0]?.message ?? ""}`;
      })
    );
  }, theme);
}
