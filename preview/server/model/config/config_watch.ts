import { stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { errorMessage } from "../../../../core/errors/mod.ts";
import { FolderWatches, WATCH_START_MS } from "../../../../terminal/files/mod.ts";
import { Burst } from "../watching/burst.ts";
import { CONFIG_FILE_NAMES } from "./find_config_file.ts";
import { type ConfigSources, type ProjectConfig, readProjectConfig } from "./project_config.ts";

/** What a {@link ConfigWatch} calls. */
interface ConfigWatchDependencies {
  /** The configuration has changed. */
  readonly onConfig: (config: ProjectConfig) => void;
  /** The configuration cannot be used any more; the last one remains in use. */
  readonly onError: (error: Error) => void;
  readonly report: (message: string) => void;
}

/** Editors save in several steps, milliseconds apart. */
const BURST = { quiet: 100, longest: 1_000 };

/** Reads the configuration again when one of its files has changed. */
export class ConfigWatch {
  readonly #watches: FolderWatches;
  readonly #burst = new Burst(BURST, () => this.#enqueue());
  #last: Promise<void> = Promise.resolve();
  #files: readonly string[] = [];
  #stamps: FileStamps | null = null;
  #recheck: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(
    private readonly sources: ConfigSources,
    private readonly dependencies: ConfigWatchDependencies,
  ) {
    this.#watches = new FolderWatches(
      () => this.#burst.mark(),
      (message) => dependencies.report(`${message}; changes are noticed by polling`),
    );
  }

  /**
   * Reads the configuration for the first time.
   *
   * @throws {PreviewConfigError}
   */
  open(): Promise<ProjectConfig> {
    return this.#read();
  }

  /** Watches the folders of the current files. */
  async follow(): Promise<void> {
    const { projectDirectory, configFile } = this.sources;
    const files = configFile === undefined
      ? this.#files
      : [resolve(projectDirectory, configFile), ...this.#files];
    const folders = new Set([projectDirectory, ...files.map((file) => dirname(file))]);
    let isStarting = false;
    for (const folder of folders) isStarting = await this.#watches.add(folder) || isStarting;
    this.#watches.keep(folders);
    clearTimeout(this.#recheck);
    if (isStarting && !this.#closed) this.#recheck = setTimeout(() => this.#burst.mark(), WATCH_START_MS);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#last;
    clearTimeout(this.#recheck);
    this.#burst.cancel();
    this.#watches.close();
  }

  #enqueue(): void {
    const { report } = this.dependencies;
    this.#last = this.#last.then(() => this.#reload()).catch((error) =>
      report(`Cannot follow the configuration: ${errorMessage(error)}`)
    );
  }

  async #reload(): Promise<void> {
    if (this.#closed || isDeepStrictEqual(this.#stamps, await this.#readStamps())) return;
    try {
      await this.#apply();
    } finally {
      if (!this.#closed) await this.follow();
    }
  }

  async #apply(): Promise<void> {
    try {
      const project = await this.#read();
      if (!this.#closed) this.dependencies.onConfig(project);
    } catch (error) {
      // The imports of a file that cannot be loaded are unknown: read it again after any event.
      this.#stamps = null;
      if (!this.#closed) this.dependencies.onError(error as Error);
    }
  }

  /** Keeps the stamps from before the reading, so that an edit in the meantime is noticed. */
  async #read(): Promise<ProjectConfig> {
    const before = await this.#readStamps();
    const project = await readProjectConfig(this.sources);
    this.#files = project.files;
    const after = await this.#readStamps();
    this.#stamps = new Map([...after].map(([path, stamp]) => [path, before.get(path) ?? stamp]));
    return project;
  }

  async #readStamps(): Promise<FileStamps> {
    const { projectDirectory, configFile } = this.sources;
    const names = configFile === undefined ? CONFIG_FILE_NAMES : [configFile];
    const paths = new Set([...names.map((name) => resolve(projectDirectory, name)), ...this.#files]);
    return new Map(await Promise.all([...paths].map(async (path) => [path, await stampOf(path)] as const)));
  }
}

/** For each path, a text that changes when the file is replaced or written. */
type FileStamps = ReadonlyMap<string, string>;

async function stampOf(path: string): Promise<string> {
  const stats = await stat(path, { bigint: true }).catch(() => null);
  return stats === null ? "none" : [stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(":");
}
