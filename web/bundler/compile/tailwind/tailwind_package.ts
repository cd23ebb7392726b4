import { createRequire } from "node:module";
import { join } from "node:path";
import type { SourceFiles } from "../sources/source_files.ts";

/** What the bundler uses of Tailwind 4. */
export interface Tailwind {
  /** Reads a stylesheet. The options load what it imports, and its plugins. */
  compile(source: string, options: TailwindOptions): Promise<TailwindCompiler>;
  /** Finds what may be a class in a text. */
  Scanner: new (options: { sources: [] }) => TailwindScanner;
}

export interface TailwindOptions {
  /** The folder of the stylesheet. */
  base: string;
  /** Which rules for old browsers are made, as bits: 0 for none. */
  polyfills: number;
  loadStylesheet(id: string, base: string): Promise<{ path: string; base: string; content: string }>;
  loadModule(id: string, base: string): Promise<never>;
}

/** A stylesheet that has been read. */
export interface TailwindCompiler {
  /** What `source(…)` of the import says: files to scan, `"none"`, or null when it says nothing. */
  root: { base: string; pattern: string } | "none" | null;
  /** The files of `@source` rules. */
  sources: readonly unknown[];
  /** The whole CSS, with the rules for these classes and for those of earlier calls; what is not a class is ignored. */
  build(candidates: string[]): string;
}

/** Finds what may be a class in a text. */
export interface TailwindScanner {
  getCandidatesWithPositions(
    input: { content: string; extension: string },
  ): { candidate: string; position: number }[];
}

/**
 * Loads the Tailwind 4 that a project has installed; the kit has none of its own. It is the project's code, which runs with
 * the rights of this process. Its version is read through `files`, so that the widget is built again with another one.
 *
 * @returns what is missing, for people, when it is not installed
 */
export async function loadTailwind(files: SourceFiles): Promise<Tailwind | { missing: string }> {
  const require = createRequire(join(files.root, "package.json"));
  for (const name of ["tailwindcss", "@tailwindcss/oxide"]) {
    const path = tryResolve(require, `${name}/package.json`);
    if (path === null || !files.allows(path)) {
      return { missing: `this is Tailwind's, and ${name} is not installed in the project or its workspace` };
    }
    const version: unknown = JSON.parse(new TextDecoder().decode(await files.read(path))).version;
    if (!/^4\./.test(String(version))) {
      return {
        missing: `this is Tailwind 4's, and the installed version of ${name} is ${
          String(version).slice(0, 20)
        }`,
      };
    }
  }
  const { compile } = require("tailwindcss");
  const { Scanner } = require("@tailwindcss/oxide");
  return { compile, Scanner };
}

function tryResolve(require: NodeJS.Require, specifier: string): string | null {
  try {
    return require.resolve(specifier);
  } catch {
    return null;
  }
}
