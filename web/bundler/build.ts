import { realpath } from "node:fs/promises";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import pLimit from "p-limit";
import { resolve } from "node:path";
import { KIT_VERSION } from "../../core/contract/mod.ts";
import { type Folder, openFolder } from "../../terminal/files/mod.ts";
import { BuildProcesses } from "./build_processes.ts";
import { buildWidget } from "./build_widget.ts";
import { type Diagnostic, DiagnosticError } from "./diagnostic.ts";
import { isError, isNote, isWarning } from "./diagnostic_codes.ts";
import { checkPackageFiles } from "./compile/sources/package_files.ts";
import { discoverWidgets, type WidgetSource } from "./discover/mod.ts";
import type { Isolation } from "./evaluate/mod.ts";
import {
  type BuildRecord,
  type BuiltWidget,
  createRecordKey,
  isUnchanged,
  openOutputFolder,
  type OutputFolder,
  readBuildRecord,
  recordBundle,
  writeBuildRecord,
} from "./output/mod.ts";
import { checkTypes } from "./types/check_types.ts";
import { mergeTypeErrors } from "./types/merge_type_errors.ts";

export interface BuildOptions {
  /** How isolates are started, in which widgets are evaluated. */
  isolation: Isolation;
  /** The output folder, relative to the project. @default "dist" */
  outputDirectory?: string;
  /** Whether nothing is written, and the widgets are checked only. @default false */
  checkOnly?: boolean;
  /** Whether TypeScript checks the types of the project too, if it is installed there. @default false */
  checkTypes?: boolean;
  /** Milliseconds that compiling one widget may take. @default 15000 */
  compileDeadline?: number;
  /** When the bundles count as built, an RFC 3339 timestamp for their `build.json`. @default none has one */
  builtAt?: string | undefined;
  /** Called when a widget is done. */
  onProgress?: (done: number, total: number, widget: BuildOutcome) => void;
  /** Called with a message about what the build keeps on this machine. */
  onNotice?: (message: string) => void;
}

/** How the build of one widget ended. */
export interface BuildOutcome {
  /** `<NNN>_<slug>`. */
  name: string;
  /** What becomes of its bundle. `unchanged` when inputs and output are byte for byte those of the last build. */
  status: "built" | "unchanged" | "failed";
  /** Whether it has no errors, of its types neither. With those, its bundle is built all the same. */
  valid: boolean;
  /** The bundle's hash, or null when the build failed. */
  hash: string | null;
  /** What the author has to change. A widget that is built can have errors of its types. */
  diagnostics: readonly Diagnostic[];
  /** What the author should look at. */
  warnings: readonly Diagnostic[];
  /** What its readers do not have. */
  notes: readonly Diagnostic[];
}

/** The result of a project's build. */
export interface BuildReport {
  /** The absolute output folder. */
  outputDirectory: string;
  /** In `NNN` order. */
  widgets: BuildOutcome[];
  /** All errors, those of the project first. Empty when every widget is valid, and its types are. */
  diagnostics: Diagnostic[];
  /** All warnings, those of the project first. */
  warnings: Diagnostic[];
  notes: Diagnostic[];
}

/**
 * Builds every widget of a project into `<NNN>_<slug>.tckb` files (lifecycle specification, phase A), with the source map
 * of each beside it. A widget whose files have not changed is left as it is; the bundle of one that fails is removed, so
 * that the output folder holds only bundles of the current sources. A failed widget does not keep others from being built.
 *
 * @param directory the project folder, which holds `widgets/`
 * @throws when a file or folder cannot be read or written, such as a project folder that does not exist
 */
export async function buildProject(directory: string, options: BuildOptions): Promise<BuildReport> {
  await using processes = new BuildProcesses(options.isolation, options.compileDeadline);
  return await buildProjectWith(processes, directory, options);
}

/**
 * Builds a project as {@linkcode buildProject} does, with processes that may be ready.
 *
 * @param onInputs called with the files that the widgets were built from, relative to the project
 */
