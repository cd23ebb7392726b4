import { posix } from "node:path";

/** What a module loads by its address and no import tells of: `new URL("./driver.mjs", import.meta.url)`. */
const ADDRESS = /\bnew URL\(\s*"(\.{1,2}\/[^"]*)",\s*import\.meta\.url\s*,?\s*\)/g;

const SOURCE_ENDING = /(?<!\.d)\.tsx?$/;

/** Where the JavaScript of a source file stands in a package. */
export function toOutputPath(source: string): string {
  return source.replace(SOURCE_ENDING, ".js");
}

/**
 * The files and folders, relative to the package, that its modules load by their addresses. An address of a source is of
 * use in the tree only: a package holds none.
 */
export function listAddresses(modules: ReadonlyMap<string, string>): string[] {
  const found = new Set<string>();
  for (const [path, text] of modules) {
    for (const [, address] of text.matchAll(ADDRESS)) {
      if (!SOURCE_ENDING.test(address!)) found.add(posix.join(posix.dirname(path), address!));
    }
  }
  return [...found].sort();
}
