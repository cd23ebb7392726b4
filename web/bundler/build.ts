import { realpath } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import * as esbuild from "esbuild";
import { version as reactVersion } from "react";
import {
  type BuildRecord,
  type BuiltWidget,
  digest,
  digestInputs,
  isUnchanged,
  readBuildRecord,
  writeBuildRecord,
} from "./build_record.ts";
import { bundleWidget } from "./bundle_widget.ts";
import { type Diagnostic, DiagnosticError } from "./diagnostic.ts";
import { EvaluationPool } from "./evaluation_pool.ts";
import type { Isolation } from "./isolation.ts";
import { OutputFolder } from "./output_folder.ts";
import { PlainGroups } from "./plain_groups.ts";
import type { Sources } from "./plain_widget.ts";
import { discoverWidgets, type WidgetSource } from "./project.ts";
import { RefusedWidgets } from "./refused_widgets.ts";
import { SourceFiles } from "./source_files.ts";

/** Part of every build record: a new bundler, esbuild or React builds everything anew. */
const BUNDLER = `tck 0.1.0, esbuild ${esbuild.version}, react ${reactVersion}`;

/** How a project is built. */
export interface BuildOptions {
  /** Where the manifest is evaluated. */
  isolation: Isolation;
  /** The output folder, relative to the project. @default "dist" */
  outputDirectory?: string;
  /** Whether nothing is written, and the widgets are checked only. @default false */
  checkOnly?: boolean;
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
 * Builds every widget of a project into `<NNN>_<slug>.tckb` files (lifecycle specification, phase A), with the source map
 * of each beside it. A widget whose files have not changed is left as it is; the bundle of one that fails is removed, so
 * that the output folder holds only what the sources give. One bad widget does not hide another.
 *
 * @param directory the project folder, which holds `widgets/`
 * @throws when a file or folder cannot be read or written, such as a project folder that does not exist
 */
export async function buildProject(directory: string, options: BuildOptions): Promise<BuildReport> {
  const pool = new EvaluationPool(options.isolation);
  try {
    return await buildProjectIn(pool, directory, options);
  } finally {
    await pool.close();
  }
}

/**
 * Builds a project as {@linkcode buildProject} does, in processes that may stand ready.
 *
 * @param refused the widgets that need not be judged again, and those that are refused now
 */
export async function buildProjectIn(
  pool: EvaluationPool,
  directory: string,
  options: Omit<BuildOptions, "isolation">,
  refused: RefusedWidgets = new RefusedWidgets(),
): Promise<BuildReport> {
  const root = await realpath(directory);
  const outputDirectory = resolve(root, options.outputDirectory ?? "dist");
  const output = options.checkOnly ? null : new OutputFolder(outputDirectory, root);
  const [known, project] = await Promise.all([
    readBuildRecord(outputDirectory, BUNDLER),
    discoverWidgets(root),
  ]);
  const record: BuildRecord = { bundler: BUNDLER, widgets: {} };
  await output?.create();

  const kept = project.widgets.map((widget): InternalOutcome | undefined => {
    const built = known.widgets[widget.name];
    const isKnown = isUnchanged(root, outputDirectory, widget.name, built);
    return isKnown ? keepWidget(widget, built!) : refused.find(widget);
  });
  const sources = project.widgets.map((widget) => ({ widget, files: new SourceFiles(root) }));
  const others = sources.filter((_, index) => !kept[index]);
  pool.prepare(others.length);
  const groups = new PlainGroups(others);

  let done = 0;
  const widgets = await mapConcurrently(sources, async (source, index) => {
    const outcome = kept[index] ?? await buildWidget(source, groups, output, pool, refused);
    if (outcome.built) record.widgets[outcome.name] = outcome.built;
    options.onProgress?.(++done, project.widgets.length, outcome);
    const { built: _, ...report } = outcome;
    return report;
  }).finally(() => output?.written());
  await output?.removeOthers(record);
  if (output) await writeBuildRecord(outputDirectory, record);
  return {
    outputDirectory,
    widgets,
    diagnostics: [...project.diagnostics, ...widgets.flatMap((widget) => widget.diagnostics)],
  };
}

type InternalOutcome = BuildOutcome & { built?: BuiltWidget };

function keepWidget({ name }: WidgetSource, built: BuiltWidget): InternalOutcome {
  return { name, status: "unchanged", hash: built.hash, diagnostics: [], built };
}

async function buildWidget(
  source: Sources,
  groups: PlainGroups,
  output: OutputFolder | null,
  pool: EvaluationPool,
  refused: RefusedWidgets,
): Promise<InternalOutcome> {
  const { files, widget, widget: { name } } = source;
  try {
    const bundle = await bundleWidget(files, widget, pool, () => groups.compile(source));
    output?.write(name, bundle);
    const own = await files.digests();
    const others = bundle.inputs.filter((path) => !Object.hasOwn(own, path));
    const digests = { ...digestInputs(files.root, others), ...own };
    const inputs = Object.fromEntries(Object.entries(digests).sort(([a], [b]) => a < b ? -1 : 1));
    const built = { inputs, output: digest(bundle.envelope), hash: bundle.hash };
    return { name, status: "built", hash: bundle.hash, diagnostics: [], built };
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    const outcome = { name, status: "failed", hash: null, diagnostics: error.diagnostics } as const;
    refused.remember(widget, outcome, error, files.paths());
    return outcome;
  }
}

/** For each core one is compiled, one is evaluated, and one is on its way: the processes that do so take turns. */
const AT_WORK = 3 * availableParallelism();

/** Keeps the order of the items. */
async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = new Array(items.length);
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++) {
      results[index] = await work(items[index]!, index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(items.length, AT_WORK) }, worker));
  return results;
}
