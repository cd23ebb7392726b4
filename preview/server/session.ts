import { stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { quote } from "../../core/errors/mod.ts";
import type {
  BundleList,
  BundleProblem,
  FeedBatchRequest,
  FeedIndexResponse,
  FeedView,
  PublicBundle,
  RescanResult,
} from "../protocol.ts";
import {
  ConfigWatch,
  type PreviewConfig,
  PreviewConfigError,
  type ProjectConfig,
  type ResolvedPreviewConfig,
} from "./config/mod.ts";
import { toSlashes, type WatchGroup } from "./discovery/mod.ts";
import { composeFeeds, FeedBatches } from "./feeds/mod.ts";
import { DEFAULT_LIMITS, type PreviewLimits } from "./limits.ts";
import { fetchRemote, isPublicAddress } from "./remote/mod.ts";
import { answerProtocol, type ProtocolSession } from "./routes/mod.ts";
import { BundleStore, type PathlessPlace, readBundle, type StoredBundle } from "./store/mod.ts";
import { Burst, DiskBundles, DiskWatch } from "./watcher/mod.ts";

export type { BundleContents, StoredBundle } from "./store/mod.ts";
export type { ResolvedPreviewConfig } from "./config/mod.ts";

/** What a session is opened with. */
export interface PreviewSessionOptions {
  /** The project. @default the current folder */
  readonly projectDirectory?: string | undefined;
  /** The configuration's file, relative to the project; by default one is looked for. */
  readonly configFile?: string | undefined;
  /** Fields that win over those of the configuration's file. */
  readonly config?: PreviewConfig | undefined;
  /** Other limits than {@link DEFAULT_LIMITS}. */
  readonly limits?: Partial<PreviewLimits> | undefined;
  /** Whether bundles may be fetched from private addresses. @default false */
  readonly allowPrivateFetch?: boolean | undefined;
  /** Whether changes of the disk are followed. @default true */
  readonly watch?: boolean | undefined;
  /** How long a file must have been as it is to be called broken, in milliseconds. @default 1000 */
  readonly stableTime?: number | undefined;
  /** Takes warnings for people, a line each. @default nobody does */
  readonly report?: ((message: string) => void) | undefined;
  /** Finds the addresses of host names to fetch from. @default the system's resolver */
  readonly resolveHost?: ((hostname: string) => Promise<readonly string[]>) | undefined;
}

/** The preview without its dev server: configuration, bundles, feeds, and the routes over them. */
export interface PreviewSession {
  /** The configuration as it is now; after a faulty edit, the last that could be used. */
  readonly config: ResolvedPreviewConfig;
  /** Absolute. */
  readonly projectDirectory: string;
  /** Fulfils when the disk has been scanned for the first time. */
  readonly ready: Promise<void>;
  /** What is in the store, and what is wrong on the disk; `GET /__tck/bundles`. */
  listBundles(): BundleList;
  /** The feeds and grids, composed anew; `GET /__tck/feeds`. */
  feedIndex(): FeedIndexResponse;
  /** The bundle of an id. */
  findBundle(id: string): StoredBundle | undefined;
  /** Reads the disk anew, and waits for files that are being written; `POST /__tck/rescan`. */
  rescan(): Promise<RescanResult>;
  /** Calls back once for each burst of changes. @returns what ends it */
  onBundlesChanged(listener: () => void): () => void;
  /** Calls back when {@link config} is another one. @returns what ends it */
  onConfigChanged(listener: () => void): () => void;
  /**
   * Answers a request of the dev protocol. The request guard has to be asked before.
   *
   * @returns null for an address that is not of the protocol, and for the module of a bundle that there is
   */
  handle(request: Request): Promise<Response | null>;
  /** Ends all watching. */
  close(): Promise<void>;
}

/** Several uploads are one change, when they come close together, in milliseconds. */
const BURST = { quiet: 20, longest: 250 };

/**
 * Opens a session on a project. It does not wait for the scan of the disk.
 *
 * @throws {PreviewConfigError} when there is no such project, or its configuration cannot be used
 */
export async function openPreviewSession(options: PreviewSessionOptions = {}): Promise<PreviewSession> {
  const projectDirectory = resolve(options.projectDirectory ?? ".");
  const isFolder = await stat(projectDirectory).then((stats) => stats.isDirectory(), () => false);
  if (!isFolder) {
    const message = `Cannot open project ${quote(projectDirectory)}: there is no such folder`;
    throw new PreviewConfigError("config.not_found", message);
  }
  const session = new Session(projectDirectory, options);
  await session.open();
  return session;
}

class Session implements PreviewSession, ProtocolSession {
  readonly #options: PreviewSessionOptions;
  readonly #limits: PreviewLimits;
  readonly #store = new BundleStore();
  readonly #disk: DiskBundles;
  readonly #diskWatch: DiskWatch;
  readonly #configWatch: ConfigWatch;
  readonly #batches: FeedBatches;
  readonly #bundleListeners = new Set<() => void>();
  readonly #configListeners = new Set<() => void>();
  readonly #changes = new Burst(BURST, () => this.#bundleListeners.forEach((listener) => listener()));
  readonly #reported = new Set<string>();
  #config!: ResolvedPreviewConfig;
  #groups: readonly WatchGroup[] = [];
  #configProblem: BundleProblem | null = null;
  #ready: Promise<void> = Promise.resolve();

  constructor(readonly projectDirectory: string, options: PreviewSessionOptions) {
    const { watch = true, stableTime = 1_000, limits, configFile, config = {} } = options;
    this.#options = options;
    this.#limits = { ...DEFAULT_LIMITS, ...limits };
    this.#batches = new FeedBatches(this.#store, this.#limits.feedBatches);
    this.#disk = new DiskBundles(this.#store, stableTime);
    const report = this.#report;
    this.#diskWatch = new DiskWatch({
      bundles: this.#disk,
      groups: () => this.#groups,
      follows: watch,
      stableTime,
      onChanged: () => this.#tellNow(),
      report,
    });
    this.#configWatch = new ConfigWatch({ projectDirectory, configFile, program: config }, {
      onConfig: (project) => this.#useConfig(project),
      onFailure: (error) => this.#showConfigProblem(error),
      report,
    });
  }

  get config(): ResolvedPreviewConfig {
    return this.#config;
  }

  get ready(): Promise<void> {
    return this.#ready;
  }

  async open(): Promise<void> {
    const { config } = await this.#configWatch.open();
    this.#config = config;
    this.#groups = groupsOf(config);
    config.deprecations.forEach(this.#reportOnce);
    if (this.#options.watch ?? true) await this.#configWatch.follow();
    this.#ready = this.#diskWatch.scan().then(() => {}, (error) => this.#reportScan(error));
  }

  listBundles(): BundleList {
    const problems = this.#configProblem === null ? [] : [this.#configProblem];
    return {
      bundles: this.#store.list().map((stored) => stored.public),
      problems: [...problems, ...this.#disk.problems],
    };
  }

  feedIndex(): FeedIndexResponse {
    const index = composeFeeds(this.#config, this.#store, this.#disk);
    for (const { message } of index.problems) this.#reportOnce(message);
    return { ...index, feeds: this.#batches.appendTo(index.feeds) };
  }

  findBundle(id: string): StoredBundle | undefined {
    return this.#store.find(id);
  }

  rescan(): Promise<RescanResult> {
    return this.#diskWatch.rescan();
  }

  async addBundle(bytes: Uint8Array, place: PathlessPlace): Promise<PublicBundle> {
    const bundle = await readBundle(bytes);
    const { stored, changed } = this.#store.put(bundle, place, Date.now());
    this.#store.keepPathless(this.#limits.pathlessBundles);
    if (changed) this.#changes.mark();
    return stored.public;
  }

  fetchBytes(url: URL): Promise<Uint8Array> {
    const { bundleBytes, fetchSeconds, redirects } = this.#limits;
    const { allowPrivateFetch = false, resolveHost } = this.#options;
    return fetchRemote(url, {
      bytes: bundleBytes,
      seconds: fetchSeconds,
      redirects,
      isAllowed: allowPrivateFetch ? () => true : isPublicAddress,
      resolve: resolveHost,
    });
  }

  registerBatch(batch: FeedBatchRequest): FeedView {
    const { feeds } = composeFeeds(this.#config, this.#store, this.#disk);
    const view = this.#batches.register(batch, feeds);
    this.#changes.mark();
    return view;
  }

  deleteBundle(id: string): boolean {
    const deleted = this.#store.delete(id);
    this.#disk.forget(id);
    if (deleted) this.#changes.mark();
    return deleted;
  }

  onBundlesChanged(listener: () => void): () => void {
    return subscribe(this.#bundleListeners, listener);
  }

  onConfigChanged(listener: () => void): () => void {
    return subscribe(this.#configListeners, listener);
  }

  handle(request: Request): Promise<Response | null> {
    return answerProtocol(this, this.#limits, request, this.#report);
  }

  async close(): Promise<void> {
    await this.#configWatch.close();
    await this.#diskWatch.close();
    this.#changes.cancel();
  }

  /** The new globs are scanned before their feeds are shown. */
  async #useConfig({ config }: ProjectConfig): Promise<void> {
    this.#groups = groupsOf(config);
    await this.#diskWatch.scan().catch((error) => this.#reportScan(error));
    this.#config = config;
    this.#configProblem = null;
    config.deprecations.forEach(this.#reportOnce);
    this.#configListeners.forEach((listener) => listener());
    this.#tellNow();
  }

  #showConfigProblem(error: Error): void {
    const { message } = error;
    if (this.#configProblem?.message === message) return;
    const path = resolve(
      this.projectDirectory,
      this.#config.file ?? this.#options.configFile ?? "tck.preview.config",
    );
    const code = error instanceof PreviewConfigError ? error.code : "config.failed";
    this.#configProblem = { source: "config", label: basename(path), path: toSlashes(path), code, message };
    this.#report(`${message}; the last configuration that could be used stays`);
    this.#tellNow();
  }

  #tellNow(): void {
    this.#changes.mark();
    this.#changes.flush();
  }

  #reportScan(error: Error): void {
    this.#report(`Cannot scan for bundles: ${error.message}`);
  }

  readonly #report = (message: string): void => this.#options.report?.(message);

  readonly #reportOnce = (message: string): void => {
    if (this.#reported.has(message)) return;
    this.#reported.add(message);
    this.#report(message);
  };
}

function groupsOf({ scanned, feeds, grids }: ResolvedPreviewConfig): WatchGroup[] {
  return [...scanned, ...feeds, ...grids];
}

function subscribe(listeners: Set<() => void>, listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
