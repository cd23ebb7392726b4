import { extname } from "node:path";
import type * as esbuild from "esbuild";
import { attributeForbidden, fileForbidden, noLoader } from "./import_rejections.ts";
import type { SourceFiles } from "./source_files.ts";

/**
 * Rejects imports that would embed what no widget can have: files that are neither the project's nor a package's, files of a
 * type that is not known, and those that an import attribute makes something else of. It comes before every plugin that
 * loads files.
 */
export function checkImports(files: SourceFiles): esbuild.Plugin {
  return {
    name: "tck-import-checks",
    setup(build) {
      build.onResolve({ filter: /.*/ }, ({ with: attributes }) => {
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
