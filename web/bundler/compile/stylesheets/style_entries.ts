import { basename, join } from "node:path";
import type * as esbuild from "esbuild";
import { host } from "../../host/mod.ts";
import type { SourceFiles } from "../sources/source_files.ts";
import { foldersAbove } from "../../folders_above.ts";

/** Resolves a stylesheet's `@import` of a package to the entry that the package has for stylesheets, which esbuild does not. */
export function resolveStyleEntries(files: SourceFiles): esbuild.Plugin {
  return {
    name: "tck-style-entries",
    setup(build) {
      build.onResolve({ filter: /^[^./]/ }, async ({ path, kind, resolveDir }) => {
        const [name] = kind === "import-rule" ? /^(@[^/]+\/)?[^/]+/.exec(path) ?? [] : [];
        if (name === undefined) return null;
        const subpath = `.${path.slice(name.length)}`;
        for (const folder of listModuleFolders(resolveDir)) {
          const packageJson = await readPackageJson(files, join(folder, name));
          if (packageJson === null) continue;
          const entry = findStyleEntry(packageJson, subpath);
          const file = entry === null ? null : host.files.realPath(join(folder, name, entry));
          return file === null ? null : { path: file };
        }
        return null;
      });
    },
  };
}

/** Where an import from a folder looks for packages. */
function listModuleFolders(from: string): string[] {
  return foldersAbove(from).filter((folder) => basename(folder) !== "node_modules").map((folder) =>
    join(folder, "node_modules")
  );
}

interface PackageJson {
  exports?: { [subpath: string]: { style?: unknown } | undefined };
  style?: unknown;
}

/** The package.json of a package; null when it is missing, may not be read or is not one. */
async function readPackageJson(files: SourceFiles, folder: string): Promise<PackageJson | null> {
  try {
    const path = host.files.realPath(join(folder, "package.json"));
    return path === null ? null : JSON.parse(new TextDecoder().decode(await files.read(path)));
  } catch {
    return null;
  }
}

function findStyleEntry({ exports, style }: PackageJson, subpath: string): string | null {
  const entry = exports?.[subpath]?.style ?? (subpath === "." ? style : undefined);
  return typeof entry === "string" ? entry : null;
}
