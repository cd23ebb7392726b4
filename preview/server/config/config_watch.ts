import { stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { Burst } from "../watcher/burst.ts";
import { FolderWatches, TAKES_EFFECT } from "../watcher/folder_watches.ts";
import { CONFIG_FILE_NAMES } from "./find_config_file.ts";
import { type ConfigSources, type ProjectConfig, readProjectConfig } from "./project_config.ts";

/** What a {@link ConfigWatch} tells. */
export interface ConfigWatchEvents {
  /** The configuration is another one. */
  readonly onConfig: (config: ProjectConfig) => void;
  /** It cannot be used as it is now; the last one stays. */
  readonly onFailure: (error: Error) => void;
  readonly report: (message: string) => void;
}

/** Editors save in several steps, in milliseconds. */
const BURST = { quiet: 100, longest: 1_000 };

/** Reads the configuration again when it has changed. */
export class ConfigWatch {
  readonly #watches: FolderWatches;
  readonly #burst = new Burst(BURST, () => void this.#enqueue());
  #last: Promise<void> = Promise.resolve();
  #files: readonly string[] = [];
  #stamps: Stamps | null = null;
  #settling: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(private readonly sources: ConfigSources, private readonly events: ConfigWatchEvents) {
    this.#watches = new FolderWatches(() => this.#burst.mark(), events.report);
  }

  /**
   * Reads the configuration for the first time.
   *
   * @throws {PreviewConfigError}
   */
  open(): Promise<ProjectConfig> {
    return this.#read();
  }

  /** Follows changes from now on. */
  async follow(): Promise<void> {
    const { projectDirectory, configFile } = this.sources;
    const named = configFile === undefined ? [] : [resolve(projectDirectory, configFile)];
    const folders = new Set([projectDirectory, ...[...named, ...this.#files].map((file) => dirname(file))]);
    let settling = false;
    for (const folder of folders) settling = await this.#watches.add(folder) || settling;
    this.#watches.keep(folders);
    clearTimeout(this.#settling);
    if (settling && !this.#closed) this.#settling = setTimeout(() => this.#burst.mark(), TAKES_EFFECT);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#burst.cancel();
    await this.#last;
    clearTimeout(this.#settling);
    this.#burst.cancel();
    this.#watches.close();
  }

  #enqueue(): Promise<void> {
    return this.#last = this.#last.then(() => this.#reload());
  }

  async #reload(): Promise<void> {
    if (this.#closed || isDeepStrictEqual(this.#stamps, await this.#takeStamps())) return;
    try {
      const project = await this.#read();
      if (!this.#closed) this.events.onConfig(project);
    } catch (error) {
      // What a configuration imports that cannot be read is not known: any further event is a reason to try again.
      this.#stamps = null;
      if (!this.#closed) this.events.onFailure(error as Error);
    }
    if (!this.#closed) await this.follow();
  }

  /** The stamps are those of before, so that an edit in the meantime is seen by the next look. */
  async #read(): Promise<ProjectConfig> {
    const before = await this.#takeStamps();
    const project = await readProjectConfig(this.sources);
    this.#files = project.files;
    const after = await this.#takeStamps();
    this.#stamps = new Map([...after].map(([path, stamp]) => [path, before.get(path) ?? stamp]));
    return project;
  }

  async #takeStamps(): Promise<Stamps> {
    const { projectDirectory, configFile } = this.sources;
    const names = configFile === undefined ? CONFIG_FILE_NAMES : [configFile];
    const paths = new Set([...names.map((name) => resolve(projectDirectory, name)), ...this.#files]);
    return new Map(await Promise.all([...paths].map(async (path) => [path, await stampOf(path)] as const)));
  }
}

/** What tells that a file is another or was written, by its path. */
type Stamps = ReadonlyMap<string, string>;

async function stampOf(path: string): Promise<string> {
  const stats = await stat(path, { bigint: true }).catch(() => null);
  return stats === null ? "none" : [stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(":");
}
