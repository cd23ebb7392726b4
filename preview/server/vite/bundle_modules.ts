import type { Plugin } from "vite";
import { PROTOCOL_PREFIX } from "../../protocol.ts";
import type { PreviewModel } from "../model/mod.ts";

const BUNDLE_MODULE = new RegExp(`^${PROTOCOL_PREFIX}bundle/([^/?#]+)/widget\\.mjs$`);

/** The id of the bundle whose module has a path, or null. */
export function bundleOfModulePath(path: string): string | null {
  return BUNDLE_MODULE.exec(path)?.[1] ?? null;
}

/**
 * Serves the modules of bundles through Vite's transform (preview specification, §4), so that they import the shell's
 * React and kit.
 */
export function serveBundleModules(model: PreviewModel): Plugin {
  return {
    name: "tck:bundle-modules",
    enforce: "pre",
    resolveId: { filter: { id: BUNDLE_MODULE }, handler: (path) => path },
    load: {
      filter: { id: BUNDLE_MODULE },
      handler(path) {
        const bundle = model.findBundle(bundleOfModulePath(path)!);
        return bundle === undefined ? null : new TextDecoder().decode(bundle.contents.module);
      },
    },
  };
}
