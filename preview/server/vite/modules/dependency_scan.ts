import { type DepOptimizationOptions, type Plugin, transformWithOxc } from "vite";
import { isDependencyScan } from "../vite_internals.ts";
import { readText } from "../whole_file.ts";

/** A plugin of what bundles the packages. */
export type BundlerPlugin = Extract<
  NonNullable<NonNullable<DepOptimizationOptions["rolldownOptions"]>["plugins"]>,
  { name: string; load?: unknown }
>;

const SCRIPT = /\.[cm]?[jt]sx?$/;

const PACKAGE = /^[\w@][^:]/;

/**
 * Lets Vite's search for packages to bundle skip sources that do not parse and packages that are not installed. Either
 * would end the search, and every page would wait for it without end; the page shows the error of the one widget
 * instead.
 *
 * @param isSource whether a file is the author's
 */
export function tolerateScanErrors(
  isSource: (file: string) => boolean,
): { plugin: Plugin; bundlerPlugin: BundlerPlugin } {
  return {
    plugin: {
      name: "tck:missing-packages",
      enforce: "post",
      resolveId: {
        filter: { id: PACKAGE },
        handler: (id, _importer, options) => isDependencyScan(options) ? `\0missing:${id}` : null,
      },
    },
    bundlerPlugin: {
      name: "tck:unfinished-sources",
      load: {
        filter: { id: SCRIPT },
        handler: async (file) => isSource(file) && !await parses(file) ? "" : null,
      },
    },
  };
}

async function parses(file: string): Promise<boolean> {
  const text = await readText(file);
  if (text === null) return false;
  try {
    await transformWithOxc(text, file, { sourcemap: false });
    return true;
  } catch {
    return false;
  }
}
