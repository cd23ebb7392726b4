import { type FSWatcher, watch } from "node:fs";
import { realpath } from "node:fs/promises";
import { relative, resolve, sep } from "node:path";
import { type BuildOptions, buildProjectWith, type BuildReport } from "./build.ts";
import { BuildProcesses } from "./build_widget.ts";

/** One save is several events, and an editor may empty a file before it writes it. */
const QUIET_MS = 25;

/**
 * Builds a project, and again whenever one of its files changes, until the signal aborts. Only widgets that have changed or
 * that failed are built.
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
  try {
    while (!signal.aborted) {
      yield await buildProjectWith(processes, root, options);
      await changes.next();
    }
  } finally {
    changes.close();
  }
}

class Changes {
  readonly #watcher: FSWatcher;
  #pending = false;
  #notify: () => void = () => {};

  constructor(root: string, private readonly output: string, private readonly signal: AbortSignal) {
    this.#watcher = watch(root, { recursive: true }, (_, file) => {
      // Without a name it says that other events were dropped, because too many waited.
      if (file !== null && String(file) !== "" && !this.#concerns(String(file))) return;
      this.#pending = true;
      this.#notify();
    });
    signal.addEventListener("abort", this.#wake);
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
  }

  readonly #wake = () => this.#notify();

  /** Packages are not watched. */
  #concerns(file: string): boolean {
    const [first, ...rest] = file.split(sep);
    if (this.output !== "" && (file === this.output || file.startsWith(this.output + sep))) return false;
    return ![first, ...rest].includes("node_modules") && !first!.startsWith(".");
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
