import { existsSync, type FSWatcher, watch } from "node:fs";
import { realpath } from "node:fs/promises";
import { relative, resolve, sep } from "node:path";
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
    follow();
    while (!signal.aborted) {
      const report = await buildProjectWith(processes, root, options, (files) => add(inputs, files));
      add(inputs, report.diagnostics.flatMap(({ file }) => file ?? []));
      follow();
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

class Changes {
  readonly #watcher: FSWatcher;
  /** The watches of packages, by their folders. */
  readonly #linked = new Map<string, FSWatcher>();
  #pending = false;
  #notify: () => void = () => {};

  constructor(root: string, private readonly output: string, private readonly signal: AbortSignal) {
    this.#watcher = this.#watch(root, (file) => this.#isOutput(file));
    signal.addEventListener("abort", this.#wake);
  }

  /** Watches the folders of packages, and those before no longer. */
  follow(folders: readonly string[]): void {
    for (const [folder, watcher] of this.#linked) {
      if (folders.includes(folder)) continue;
      watcher.close();
      this.#linked.delete(folder);
    }
    for (const folder of folders) {
      if (this.#linked.has(folder) || !existsSync(folder)) continue;
      const watcher = this.#watch(folder, () => false);
      // A folder that is gone is watched again when it is back.
      watcher.on("error", () => {
        watcher.close();
        this.#linked.delete(folder);
      });
      this.#linked.set(folder, watcher);
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

  close(): void {
    this.signal.removeEventListener("abort", this.#wake);
    this.#watcher.close();
    this.follow([]);
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

/** Whether a file is neither of an installed package nor in a hidden folder. */
function isOwn(file: string): boolean {
  const folders = file.split(sep);
  return !folders.includes("node_modules") && !folders[0]!.startsWith(".");
}
