import { makeCall } from "./model_calls.ts";
import type { ModelProcess, PendingEvent, Scheduler } from "./scheduler.ts";

/** A transaction that makes no progress for this long is ended by the database, in milliseconds. */
const IDLE_TIMEOUT = 60_000;
const CONNECTION_LOST = 0.02;

/** A transaction: what it reads decides what it writes. */
export interface ModelTransaction<Result> {
  readonly process: ModelProcess;
  readonly label: string;
  readonly userId: string;
  /** Reads, and gives what is to be written and answered when the transaction commits. */
  read(): { write: () => void; result: Result };
}

/**
 * Transactions under a user's lock. What one reads and what it writes are two steps, as its statements are in PostgreSQL
 * under READ COMMITTED: without the lock, others come between.
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
          return "holds the lock";
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
    const latest = this.scheduler.now + IDLE_TIMEOUT;
    const afterLoss = this.#describeAfterLoss(transaction, write, latest);
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

  /** The client has gone; whether the database had got its COMMIT shows when the lock is free again. */
  #describeAfterLoss<Result>(
    transaction: ModelTransaction<Result>,
    write: () => void,
    latest: number,
  ): PendingEvent {
    const { process, label } = transaction;
    const happen = (): string => {
      const commits = this.scheduler.random.chance(0.5);
      this.#end(transaction, commits ? write : null);
      return commits ? "commits for a client that is gone" : "is rolled back";
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
