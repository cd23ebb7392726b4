import type { Widget } from "../../../core/feed/mod.ts";

/** What a page of one file may hold. */
export interface PageLimits {
  /** Its bundles together, in bytes, as they are stored and again as they are inflated: a page is in memory. */
  readonly bytes: number;
  /** Its modules together, in tokens: they are parsed where the page is made. */
  readonly tokens: number;
  /** One module, in bytes after inflation. Compressed, 67 KB can be 16 MiB. */
  readonly moduleBytes: number;
  /** One module, in tokens. 500,000 are about 1.5 MB of code as bundlers write it, and take about half a second. */
  readonly moduleTokens: number;
}

/** The limit of a page's bundles together, in bytes (32 MiB). */
export const MAX_PAGE_BYTES = 33_554_432;

/** The limits of a page that is made where nobody waits for the thread. */
export const PAGE_LIMITS: PageLimits = {
  /** A page's bundles together, in bytes (32 MiB). */
  bytes: MAX_PAGE_BYTES,
  /** A page's modules together, in tokens. */
  tokens: 2_000_000,
  /** One module of a page, in bytes (2 MiB). */
  moduleBytes: 2_097_152,
  /** One module of a page, in tokens. */
  moduleTokens: 500_000,
};

/** The limits of a page that is made on the thread that answers requests: no module takes more than about 50 ms. */
export const SERVING_THREAD_LIMITS: PageLimits = {
  /** A page's bundles together, in bytes (8 MiB), on workerd. */
  bytes: 8_388_608,
  /** A page's modules together, in tokens, on workerd. */
  tokens: 500_000,
  /** One module of a page, in bytes (512 KiB), on workerd. */
  moduleBytes: 524_288,
  /** One module of a page, in tokens, on workerd. */
  moduleTokens: 30_000,
};

/** What is left for further bundles of a page. */
export interface PageBudget {
  /** Inflated. */
  bytes: number;
  tokens: number;
  /** What each module may have. */
  readonly limits: Pick<PageLimits, "moduleBytes" | "moduleTokens">;
}

/** The budget of a page without bundles. */
export function createPageBudget(limits: PageLimits = PAGE_LIMITS): PageBudget {
  return { bytes: limits.bytes, tokens: limits.tokens, limits };
}

/** The bytes of the bundles of some widgets together, each bundle once. */
export function sumBundles(widgets: readonly Pick<Widget, "bundle">[]): number {
  const sizes = new Map(widgets.map(({ bundle }) => [bundle.hash, Number(bundle.size)]));
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}
