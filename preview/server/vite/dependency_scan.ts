import { readFile } from "node:fs/promises";
import { type DepOptimizationOptions, type Plugin, transformWithOxc } from "vite";

const SCRIPT = /\.[cm]?[jt]sx?$/;

const PACKAGE = /^[\w@][^:]/;

/**
 * Before the first page, the dev server looks through the sources for packages to bundle ahead. A source that does not
 * parse yet, or a package that is not installed, would end that search, and every page would wait for it forever. With
 * these the search passes over both: the page shows what is wrong with the one widget.
 *
 * @param isSource whether a file is the author's
 */
export function tolerateFaultsInScan(
  isSource: (file: string) => boolean,
): { plugin: Plugin; rolldownOptions: NonNullable<DepOptimizationOptions["rolldownOptions"]> } {
  return {
    plugin: {
      name: "tck:missing-packages",
      enforce: "post",
      resolveId: {
        filter: { id: PACKAGE },
        handler: (id, _importer, options) => "scan" in options && options.scan ? `\0missing:${id}` : null,
      },
    },
    rolldownOptions: {
      plugins: [{
        name: "tck:unfinished-sources",
        load: {
          filter: { id: SCRIPT },
          handler: async (file) => isSource(file) && !await parses(file) ? "" : null,
        },
      }],
    },
  };
}

async function parses(file: string): Promise<boolean> {
  try {
    await transformWithOxc(await readFile(file, "utf8"), file, { sourcemap: false });
    return true;
  } catch {
    return false;
  }
}
