import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import type { Diagnostic } from "../../../web/bundler/mod.ts";
import { type OpenPreview, openPreview, type PreviewOptions } from "../start.ts";
import { Camera } from "./camera.ts";
import { checkProject } from "./check_project.ts";
import { SnapshotError } from "./errors.ts";
import { namePictures } from "./picture_names.ts";
import { planShots, type Selection, type Shot } from "./plan_shots.ts";
import { listFindings, type Rendering, type SnapshotReport } from "./report.ts";
import { REPORT_FILE, SnapshotFolder } from "./snapshot_folder.ts";
import { findSubjects } from "./subjects.ts";

/** How a snapshot is taken. */
export interface SnapshotOptions extends Pick<PreviewOptions, "cwd" | "config" | "report"> {
  /** The folder for the pictures and the report; what is there is replaced if it is a snapshot. */
  readonly outputDirectory: string;
  readonly selection: Selection;
  /** Stops it. */
  readonly signal: AbortSignal;
  /** Hears how many pictures have been taken. */
  onProgress(done: number, total: number): void;
}

/** At most so many cards are rendered at the same time: more would only wait for each other. */
const MOST_AT_ONCE = 4;

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
  await preview.session.rescan(); // It waits for files that are being written: nobody looks again later.
  const camera = await Camera.open(preview.url);
  const stop = () => void camera.close();
  signal.addEventListener("abort", stop, { once: true });
  try {
    signal.throwIfAborted();
    const { bundles, problems } = preview.session.listBundles();
    const subjects = await findSubjects(
      preview.liveWidgets(),
      bundles,
      selection.widgets,
      camera.readManifests,
    );
    const shots = planShots(subjects, selection);
    const faults = {
      diagnostics: selectDiagnostics(await checkProject(preview), selection),
      problems: selection.widgets.length === 0 ? problems : [],
    };
    const renderings = await takeAll(camera, folder, shots, options);
    const clean = faults.diagnostics.length + faults.problems.length === 0 &&
      renderings.every((rendering) => listFindings(rendering).length === 0);
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
  await Promise.all(Array.from({ length: Math.min(MOST_AT_ONCE, availableParallelism()) }, work));
  return renderings;
}

async function takeOne(
  camera: Camera,
  folder: SnapshotFolder,
  shot: Shot,
  picture: string,
): Promise<Rendering> {
  const { subject: { name, kind }, size, theme, state, locale } = shot;
  const { png, ...seen } = await camera.take(shot);
  if (png !== null) await folder.write(picture, png);
  return { widget: name, kind, size, theme, state, locale, picture: png && picture, ...seen };
}
