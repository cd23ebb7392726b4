import { stat } from "node:fs/promises";
import { performance } from "node:perf_hooks";
import { errorMessage } from "../../../../core/errors/mod.ts";
import { openBundler, type PreviewBundler, WIDGET_SOURCE } from "../bundler.ts";
import type { ProjectWidgets } from "./project_widgets.ts";

/** A check begins after this time without a request to the server or an edit. */
const IDLE_MS = 400;

/** What {@link BackgroundChecks} works with. */
interface BackgroundChecksDependencies {
  /** The project folder, as a real path. */
  readonly project: string;
  /** Receives what the checks find. */
  readonly widgets: ProjectWidgets;
  readonly report: (message: string) => void;
}

/** Checks widgets as the build does, one after another, while the server is idle. */
export class BackgroundChecks {
  readonly #waiting = new Set<string>();
  #busyUntil = 0;
  #isStarted = false;
  #isClosed = false;
  #run: Promise<void> | null = null;
  #endPause: (() => void) | null = null;

  constructor(private readonly dependencies: BackgroundChecksDependencies) {}

  /** Allows checks to begin. */
  start(): void {
    this.#isStarted = true;
    this.delay();
    this.#begin();
  }

  /** Postpones the next check until the server is idle again. */
  delay(): void {
    this.#busyUntil = performance.now() + IDLE_MS;
  }

  /** Queues widgets for a check. */
  request(names: readonly string[]): void {
    for (const name of names) this.#waiting.add(name);
    this.delay();
    this.#begin();
  }

  /** Waits for the current check and begins no other. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#endPause?.();
    await this.#run;
  }

  #begin(): void {
    if (!this.#isStarted || this.#isClosed || this.#run !== null || this.#waiting.size === 0) return;
    this.#run = this.#checkAll().catch(this.#reportError).finally(() => {
      this.#run = null;
      this.#begin();
    });
  }

  async #checkAll(): Promise<void> {
    const bundler = openBundler();
    try {
      for (const name of this.#waiting) {
        await this.#idle();
        if (this.#isClosed) return;
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
      if (check.diagnostics.length === 0 || await exists()) widgets.setCheck(name, check);
    } catch (error) {
      if (await exists()) this.#reportError(error);
    }
  }

  readonly #reportError = (error: unknown): void =>
    this.dependencies.report(`Cannot check the widgets: ${errorMessage(error)}`);

  async #idle(): Promise<void> {
    for (;;) {
      const time = this.#busyUntil - performance.now();
      if (time <= 0 || this.#isClosed) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, time);
        this.#endPause = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }
}
