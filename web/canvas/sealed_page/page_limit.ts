import type { Widget } from "../../../core/feed/mod.ts";

/** The limit of a page's bundles together, in bytes as they are stored. A page is held in memory. */
export const MAX_PAGE_BYTES = 64 * 1024 * 1024;

/** The bytes of the bundles of some widgets together, each bundle once. */
export function sumBundles(widgets: readonly Pick<Widget, "bundle">[]): number {
  const sizes = new Map(widgets.map(({ bundle }) => [bundle.hash, Number(bundle.size)]));
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}
