import { availableParallelism } from "node:os";
import { IsolatedProcess, type IsolatedResult } from "./isolated_process.ts";
import type { Isolation } from "./isolation.ts";
import type { ReactBuild } from "./realm_script.ts";

/** How many widgets a process evaluates before another takes its place, so that no widget pays for what others left. */
const MOST_EVALUATIONS = 100;

/** How many widgets a process holds: one that it evaluates, and one that it finds in its pipe when it has ended. */
const MOST_AT_ONCE = 4;

/**
 * Isolated processes that stand ready. Each evaluates one widget at a time, each widget in a realm of its own, so that a
 * result does not hang on what was evaluated before or is at the same time: a widget that does not end, or ends its
 * process, does so alone.
 */
export class EvaluationPool {
  readonly #seats: Seat[] = [];
  readonly #waiting: (() => void)[] = [];

  constructor(readonly isolation: Isolation) {}

  /**
   * Starts processes, one fewer than there are cores at the most, as bundling takes one; those that have been started are
   * counted.
   *
   * @param widgets the number of widgets that will be evaluated
   */
  prepare(widgets: number): void {
    while (this.#seats.length < Math.min(widgets, Math.max(1, availableParallelism() - 1))) {
      this.#seats.push(new Seat(this.isolation));
    }
  }

  /** Evaluates a widget's code upon a build of React, as soon as a process has time for it. */
  async evaluate(code: string, react: ReactBuild): Promise<IsolatedResult> {
    this.prepare(1);
    const seat = await this.#findSeat();
    try {
      return await seat.evaluate(code, react);
    } finally {
      seat.taken--;
      this.#waiting.shift()?.();
    }
  }

  /** Ends the processes. */
  async close(): Promise<void> {
    await Promise.all(this.#seats.map((seat) => seat.close()));
  }

  async #findSeat(): Promise<Seat> {
    for (;;) {
      const seat = this.#seats.toSorted((one, other) => one.taken - other.taken)[0]!;
      if (seat.taken < MOST_AT_ONCE) {
        seat.taken++;
        return seat;
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }
}

/** One process after another: when one has died, the next stands ready. */
class Seat {
  /** How many evaluations it has been given that have not ended. */
  taken = 0;
  #tenant: Tenant;
  #leaving: Promise<void> = Promise.resolve();

  constructor(private readonly isolation: Isolation) {
    this.#tenant = new Tenant(isolation);
  }

  async evaluate(code: string, react: ReactBuild): Promise<IsolatedResult> {
    const tenant = this.#tenant;
    const result = await tenant.evaluate(code, react);
    if (tenant === this.#tenant && tenant.isWorn) this.#replace();
    if (result.outcome === "unheard") return await this.evaluate(code, react);
    // What took the process down may be what the widgets before have left in it, such as a heap that is nearly full.
    return result.outcome === "crashed" && !result.isFirst ? await this.#evaluateAlone(code, react) : result;
  }

  async close(): Promise<void> {
    await Promise.all([this.#leaving, this.#tenant.close()]);
  }

  async #evaluateAlone(code: string, react: ReactBuild): Promise<IsolatedResult> {
    const tenant = new Tenant(this.isolation);
    try {
      return await tenant.evaluate(code, react);
    } finally {
      await tenant.close();
    }
  }

  #replace(): void {
    const worn = this.#tenant;
    this.#tenant = new Tenant(this.isolation);
    this.#leaving = Promise.all([this.#leaving, worn.leave()]).then(() => {});
  }
}

/** A process from its start to its end. */
class Tenant {
  readonly #process: IsolatedProcess;
  readonly #ready: Promise<void>;
  readonly #evaluations = new Set<Promise<IsolatedResult>>();
  #count = 0;

  constructor(isolation: Isolation) {
    this.#process = new IsolatedProcess(isolation);
    // What goes wrong here goes wrong for who evaluates, too, and is told there.
    this.#ready = this.#process.load("production").catch(() => {});
  }

  /** Whether another one has to take its place. */
  get isWorn(): boolean {
    return this.#process.isDead || this.#count >= MOST_EVALUATIONS;
  }

  async evaluate(code: string, react: ReactBuild): Promise<IsolatedResult> {
    this.#count++;
    const evaluation = this.#process.evaluate(code, react);
    this.#evaluations.add(evaluation);
    try {
      return await evaluation;
    } finally {
      this.#evaluations.delete(evaluation);
    }
  }

  /** Ends the process when it has ended what it was given. */
  async leave(): Promise<void> {
    await Promise.allSettled(this.#evaluations);
    await this.close();
  }

  /** Ends the process. The script that it waits for is made by esbuild, which the caller may stop then. */
  async close(): Promise<void> {
    await Promise.all([this.#ready, this.#process.close()]);
  }
}
