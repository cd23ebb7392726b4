/** The feeds of a preview as pages of one file, to be printed and saved. */
export { createFeedPage } from "./feed_page.ts";
export { loadPageAssets, makePageAssets, PAGE_ASSETS_FILE } from "./page_assets.ts";
