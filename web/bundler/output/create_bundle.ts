import { createHash } from "node:crypto";
import type { JsonObject } from "../../core/manifest/mod.ts";
import { formatStylesheetLine, TckbUnpackError, writeTckb } from "../../core/tckb/mod.ts";
import { checkBudget } from "./budget.ts";
import { BundledModule } from "./bundled_module.ts";
import { compileWidget } from "./compile.ts";
import type { InputPath } from "./compiled_widget.ts";
import { DiagnosticError, inFile } from "./diagnostic.ts";
import { evaluateWidget } from "./evaluate.ts";
import type { EvaluationPool } from "./evaluation_pool.ts";
import { findForbidden } from "./forbidden.ts";
import type { WidgetSource } from "./project.ts";
import type { SourceFiles } from "./source_files.ts";
import { splitStylesheets, type Stylesheets } from "./stylesheets.ts";

/** One widget's bundle, in memory. */
export interface WidgetBundle {
  /** The `.tckb` file. */
  envelope: Uint8Array;
  /** The bundle's hash. */
  hash: string;
  /** The source map of the envelope's module, as esbuild makes it but for the line that is put before the module. */
  map: string;
  /** Every file that was read. */
  inputs: InputPath[];
}

/**
 * Bundles, checks and evaluates one widget (lifecycle specification, rule 2: the bundler decides).
 *
 * @param compile compiles the widget, as {@linkcode compileWidget} does
 * @throws {DiagnosticError} when the widget is not valid
 */
export async function bundleWidget(
  files: SourceFiles,
  widget: WidgetSource,
  pool: EvaluationPool,
  compile: typeof compileWidget = compileWidget,
): Promise<WidgetBundle> {
  const compiled = await compile(files, widget);
  const { css, propertiesCss } = encodeStylesheets(splitWidgetCss(widget, compiled.css));
  const line = formatStylesheetLine({
    css: bundleHash(css),
    propertiesCss: bundleHash(propertiesCss),
  });
  const module = new TextEncoder().encode(`${line}\n${compiled.module}`);
  checkBudget(widget, compiled, module.byteLength + css.byteLength + propertiesCss.byteLength);
  const bundled = new BundledModule(widget, compiled.module, compiled.map, compiled.imports);
  const forbidden = findForbidden(bundled);
  if (forbidden.length > 0) throw new DiagnosticError(forbidden);
  const manifest = await evaluateWidget(pool, bundled);
  // A manifest has been through JSON and the schema: it is a JSON object.
  const input = { module, css, propertiesCss, manifest: manifest as unknown as JsonObject };
  return {
    envelope: await writeChecked(widget, input),
    hash: bundleHash(module),
    map: compiled.map,
    inputs: compiled.inputs,
  };
}

/** As the core's own, without a thread's help: that takes longer than the hash of a widget. */
function bundleHash(bytes: Uint8Array): string {
  return createHash("sha384").update(bytes).digest("base64url");
}

function sha384(bytes: Uint8Array): Uint8Array {
  return createHash("sha384").update(bytes).digest();
}

/** The writer refuses what no reader would accept: too large an entry, say. */
async function writeChecked(
  widget: WidgetSource,
  input: Parameters<typeof writeTckb>[0],
): Promise<Uint8Array> {
  try {
    return await writeTckb(input, { sha384 });
  } catch (error) {
    if (!(error instanceof TckbUnpackError)) throw error;
    throw invalidBundle(widget, error.message);
  }
}

function invalidBundle(widget: WidgetSource, message: string): DiagnosticError {
  return new DiagnosticError([{
    code: "bundle.invalid",
    widget: widget.name,
    ...inFile(widget.file),
    message,
    hint: "Make the widget's manifest smaller",
  }]);
}

function splitWidgetCss(widget: WidgetSource, source: string): Stylesheets {
  try {
    return splitStylesheets(source);
  } catch (error) {
    throw new DiagnosticError([{
      code: "stylesheet.invalid",
      widget: widget.name,
      ...inFile(widget.folder),
      message: `${(error as Error).message}${quoteCss(source, error as StylesheetError)}`,
      hint: "Correct the rule in the widget's CSS",
    }]);
  }
}

type StylesheetError = Error & { loc?: { line: number; column: number } };

/** The place is one in the bundled CSS, which the author does not know: what stands there, they do. */
function quoteCss(source: string, { loc }: StylesheetError): string {
  const text = loc && source.split("\n")[loc.line - 1]?.slice(loc.column - 1).trim().slice(0, 60);
  return text ? ` at ${JSON.stringify(text)}` : "";
}

/** Both stylesheets are always entries, if empty ones, so that a host never asks for one that is not there. */
function encodeStylesheets(sheets: Stylesheets): { css: Uint8Array; propertiesCss: Uint8Array } {
  const encoder = new TextEncoder();
  return { css: encoder.encode(sheets.css), propertiesCss: encoder.encode(sheets.propertiesCss) };
}
