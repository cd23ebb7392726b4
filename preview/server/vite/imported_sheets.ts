import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { usesTailwind } from "../model/mod.ts";

/** How many stylesheets are read for one. */
const MAX_SHEETS = 200;

interface ImportedSheets {
  /** Whether the stylesheet or one that it imports uses Tailwind. */
  usesTailwind: boolean;
  /** The files that it imports, at any depth. */
  files: readonly string[];
}

/**
 * Reads the files that a stylesheet imports by relative paths. Stylesheets of npm packages are not read: Tailwind
 * compiles only the project's own.
 *
 * @param file the stylesheet's path @param code its text
 */
export async function readImportedSheets(file: string, code: string): Promise<ImportedSheets> {
  const sheets = new Map([[file, code]]);
  for (const [path, text] of sheets) {
    for (const imported of importsOf(text, dirname(path))) {
      if (sheets.size >= MAX_SHEETS || sheets.has(imported)) continue;
      const content = await readFile(imported, "utf8").catch(() => null);
      if (content !== null) sheets.set(imported, content);
    }
  }
  const [, ...files] = sheets.keys();
  const uses = await Promise.all(Array.from(sheets.values(), usesTailwind));
  return { usesTailwind: uses.includes(true), files };
}

function importsOf(css: string, folder: string): string[] {
  const rules = css.replaceAll(/\/\*[\s\S]*?(?:\*\/|$)/g, "").matchAll(
    /@import\s+(?:url\(\s*)?["']?([^"')\s;]+)/g,
  );
  return Array.from(rules, ([, address]) => address!)
    .filter((address) => !/^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(address))
    .map((address) => resolve(folder, address));
}
