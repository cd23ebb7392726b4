/**
 * The HTTP applications, as functions of their dependencies: the storage service's read API, the public API, the web app.
 *
 * @module
 */
export { readBundlesFrom } from "./bucket_bundles.ts";
export { createBuiltFixtures, createFolderFixtures, type Fixtures, NO_FIXTURES } from "./fixtures.ts";
export { isLoopbackName } from "./host_guard.ts";
export { createInternalApi, INTERNAL_PREFIX } from "./internal_api.ts";
export { allowByHash } from "./page_policy.ts";
export * from "./parameters.ts";
export { type Log, OBJECT_MISSING_EVENT, type ProblemCode, PROBLEMS, respondProblem } from "./problem.ts";
export { createPublicApi, PUBLIC_PREFIX } from "./public_api.ts";
export { ISOLATION_HEADERS } from "./response_headers.ts";
export { respondUnmatched } from "./unmatched.ts";
export type { RequestCounter } from "./rate_limit.ts";
export { type ArrivedRequest, chooseRequestId, REQUEST_ID_HEADER } from "./request_trace.ts";
export { authorizeService, requireService } from "./service_guard.ts";
export type { BodyCompression } from "./widget_files.ts";
export type { Upstream } from "./upstream.ts";
export { createVerifiedBundles, READ_PERMISSION_MS, type VerifiedBundles } from "./verified_bundles.ts";
export { createWebApp, type WebAppDependencies } from "./web_app.ts";
export type { SignIn } from "./web_identity.ts";
