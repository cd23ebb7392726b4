import type { BatchCommittedEvent } from "./notification.ts";
import type { PlannedRow } from "./plan.ts";
import type { BatchIdentity } from "./scan.ts";
import type { KeyFacts, SweepStep } from "./sweep.ts";

/** What an object store tells about an object. */
export interface ObjectInfo {
  /** The object's key: segments of `[A-Za-z0-9._%-]`, joined by `/`. */
  key: string;
  /** Size in bytes. */
  size: number;
  /** When it was last written: milliseconds since the epoch, by the store's clock. */
  modifiedAt: number;
}

/** What a put that was cut short left in a store. It is no object: no key leads to it. */
export interface InterruptedPut {
  /** The store's own name for it. */
  token: string;
  /** Size in bytes. */
  size: number;
  /** When it was last written: milliseconds since the epoch, by the store's clock. */
  modifiedAt: number;
}

/** What every call of a store accepts. */
export interface ObjectStoreCallOptions {
  /** Gives the call up. What it was doing may still happen. */
  signal?: AbortSignal | undefined;
}

/**
 * Content-addressed storage of opaque objects. A put is whole or not at all, and replaces what was there; a delete of
 * what is not there succeeds.
 */
export interface ObjectStore {
  /** Writes an object whole: when the promise fulfils, it is durable and readable. */
  put(key: string, bytes: Uint8Array, options?: ObjectStoreCallOptions): Promise<void>;
  /** The object's bytes, or null when there is none. */
  get(key: string, options?: ObjectStoreCallOptions): Promise<Uint8Array | null>;
  /** What the store knows of an object, or null when there is none. */
  head(key: string, options?: ObjectStoreCallOptions): Promise<ObjectInfo | null>;
  /** Deletes an object if it is there. */
  delete(key: string, options?: ObjectStoreCallOptions): Promise<void>;
  /** Every object whose key begins with the prefix, in key order (by code unit), in pages. */
  list(prefix: string, options?: ObjectStoreCallOptions): AsyncIterable<ObjectInfo>;
  /** What puts that were cut short left behind. One that is still running may be among them. */
  listInterruptedPuts(options?: ObjectStoreCallOptions): AsyncIterable<InterruptedPut>;
  /** Deletes what an interrupted put left behind, if it is there. */
  discardInterruptedPut(token: string, options?: ObjectStoreCallOptions): Promise<void>;
}

/** The keys that a commit is about to write. */
export interface CommitIntents extends CommitReference {
  /** The keys, each once. */
  readonly keys: readonly string[];
  /** How long the commit may take from now to its flip, in milliseconds. */
  readonly lifetime: number;
}

/** Which commit, and whose. */
export interface CommitReference {
  /** UUID of the commit. */
  readonly commitId: string;
  /** Whose records it changes. */
  readonly userId: string;
}

/** Whether intents were recorded; if not, a sweep is deleting one of the keys, for at most so many milliseconds more. */
export type IntentsOutcome =
  | { readonly recorded: true }
  | { readonly recorded: false; readonly retryAfter: number };

/** One attempt of a worker at a commit request. */
export interface CommitRequestAttempt {
  /** The queue's name for the request. */
  readonly jobId: string;
  /** Which attempt it is, from 0 on: an earlier one holds nothing any more. */
  readonly attempt: number;
}

/** Everything that one flip changes. */
export interface BatchFlip extends CommitReference, BatchIdentity {
  /** The agent's task that made the batch. */
  readonly taskId: string;
  /** The batch's rows, in `NNN` order. */
  readonly rows: readonly PlannedRow[];
  /** The keys of the commit's intents. */
  readonly intents: readonly string[];
  /** How long the objects of the replaced rows stay, in milliseconds. */
  readonly grace: number;
  /** The web app's address, for the notification. */
  readonly appUrl: string;
  /** The attempt that the commit carries out: it is settled by the flip, if it still holds its request. */
  readonly request?: CommitRequestAttempt | undefined;
}

/** What a flip did. */
export interface CommittedFlip {
  /** RFC 3339, UTC, by the database's clock. */
  readonly committedAt: string;
  /** How many rows were replaced. */
  readonly replaced: number;
  /** The keys that no row names any more. */
  readonly tombstoned: readonly string[];
  /** Whether something on record of the user may be due to be swept. */
  readonly sweepDue: boolean;
}

