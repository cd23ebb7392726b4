import type { CommitTarget } from "./batch_target.ts";
import type { CommitRequestAttempt } from "./commit_request.ts";
import type { PlannedRow } from "./plan.ts";
import type { SweepStore } from "./sweep_store.ts";

/** Identifies a commit. */
export interface CommitReference {
  /** UUID of the commit. */
  readonly commitId: string;
  /** The owner of the batch. */
  readonly userId: string;
}

/** The keys that a commit is about to write. */
export interface CommitIntents extends CommitReference {
  /** The keys, each once. */
  readonly keys: readonly string[];
  /** How long the intents are valid, in milliseconds: the commit must flip before. */
  readonly lifetime: number;
  /**
   * {@link CommitStore.readErasures} of when the commit began to read what it commits: what was read before an erasure of the
   * user is not committed after it. @default that of the intents
   */
  readonly erasuresAtStart?: string | undefined;
}

/**
 * Whether intents were recorded. If not, a sweep is deleting one of the keys, for at most `retryAfter` milliseconds; null:
 * the user was erased after the commit began, so that it can never flip.
 */
export type IntentsOutcome =
  | { readonly recorded: true }
  | { readonly recorded: false; readonly retryAfter: number | null };

/** A batch that was sent with an idempotency key, which is committed once, however often it is sent. */
export interface Submission {
  /** UUID of the user and the key. */
  readonly submissionId: string;
  /** What was sent, as a digest. */
  readonly digest: string;
}

/** Everything that one flip changes. */
export interface BatchFlip extends CommitReference, CommitTarget {
  /** The batch's rows, in the order of their names. */
  readonly rows: readonly PlannedRow[];
  /** The keys of the commit's intents. */
  readonly intents: readonly string[];
  /** How long the objects of the replaced rows are kept, in milliseconds. */
  readonly grace: number;
  /** The web app's address, for the notification's link; null when it is not known. */
  readonly appUrl: string | null;
  /** The attempt at a queued request that this commit carries out. The flip settles it, if its lease is still valid. */
  readonly request?: CommitRequestAttempt | undefined;
  /** The submission that this commit carries out, unless another commit has done so. */
  readonly submission?: Submission | undefined;
  /** The revision that it replaces, or null for a batch that does not exist; absent: any revision, or none. */
  readonly replaces?: string | null | undefined;
  /** The flip does not take effect once it has aborted: nobody waits for the commit any more. */
  readonly signal?: AbortSignal | undefined;
}

/** What a flip did. */
export interface CommittedFlip {
  /** RFC 3339, UTC, by the database's clock. */
  readonly committedAt: string;
  /** How many rows were replaced. */
  readonly replaced: number;
  /** The keys that no row references any more. */
  readonly tombstoned: readonly string[];
  /** Whether a record of the user may be due for a sweep. */
  readonly sweepDue: boolean;
}

/** The outcome of a flip. Unless it is `committed`, nothing was changed. */
export type FlipOutcome =
  | ({ readonly outcome: "committed" } & CommittedFlip)
  /** The commit's intents have expired by the database's clock, so its objects may have been deleted. */
  | { readonly outcome: "expired" }
  /** The attempt's lease on its request has expired: another attempt carries it out, or has done so. */
  | { readonly outcome: "request_lost" }
  /** Another commit has carried out the same submission. */
  | { readonly outcome: "repeated" }
  /** The batch has another revision than the commit replaces: `present`, or null if there is no batch. */
  | { readonly outcome: "other_revision"; readonly present: string | null }
  /** Its signal had aborted. */
  | { readonly outcome: "aborted" };

/**
 * The records of the commit protocol. Every change to a user's records is one transaction under that user's lock, and all
 * times are by the database's clock.
 */
export interface CommitStore extends SweepStore {
  /** Which erasures of a user there are: it is another text after each. A clock that goes back would hide one. */
  readErasures(userId: string): Promise<string>;
  /** Records the keys that a commit is about to write, unless a sweep is deleting one of them. */
  recordIntents(intents: CommitIntents): Promise<IntentsOutcome>;
  /**
   * Replaces a batch in one transaction: rows, the task's output files, the notification, tombstones, intents. When it
   * throws, the outcome is unknown: read it with {@link CommitStore.readCommit}.
   */
  flip(flip: BatchFlip): Promise<FlipOutcome>;
  /** What a commit's flip did, or null if it did not happen. Waits for a flip that is still running. */
  readCommit(commit: CommitReference): Promise<CommittedFlip | null>;
}
