import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import type { Diagnostic } from "../model/mod.ts";
import { type OpenPreview, openPreview, type PreviewOptions } from "../start.ts";
import { Camera } from "./camera.ts";
import { SnapshotError } from "./errors.ts";
import { namePictures } from "./picture_names.ts";
import { planShots, type Selection, type Shot } from "./plan_shots.ts";
import { listIssues, type Rendering, type SnapshotReport } from "./report.ts";
import { REPORT_FILE, SnapshotFolder } from "./snapshot_folder.ts";
import { findSubjects } from "./subjects.ts";

/** How a snapshot is taken. */
interface SnapshotOptions extends Pick<PreviewOptions, "cwd" | "config" | "report"> {
  /** The folder for the pictures and the report; an earlier snapshot there is replaced. */
  readonly outputDirectory: string;
  readonly selection: Selection;
  /** Stops the snapshot. */
  readonly signal: AbortSignal;
  /** Called after each picture. */
  onProgress(done: number, total: number): void;
}

/** How many pages are open at the same time. */
const MAX_PARALLEL_PAGES = 4;

/**
 * Takes pictures of a project's widgets and writes them with a report.
 *
 * @throws {SnapshotError}
 * @throws {PreviewConfigError} when there is no such project, or its configuration cannot be used
 */
export async function takeSnapshot(options: SnapshotOptions): Promise<SnapshotReport> {
  const { cwd, config, report, signal } = options;
  const folder = await SnapshotFolder.create(resolve(options.outputDirectory));
  try {
    const preview = await openPreview({ cwd, config, report, host: "127.0.0.1", port: 0 });
    try {
      const snapshot = await photograph(preview, folder, options);
      await folder.write(REPORT_FILE, `${JSON.stringify(snapshot, null, 2)}\n`);
      await folder.finish();
      return snapshot;
    } finally {
      await preview.close();
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new SnapshotError("snapshot.interrupted", "Cannot finish the snapshot: it was stopped");
  } finally {
    await folder.discard();
  }
}

async function photograph(
  preview: OpenPreview,
  folder: SnapshotFolder,
  options: SnapshotOptions,
): Promise<SnapshotReport> {
  const { selection, signal } = options;
  await preview.model.rescan(); // Waits for files that are being written.
  const camera = await Camera.open(preview.url);
  const stop = () => void camera.close();
  signal.addEventListener("abort", stop, { once: true });
  try {
    signal.throwIfAborted();
    const { bundles, problems } = preview.model.listBundles();
    const subjects = await findSubjects(
      preview.liveWidgets(),
      bundles,
      selection.widgets,
      camera.readManifests,
    );
    const shots = planShots(subjects, selection);
    const faults = {
      diagnostics: selectDiagnostics(await preview.model.checkWidgets(), selection),
      problems: selection.widgets.length === 0 ? problems : [],
    };
    const renderings = await takeAll(camera, folder, shots, options);
    const clean = faults.diagnostics.length + faults.problems.length === 0 &&
      renderings.every((rendering) => listIssues(rendering).length === 0);
    return { format: 1, clean, ...faults, renderings };
  } finally {
    signal.removeEventListener("abort", stop);
    await camera.close();
  }
}

function selectDiagnostics(diagnostics: readonly Diagnostic[], { widgets }: Selection): Diagnostic[] {
  return diagnostics.filter(({ widget }) =>
    widgets.length === 0 || widget === null || widgets.includes(widget)
  );
}

async function takeAll(
  camera: Camera,
  folder: SnapshotFolder,
  shots: readonly Shot[],
  { signal, onProgress }: SnapshotOptions,
): Promise<Rendering[]> {
  const names = namePictures(shots);
  const renderings: Rendering[] = [];
  const queue = shots.entries();
  let done = 0;
  const work = async () => {
    for (const [index, shot] of queue) {
      signal.throwIfAborted();
      renderings[index] = await takeOne(camera, folder, shot, names[index]!);
      onProgress(++done, shots.length);
    }
  };
  await Promise.all(Array.from({ length: Math.min(MAX_PARALLEL_PAGES, availableParallelism()) }, work));
  return renderings;
}

async function takeOne(
  camera: Camera,
  folder: SnapshotFolder,
  shot: Shot,
  picture: string,
): Promise<Rendering> {
  const { subject: { name, kind }, size, theme, state, locale } = shot;
  const { png, ...observation } = await camera.take(shot);
  if (png !== null) await folder.write(picture, png);
  return { widget: name, kind, size, theme, state, locale, picture: png && picture, ...observation };
}
