import type { CommitPlan, PlannedPut } from "../../core/commit/mod.ts";
import type { CommitAttempt } from "./execute_plan.ts";
import { type WriteContext, writeObjects } from "./write_objects.ts";

/**
 * The objects of a commit, written part by part while its plan grows: each part's intents are on record before the first of
 * its objects is written, and the next part is planned meanwhile.
 */
export class StagedPuts {
  readonly #attempt: CommitAttempt;
  readonly #failure = new AbortController();
  readonly #queue = new PutQueue();
  readonly #writing: Promise<Set<string>>;
  #planned = 0;
  #recording: Promise<void> = Promise.resolve();

  constructor(attempt: CommitAttempt, context: Omit<WriteContext, "signal">) {
    this.#attempt = attempt;
    const signal = AbortSignal.any([attempt.signal, this.#failure.signal]);
    this.#writing = writeObjects(this.#queue, { ...context, signal });
    this.#writing.catch(() => {}); // It is told at the end.
  }

  /** Begins with what the plan has more than the one before it, with whose puts it begins. */
  extend(plan: Pick<CommitPlan, "intents" | "puts">): void {
    const puts = plan.puts.slice(this.#planned);
    this.#planned = plan.puts.length;
    this.#recording = this.#recording.then(async () => {
      await this.#attempt.protect(plan.intents);
      this.#queue.add(puts);
    });
    this.#recording.catch(() => {}); // It is told at the end.
  }

  /**
   * Waits until all is written.
   *
   * @returns The keys that were written
   * @throws {CommitError} What recording the intents and writing the objects throw
   */
  async end(): Promise<Set<string>> {
    try {
      await this.#recording;
    } catch (error) {
      await this.abandon();
      throw error;
    }
    this.#queue.end();
    return await this.#writing;
  }

  /** Writes no more, and waits until nothing is being written. */
  async abandon(): Promise<void> {
    this.#failure.abort();
    await this.#recording.catch(() => {});
    this.#queue.end();
    await this.#writing.catch(() => {});
  }
}

/** Puts that several take from, as they come. */
class PutQueue implements AsyncIterableIterator<PlannedPut, undefined> {
  readonly #puts: PlannedPut[] = [];
  #more = Promise.withResolvers<void>();
  #ended = false;

  add(puts: readonly PlannedPut[]): void {
    this.#puts.push(...puts);
    this.#wake();
  }

  /** No more will come. */
  end(): void {
    this.#ended = true;
    this.#wake();
  }

  async next(): Promise<IteratorResult<PlannedPut, undefined>> {
    for (;;) {
      const put = this.#puts.shift();
      if (put !== undefined) return { done: false, value: put };
      if (this.#ended) return { done: true, value: undefined };
      await this.#more.promise;
    }
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #wake(): void {
    this.#more.resolve();
    this.#more = Promise.withResolvers();
  }
}
