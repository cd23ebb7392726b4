import { stat } from "node:fs/promises";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { type Bundler, type Diagnostic, WIDGET_SOURCE } from "../model/bundler.ts";

/** A check begins when nothing has been asked of the server, nor edited, for so many milliseconds. */
const QUIET_TIME = 400;

/** What {@link BackgroundChecks} is made of. */
export interface BackgroundChecksOptions {
  /** The project folder, as a real path. */
  project: string;
  /** Checks the widgets. */
  bundler: Bundler;
  /** Takes what a check found: nothing when the widget is valid. */
  report(name: string, diagnostics: readonly Diagnostic[]): void;
  /** Takes what kept a check from ending. */
  onError(error: unknown): void;
}

/**
 * Checks live widgets as the build does, one after another, while nobody waits for the server: so that what the build would
 * refuse is shown while it is written. Nothing of the bundler is loaded before the first check.
 */
export class BackgroundChecks {
  readonly #options: BackgroundChecksOptions;
  readonly #waiting = new Set<string>();
  #busyUntil = 0;
  #isStarted = false;
  #isClosed = false;
  #run: Promise<void> | null = null;
  #endPause: (() => void) | null = null;

  constructor(options: BackgroundChecksOptions) {
    this.#options = options;
  }

  /** Lets checks begin: the first page is there. */
  start(): void {
    this.#isStarted = true;
    this.delay();
    this.#begin();
  }

  /** Puts off the next check: somebody is waiting for the server. */
  delay(): void {
    this.#busyUntil = performance.now() + QUIET_TIME;
  }

  /** Has widgets checked, again if need be. */
  request(names: readonly string[]): void {
    for (const name of names) this.#waiting.add(name);
    this.delay();
    this.#begin();
  }

  /** Waits for the check that is under way, and begins no other. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#endPause?.();
    await this.#run;
  }

  #begin(): void {
    if (!this.#isStarted || this.#isClosed || this.#run !== null || this.#waiting.size === 0) return;
    this.#run = this.#checkAll().catch(this.#options.onError).finally(() => {
      this.#run = null;
      this.#begin();
    });
  }

  async #checkAll(): Promise<void> {
    await this.#quiet();
    if (this.#isClosed) return;
    for (const name of this.#waiting) {
      await this.#quiet();
      if (this.#isClosed) return;
      this.#waiting.delete(name);
      await this.#check(name);
    }
  }

  async #check(name: string): Promise<void> {
    const { project, bundler, report, onError } = this.#options;
    try {
      const diagnostics = await bundler.checkWidget(project, name);
      const file = join(project, "widgets", name, WIDGET_SOURCE);
      // It may have been removed meanwhile.
      if (await stat(file).then(() => true, () => false)) report(name, diagnostics);
    } catch (error) {
      onError(error);
    }
  }

  async #quiet(): Promise<void> {
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
