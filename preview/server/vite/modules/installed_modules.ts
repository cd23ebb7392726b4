import { readFile } from "node:fs/promises";
import { posix } from "node:path";
import { isFileLoadingAllowed, type Plugin, type ResolvedConfig } from "vite";
import { findInstalledKit } from "./shared_specifiers.ts";
import { isPackageModule } from "../vite_internals.ts";

/**
 * Serves the installed shell and kit, so that widgets, bundles and the shell have the same kit. The shell's modules
 * keep their plain URLs, which its page preloads.
 *
 * @param shell the shell's folder, with a slash at its end
 */
export function serveInstalledModules(shell: string): Plugin {
  const kit = findInstalledKit();
  return {
    name: "tck:installed-modules",
    enforce: "pre",
    resolveId: {
      filter: { id: /^@tck\/kit(\/|$)|^\.\/[^/]+\.js$/ },
      handler: (specifier, importer) => {
        if (Object.hasOwn(kit, specifier)) return kit[specifier]!;
        return importer?.startsWith(shell) ? posix.join(shell, specifier) : null;
      },
    },
    load(id) {
      return isPackageModule(id) ? readWithoutMap(id, this.environment.getTopLevelConfig()) : null;
    },
  };
}

/** Vite would generate a source map, as large as the module, for each module without one. */
async function readWithoutMap(id: string, config: ResolvedConfig) {
  const file = id.replace(/\?.*$/s, "");
  // Vite does not check the files that a plugin loads.
  if (!isFileLoadingAllowed(config, file)) return null;
  const code = await readFile(file, "utf8").catch(() => null);
  return code === null ? null : { code, map: { mappings: "" as const } };
}
