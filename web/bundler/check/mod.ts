/** Checks a compiled widget without running it. It runs in the same child process as `compile/`. */
export { type CheckedModule, checkModule } from "./check_module.ts";
export type { ManifestPlace } from "./manifest_places.ts";