/** What became of a flip. A refused one changed nothing. */
export type FlipOutcome =
  | ({ readonly outcome: "committed" } & CommittedFlip)
  /** The commit's intents have expired by the database's clock, so its objects may be gone. */
  | { readonly outcome: "expired" }
  /** The task belongs to another user. */
  | { readonly outcome: "foreign_task" }
  /** The attempt does not hold its request any more: another one carries it out, or has done so. */
  | { readonly outcome: "request_lost" };

/** One page of keys, in key order. */
export interface KeyPageQuery {
  /** The key after which the page begins; the empty string is before all. */
  readonly after: string;
  /** How many keys at most. */
  readonly limit: number;
  /** Only this user's keys. */
  readonly userId?: string | undefined;
}

/** A step of a sweep that is to be applied, if what it was planned on still holds. */
export interface SweepClaim {
  /** Whose key it is. */
  readonly userId: string;
  /** The key. */
  readonly key: string;
  /** What the sweep planned. */
  readonly action: "delete" | "bury" | "forget";
  /** Plans the key again, on what is on record now. Only if the action is the same is the step applied. */
  plan(facts: KeyFacts, now: number): SweepStep | null;
  /** The sweep's id: the mark of what it deletes. */
  readonly sweepId: string;
  /** How long the mark of a deletion holds, in milliseconds. */
  readonly lease: number;
}

/**
 * The records of the commit protocol. Every change to a user's records happens in one transaction under that user's lock,
 * and all times are by the database's clock.
 */
export interface CommitStore {
  /** The database's clock, in milliseconds since the epoch. */
  readClock(): Promise<number>;
  /** Records what a commit is about to write, unless one of the keys is being deleted. */
  recordIntents(intents: CommitIntents): Promise<IntentsOutcome>;
  /**
   * Replaces a batch in one transaction: rows, the task's output files, the notification, tombstones, intents. When it
   * throws, the outcome is unknown: {@link CommitStore.readCommit} tells.
   */
  flip(flip: BatchFlip): Promise<FlipOutcome>;
  /** What a commit's flip did, or null when it did not happen. Waits for a flip that is still under way. */
  readCommit(commit: CommitReference): Promise<CommittedFlip | null>;
  /** Keys with an intent whose deadline is past. */
  listExpiredIntents(query: KeyPageQuery): Promise<KeyFacts[]>;
  /** Keys without an intent whose tombstone's grace period is over. */
  listDueTombstones(query: KeyPageQuery): Promise<KeyFacts[]>;
  /** What is on record of some keys, in the order of the keys. */
  readKeyFacts(keys: readonly string[]): Promise<KeyFacts[]>;
  /** Applies a step of a sweep, and tells whether it did. For `delete` it marks the key; the object is not its business. */
  applySweepStep(claim: SweepClaim): Promise<boolean>;
  /** Ends a deletion: clears the tombstone that the sweep marked. */
  finishDeletion(deletion: Pick<SweepClaim, "userId" | "key" | "sweepId">): Promise<void>;
}

/** A notification that was taken from the queue. */
export interface QueuedNotification {
  /** The queue's name for it. */
  readonly jobId: string;
  /** The notification. */
  readonly event: BatchCommittedEvent;
}

/** The queue of notifications: each stays until its delivery is confirmed. */
export interface NotificationQueue {
  /** Takes what is due, at most so many. What is neither confirmed nor returned comes back after a while. */
  take(limit: number): Promise<QueuedNotification[]>;
  /** Confirms a delivery. */
  confirm(jobId: string): Promise<void>;
  /** Gives back what could not be delivered; it is due again later. */
  giveBack(jobId: string, reason: string): Promise<void>;
}

/** A commit request that a worker holds. */
export interface QueuedCommitRequest extends CommitRequestAttempt {
  /** The request as it was queued: see `parseCommitRequestedEvent`. */
  readonly event: object;
}

/** The queue of commit requests: each stays until it is settled, by a flip or for good. */
export interface CommitRequestQueue {
  /** Takes the next request that is due, or null. What is not renewed in time comes to another worker. */
  take(): Promise<QueuedCommitRequest | null>;
  /** Holds the request for another while, and tells whether the attempt still does. */
  renew(attempt: CommitRequestAttempt): Promise<boolean>;
  /** Gives back what could not be done; it is due again later, and a dead letter after many attempts. */
  giveBack(attempt: CommitRequestAttempt, reason: string): Promise<void>;
  /** Gives back what was not done; it is due again at once, at its old place. */
  release(attempt: CommitRequestAttempt): Promise<void>;
  /** Makes a dead letter of what cannot be done. */
  refuse(request: QueuedCommitRequest, reason: string): Promise<void>;
}
