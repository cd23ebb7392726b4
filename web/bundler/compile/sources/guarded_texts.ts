import { extname } from "node:path";
import type * as esbuild from "esbuild";
import { errorMessage } from "../../../../core/errors/mod.ts";
import { changeLoads } from "../esbuild/changed_loads.ts";
import { findComputedImports, type Script } from "./computed_imports.ts";
import { withoutScriptMap, withoutStylesheetMap } from "./input_maps.ts";
import type { SourceFiles } from "./source_files.ts";

/**
 * Plugins of which every text gets to esbuild without what would have it read files and folders past them: source maps, and
 * imports of paths that are put together.
 */
export function guardTexts(files: SourceFiles, plugins: readonly esbuild.Plugin[]): esbuild.Plugin[] {
  return plugins.map((plugin) =>
    changeLoads(plugin, (result, file) => result.contents === undefined ? result : guard(files, file, result))
  );
}

async function guard(
  files: SourceFiles,
  { path, namespace }: esbuild.OnLoadArgs,
  result: esbuild.OnLoadResult,
): Promise<esbuild.OnLoadResult> {
  const { contents, loader = "js" } = result;
  const kind = loader === "default" ? LOADERS[extname(path)] : loader;
  if (kind === undefined) return result;
  const text = typeof contents === "string" ? contents : new TextDecoder().decode(contents);
  if (isStylesheet(kind)) return { ...result, contents: withoutStylesheetMap(text) };
  if (!isScript(kind)) return result;
  const name = namespace === "file" ? files.nameOf(path) : path;
  const errors = await findErrors({ name, text, loader: kind });
  return errors.length > 0 ? { errors } : { ...result, contents: withoutScriptMap(text) };
}

async function findErrors(script: Script): Promise<esbuild.PartialMessage[]> {
  try {
    return await findComputedImports(script);
  } catch (error) {
    // What cannot be parsed might have such an import.
    return [{ text: `${script.name} cannot be checked: ${errorMessage(error)}`, detail: "source.syntax" }];
  }
}

/** The loaders of esbuild by the endings of files, for what can have a source map. */
const LOADERS: { readonly [ending: string]: esbuild.Loader } = {
  ".js": "js",
  ".mjs": "js",
  ".cjs": "js",
  ".jsx": "jsx",
  ".ts": "ts",
  ".mts": "ts",
  ".cts": "ts",
  ".tsx": "tsx",
  ".css": "css",
};

function isScript(loader: esbuild.Loader): loader is Script["loader"] {
  return ["js", "jsx", "ts", "tsx"].includes(loader);
}

function isStylesheet(loader: esbuild.Loader): boolean {
  return ["css", "global-css", "local-css"].includes(loader);
}
