/**
 * `@tck/kit/host`: the host class of a page with widgets (lifecycle specification, D.4).
 *
 * @module
 */
export { type LoadedBundle, type ModuleLoader, type RegisteredBundle } from "./bundle.ts";
export { HostError, type HostErrorCode } from "./errors.ts";
export {
  type BundleRegistration,
  DailyHost,
  DailyHost as TodayHost,
  type HostOptions,
  type MountRequest,
  type WidgetInstance,
  type WidgetPosition,
} from "./host.ts";
export { EphemeralStorage } from "./storage.ts";
export { InvalidManifestError } from "../../core/manifest/mod.ts";
