/**
 * `@tck/kit/host`: the host class of a page with widgets (lifecycle specification, D.4).
 *
 * @module
 */
export {
  explainKit,
  isComponent,
  type LoadedBundle,
  type ModuleLoader,
  type RegisteredBundle,
} from "./bundle.ts";
export { classifyFailure, HostError, type HostErrorCode, KitVersionError } from "./errors.ts";
export { DailyHost, DailyHost as TodayHost, type MountRequest, type WidgetInstance } from "./host.ts";
export { EphemeralStorage } from "./storage.ts";
export { InvalidManifestError } from "../../core/manifest/mod.ts";
