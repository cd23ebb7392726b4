import { mkdir, readdir, realpath } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import * as esbuild from "esbuild";
import { hashBundleModule } from "../../core/bytes/mod.ts";
import { LIMITS } from "../../core/contract/mod.ts";
import { formatStylesheetLine, TckbUnpackError, writeTckb } from "../../core/tckb/mod.ts";
import type { JsonObject } from "../../core/manifest/mod.ts";
import {
  type BuildRecord,
  type BuiltWidget,
  digest,
  digestInputs,
  isUnchanged,
  readBuildRecord,
  removeBundle,
  writeBuildRecord,
} from "./build_record.ts";
import { compileForEvaluation, compileWidget } from "./compile.ts";
import { type Diagnostic, DiagnosticError, inFile } from "./diagnostic.ts";
import { evaluateWidget } from "./evaluate.ts";
import type { Isolation } from "./isolation.ts";
import { discoverWidgets, type WidgetSource } from "./project.ts";
import { SourceFiles } from "./source_files.ts";
import { splitStylesheets, type Stylesheets } from "./stylesheets.ts";
import { writeWhole } from "./write_whole.ts";

/** Part of every build record: a new bundler or esbuild builds everything anew. */
const BUNDLER = `tck 0.1.0, esbuild ${esbuild.version}`;

/** How a project is built. */
export interface BuildOptions {
  /** Where the manifest is evaluated. */
  isolation: Isolation;
  /** The output folder, relative to the project. @default "dist" */
  outputDirectory?: string;
  /** Called when a widget is done. */
  onProgress?: (done: number, total: number, widget: BuildOutcome) => void;
}

/** How the build of one widget ended. */
export interface BuildOutcome {
  /** `<NNN>_<slug>`. */
  name: string;
  /** `unchanged` when inputs and output are byte for byte those of the last build. */
  status: "built" | "unchanged" | "failed";
  /** The bundle's hash, or null when the build failed. */
  hash: string | null;
  /** What the author has to change. */
  diagnostics: readonly Diagnostic[];
}

/** What became of a project's build. */
export interface BuildReport {
  /** The absolute output folder. */
  outputDirectory: string;
  /** In `NNN` order. */
  widgets: BuildOutcome[];
  /** All diagnostics, those of the project first. Empty when every widget is valid. */
  diagnostics: Diagnostic[];
}

/**
 * Builds every widget of a project into `<NNN>_<slug>.tckb` files (lifecycle specification, phase A). A widget whose
 * files have not changed is left as it is; the bundle of one that fails is removed, so that the output folder holds
 * only what the sources give. One bad widget does not hide another.
 *
 * @param directory the project folder, which holds `widgets/`
 * @throws when a file or folder cannot be read or written, such as a project folder that does not exist
 */
export async function buildProject(directory: string, options: BuildOptions): Promise<BuildReport> {
  const root = await realpath(directory);
  const outputDirectory = resolve(root, options.outputDirectory ?? "dist");
  const project = await discoverWidgets(root);
  await mkdir(outputDirectory, { recursive: true });
  const known = await readBuildRecord(outputDirectory, BUNDLER);
  const record: BuildRecord = { bundler: BUNDLER, widgets: {} };

  let done = 0;
  const widgets = await mapConcurrently(project.widgets, async (widget) => {
    const outcome = await buildOne(
      root,
      outputDirectory,
      widget,
      known.widgets[widget.name],
      options.isolation,
    );
    if (outcome.built) record.widgets[widget.name] = outcome.built;
    options.onProgress?.(++done, project.widgets.length, outcome);
    const { built: _, ...report } = outcome;
    return report;
  });
  await removeStrayBundles(outputDirectory, record);
  await writeBuildRecord(outputDirectory, record);
  return {
    outputDirectory,
    widgets,
    diagnostics: [...project.diagnostics, ...widgets.flatMap((widget) => widget.diagnostics)],
  };
}

type InternalOutcome = BuildOutcome & { built?: BuiltWidget };

async function buildOne(
  root: string,
  outputDirectory: string,
  widget: WidgetSource,
  known: BuiltWidget | undefined,
  isolation: Isolation,
): Promise<InternalOutcome> {
  const outputFile = join(outputDirectory, `${widget.name}.tckb`);
  if (known && await isUnchanged(root, outputFile, known)) {
    return { name: widget.name, status: "unchanged", hash: known.hash, diagnostics: [], built: known };
  }
  try {
    const files = new SourceFiles(root);
    const { envelope, hash, inputs } = await bundleWidget(files, widget, isolation);
    await writeWhole(outputFile, envelope);
    const digests = { ...await digestInputs(root, inputs), ...await files.digests() };
    const built = { inputs: digests, output: digest(envelope), hash };
    return { name: widget.name, status: "built", hash, diagnostics: [], built };
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    return { name: widget.name, status: "failed", hash: null, diagnostics: error.diagnostics };
  }
}

/** Makes the envelope of one widget, in memory. */
async function bundleWidget(
  files: SourceFiles,
  widget: WidgetSource,
  isolation: Isolation,
): Promise<{ envelope: Uint8Array; hash: string; inputs: string[] }> {
  const compiled = await compileWidget(files, widget);
  const { css, propertiesCss } = encodeStylesheets(splitWidgetCss(widget, compiled.css));
  const line = formatStylesheetLine({
    css: await hashBundleModule(css),
    propertiesCss: await hashBundleModule(propertiesCss),
  });
  const module = new TextEncoder().encode(`${line}\n${compiled.module}`);
  // Evaluating what cannot be written anyway would take long, and fail for want of memory.
  if (module.byteLength > LIMITS.entryBytes) throw invalidBundle(widget, describeSize(module));
  const evaluation = await compileForEvaluation(files, widget);
  const manifest = await evaluateWidget(isolation, widget, evaluation.module);
  // A manifest has been through JSON and the schema: it is a JSON object.
  const input = { module, css, propertiesCss, manifest: manifest as unknown as JsonObject };
  return {
    envelope: await writeChecked(widget, input),
    hash: await hashBundleModule(module),
    inputs: [...compiled.inputs, ...evaluation.inputs],
  };
}

function describeSize(module: Uint8Array): string {
  return `the module has ${module.byteLength} bytes, at most ${LIMITS.entryBytes} are allowed`;
}

/** The writer refuses what no reader would accept: too large an entry, say. */
async function writeChecked(
  widget: WidgetSource,
  input: Parameters<typeof writeTckb>[0],
): Promise<Uint8Array> {
  try {
    return await writeTckb(input);
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
    hint: "Make the widget smaller: images as SVG or fewer of them, fewer packages",
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

async function removeStrayBundles(outputDirectory: string, record: BuildRecord): Promise<void> {
  for (const entry of await readdir(outputDirectory, { withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith(".tckb")) continue;
    const isBuilt = Object.hasOwn(record.widgets, entry.name.slice(0, -".tckb".length));
    if (!isBuilt) await removeBundle(join(outputDirectory, entry.name));
  }
}

/** Keeps the order of the items, and as many of them at work as there are cores. */
async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = new Array(items.length);
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++) results[index] = await work(items[index]!);
  };
  await Promise.all(Array.from({ length: Math.min(items.length, availableParallelism()) }, worker));
  return results;
}
