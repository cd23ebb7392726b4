import type { Clock, CommitRequestAttempt, CommitRequestQueue } from "../../core/commit/mod.ts";
import { limitTime } from "../time/mod.ts";

/** How often a lease is renewed, and how long the queue may take to answer. */
export interface LeaseOptions {
  /** The interval between two renewals, in milliseconds. @default 10000 */
  readonly renewalInterval?: number | undefined;
  /** The time limit of one call of the queue, in milliseconds. @default 15000 */
  readonly queueTimeout?: number | undefined;
}

/** The lease on a request, which is renewed until it is disposed of. */
interface RequestLease extends Disposable {
  /** Aborts when the lease is lost. */
  readonly lost: AbortSignal;
}

/** Together with the time limit of one call, less than the time after which the queue ends a lease. */
const DEFAULT_RENEWAL_INTERVAL_MS = 10_000;
const DEFAULT_QUEUE_TIMEOUT_MS = 15_000;

/** Calls the queue within the time limit. */
export function callQueue<Result>(
  { clock, queue }: { readonly clock: Clock; readonly queue: CommitRequestQueue },
  { queueTimeout = DEFAULT_QUEUE_TIMEOUT_MS }: LeaseOptions,
  call: (queue: CommitRequestQueue) => Promise<Result>,
): Promise<Result> {
  return limitTime(clock, queueTimeout, () => call(queue));
}

/** Renews the lease on a request at intervals. */
export function renewLease(
  deps: { readonly clock: Clock; readonly queue: CommitRequestQueue },
  attempt: CommitRequestAttempt,
  options: LeaseOptions,
): RequestLease {
  const [lost, ended] = [new AbortController(), new AbortController()];
  const interval = options.renewalInterval ?? DEFAULT_RENEWAL_INTERVAL_MS;
  // If the database rejects the call, the commit goes on, since its flip checks the lease. If it does not answer in time,
  // the lease counts as lost, since the commit could wait for the same database without a limit.
  const renew = () =>
    callQueue(deps, options, (queue) => queue.renew(attempt).catch(() => true)).catch(() => false);
  const run = async (): Promise<void> => {
    for (;;) {
      await deps.clock.sleep(interval, ended.signal).catch(() => {});
      if (ended.signal.aborted) return;
      if (!(await renew())) return lost.abort(new Error("the lease on the request is lost"));
    }
  };
  void run();
  return { lost: lost.signal, [Symbol.dispose]: () => ended.abort() };
}
