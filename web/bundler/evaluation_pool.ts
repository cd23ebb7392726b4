import { availableParallelism } from "node:os";
import { IsolatedProcess, type IsolatedResult } from "./isolated_process.ts";
import type { Isolation } from "./isolation.ts";
import type { ReactBuild } from "./realm_script.ts";

/** How many widgets a process evaluates before another takes its place, so that no widget pays for what others left. */
const MOST_EVALUATIONS = 100;

/**
 * Isolated processes that stand ready. Each evaluates one widget at a time, each widget in a realm of its own, so that a
 * result does not hang on what was evaluated before or is at the same time: a widget that does not end, or ends its
 * process, does so alone.
 */
export class EvaluationPool {
  readonly #seats: Seat[] = [];
  readonly #idle: Seat[] = [];
  readonly #waiting: ((seat: Seat) => void)[] = [];

  constructor(readonly isolation: Isolation) {}

  /**
   * Starts processes, one fewer than there are cores at the most, as bundling takes one; those that have been started are
   * counted.
   *
   * @param widgets the number of widgets that will be evaluated
   */
  prepare(widgets: number): void {
    while (this.#seats.length < Math.min(widgets, Math.max(1, availableParallelism() - 1))) {
      const seat = new Seat(this.isolation);
      this.#seats.push(seat);
      this.#idle.push(seat);
    }
  }

  /** Evaluates a widget's code upon a build of React, as soon as a process has time for it. */
  async evaluate(code: string, react: ReactBuild): Promise<IsolatedResult> {
    this.prepare(1);
    const seat = this.#idle.pop() ?? await new Promise<Seat>((resolve) => this.#waiting.push(resolve));
    try {
      return await seat.evaluate(code, react);
    } finally {
      const next = this.#waiting.shift();
      if (next) next(seat);
      else this.#idle.push(seat);
    }
  }

  /** Ends the processes. */
  async close(): Promise<void> {
    await Promise.all(this.#seats.map((seat) => seat.close()));
  }
}

/** One process after another: when one has died, the next stands ready. */
class Seat {
  #process: IsolatedProcess;
  #ready: Promise<void>;
  #evaluations = 0;

  constructor(private readonly isolation: Isolation) {
    this.#process = new IsolatedProcess(isolation);
    this.#ready = this.#getReady();
  }

  async evaluate(code: string, react: ReactBuild): Promise<IsolatedResult> {
    const isFirst = this.#evaluations++ === 0;
    const result = await this.#process.evaluate(code, react);
    if (this.#process.isDead || this.#evaluations >= MOST_EVALUATIONS) await this.#replace();
    // What took the process down may be what the widgets before have left in it, such as a heap that is nearly full.
    return result.outcome === "crashed" && !isFirst ? await this.evaluate(code, react) : result;
  }

  /** The script that the process waits for is made by esbuild, which the caller may stop now. */
  async close(): Promise<void> {
    await Promise.all([this.#ready, this.#process.close()]);
  }

  async #replace(): Promise<void> {
    await this.close();
    this.#evaluations = 0;
    this.#process = new IsolatedProcess(this.isolation);
    this.#ready = this.#getReady();
  }

  /** What goes wrong here goes wrong for who evaluates, too, and is told there. */
  async #getReady(): Promise<void> {
    await this.#process.load("production").catch(() => {});
  }
}
