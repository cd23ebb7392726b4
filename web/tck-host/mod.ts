/**
 * `@tck/kit/host`: the host class of a page with widgets (lifecycle specification, D.4).
 *
 * @module
 */
export {
  type BundleSource,
  explainKit,
  importComponent,
  isComponent,
  type LoadedBundle,
  type RegisteredBundle,
} from "./bundle_source.ts";
export { classifyFailure, HostError, type HostErrorCode, KitVersionError, LoadError } from "./errors.ts";
export { DailyHost, DailyHost as TodayHost, type MountRequest, type WidgetInstance } from "./host.ts";
export { EphemeralStorage } from "./storage.ts";
export { type ModuleLoader, UrlSource } from "./url_source.ts";
export { InvalidManifestError } from "../../core/manifest/mod.ts";
