import { readdir, readFile } from "node:fs/promises";
import { dirname, join, posix, relative, sep } from "node:path";

/** One import of a source file: static, dynamic, `import type` or `export … from`. */
export interface Import {
  /** The importing file, relative to the project. */
  file: string;
  /** The specifier as it is written. */
  specifier: string;
  /** The imported file, relative to the project; null for a package. */
  target: string | null;
}

/** An import that breaks a rule. */
export interface ForbiddenImport extends Import {
  /** The rule that it breaks. */
  rule: string;
}

/** The top-level folders and files that hold production code. */
const PRODUCTION = ["core", "docs/site", "web", "hosts", "preview", "terminal", "mod.ts"];

/** Whether a file of the project is production code, whose imports have directions and faces. */
export function isProduction(file: string): boolean {
  return PRODUCTION.some((path) => file === path || file.startsWith(`${path}/`));
}

/** The specifiers that `deno.json` maps to files of this project. */
export const MAPPED_SPECIFIERS: { readonly [specifier: string]: string } = {
  "@tck/kit": "web/tck/mod.ts",
  "@tck/kit/charts": "web/tck/charts/mod.ts",
  "@tck/kit/host": "web/tck-host/mod.ts",
  "@tck/kit/host-mount": "web/tck-host-mount/mod.ts",
  "@tck/preview": "preview/server/mod.ts",
};

/** Reads the imports of every source file, those of the tests included. */
export async function readImports(root: string): Promise<Import[]> {
  const imports: Import[] = [];
  for (const source of [...PRODUCTION, "tests"]) {
    for await (const path of sourceFiles(join(root, source))) {
      const file = relative(root, path).split(sep).join("/");
      imports.push(...parseImports(file, await readFile(path, "utf8")));
    }
  }
  return imports;
}

/** The imports of one source text, those in comments left out. */
export function parseImports(file: string, source: string): Import[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
  const pattern = /(?:\bfrom\s*|\bimport\s*\(?\s*)(["'])([^"'\n]+)\1/g;
  return Array.from(code.matchAll(pattern), ([, , specifier]) => ({
    file,
    specifier: specifier!,
    target: resolveInProject(file, specifier!),
  }));
}

function resolveInProject(file: string, specifier: string): string | null {
  if (Object.hasOwn(MAPPED_SPECIFIERS, specifier)) return MAPPED_SPECIFIERS[specifier]!;
  return specifier.startsWith(".") ? posix.normalize(posix.join(dirname(file), specifier)) : null;
}

async function* sourceFiles(path: string): AsyncGenerator<string> {
  if (/\.(m?[jt]sx?)$/.test(path)) return yield path;
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (entry.isDirectory()) yield* sourceFiles(join(path, entry.name));
    else if (/\.(m?[jt]sx?)$/.test(entry.name)) yield join(path, entry.name);
  }
}
