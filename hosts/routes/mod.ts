/**
 * The HTTP applications, as functions of their dependencies: the storage service's read API, the public API, the web app.
 */
export { readBundlesFrom } from "./public/bucket_bundles.ts";
export { createBuiltFixtures, createFolderFixtures, type Fixtures, NO_FIXTURES } from "./bundles/fixtures.ts";
export { BATCHES_PATH, createBatchesRoute } from "./storage/batches_route.ts";
export { createInternalApi, INTERNAL_PREFIX } from "./storage/internal_api.ts";
export { formatBatchTitle } from "./web/batch_titles.ts";
export { type HostAsset, respondAsset } from "./web/asset_loader.ts";
export { allowByHash } from "./web/page_policy.ts";
export * from "./http/mod.ts";
export { createPublicApi, PUBLIC_PREFIX } from "./public/public_api.ts";
export type { RequestCounter } from "./public/rate_limit.ts";
export type { BodyCompression } from "./bundles/verified_bytes.ts";
export { createLocalUpstream } from "./http/local_upstream.ts";
export { nameUser } from "./bundles/permission.ts";
export { createNetworkUpstream } from "./http/network_upstream.ts";
export { createVerifiedBundles, READ_PERMISSION_MS } from "./bundles/verified_bundles.ts";
export { CHAT_PATH } from "./web/chat/chat_endpoint.ts";
export type { CardWriter } from "./web/paint_cards.ts";
export type { FeedSealer } from "./web/seal_feed.ts";
export { createWebApp, type WebAppDependencies } from "./web/web_app.ts";
