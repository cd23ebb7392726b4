import { access, constants, readdir, realpath } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { CodedError } from "../../core/errors/mod.ts";
import { FolderWatches, WATCH_START_MS } from "../../terminal/files/mod.ts";
import { type BuildOptions, buildProjectWith, type BuildReport } from "./build.ts";
import { BuildProcesses } from "./build_processes.ts";
import { listLinkedPackages } from "./linked_packages.ts";

/** One save is several events, and an editor may empty a file before it writes it. */
const QUIET_MS = 25;

/**
 * Builds a project, and again whenever one of its files or of the packages of its workspace that it uses changes, until the
 * signal aborts. Only widgets that have changed or that failed are built.
 *
 * @param directory as for `buildProject`
 * @throws {WatchError} when a folder cannot be watched
 * @returns a report of each build; the next one begins when the report is taken
 */
export async function* watchProject(
  directory: string,
  options: BuildOptions,
  signal: AbortSignal,
): AsyncGenerator<BuildReport, void> {
  const root = await realpath(directory);
  const output = resolve(root, options.outputDirectory ?? "dist");
  // Watching begins before the first build: an edit during a build is in the next one.
  const changes = new Changes(root, output, signal);
  await using processes = new BuildProcesses(options.isolation, options.compileDeadline, true);
  const inputs = new Set<string>();
  const follow = () => changes.follow(listLinkedPackages(root, [...inputs]));
  try {
    while (!signal.aborted) {
      await follow();
      const report = await buildProjectWith(processes, root, options, (files) => add(inputs, files));
      add(inputs, report.diagnostics.flatMap(({ file }) => file ?? []));
      await follow();
      yield report;
      await changes.next();
    }
  } finally {
    changes.close();
  }
}

function add(files: Set<string>, more: readonly string[]): void {
  more.forEach((file) => files.add(file));
}

/** A project whose changes cannot be noticed. */
export class WatchError extends CodedError<"watch.failed"> {
  override readonly name = "WatchError";
}

class Changes {
  readonly #watches = new FolderWatches((path) => this.#see(path), (message) => this.#fail(message));
  #roots: readonly string[] = [];
  #failure: WatchError | null = null;
  #pending = false;
  #notify: () => void = () => {};

  constructor(
    private readonly root: string,
    private readonly output: string,
    private readonly signal: AbortSignal,
  ) {
    signal.addEventListener("abort", this.#wake);
  }

  /**
   * Watches the folders of the project and of packages as they are now, and those before no longer. What links lead to is
   * not watched: it is a folder of its own, or not the project's.
   *
   * @throws {WatchError}
   */
  async follow(packages: readonly string[]): Promise<void> {
    this.#roots = [this.root, ...packages];
    for (let isStarting = true; isStarting && !this.signal.aborted;) {
      const folders = new Set<string>();
      isStarting = false;
      for (const root of this.#roots) isStarting = await this.#add(root, folders) || isStarting;
      this.#watches.keep(folders);
      if (this.#failure !== null) throw this.#failure;
      if (isStarting) await sleep(WATCH_START_MS);
    }
  }

  /** Watches a folder and those below it, and notes them; whether a watch has yet to start. What may not be read is no source. */
  async #add(folder: string, folders: Set<string>): Promise<boolean> {
    if (!await access(folder, constants.R_OK).then(() => true, () => false)) return false;
    folders.add(folder);
    let isStarting = await this.#watches.add(folder);
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      const path = join(folder, entry.name);
      if (!entry.isDirectory() || !this.#isOwn(path)) continue;
      isStarting = await this.#add(path, folders) || isStarting;
    }
    return isStarting;
  }

  #see(path: string): void {
    if (!this.#isOwn(path)) return;
    this.#pending = true;
    this.#notify();
  }

  #fail(message: string): void {
    this.#failure = new WatchError("watch.failed", message);
    this.#notify();
  }

  /** Fulfils when something has changed since the last call and nothing changes any more, or the signal has aborted. */
  async next(): Promise<void> {
    while (!this.#pending && this.#failure === null && !this.signal.aborted) {
      await new Promise<void>((resolve) => this.#notify = resolve);
    }
    while (this.#pending && !this.signal.aborted) {
      this.#pending = false;
      await this.#quiet();
    }
  }

  close(): void {
    this.signal.removeEventListener("abort", this.#wake);
    this.#watches.close();
  }

  readonly #wake = () => this.#notify();

  /** Whether a path is neither the output, nor of an installed package, nor hidden in one of the watched folders. */
  #isOwn(path: string): boolean {
    const root = this.#roots.find((root) => isWithin(path, root));
    if (root === undefined || (this.output !== root && isWithin(path, this.output))) return false;
    const names = relative(root, path).split(sep);
    return !names.includes("node_modules") && !names[0]!.startsWith(".");
  }

  async #quiet(): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, QUIET_MS);
      this.#notify = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder + sep);
}
