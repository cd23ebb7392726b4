import type { Plugin, ViteDevServer } from "vite";
import { PROTOCOL_PREFIX } from "../../protocol.ts";

const BUNDLE_MODULE = new RegExp(`^${PROTOCOL_PREFIX}bundle/([^/?#]+)/widget\\.mjs$`);

/** The id of the bundle whose module a path names, or null. */
export function bundleOfModulePath(path: string): string | null {
  return BUNDLE_MODULE.exec(path)?.[1] ?? null;
}

/**
 * Serves the modules of bundles through the dev server's transform (preview specification, §4), so that their bare
 * specifiers lead to the shell's own React and kit.
 *
 * @param findModule the module of a bundle in the store, or undefined
 */
export function serveBundleModules(findModule: (id: string) => Uint8Array | undefined): Plugin {
  return {
    name: "tck:bundle-modules",
    enforce: "pre",
    resolveId: { filter: { id: BUNDLE_MODULE }, handler: (path) => path },
    load: {
      filter: { id: BUNDLE_MODULE },
      handler(path) {
        const module = findModule(bundleOfModulePath(path)!);
        return module === undefined ? null : new TextDecoder().decode(module);
      },
    },
  };
}

/** Frees what the dev server has made of bundles that are no longer in the store. */
export function forgetBundleModules(server: ViteDevServer, isKnown: (id: string) => boolean): void {
  const { moduleGraph } = server.environments.client;
  for (const [path, module] of moduleGraph.idToModuleMap) {
    const id = bundleOfModulePath(path);
    if (id !== null && !isKnown(id)) moduleGraph.invalidateModule(module);
  }
}
