import { type FSWatcher, statSync, watch } from "node:fs";
import { realpath } from "node:fs/promises";
import { relative, resolve, sep } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
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
 * @returns a report of each build; the next one begins when the report is taken
 */
export async function* watchProject(
  directory: string,
  options: BuildOptions,
  signal: AbortSignal,
): AsyncGenerator<BuildReport, void> {
  const root = await realpath(directory);
  const output = relative(root, resolve(root, options.outputDirectory ?? "dist"));
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
    await changes.close();
  }
}

function add(files: Set<string>, more: readonly string[]): void {
  more.forEach((file) => files.add(file));
}

/** A package's folder that is watched, as long as its number is the same: another one may be put in its place. */
interface WatchedFolder {
  readonly watcher: FSWatcher;
  readonly inode: number;
}

class Changes {
  readonly #watcher: FSWatcher;
  /** The packages, by their folders. */
  readonly #linked = new Map<string, WatchedFolder>();
  #pending = false;
  #notify: () => void = () => {};

  constructor(root: string, private readonly output: string, private readonly signal: AbortSignal) {
    this.#watcher = this.#watch(root, (file) => this.#isOutput(file));
    signal.addEventListener("abort", this.#wake);
  }

  /** Watches the folders of packages, and those before no longer. */
  async follow(folders: readonly string[]): Promise<void> {
    const inodes = new Map(folders.map((folder) => [folder, readInode(folder)]));
    let isExchanged = false;
    for (const [folder, { watcher, inode }] of this.#linked) {
      if (inodes.get(folder) === inode) continue;
      watcher.close();
      this.#linked.delete(folder);
      isExchanged ||= inodes.has(folder);
    }
    // Deno ends a watch on a thread of its own, and one of the same path that has begun meanwhile with it.
    if (isExchanged) await sleep(QUIET_MS);
    for (const [folder, inode] of inodes) {
      if (this.#linked.has(folder) || inode === undefined) continue;
      const watcher = this.#watch(folder, () => false);
      // A folder that is gone is watched again when it is back.
      watcher.on("error", () => {
        watcher.close();
        this.#linked.delete(folder);
      });
      this.#linked.set(folder, { watcher, inode });
    }
  }

  #watch(folder: string, isIgnored: (file: string) => boolean): FSWatcher {
    return watch(folder, { recursive: true }, (_, name) => {
      const file = String(name ?? "");
      // Without a name it says that other events were dropped, because too many waited.
      if (file !== "" && (isIgnored(file) || !isOwn(file))) return;
      this.#pending = true;
      this.#notify();
    });
  }

  /** Fulfils when something has changed since the last call and nothing changes any more, or the signal has aborted. */
  async next(): Promise<void> {
    while (!this.#pending && !this.signal.aborted) {
      await new Promise<void>((resolve) => this.#notify = resolve);
    }
    while (this.#pending && !this.signal.aborted) {
      this.#pending = false;
      await this.#quiet();
    }
  }

  async close(): Promise<void> {
    this.signal.removeEventListener("abort", this.#wake);
    this.#watcher.close();
    await this.follow([]);
  }

  readonly #wake = () => this.#notify();

  #isOutput(file: string): boolean {
    return this.output !== "" && (file === this.output || file.startsWith(this.output + sep));
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

function readInode(folder: string): number | undefined {
  return statSync(folder, { throwIfNoEntry: false })?.ino;
}

/** Whether a file is neither of an installed package nor in a hidden folder. */
function isOwn(file: string): boolean {
  const folders = file.split(sep);
  return !folders.includes("node_modules") && !folders[0]!.startsWith(".");
}
