import { extname } from "node:path";
import type * as esbuild from "esbuild";
import { attributeForbidden, fileForbidden, noLoader, queryForbidden } from "./import_rejections.ts";
import type { SourceFiles } from "./source_files.ts";

/** Imports of modules. The address of an image in a stylesheet may have a query, which its file does not depend on. */
const OF_MODULES: ReadonlySet<esbuild.ImportKind> = new Set([
  "import-statement",
  "dynamic-import",
  "require-call",
]);

/**
 * Rejects imports that would embed what no widget can have: files that are neither the project's nor a package's, files of a
 * type that is not known, and those that an import attribute or a query makes something else of. It comes before every plugin that
 * loads files.
 */
export function checkImports(files: SourceFiles): esbuild.Plugin {
  return {
    name: "tck-import-checks",
    setup(build) {
      build.onResolve({ filter: /.*/ }, ({ path, kind, with: attributes }) => {
        if (OF_MODULES.has(kind) && path.includes("?")) return { errors: [queryForbidden(path)] };
        const other = Object.entries(attributes).find(([name, value]) => name !== "type" || value !== "json");
        return other ? { errors: [attributeForbidden(...other)] } : null;
      });
      build.onLoad({ filter: /.*/, namespace: "file" }, ({ path, with: { type } }) => {
        if (!files.allows(path)) return { errors: [fileForbidden(path)] };
        if (extname(path) === "") return { errors: [noLoader(path)] };
        return type !== undefined && !path.endsWith(".json")
          ? { errors: [attributeForbidden("type", type)] }
          : null;
      });
    },
  };
}
