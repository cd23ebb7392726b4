import { realpath, stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { errorMessage, quote } from "../../../core/errors/mod.ts";
import type {
  BundleInfo,
  BundleProblem,
  FeedBatchRequest,
  FeedIndexResponse,
  FeedView,
  RescanResult,
} from "../../protocol.ts";
import { BundleStore, type StoredBundle, type UploadOrigin } from "./bundles/bundle_store.ts";
import { DiskBundles } from "./bundles/disk_bundles.ts";
import { DiskWatch } from "./bundles/disk_watch.ts";
import { readBundle } from "./bundles/read_bundle.ts";
import type { RatedCheck, RatedDiagnostic } from "./bundler.ts";
import { ChangeStream, type PreviewChange } from "./changes.ts";
import { ConfigWatch } from "./config/config_watch.ts";
import { PreviewConfigError } from "./config/errors.ts";
import type { PreviewConfig } from "./config/preview_config.ts";
import type { ResolvedPreviewConfig } from "./config/resolve_config.ts";
import { toSlashes } from "./discovery/bundle_glob.ts";
import { openPlainFolder, type PlainFolder } from "./plain_folder.ts";
import type { WatchGroup } from "./discovery/watch_groups.ts";
import { composeFeeds } from "./feeds/compose_feeds.ts";
import { FeedBatches } from "./feeds/feed_batches.ts";
import { DEFAULT_LIMITS, type PreviewLimits } from "./limits.ts";
import { Burst } from "./watching/burst.ts";
import { BackgroundChecks } from "./widgets/background_checks.ts";
import { BackgroundTypes } from "./widgets/background_types.ts";
import { checkProject } from "./widgets/check_project.ts";
import { type ProjectWidget, ProjectWidgets } from "./widgets/project_widgets.ts";
import { readSource } from "./widgets/read_source.ts";
import type { ServerActivity } from "./widgets/server_activity.ts";
import { WidgetBuilds } from "./widgets/widget_builds.ts";

export interface PreviewModelOptions {
  /** The project. @default the current folder */
  readonly projectDirectory?: string | undefined;
  /** The configuration's file, relative to the project; by default one is looked for. */
  readonly configFile?: string | undefined;
  /** Fields that win over those of the configuration's file. */
  readonly config?: PreviewConfig | undefined;
  /** How many uploads and feed batches are kept. */
  readonly limits?: Partial<Pick<PreviewLimits, "pathlessBundles" | "feedBatches">> | undefined;
  /** Whether changes on disk are followed. @default true */
  readonly watch?: boolean | undefined;
  /** How long a file must have stayed the same to be reported as broken, in milliseconds. @default 1000 */
  readonly stableTime?: number | undefined;
  /** Widgets are checked in the background while this is idle; without it, only on request. */
  readonly activity?: ServerActivity | undefined;
  /** Whether the types of the project are checked after its widgets. @default false */
  readonly checksTypes?: boolean | undefined;
  /** Receives warnings for people, one line each. */
  readonly report?: ((message: string) => void) | undefined;
}

/**
 * Configuration, bundles, feeds and widgets of one project. Adapters read it, command it and subscribe to its changes.
 */
export interface PreviewModel {
  /** Absolute. */
  readonly projectDirectory: string;
  /**
   * The project folder with forward slashes, as a real path or, where that has characters of addresses, as a link to it; the
   * sources of widgets are below it.
   */
  readonly sourceDirectory: string;
  /** The current configuration; after a faulty edit, the last usable one. */
  readonly config: ResolvedPreviewConfig;
  /** The widgets in the project's sources, ordered by name. */
  readonly widgets: readonly ProjectWidget[];
  /** Fulfils after the first scan of the disk. */
  readonly ready: Promise<void>;
  /** The bundles, and the files that cannot be used. */
  listBundles(): { bundles: BundleInfo[]; problems: BundleProblem[] };
  findBundle(id: string): StoredBundle | undefined;
  /** Composes the feeds and grids. */
  feedIndex(): FeedIndexResponse;
  /** Reads a source of the project by its path below the project's folder; null for what is not one. */
  readSource(file: string): Promise<string | null>;
  /** Checks the widgets, or the one of a name, as the build does, with the sources as they are now. */
  checkWidgets(only?: string): Promise<readonly RatedDiagnostic[]>;
  /** Builds the widget of a name in memory, with the sources as they are now. */
  buildWidget(name: string): Promise<RatedCheck>;

  /**
   * Adds a bundle.
   *
   * @throws {TckbUnpackError}
   * @throws {InvalidManifestError}
   * @throws {BundleModuleError}
   */
  addBundle(bytes: Uint8Array, origin: UploadOrigin): Promise<StoredBundle>;
  /** @returns whether there was such a bundle */
  deleteBundle(id: string): boolean;
  /**
   * Makes a feed of uploaded bundles.
   *
   * @throws {FeedBatchError}
   */
  registerFeedBatch(batch: FeedBatchRequest): FeedView;
  /** Removes a feed of uploaded bundles, which stay. @returns whether there was such a feed */
  deleteFeedBatch(id: string): boolean;
  /**
   * Reads all bundles and the list of widgets again, and waits for files that are being written. The change `bundles` is
   * emitted even if nothing has changed.
   */
  rescan(): Promise<RescanResult>;
  /** Reports that a source was edited. @param importers the files that import it, directly or not */
  sourceEdited(file: string, importers: ReadonlySet<string>): void;
  /** Reports that a file or folder below `widgets/` was created or deleted. */
  sourceTreeChanged(): void;

  /** Calls a listener with each change. @returns ends the subscription */
  subscribe(listener: (change: PreviewChange) => void): () => void;
  /** Ends all watching and checking. */
  close(): Promise<void>;
}

/** Uploads in quick succession are one change, in milliseconds. */
const UPLOAD_BURST = { quiet: 20, longest: 250 };

/** A file that may have types which a widget imports; no module is left of such an import. */
const HAS_TYPES = /\.[cm]?tsx?$|\/tsconfig\.json$/;

/** Creating a widget is several events, in milliseconds. */
const TREE_BURST = { quiet: 20, longest: 250 };

/**
 * Opens the model of a project. The scan of the disk goes on in the background.
 *
 * @throws {PreviewConfigError} when there is no such project, or its configuration cannot be used
 */
export async function openPreviewModel(options: PreviewModelOptions = {}): Promise<PreviewModel> {
  const projectDirectory = resolve(options.projectDirectory ?? ".");
  const isFolder = await stat(projectDirectory).then((stats) => stats.isDirectory(), () => false);
  if (!isFolder) {
    const message = `Cannot open project ${quote(projectDirectory)}: there is no such folder`;
    throw new PreviewConfigError("config.not_found", message);
  }
  const sources = await openPlainFolder(toSlashes(await realpath(projectDirectory)));
  const model = new Model(projectDirectory, sources, options);
  try {
    await model.open();
    return model;
  } catch (error) {
    await sources.close();
    throw error;
  }
}

class Model implements PreviewModel {
  readonly sourceDirectory: string;
  readonly #options: PreviewModelOptions;
  readonly #limits: PreviewLimits;
  readonly #changes = new ChangeStream();
  readonly #store: BundleStore;
  readonly #disk: DiskBundles;
  readonly #diskWatch: DiskWatch;
  readonly #configWatch: ConfigWatch;
  readonly #batches: FeedBatches;
  readonly #widgets: ProjectWidgets;
  readonly #builds: WidgetBuilds;
  readonly #checks: BackgroundChecks | null;
  readonly #types: BackgroundTypes | null;
  readonly #uploads = new Burst(UPLOAD_BURST, () => this.#changes.emit({ type: "bundles" }));
  readonly #tree = new Burst(TREE_BURST, () => void this.#discoverWidgets().catch(this.#reportError));
  readonly #reported = new Set<string>();
  /** How many rescans run. Each emits once, at its end, whatever its scans find. */
  #rescans = 0;
  #config!: ResolvedPreviewConfig;
  #groups: readonly WatchGroup[] = [];
  #configProblem: BundleProblem | null = null;
  #ready: Promise<void> = Promise.resolve();

  constructor(
    readonly projectDirectory: string,
    private readonly sources: PlainFolder,
    options: PreviewModelOptions,
  ) {
    const { watch = true, stableTime = 1_000, limits, configFile, config = {}, activity } = options;
    const report = this.#report;
    const { path: sourceDirectory } = sources;
    this.sourceDirectory = sourceDirectory;
    this.#options = options;
    this.#limits = { ...DEFAULT_LIMITS, ...limits };
    this.#store = new BundleStore(projectDirectory);
    this.#batches = new FeedBatches(this.#store, this.#limits.feedBatches);
    this.#disk = new DiskBundles(this.#store, stableTime);
    this.#diskWatch = new DiskWatch({
      bundles: this.#disk,
      groups: () => this.#groups,
      watch,
      stableTime,
      onChanged: () => this.#rescans > 0 || this.#emitBundles(),
      report,
    });
    this.#configWatch = new ConfigWatch({ projectDirectory, configFile, program: config }, {
      onConfig: ({ config }) => void this.#useConfig(config),
      onError: (error) => this.#setConfigProblem(error),
      report,
    });
    this.#widgets = new ProjectWidgets(sourceDirectory, this.#changes);
    this.#builds = new WidgetBuilds(sourceDirectory);
    const checked = { project: sourceDirectory, widgets: this.#widgets, report };
    this.#checks = activity === undefined ? null : new BackgroundChecks({ ...checked, activity });
    const idle = async (signal: AbortSignal) => {
      await this.#checks?.settled();
      await activity?.idle(signal);
    };
    this.#types = options.checksTypes ? new BackgroundTypes({ ...checked, idle }) : null;
  }

  get config(): ResolvedPreviewConfig {
    return this.#config;
  }

  get widgets(): readonly ProjectWidget[] {
    return this.#widgets.list;
  }

  get ready(): Promise<void> {
    return this.#ready;
  }

  async open(): Promise<void> {
    const { config } = await this.#configWatch.open();
    this.#config = config;
    this.#groups = groupsOf(config);
    config.warnings.forEach(this.#reportOnce);
    if (this.#options.watch ?? true) await this.#configWatch.follow();
    this.#ready = this.#diskWatch.scan().then(() => {}, this.#reportError);
    await this.#discoverWidgets();
  }

  listBundles(): { bundles: BundleInfo[]; problems: BundleProblem[] } {
    const problems = this.#configProblem === null ? [] : [this.#configProblem];
    const sources = this.#disk.sourcesById();
    return {
      bundles: this.#store.list().map(({ info }) => {
        const groups = sources.get(info.id) ?? [];
        return groups.length > 1 ? { ...info, sources: groups } : info;
      }),
      problems: [...problems, ...this.#disk.problems],
    };
  }

  findBundle(id: string): StoredBundle | undefined {
    return this.#store.find(id);
  }

  feedIndex(): FeedIndexResponse {
    const index = composeFeeds(this.#config, this.#store, this.#disk);
    for (const { message } of index.problems) this.#reportOnce(message);
    return { ...index, feeds: this.#batches.appendTo(index.feeds) };
  }

  readSource(file: string): Promise<string | null> {
    return readSource(this.sourceDirectory, file);
  }

  checkWidgets(only?: string): Promise<readonly RatedDiagnostic[]> {
    // Without widgets, the build would report that there are none.
    return this.widgets.length === 0 ? Promise.resolve([]) : checkProject(this.sourceDirectory, only);
  }

  buildWidget(name: string): Promise<RatedCheck> {
    return this.#builds.build(name);
  }

  async addBundle(bytes: Uint8Array, origin: UploadOrigin): Promise<StoredBundle> {
    const { stored, changed } = this.#store.put(await readBundle(bytes), origin, Date.now());
    this.#store.evictUploads(this.#limits.pathlessBundles);
    if (changed) this.#uploads.mark();
    return stored;
  }

  deleteBundle(id: string): boolean {
    const deleted = this.#store.delete(id);
    this.#disk.markDeleted(id);
    if (deleted) this.#uploads.mark();
    return deleted;
  }

  registerFeedBatch(batch: FeedBatchRequest): FeedView {
    const { feeds } = composeFeeds(this.#config, this.#store, this.#disk);
    const view = this.#batches.register(batch, feeds);
    this.#uploads.mark();
    return view;
  }

  deleteFeedBatch(id: string): boolean {
    const deleted = this.#batches.delete(id);
    if (deleted) this.#uploads.mark();
    return deleted;
  }

  async rescan(): Promise<RescanResult> {
    this.#rescans++;
    try {
      const result = await this.#diskWatch.rescan();
      await this.#discoverWidgets();
      return result;
    } finally {
      this.#rescans--;
      this.#emitBundles();
    }
  }

  sourceEdited(file: string, importers: ReadonlySet<string>): void {
    const names = this.#widgets.affectedBy(file, importers);
    if (names.length > 0 || HAS_TYPES.test(file)) this.#types?.request();
    if (names.length === 0) return;
    if (this.#checks !== null) this.#widgets.markOutdated(names);
    this.#checks?.request(names);
    this.#changes.emit({ type: "sources", names });
  }

  sourceTreeChanged(): void {
    this.#tree.mark();
  }

  subscribe(listener: (change: PreviewChange) => void): () => void {
    return this.#changes.subscribe(listener);
  }

  async close(): Promise<void> {
    this.#tree.cancel();
    await Promise.all([this.#checks?.close(), this.#types?.close(), this.#configWatch.close()]);
    await Promise.all([this.#diskWatch.close(), this.#builds.close()]);
    await this.sources.close();
    this.#uploads.cancel();
  }

  async #discoverWidgets(): Promise<void> {
    const unchecked = await this.#widgets.discover();
    this.#checks?.request(unchecked);
    this.#types?.request();
  }

  /** Scans the new globs before the new feeds are shown. */
  async #useConfig(config: ResolvedPreviewConfig): Promise<void> {
    this.#groups = groupsOf(config);
    await this.#diskWatch.scan().catch(this.#reportError);
    this.#config = config;
    this.#configProblem = null;
    config.warnings.forEach(this.#reportOnce);
    this.#changes.emit({ type: "config" });
    this.#emitBundles();
  }

  #setConfigProblem(error: Error): void {
    const { message } = error;
    const isKnown = this.#configProblem?.message === message;
    const path = resolve(
      this.projectDirectory,
      this.#config.file ?? this.#options.configFile ?? "tck.preview.config",
    );
    const { code = "config.failed", faults = [] } = error instanceof PreviewConfigError ? error : {};
    // Also a known one, whose lines may have changed.
    this.#configProblem = {
      source: "config",
      label: basename(path),
      path: toSlashes(path),
      code,
      message,
      ...(faults.length > 0 && { faults: [...faults] }),
    };
    if (!isKnown) this.#report(`${message}; the last usable configuration remains in use`);
    this.#emitBundles();
  }

  /** Emits at once, together with uploads that wait. */
  #emitBundles(): void {
    this.#uploads.mark();
    this.#uploads.flush();
  }

  readonly #report = (message: string): void => this.#options.report?.(message);

  readonly #reportError = (error: unknown): void =>
    this.#report(`Cannot read the project: ${errorMessage(error)}`);

  readonly #reportOnce = (message: string): void => {
    if (this.#reported.has(message)) return;
    this.#reported.add(message);
    this.#report(message);
  };
}

function groupsOf({ scanned, feeds, grids }: ResolvedPreviewConfig): WatchGroup[] {
  return [...scanned, ...feeds, ...grids];
}
