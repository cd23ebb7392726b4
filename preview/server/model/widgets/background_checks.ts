import { stat } from "node:fs/promises";
import { errorMessage } from "../../../../core/errors/mod.ts";
import { openBundler, type PreviewBundler, WIDGET_SOURCE } from "../bundler.ts";
import type { ProjectWidgets } from "./project_widgets.ts";
import type { ServerActivity } from "./server_activity.ts";

/** What {@link BackgroundChecks} works with. */
interface BackgroundChecksDependencies {
  /** The project folder, as a real path. */
  readonly project: string;
  /** Receives what the checks find. */
  readonly widgets: ProjectWidgets;
  readonly activity: ServerActivity;
  readonly report: (message: string) => void;
}

/** Checks widgets as the build does, one after another, while the server is idle. */
export class BackgroundChecks {
  readonly #waiting = new Set<string>();
  readonly #closed = new AbortController();
  #run: Promise<void> | null = null;

  /** @param open opens a bundler for each series of checks */
  constructor(
    private readonly dependencies: BackgroundChecksDependencies,
    private readonly open: () => PreviewBundler = openBundler,
  ) {}

  request(names: readonly string[]): void {
    for (const name of names) this.#waiting.add(name);
    this.dependencies.activity.record();
    this.#begin();
  }

  /** Waits until no widget waits for a check, or until it is closed. */
  async settled(): Promise<void> {
    while (this.#run !== null) await this.#run;
  }

  /** Waits for the current check and begins no other. */
  async close(): Promise<void> {
    this.#closed.abort();
    await this.#run;
  }

  #begin(): void {
    if (this.#closed.signal.aborted || this.#run !== null || this.#waiting.size === 0) return;
    this.#run = this.#checkAll().catch(this.#reportError).finally(() => {
      this.#run = null;
      this.#begin();
    });
  }

  async #checkAll(): Promise<void> {
    const bundler = this.open();
    try {
      for (const name of this.#waiting) {
        await this.dependencies.activity.idle(this.#closed.signal);
        if (this.#closed.signal.aborted) return;
        this.#waiting.delete(name);
        await this.#check(bundler, name);
      }
    } finally {
      // Its processes take memory, and the next edit may be hours away.
      await bundler.close();
    }
  }

  async #check(bundler: PreviewBundler, name: string): Promise<void> {
    const { project, widgets } = this.dependencies;
    const source = `${project}/widgets/${name}/${WIDGET_SOURCE}`;
    const exists = () => stat(source).then(() => true, () => false);
    try {
      const check = await bundler.checkWidget(project, name);
      if (check.diagnostics.length === 0 || await exists()) {
        widgets.setCheck(name, check, this.#waiting.has(name));
      }
    } catch (error) {
      if (await exists()) this.#reportError(error);
    }
  }

  readonly #reportError = (error: unknown): void =>
    this.dependencies.report(`Cannot check the widgets: ${errorMessage(error)}`);
}
