/**
 * The HTTP applications, as functions of their ports: the storage service's read API, the public API, the web app.
 *
 * @module
 */
export { directoryFixtures, type Fixtures, NO_FIXTURES } from "./fixtures.ts";
export { isLoopbackName } from "./host_guard.ts";
export { createInternalApi, INTERNAL_PREFIX, type InternalApiPorts } from "./internal_api.ts";
export { problemResponse } from "./problem.ts";
export { createPublicApi, PUBLIC_PREFIX, type PublicApiPorts } from "./public_api.ts";
export type { BundleCodec } from "./unpack.ts";
export type { Upstream } from "./upstream.ts";
export { createWebApp, type WebAppPorts } from "./web_app.ts";
export type { SignIn, WebIdentity } from "./web_identity.ts";
