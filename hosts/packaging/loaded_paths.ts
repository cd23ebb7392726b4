import { posix } from "node:path";

/** A file or folder that a module loads without an import: `new URL("./driver.mjs", import.meta.url)`. */
const MODULE_URL = /\bnew URL\(\s*"(\.{1,2}\/[^"]*)",\s*import\.meta\.url\s*,?\s*\)/g;

const SOURCE_ENDING = /(?<!\.d)\.tsx?$/;

/** The path in a package of the JavaScript of a source file. */
export function toOutputPath(source: string): string {
  return source.replace(SOURCE_ENDING, ".js");
}

/**
 * Lists the files and folders, relative to the package, that its modules load by URL. URLs of sources are omitted: they
 * are used only in the tree, since a package contains no sources.
 */
export function listLoadedPaths(modules: ReadonlyMap<string, string>): string[] {
  const found = new Set<string>();
  for (const [path, text] of modules) {
    for (const [, url] of text.matchAll(MODULE_URL)) {
      if (!SOURCE_ENDING.test(url!)) found.add(posix.join(posix.dirname(path), url!));
    }
  }
  return [...found].sort();
}
