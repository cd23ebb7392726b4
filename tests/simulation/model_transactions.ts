import { makeCall } from "./model_calls.ts";
import type { ModelProcess, PendingEvent, Scheduler } from "./scheduler.ts";

/** The database ends a transaction that is idle for so many milliseconds. */
const IDLE_TIMEOUT_MS = 60_000;
const CONNECTION_LOST = 0.02;

/** A transaction, whose writes depend on its reads. */
export interface ModelTransaction<Result> {
  readonly process: ModelProcess;
  readonly label: string;
  readonly userId: string;
  /** Reads, and returns what the transaction writes and answers when it commits. */
  read(): { write: () => void; result: Result };
}

/**
 * Transactions under a user's lock. Reading and writing are two steps, like two statements in PostgreSQL under READ
 * COMMITTED: without the lock, other transactions can run in between.
 */
export class ModelTransactions {
  #holders = new Map<string, object>();

  constructor(private readonly scheduler: Scheduler, private readonly locking: boolean) {}

  run<Result>(transaction: ModelTransaction<Result>): Promise<Result> {
    const { process, label, userId } = transaction;
    return new Promise((resolve, reject) => {
      this.scheduler.add({
        process,
        label: `${label} begin`,
        ready: () => !this.locking || !this.#holders.has(userId),
        happen: () => {
          if (this.#fails()) {
            reject(new Error("the connection was lost"));
            return "the connection is lost";
          }
          this.#holders.set(userId, transaction);
          this.#continue(transaction, resolve, reject);
          return "has the lock";
        },
      });
    });
  }

  #continue<Result>(
    transaction: ModelTransaction<Result>,
    resolve: (result: Result) => void,
    reject: (error: Error) => void,
  ): void {
    const { process, label } = transaction;
    const { write, result } = transaction.read();
    const latest = this.scheduler.now + IDLE_TIMEOUT_MS;
    const afterLoss = this.#createAfterLoss(transaction, write, latest);
    this.scheduler.add({
      process,
      label: `${label} commit`,
      latest,
      ready: () => true,
      happen: () => {
        const isIdle = this.scheduler.now >= latest;
        if (!isIdle && !this.#fails()) {
          this.#end(transaction, write);
          void makeCall(this.scheduler, { process, label, apply: () => result }).then(resolve, reject);
          return "committed";
        }
        if (isIdle) this.#end(transaction, null);
        else this.scheduler.keep(afterLoss);
        reject(new Error("the connection was lost"));
        return "the connection is lost";
      },
      orphan: () => afterLoss,
    });
  }

  /** The client is gone: whether the database received its COMMIT is decided when the lock is released. */
  #createAfterLoss<Result>(
    transaction: ModelTransaction<Result>,
    write: () => void,
    latest: number,
  ): PendingEvent {
    const { process, label } = transaction;
    const happen = (): string => {
      const commits = this.scheduler.random.chance(0.5);
      this.#end(transaction, commits ? write : null);
      return commits ? "commits without its client" : "is rolled back";
    };
    return { process, label, latest, ready: () => true, happen };
  }

  #end(transaction: { userId: string }, write: (() => void) | null): void {
    write?.();
    if (this.#holders.get(transaction.userId) === transaction) this.#holders.delete(transaction.userId);
  }

  #fails(): boolean {
    return this.scheduler.faults && this.scheduler.random.chance(CONNECTION_LOST);
  }
}
