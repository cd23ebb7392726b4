import type { Widget } from "../../../core/feed/mod.ts";

/** The limit of a page's bundles together, in bytes, as they are stored and again as they are inflated: a page is in memory. */
export const MAX_PAGE_BYTES = 64 * 1024 * 1024;

/** The limit of a page's modules together, in tokens: they are parsed where the page is made. */
const MAX_PAGE_TOKENS = 4_000_000;

/** What is left for further bundles of a page. */
export interface PageBudget {
  /** Inflated. */
  bytes: number;
  tokens: number;
}

/** The budget of a page without bundles. */
export function createPageBudget(): PageBudget {
  return { bytes: MAX_PAGE_BYTES, tokens: MAX_PAGE_TOKENS };
}

/** The bytes of the bundles of some widgets together, each bundle once. */
export function sumBundles(widgets: readonly Pick<Widget, "bundle">[]): number {
  const sizes = new Map(widgets.map(({ bundle }) => [bundle.hash, Number(bundle.size)]));
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}
