/** A page of one file: cards with all that they need, and no network (decision 067). */
export { writeCardPolicy } from "../card_policy.ts";
export { CARD_SHELL, type CardShell, type SealedCard } from "./card_shell.ts";
export {
  type PageHeading,
  type SealedPage,
  sealEmptyFile,
  sealPage,
  type SealPageOptions,
} from "./seal_page.ts";
export { MAX_PAGE_BYTES, type PageLimits, SERVING_THREAD_LIMITS, sumBundles } from "./page_limit.ts";
export type { UnavailableBundle } from "./page_content.ts";
export { readListedBatches } from "../listed_widgets.ts";