export async function buildProjectWith(
  processes: BuildProcesses,
  directory: string,
  options: Omit<BuildOptions, "isolation">,
  onInputs?: (files: readonly string[]) => void,
): Promise<BuildReport> {
  const root = await realpath(directory);
  checkPackageFiles(root);
  const outputDirectory = resolve(root, options.outputDirectory ?? "dist");
  using output = options.checkOnly ? null : await openOutputFolder(outputDirectory, root);
  using former = output === null ? openOrNull(outputDirectory) : output.folder.openFolder("");
  const project = await discoverWidgets(root);
  const { builtAt } = options;
  const bundler = builtAt === undefined ? BUNDLER : `${BUNDLER}, at ${builtAt}`;
  const recordKey = await createRecordKey(bundler, root, outputDirectory, options.onNotice);
  const known = readBuildRecord(former, recordKey);
  const sources = project.widgets.map((source) => {
    const built = known.widgets[source.name];
    return { source, unchanged: isUnchanged(root, former, source.name, built) ? built : null };
  });
  processes.expect(sources.filter(({ unchanged }) => !unchanged).length);

  let done = 0;
  const types = options.checkTypes && sources.length > 0 ? checkTypes(root) : Promise.resolve([]);
  const results = await buildEach(sources, async ({ source, unchanged }) => {
    const result = unchanged
      ? keepWidget(source, unchanged)
      : await tryBuild(processes, source, output, builtAt);
    options.onProgress?.(++done, sources.length, result.outcome);
    return result;
  });
  onInputs?.(results.flatMap(({ built }) => Object.keys(built?.inputs ?? {})));
  if (output) await recordResults(output, results, recordKey);
  return createReport(
    outputDirectory,
    project.diagnostics,
    results.map(({ outcome }) => outcome),
    await types,
  );
}

/** The output folder that a check compares with, if there is one. */
function openOrNull(outputDirectory: string): Folder | null {
  try {
    return openFolder(outputDirectory);
  } catch {
    return null;
  }
}

function createReport(
  outputDirectory: string,
  ofProject: readonly Diagnostic[],
  outcomes: readonly BuildOutcome[],
  types: readonly Diagnostic[],
): BuildReport {
  const widgets = outcomes.map((outcome) => {
    const own = types.filter(({ widget }) => widget === outcome.name);
    const { name, status, hash, diagnostics, warnings, notes } = outcome;
    return createOutcome(name, status, hash, mergeTypeErrors([...diagnostics, ...warnings, ...notes], own));
  });
  const others = types.filter(({ widget }) => !outcomes.some(({ name }) => name === widget))
    .map((one) => ({ ...one, widget: null }));
  const all = [
    ...ofProject,
    ...others,
    ...widgets.flatMap((one) => [...one.diagnostics, ...one.warnings, ...one.notes]),
  ];
  return { outputDirectory, widgets, ...split(all) };
}

function split(all: readonly Diagnostic[]): Pick<BuildReport, "diagnostics" | "warnings" | "notes"> {
  return { diagnostics: all.filter(isError), warnings: all.filter(isWarning), notes: all.filter(isNote) };
}

function createOutcome(
  name: string,
  status: BuildOutcome["status"],
  hash: string | null,
  all: readonly Diagnostic[],
): BuildOutcome {
  const found = split(all);
  return { name, status, valid: found.diagnostics.length === 0, hash, ...found };
}

interface WidgetResult {
  outcome: BuildOutcome;
  /** Absent when the build failed. */
  built?: BuiltWidget;
}

function keepWidget({ name }: WidgetSource, built: BuiltWidget): WidgetResult {
  const { hash, warnings, notes } = built;
  return { outcome: createOutcome(name, "unchanged", hash, [...warnings, ...notes]), built };
}

async function tryBuild(
  processes: BuildProcesses,
  source: WidgetSource,
  output: OutputFolder | null,
  builtAt: string | undefined,
): Promise<WidgetResult> {
  const { name } = source;
  try {
    const { bundle, warnings, notes } = await buildWidget(processes, source, builtAt);
    await output?.write(bundle);
    return {
      outcome: createOutcome(name, "built", bundle.hash, [...warnings, ...notes]),
      built: recordBundle(source.project, bundle, warnings, notes),
    };
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    return { outcome: createOutcome(name, "failed", null, error.diagnostics) };
  }
}

async function recordResults(
  output: OutputFolder,
  results: readonly WidgetResult[],
  recordKey: Uint8Array | null,
): Promise<void> {
  const built = results.flatMap(({ outcome, built }) => built ? [[outcome.name, built] as const] : []);
  const record: BuildRecord = { widgets: Object.fromEntries(built) };
  await output.removeOthers(record);
  await writeBuildRecord(output.folder, record, recordKey);
}

const require = createRequire(import.meta.url);

/** Part of the key of build records: with another bundler, esbuild or React, everything is built again. */
const BUNDLER = `tck ${KIT_VERSION}, esbuild ${require("esbuild/package.json").version}, react ${
  require("react/package.json").version
}`;

/** More widgets than are compiled and evaluated at the same time, so that neither waits for the other. */
const MAX_CONCURRENT_WIDGETS = 3 * availableParallelism();

/** Builds each widget. After an error no further widget is begun, and those that are begun end first. */
async function buildEach<Item, Result>(
  items: readonly Item[],
  build: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const failure = new AbortController();
  const results: Result[] = [];
  await pLimit(MAX_CONCURRENT_WIDGETS).map(items, async (item, index) => {
    if (failure.signal.aborted) return;
    await build(item).then((result) => results[index] = result, (error) => failure.abort(error));
  });
  failure.signal.throwIfAborted();
  return results;
}
