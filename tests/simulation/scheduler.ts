import { setImmediate } from "node:timers";
import type { Clock } from "../../core/commit/mod.ts";
import type { Random } from "./random.ts";

/** A process of the model. After a crash it does not continue. */
export interface ModelProcess {
  readonly name: string;
  /** Whether its events happen later than those of other processes. */
  readonly slow: boolean;
  alive: boolean;
}

/** An event that can happen next. */
export interface PendingEvent {
  readonly process: ModelProcess;
  readonly label: string;
  /** Whether it can happen now; for a transaction, whether its lock is free. */
  ready(): boolean;
  /** Makes it happen, and returns the outcome for the trace. */
  happen(): string;
  /** After a crash of the process: what can still happen of the event, or null. */
  orphan?(): PendingEvent | null;
  /** The latest time at which it can happen, in milliseconds since the epoch. */
  readonly latest?: number;
}

interface Timer {
  readonly process: ModelProcess;
  readonly due: number;
  fire(): void;
}

/**
 * Time and order in the model: random numbers choose which of the possible events happens next. What a process does between
 * two answers takes no time and is atomic.
 */
export class Scheduler {
  /** Milliseconds since the epoch, for all clocks. */
  now = Date.UTC(2026, 0, 1);
  /** Whether faults happen. */
  faults = true;
  readonly trace: string[] = [];
  #pending: PendingEvent[] = [];
  #timers: Timer[] = [];

  /** The probability that time passes although an event could happen. */
  readonly #timeProbability: number;

  constructor(readonly random: Random, private readonly traced: boolean) {
    this.#timeProbability = random.pick([0.03, 0.06, 0.12]);
  }

  /** Adds an event. */
  add(event: PendingEvent): void {
    if (event.process.alive) this.#pending.push(event);
  }

  /** Adds an event that can happen even after a crash of its process. */
  keep(event: PendingEvent): void {
    this.#pending.push({ ...event, orphan: () => event });
  }

  /** A process's clock. */
  clock(process: ModelProcess): Clock {
    return {
      now: () => this.now,
      sleep: (milliseconds, signal) => this.#sleep(process, milliseconds, signal),
    };
  }

  /** Ends a process at once. Its promises never settle. */
  crash(process: ModelProcess): void {
    process.alive = false;
    this.#timers = this.#timers.filter((timer) => timer.process !== process);
    const own = this.#pending.filter((event) => event.process === process);
    this.#pending = this.#pending.filter((event) => event.process !== process);
    for (const event of own) {
      const rest = event.orphan?.();
      if (rest) this.keep(rest);
    }
    this.note(`${process.name} crashes`);
  }

  /** Whether there are neither events nor timers. */
  isIdle(): boolean {
    return this.#pending.length === 0 && this.#timers.length === 0;
  }

  /** One step: an event happens, or time passes. Afterwards every process waits for its next answer. */
  async step(): Promise<void> {
    const ready = this.#pending.filter((event) => event.ready());
    if (ready.length === 0 || (this.faults && this.random.chance(this.#timeProbability))) {
      this.#passTime(ready.length === 0);
    } else {
      const first = this.random.pick(ready);
      this.#happen(first.process.slow && this.random.chance(0.8) ? this.random.pick(ready) : first);
    }
    await settle();
  }

  /** Lets so many milliseconds pass, with all events that become due. */
  async pass(milliseconds: number): Promise<void> {
    const end = this.now + milliseconds;
    while (this.now < end) {
      this.#advance(end);
      await settle();
    }
  }

  note(line: string): void {
    if (this.traced) this.trace.push(`${((this.now - Date.UTC(2026, 0, 1)) / 1000).toFixed(1)}s ${line}`);
  }

  #happen(event: PendingEvent): void {
    this.#pending.splice(this.#pending.indexOf(event), 1);
    const outcome = event.happen();
    this.note(`${event.process.name} ${event.label}: ${outcome}`);
  }

  #passTime(toNext: boolean): void {
    const next = Math.min(...this.#timers.map(({ due }) => due), ...this.#pending.map(latestOf));
    if (toNext && next !== Infinity) return this.#advance(next);
    this.#advance(this.now + this.random.pick([100, 5_000, 20_000, 45_000, 70_000, 250_000]));
  }

  /** Advances to the given time, or to the first event or timer before it. */
  #advance(end: number): void {
    const timer = this.#timers.reduce<Timer | null>(
      (first, each) => first === null || each.due < first.due ? each : first,
      null,
    );
    const overdue = this.#pending.find((event) =>
      latestOf(event) <= end && latestOf(event) <= (timer?.due ?? end)
    );
    if (overdue) {
      this.now = Math.max(this.now, latestOf(overdue));
      this.#happen(overdue);
    } else if (timer !== null && timer.due <= end) {
      this.now = Math.max(this.now, timer.due);
      this.#timers.splice(this.#timers.indexOf(timer), 1);
      timer.fire();
    } else {
      this.now = end;
    }
  }

  #sleep(process: ModelProcess, milliseconds: number, signal?: AbortSignal): Promise<void> {
    if (!process.alive) return new Promise(() => {});
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const timer = { process, due: this.now + milliseconds, fire: resolve };
      this.#timers.push(timer);
      signal?.addEventListener("abort", () => {
        this.#timers = this.#timers.filter((each) => each !== timer);
        if (process.alive) reject(signal.reason);
      });
    });
  }
}

function latestOf(event: PendingEvent): number {
  return event.latest ?? Infinity;
}

/** Lets every process run until it waits for an answer. */
function settle(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
