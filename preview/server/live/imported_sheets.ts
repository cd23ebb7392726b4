import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { usesTailwind } from "../model/bundler.ts";

/** How many stylesheets are looked into for one. */
const MOST_SHEETS = 200;

/** A stylesheet and the project's own that it imports. */
export interface ImportedSheets {
  /** Whether one of them uses Tailwind: the bundler's Tailwind has to compile the whole then. */
  usesTailwind: boolean;
  /** The files of those that it imports, at any depth. */
  files: readonly string[];
}

/**
 * Looks into the files that a stylesheet imports by relative addresses, as far as there are such files. What is in npm
 * packages is not looked into: Tailwind compiles the project's own stylesheets alone.
 *
 * @param file the stylesheet's path @param code what is in it
 */
export async function readImportedSheets(file: string, code: string): Promise<ImportedSheets> {
  const sheets = new Map([[file, code]]);
  for (const [path, text] of sheets) {
    for (const imported of importsOf(text, dirname(path))) {
      if (sheets.size >= MOST_SHEETS || sheets.has(imported)) continue;
      const content = await readFile(imported, "utf8").catch(() => null);
      if (content !== null) sheets.set(imported, content);
    }
  }
  const [, ...files] = sheets.keys();
  const uses = await Promise.all([...sheets.values()].map(usesTailwind));
  return { usesTailwind: uses.includes(true), files };
}

function importsOf(css: string, folder: string): string[] {
  const rules = css.replaceAll(/\/\*[\s\S]*?\*\//g, "").matchAll(/@import\s+(?:url\(\s*)?["']?([^"')\s;]+)/g);
  return Array.from(rules, ([, address]) => address!)
    .filter((address) => !/^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(address))
    .map((address) => resolve(folder, address));
}
