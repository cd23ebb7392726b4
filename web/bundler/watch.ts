import { type FSWatcher, watch } from "node:fs";
import { realpath } from "node:fs/promises";
import { relative, resolve, sep } from "node:path";
import { type BuildOptions, buildProjectIn, type BuildReport } from "./build.ts";
import { EvaluationPool } from "./evaluation_pool.ts";
import { type ChangedPaths, RefusedWidgets } from "./refused_widgets.ts";

/** One save is several events, and an editor may empty a file before it writes it: milliseconds of quiet after the last. */
const QUIET_MILLISECONDS = 25;

/**
 * Builds a project, and again whenever one of its files changes, until the signal aborts. Only what has changed is built.
 *
 * @param directory as for {@linkcode buildProject}
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
  const pool = new EvaluationPool(options.isolation);
  const refused = new RefusedWidgets();
  try {
    while (!signal.aborted) {
      yield await buildProjectIn(pool, root, options, refused);
      await changes.next();
      refused.forget(changes.take());
    }
  } finally {
    changes.close();
    await pool.close();
  }
}

class Changes {
  readonly #watcher: FSWatcher;
  #pending = false;
  #paths: Set<string> | null = new Set();
  #notify: () => void = () => {};

  constructor(root: string, private readonly output: string, private readonly signal: AbortSignal) {
    this.#watcher = watch(root, { recursive: true }, (_, file) => {
      if (file === null || this.#concerns(String(file))) this.#mark(file);
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

  /** What has changed since the last call. */
  take(): ChangedPaths {
    const paths = this.#paths;
    this.#paths = new Set();
    return paths;
  }

  close(): void {
    this.signal.removeEventListener("abort", this.#wake);
    this.#watcher.close();
  }

  readonly #wake = () => this.#notify();

  #mark(file: string | null): void {
    if (file === null) this.#paths = null;
    else this.#paths?.add(file.split(sep).join("/"));
    this.#pending = true;
    this.#notify();
  }

  /** Packages are not watched: who installs one builds anew. */
  #concerns(file: string): boolean {
    const [first, ...rest] = file.split(sep);
    if (this.output !== "" && (file === this.output || file.startsWith(this.output + sep))) return false;
    return ![first, ...rest].includes("node_modules") && !first!.startsWith(".");
  }

  async #quiet(): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, QUIET_MILLISECONDS);
      this.#notify = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
