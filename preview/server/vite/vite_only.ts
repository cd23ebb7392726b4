import type { Plugin } from "vite";
import type { BundlerPlugin } from "./modules/dependency_scan.ts";
import { removePlugins } from "./vite_internals.ts";

/**
 * What Vite makes of a module besides its imports, and the bundler does not: lists of the files that a pattern names, and
 * files that are embedded or served by their addresses.
 */
const VITE_ONLY = [
  "vite:import-glob",
  "vite:dynamic-import-vars",
  "vite:asset-import-meta-url",
  "vite:worker-import-meta-url",
  "vite:worker",
];

/** Leaves such code as it is, as the bundler does: it would read files and folders anywhere on the machine. */
export function leaveViteOnly(): Plugin {
  return {
    name: "tck:vite-only",
    configResolved: (config) => removePlugins(config, VITE_ONLY),
  };
}

/** The same for what searches sources for packages to bundle, which would import all files that a pattern names. */
export function leaveGlobs(): BundlerPlugin {
  return {
    name: "tck:no-globs",
    transform: {
      filter: { code: "import.meta.glob", id: { exclude: /[\\/]node_modules[\\/]/ } },
      handler: (code) => code.replaceAll("import.meta.glob", "import.meta.none"),
    },
  };
}
