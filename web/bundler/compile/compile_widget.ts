import { resolve } from "node:path";
import type * as esbuild from "esbuild";
import { diagnose, type Diagnostic, DiagnosticError, inFile } from "../diagnostic.ts";
import type { WidgetSource } from "../discover/mod.ts";
import { embedAssets } from "./modules/assets.ts";
import { embedCharts } from "./modules/charts_module.ts";
import { type CompiledWidget, createCompiledWidget, outputText } from "./compiled_widget.ts";
import { createDiagnostic, CSS_FAULTS } from "./esbuild/esbuild_diagnostics.ts";
import { COMPUTED_REQUIRE, createEsbuildOptions } from "./esbuild/esbuild_options.ts";
import { leaveOutRejected } from "./modules/leave_out.ts";
import { narrowBarrels } from "./modules/narrow_barrels.ts";
import { runEsbuild } from "./esbuild/run_esbuild.ts";
import { resolveSharedImports } from "./modules/shared_imports.ts";
import { checkImports } from "./sources/import_checks.ts";
import { guardTexts } from "./sources/guarded_texts.ts";
import { readSourceFiles, SourceFiles } from "./sources/source_files.ts";
import { resolveStyleEntries } from "./stylesheets/style_entries.ts";
import { StylesheetChecks } from "./stylesheets/stylesheet_checks.ts";
import { splitStylesheets, type Stylesheets } from "./stylesheets/split_stylesheets.ts";
import { compileTailwind } from "./tailwind/tailwind.ts";

/**
 * Bundles one widget for the browser: minified ESM, with only the shared specifiers left as imports, and the same bytes
 * for the same source in any folder (lifecycle specification, phase A). What is wrong with its imports, assets and
 * stylesheets is among its `diagnostics`, and is left out.
 *
 * @throws {DiagnosticError} when there is no module to check
 */
export async function compileWidget(source: WidgetSource): Promise<CompiledWidget> {
  try {
    return await compile(source, (plugins) => plugins);
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    const rest = await compile(source, leaveOutRejected).catch(() => null);
    if (!rest) throw error;
    return { ...rest, diagnostics: [...error.diagnostics, ...rest.diagnostics] };
  }
}

async function compile(
  source: WidgetSource,
  adapt: (plugins: esbuild.Plugin[]) => esbuild.Plugin[],
): Promise<CompiledWidget> {
  const files = new SourceFiles(source.project);
  const checks = new StylesheetChecks(source, files);
  const run = (disabled: ReadonlySet<string>) =>
    runEsbuild(source, {
      ...createEsbuildOptions(source),
      plugins: adapt(guardTexts(files, [
        checkImports(files),
        embedCharts,
        resolveSharedImports,
        narrowBarrels(files),
        resolveStyleEntries(files),
        embedAssets(files),
        checks.plugin,
        compileTailwind(files, source),
        readSourceFiles(files, disabled),
      ])),
    });
  let result = await run(new Set());
  const disabled = listDisabled(source, files, result.metafile);
  if (disabled.size > 0) result = await run(disabled);
  const faults = result.warnings.filter(isOwnFault).map((fault) => createDiagnostic(source, fault));
  const { stylesheets, fault } = splitWidgetCss(source, outputText(result, source, ".css"));
  if (fault && faults.length === 0) faults.push(fault);
  const compiled = await createCompiledWidget(source, files, result, stylesheets);
  const unread = faults.map(({ file }) => file);
  return { ...compiled, diagnostics: [...faults, ...checks.findFaults(compiled, unread)] };
}

/** The files that were read, and that the `browser` field of a `package.json` replaces by an empty module. */
function listDisabled(
  { project }: WidgetSource,
  files: SourceFiles,
  { inputs }: esbuild.Metafile,
): ReadonlySet<string> {
  const names = Object.keys(inputs).flatMap((name) => /^\(disabled\):(.*)$/s.exec(name)?.[1] ?? []);
  const paths = names.map((name) => resolve(project, name));
  return new Set(files.list().filter((path) => paths.includes(path)));
}

/**
 * Whether a warning of esbuild is an error in the author's own sources: CSS that it cannot read is dropped, an `@import`
 * after other rules is ignored, and `require` of a computed path fails when it is called.
 */
function isOwnFault({ id, location }: esbuild.Message): boolean {
  return [...CSS_FAULTS, COMPUTED_REQUIRE].includes(id) && location !== null &&
    !/(^|\/)node_modules\//.test(location.file);
}

function splitWidgetCss(
  source: WidgetSource,
  css: string,
): { stylesheets: Stylesheets; fault: Diagnostic | null } {
  try {
    return { stylesheets: splitStylesheets(css), fault: null };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const message = `${error.message}${quoteCss(css, error)}`;
    const hint = "Correct the rule in the widget's CSS";
    const fault = diagnose("stylesheet.invalid", source, message, hint, inFile(source.folder));
    return { stylesheets: { css: "", propertiesCss: "" }, fault };
  }
}

/** The place is one in the bundled CSS, which the author does not know: the text at it is the author's. */
function quoteCss(css: string, { loc }: SyntaxError & { loc?: { line: number; column: number } }): string {
  const text = loc && css.split("\n")[loc.line - 1]?.slice(loc.column - 1).trim().slice(0, 60);
  return text ? ` at ${JSON.stringify(text)}` : "";
}
