import type { WidgetSource } from "../discover/mod.ts";
import { embedAssets } from "./modules/assets.ts";
import { runEsbuild } from "./esbuild/run_esbuild.ts";
import { checkImports } from "./sources/import_checks.ts";
import { guardTexts } from "./sources/guarded_texts.ts";
import { readSourceFiles, SourceFiles } from "./sources/source_files.ts";
import { resolveStyleEntries } from "./stylesheets/style_entries.ts";
import { compileTailwind } from "./tailwind/tailwind.ts";

/**
 * Compiles one stylesheet as a build does, for the classes in what a widget imports.
 *
 * @param path the stylesheet
 * @throws {DiagnosticError} when it is rejected or does not compile
 */
export async function compileStylesheet(source: WidgetSource, path: string): Promise<string> {
  const files = new SourceFiles(source.project);
  const { outputFiles } = await runEsbuild(source, {
    absWorkingDir: source.project,
    entryPoints: [path],
    outdir: "dist",
    write: false,
    bundle: true,
    tsconfigRaw: {},
    // The development server generates the class names.
    loader: { ".css": "css", ".module.css": "css" },
    plugins: guardTexts(files, [
      checkImports(files),
      resolveStyleEntries(files),
      embedAssets(files),
      compileTailwind(files, source),
      readSourceFiles(files),
    ]),
    logLevel: "silent",
  });
  return outputFiles![0]!.text;
}
