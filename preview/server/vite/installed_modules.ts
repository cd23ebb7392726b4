import { readFile } from "node:fs/promises";
import { posix } from "node:path";
import { isFileLoadingAllowed, type Plugin, type ResolvedConfig } from "vite";
import { findInstalledKit } from "./kit_modules.ts";

/** In a package, with the dev server's query. */
const PACKAGED = /\/node_modules\/.*\.m?js(\?v=\w+)?$/;

/**
 * Serves the shell and the kit as they were packed, so that widgets, bundles and the shell have the kit that is installed
 * beside the preview. The shell's modules keep their plain addresses, which its page names ahead.
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
    load: {
      filter: { id: PACKAGED },
      handler(id) {
        return readWithoutMap(id, this.environment.getTopLevelConfig());
      },
    },
  };
}

/** The dev server would make up a source map, as large as the module, for each that was packed without one. */
async function readWithoutMap(id: string, config: ResolvedConfig) {
  const file = id.replace(/\?.*$/s, "");
  // What a plugin loads, the dev server no longer asks this of.
  if (!isFileLoadingAllowed(config, file)) return null;
  const code = await readFile(file, "utf8").catch(() => null);
  return code === null || code.includes("//# sourceMappingURL=")
    ? null
    : { code, map: { mappings: "" as const } };
}
