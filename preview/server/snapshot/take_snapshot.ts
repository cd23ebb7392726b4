import { dirname, resolve } from "node:path";
import { quote } from "../../../core/errors/mod.ts";
import { parseManifest } from "../../../core/manifest/mod.ts";
import type { RatedDiagnostic } from "../model/mod.ts";
import { type OpenPreview, openPreview, type PreviewOptions } from "../start.ts";
import { Baseline, type NamedPicture } from "./baseline/baseline.ts";
import { Camera } from "./camera/camera.ts";
import type { CameraSettings } from "./camera/camera_settings.ts";
import { drawContactSheets, type SheetPicture } from "./report/contact_sheet.ts";
import { SnapshotError } from "./errors.ts";
import { SnapshotFonts } from "./fonts/mod.ts";
import { countSeverities } from "./report/group_problems.ts";
import { observe } from "./observe.ts";
import { requireInside } from "./baseline/own_folder.ts";
import { type KeptPicture, readKeptCamera, readKeptPicture } from "./kept_picture.ts";
import { namePicture } from "./baseline/picture_names.ts";
import { hashBytes, hashKey, PictureStore } from "./baseline/picture_store.ts";
import { rateLosses } from "./report/rate_losses.ts";
import { readRejections } from "./report/read_report.ts";
import { carryRejections } from "./baseline/rejections.ts";
import { checkSizes, MAX_SHOTS, planShots, type Selection, type Shot, THEMES } from "./plan_shots.ts";
import {
  type BaselineReport,
  type CameraReport,
  type Observation,
  type Rendering,
  type SnapshotReport,
  toRendering,
  UNTRUSTED_FIELDS,
} from "./report/report.ts";
import { REPORT_FILE, SnapshotFolder } from "./baseline/snapshot_folder.ts";
import { listCounted } from "./report/thrown_errors.ts";
import { findSubjects, type ReadManifests, type Subject } from "./subjects.ts";
import { SubjectHashes } from "./subject_hashes.ts";

interface SnapshotOptions extends Pick<PreviewOptions, "cwd" | "config" | "report"> {
  /** The folder for the pictures and the report; an earlier snapshot there is replaced. */
  readonly outputDirectory: string;
  readonly selection: Selection;
  readonly camera: CameraSettings;
  /** Whether pictures of widgets that have not changed are taken again. */
  readonly force: boolean;
  /** Whether a snapshot with warnings is not clean. */
  readonly strict: boolean;
  readonly baseline: BaselineOptions;
  readonly signal: AbortSignal;
  /** Called after each picture. */
  onProgress(done: number, total: number): void;
}

/** The pictures that a snapshot is compared with. */
interface BaselineOptions {
  readonly folder: string;
  /** Whether the snapshot's pictures are written to the folder, instead of compared with it. */
  readonly isUpdated: boolean;
  /** Whether a folder without pictures is an error. */
  readonly isRequired: boolean;
  /** Whether every picture is a new one when the folder has none. @default false: they are not compared */
  readonly isEmptyCompared?: boolean;
}

export interface SnapshotResult {
  readonly report: SnapshotReport;
  /** How many pictures of the baseline were written and deleted; null when it was not to be written. */
  readonly updated: { readonly written: number; readonly deleted: number } | null;
  /** How many pictures were taken; the others are of widgets that have not changed. */
  readonly taken: number;
}

/** The folder of kept pictures, in the project. */
const STORE_FOLDER = ".tck/pictures";

/**
 * Takes pictures of a project's widgets and writes them with a report.
 *
 * @throws {SnapshotError}
 * @throws {PreviewConfigError} when there is no such project, or its configuration cannot be used
 */
