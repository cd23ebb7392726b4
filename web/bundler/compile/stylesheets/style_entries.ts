import { realpath } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import type * as esbuild from "esbuild";
import type { SourceFiles } from "../sources/source_files.ts";

/** Resolves a stylesheet's `@import` of a package to the entry that the package has for stylesheets, which esbuild does not. */
export function resolveStyleEntries(files: SourceFiles): esbuild.Plugin {
  return {
    name: "tck-style-entries",
    setup(build) {
      build.onResolve({ filter: /^[^./]/ }, async ({ path, kind, resolveDir }) => {
        const [name] = kind === "import-rule" ? /^(@[^/]+\/)?[^/]+/.exec(path) ?? [] : [];
        if (name === undefined) return null;
        const subpath = `.${path.slice(name.length)}`;
        for (const folder of createRequire(join(resolveDir, "stylesheet.css")).resolve.paths(name) ?? []) {
          const packageJson = await readPackageJson(files, join(folder, name));
          if (packageJson === null) continue;
          const entry = findStyleEntry(packageJson, subpath);
          const file = entry === null ? null : await realpath(join(folder, name, entry)).catch(() => null);
          return file === null ? null : { path: file };
        }
        return null;
      });
    },
  };
}

interface PackageJson {
  exports?: { [subpath: string]: { style?: unknown } | undefined };
  style?: unknown;
}

/** The package.json of a package; null when it is missing, may not be read or is not one. */
async function readPackageJson(files: SourceFiles, folder: string): Promise<PackageJson | null> {
  try {
    const text = new TextDecoder().decode(await files.read(await realpath(join(folder, "package.json"))));
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function findStyleEntry({ exports, style }: PackageJson, subpath: string): string | null {
  const entry = exports?.[subpath]?.style ?? (subpath === "." ? style : undefined);
  return typeof entry === "string" ? entry : null;
}
