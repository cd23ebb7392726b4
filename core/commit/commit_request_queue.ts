/** One attempt of a worker at a commit request. */
export interface CommitRequestAttempt {
  /** The queue's identifier of the job. */
  readonly jobId: string;
  /** The number of the attempt, from 0. Only the latest attempt can have the lease. */
  readonly attempt: number;
}

/** A commit request that a worker has leased. */
export interface QueuedCommitRequest extends CommitRequestAttempt {
  /** The request as it was queued: see `parseCommitRequestedEvent`. */
  readonly event: object;
}

/** The queue of commit requests: each is kept until a flip settles it or it becomes a dead letter. */
export interface CommitRequestQueue {
  /** Leases the next request that is due, or null. When the lease expires, another worker can take the request. */
  take(): Promise<QueuedCommitRequest | null>;
  /** Renews the lease; false if the attempt has lost it. */
  renew(attempt: CommitRequestAttempt): Promise<boolean>;
  /** Gives back a request that failed; it is due again later, and becomes a dead letter after many attempts. */
  giveBack(attempt: CommitRequestAttempt, reason: string): Promise<void>;
  /** Gives back a request that was not carried out; it is due again at once, in its original order. */
  release(attempt: CommitRequestAttempt): Promise<void>;
  /** Makes a request that cannot succeed a dead letter. */
  reject(request: QueuedCommitRequest, reason: string): Promise<void>;
}