export async function takeSnapshot(options: SnapshotOptions): Promise<SnapshotResult> {
  const { cwd, config, report, signal, selection } = options;
  checkSizes(selection.sizes);
  checkFolders(options);
  await checkBaseline(options.baseline);
  const folder = await SnapshotFolder.create(resolve(options.outputDirectory));
  try {
    const preview = await openPreview({ cwd, config, report, host: "127.0.0.1", port: 0 });
    try {
      const result = await photograph(preview, folder, options);
      await folder.write(REPORT_FILE, `${JSON.stringify(result.report, null, 2)}\n`);
      await folder.finish();
      return result;
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

/** The output folder itself is replaced, also when it is a link. */
function checkFolders({ cwd = ".", outputDirectory, baseline }: SnapshotOptions): void {
  const project = resolve(cwd);
  for (const path of [resolve(project, STORE_FOLDER), dirname(resolve(outputDirectory)), baseline.folder]) {
    requireInside(project, path);
  }
}

async function checkBaseline({ folder, isUpdated, isRequired }: BaselineOptions): Promise<void> {
  if (isUpdated || !isRequired || (await new Baseline(folder).listNames()).length > 0) return;
  throw new SnapshotError(
    "baseline.missing",
    `Cannot compare with baseline ${quote(folder)}: the folder has no pictures; write them by --update`,
  );
}

async function photograph(
  preview: OpenPreview,
  folder: SnapshotFolder,
  options: SnapshotOptions,
): Promise<SnapshotResult> {
  const { selection, signal } = options;
  await preview.model.rescan(); // Waits for files that are being written.
  const checks = preview.model.checkWidgets(); // At the same time as the pictures.
  checks.catch(() => {});
  const store = new PictureStore(resolve(options.cwd ?? "."), STORE_FOLDER, { isRead: !options.force });
  const fonts = await SnapshotFonts.find(preview.model.projectDirectory);
  await using session = new SnapshotSession(preview, folder, store, fonts, options);
  const { bundles, problems } = preview.model.listBundles();
  const live = preview.liveWidgets();
  const subjects = await findSubjects(live, bundles, selection.widgets, session.readManifests);
  const names = [...live.map(({ name }) => name), ...bundles.map(({ label }) => label)];
  const taken = await session.takeAll(planShots(subjects, selection, names));
  signal.throwIfAborted();
  const sheets = await session.drawSheets(taken);
  const renderings = [...taken.values()];
  const diagnostics = selectDiagnostics(await checks, selection);
  const unread = selection.widgets.length === 0 ? problems : [];
  const isWhole = isEverything(selection) && problems.length === 0 &&
    subjects.every(({ manifest }) => manifest !== null);
  const pictures = session.listPictures();
  const baseline = await compareWithBaseline(pictures, isWhole, folder, options);
  const findings = [
    ...listCounted(renderings, diagnostics),
    ...diagnostics,
    ...baseline?.findings ?? [],
  ];
  const { warnings, notes, ...counted } = countSeverities(findings);
  const errors = counted.errors + unread.length;
  const { clock, timeZone, scale } = options.camera;
  const report: SnapshotReport = {
    format: 2,
    clean: errors === 0 && (!options.strict || warnings === 0),
    errors,
    warnings,
    notes,
    camera: await session.describeCamera(),
    clock: new Date(clock).toISOString(),
    timeZone,
    scale,
    untrustedFields: UNTRUSTED_FIELDS,
    diagnostics,
    problems: unread,
    sheets,
    renderings,
    baseline,
  };
  await store.deleteOld();
  signal.throwIfAborted();
  const { folder: path, isUpdated } = options.baseline;
  const updated = isUpdated ? await new Baseline(path).update(pictures, isWhole) : null;
  return { report, taken: session.taken, updated };
}

function isEverything(selection: Selection): boolean {
  return Object.values(selection).every((values) => values.length === 0);
}

/** Compares pictures with the baseline if there is one, and writes the pictures of the differences. */
async function compareWithBaseline(
  pictures: readonly NamedPicture[],
  isWhole: boolean,
  folder: SnapshotFolder,
  { baseline: { folder: path, isUpdated, isEmptyCompared = false }, outputDirectory }: SnapshotOptions,
): Promise<BaselineReport | null> {
  const baseline = new Baseline(path);
  if (isUpdated || (!isEmptyCompared && (await baseline.listNames()).length === 0)) return null;
  const results = await baseline.compare(pictures, isWhole);
  for (const { finding, difference, before } of results) {
    if (difference !== null) await folder.write(finding.difference!, difference);
    if (finding.before !== null) await folder.write(finding.before, before!);
  }
  const changes = results.map(({ finding: { picture }, before, after }) => ({
    picture,
    before: before && hashBytes(before),
    after: after && hashBytes(after),
  }));
  const taken = new Set(pictures.map(({ name }) => name));
  const former = await readRejections(resolve(outputDirectory));
  return {
    folder: resolve(path),
    findings: results.map(({ finding }) => finding),
    rejected: carryRejections(former, changes, (picture) => isWhole || taken.has(picture)),
  };
}

function selectDiagnostics(
  diagnostics: readonly RatedDiagnostic[],
  { widgets }: Selection,
): RatedDiagnostic[] {
  return diagnostics.filter(({ widget }) =>
    widgets.length === 0 || widget === null || widgets.includes(widget)
  );
}

/** Increase it when manifests that were kept may be wrong. */
const MANIFESTS_VERSION = 2;

/** The store's folder may have come with the project from elsewhere. */
function parseKeptManifest(value: unknown): Subject["manifest"] {
  try {
    return value === null ? null : parseManifest(value);
  } catch {
    return null;
  }
}

/** The browser of a snapshot, which starts when a picture is taken that is not kept. */
class SnapshotSession {
  /** How many pictures were taken. */
  taken = 0;
  readonly #pictures = new Map<Shot, NamedPicture>();
  readonly #hashes: SubjectHashes;
  #camera: Promise<Camera> | null = null;

  constructor(
    private readonly preview: OpenPreview,
    private readonly folder: SnapshotFolder,
    private readonly store: PictureStore,
    private readonly fonts: SnapshotFonts | null,
    private readonly options: SnapshotOptions,
  ) {
    this.#hashes = new SubjectHashes(preview, options.camera, fonts);
    options.signal.addEventListener("abort", this.#stop, { once: true });
  }

  /** Reads manifests from the store, or else in the browser. */
  readonly readManifests: ReadManifests = async (widgets) => {
    const manifests = new Map<string, Subject["manifest"]>();
    const keys = new Map<string, string | null>();
    for (const widget of widgets) {
      const hash = await this.#hashes.ofLiveWidget(widget);
      const key = hash && hashKey("manifest", MANIFESTS_VERSION, hash);
      keys.set(widget.name, key);
      const kept = key === null ? null : parseKeptManifest(await this.store.readJson(key));
      if (kept !== null) manifests.set(widget.name, kept);
    }
    const unknown = widgets.filter(({ name }) => !manifests.has(name));
    if (unknown.length > 0) {
      for (const [name, manifest] of await (await this.#open()).readManifests(unknown)) {
        manifests.set(name, manifest);
        const key = keys.get(name);
        if (key && manifest !== null) await this.store.writeJson(key, manifest);
      }
    }
    return new Map(widgets.map(({ name }) => [name, manifests.get(name) ?? null]));
  };

  /** Takes the pictures that are not kept, and copies the others. */
  async takeAll(shots: readonly Shot[]): Promise<ReadonlyMap<Shot, Rendering>> {
    const { signal, onProgress } = this.options;
    const renderings = new Map<Shot, Rendering>();
    const finish = async (shot: Shot, observation: Observation, png: Uint8Array | null) => {
      signal.throwIfAborted();
      const name = namePicture(shot);
      renderings.set(shot, toRendering(shot, observation, png && name));
      this.#pictures.set(shot, { name, png });
      if (png !== null) await this.folder.write(name, png);
      onProgress(renderings.size, shots.length);
    };
    onProgress(0, shots.length);
    const missing: Shot[] = [];
    for (const shot of shots) {
      const key = await this.#hashes.ofShot(shot);
      const kept = key === null ? null : readKeptPicture(await this.store.readJson(key));
      const png = kept === null ? null : await this.store.readPicture(key!);
      if (kept === null || png === null) missing.push(shot);
      else await finish(shot, kept.observation, png);
    }
    await Promise.all(THEMES.map(async (theme) => {
      const ofTheme = missing.filter((shot) => shot.theme === theme);
      if (ofTheme.length === 0) return;
      await (await this.#open()).takeAll(theme, ofTheme, async (shot, taken) => {
        const observation = await observe(taken, (stacks) => this.preview.sources.locate(stacks));
        await finish(shot, observation, taken.png);
        this.taken++;
        await this.#keep(shot, observation, taken.png);
      });
    }));
    const rated = rateLosses(shots.map((shot) => renderings.get(shot)!));
    return new Map(shots.map((shot, index) => [shot, rated[index]!]));
  }

  /** The pictures for a baseline: those of widgets that can be loaded. */
  listPictures(): NamedPicture[] {
    const known = [...this.#pictures].filter(([{ subject }]) => subject.manifest !== null);
    return known.map(([, picture]) => picture).sort((one, other) => one.name < other.name ? -1 : 1);
  }

  async drawSheets(
    renderings: ReadonlyMap<Shot, Rendering>,
  ): Promise<{ widget: string; picture: string }[]> {
    const sheets: { widget: string; picture: string }[] = [];
    for (const [{ name: widget, fileName }, own] of Map.groupBy(renderings, ([{ subject }]) => subject)) {
      const pictures = own.flatMap(([shot, rendering]): SheetPicture[] => {
        const png = this.#pictures.get(shot)?.png ?? null;
        return png === null ? [] : [{ rendering, png }];
      });
      if (pictures.length === 0) continue;
      for (const [index, sheet] of (await this.#drawSheets(widget, pictures)).entries()) {
        const picture = `${fileName}.sheet${index === 0 ? "" : `-${index + 1}`}.png`;
        await this.folder.write(picture, sheet);
        sheets.push({ widget, picture });
      }
    }
    return sheets;
  }

  /** What has taken the pictures; for those that are kept, what had taken them. */
  async describeCamera(): Promise<CameraReport | null> {
    const key = await this.#hashes.ofBrowser();
    if (this.#camera === null) return readKeptCamera(await this.store.readJson(key));
    const { description } = await this.#camera;
    await this.store.writeJson(key, description);
    return description;
  }

  /** Ends the browser. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.options.signal.removeEventListener("abort", this.#stop);
    await (await this.#camera?.catch(() => null))?.close();
  }

  async #drawSheets(widget: string, pictures: readonly SheetPicture[]): Promise<Uint8Array[]> {
    const contents = pictures.map(({ rendering, png }) => [rendering, hashBytes(png)]);
    const key = hashKey("sheets", widget, contents, this.options.camera.scale);
    const count = await this.store.readJson(key);
    const keys = (count: number) => Array.from({ length: count }, (_, index) => hashKey(key, index));
    const isCount = typeof count === "number" && count <= MAX_SHOTS;
    const kept = await Promise.all(keys(isCount ? count : 0).map((key) => this.store.readPicture(key)));
    const known = kept.filter((sheet) => sheet !== null);
    if (known.length > 0 && known.length === kept.length) return known;
    const drawn = await drawContactSheets(await this.#open(), widget, pictures, this.options.camera.scale);
    for (const [index, own] of keys(drawn.length).entries()) {
      await this.store.writePicture(own, drawn[index]!);
    }
    await this.store.writeJson(key, drawn.length);
    return drawn;
  }

  async #keep(shot: Shot, observation: Observation, png: Uint8Array | null): Promise<void> {
    const key = await this.#hashes.ofShot(shot);
    if (key === null || png === null) return;
    await this.store.writePicture(key, png);
    await this.store.writeJson(key, { observation } satisfies KeptPicture);
  }

  readonly #stop = () => void this.#camera?.then((camera) => camera.close(), () => {});

  async #open(): Promise<Camera> {
    this.options.signal.throwIfAborted();

    this.#camera ??= Camera.open(this.preview.url, this.fonts, this.options.camera);
    const camera = await this.#camera;
    this.options.signal.throwIfAborted();
    return camera;
  }
}
