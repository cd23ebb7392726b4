/** The workbench as a site: static files that show what a running preview shows. */
export { buildSite, type SiteSummary } from "./build_site.ts";
export { writeEmbedFrame } from "./embed_frame.ts";
export { makeSiteAssets, SITE_ASSETS_FILE } from "./site_assets.ts";
