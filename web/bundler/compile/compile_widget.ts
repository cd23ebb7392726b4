import type * as esbuild from "esbuild";
import { DiagnosticError, inFile } from "../diagnostic.ts";
import type { WidgetSource } from "../discover/mod.ts";
import { embedAssets } from "./assets.ts";
import { embedCharts } from "./charts_module.ts";
import { type CompiledWidget, createCompiledWidget, outputText } from "./compiled_widget.ts";
import { createDiagnostic } from "./esbuild_diagnostics.ts";
import { createEsbuildOptions } from "./esbuild_options.ts";
import { narrowBarrels } from "./narrow_barrels.ts";
import { runEsbuild } from "./run_esbuild.ts";
import { resolveSharedImports } from "./shared_imports.ts";
import { readSourceFiles, SourceFiles } from "./source_files.ts";
import { resolveStyleEntries } from "./style_entries.ts";
import { checkStylesheets } from "./stylesheet_rules.ts";
import { splitStylesheets, type Stylesheets } from "./stylesheets.ts";
import { compileTailwind } from "./tailwind.ts";

/**
 * Bundles one widget for the browser: minified ESM, with only the shared specifiers left as imports, and the same bytes
 * for the same source in any folder (lifecycle specification, phase A).
 *
 * @throws {DiagnosticError} when the source does not compile or imports what it must not
 */
export async function compileWidget(source: WidgetSource): Promise<CompiledWidget> {
  const files = new SourceFiles(source.project);
  const result = await runEsbuild(source, {
    ...createEsbuildOptions(source),
    plugins: [
      embedCharts,
      resolveSharedImports,
      narrowBarrels(files),
      resolveStyleEntries,
      embedAssets(files),
      checkStylesheets(files),
      compileTailwind(files, source),
      readSourceFiles(files),
    ],
  });
  const faults = result.warnings.filter((warning) => isStylesheetFault(warning));
  if (faults.length > 0) throw new DiagnosticError(faults.map((fault) => createDiagnostic(source, fault)));
  const stylesheets = splitWidgetCss(source, outputText(result, source, ".css"));
  return await createCompiledWidget(source, files, result, stylesheets);
}

/** esbuild drops CSS that it cannot read with a warning: in the author's own CSS that is an error. */
function isStylesheetFault({ id, location }: esbuild.Message): boolean {
  return id === "css-syntax-error" && location !== null && !/(^|\/)node_modules\//.test(location.file);
}

function splitWidgetCss(source: WidgetSource, css: string): Stylesheets {
  try {
    return splitStylesheets(css);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new DiagnosticError([{
      code: "stylesheet.invalid",
      widget: source.name,
      ...inFile(source.folder),
      message: `${error.message}${quoteCss(css, error)}`,
      hint: "Correct the rule in the widget's CSS",
    }]);
  }
}

/** The place is one in the bundled CSS, which the author does not know: the text at it is the author's. */
function quoteCss(css: string, { loc }: SyntaxError & { loc?: { line: number; column: number } }): string {
  const text = loc && css.split("\n")[loc.line - 1]?.slice(loc.column - 1).trim().slice(0, 60);
  return text ? ` at ${JSON.stringify(text)}` : "";
}
