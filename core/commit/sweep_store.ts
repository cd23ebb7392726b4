import type { KeyState, SweepStep } from "./sweep.ts";

/** One page of keys, in key order. */
export interface KeyPageQuery {
  /** The key after which the page begins; the empty string is before all keys. */
  readonly after: string;
  /** The maximum number of keys. */
  readonly limit: number;
  /** Only this user's keys. */
  readonly userId?: string | undefined;
}

/** A step of a sweep, to be applied if its plan is still valid. */
export interface SweepClaim {
  /** The owner of the key. */
  readonly userId: string;
  /** The key. */
  readonly key: string;
  /** What the sweep planned. */
  readonly action: "delete" | "tombstone" | "untrack";
  /** Plans the key again, on its current records. The step is applied only if the action is the same. */
  plan(state: KeyState, now: number): SweepStep | null;
  /** UUID of the sweep, which marks the keys that it deletes. */
  readonly sweepId: string;
  /** How long the mark of a deletion is valid, in milliseconds. */
  readonly lease: number;
}

/** The records that a sweep reads and changes. All times are by the database's clock. */
export interface SweepStore {
  /** The database's clock, in milliseconds since the epoch. */
  readClock(): Promise<number>;
  /** Keys with an expired intent. */
  listExpiredIntents(query: KeyPageQuery): Promise<KeyState[]>;
  /** Keys without an intent whose tombstone's grace period is over. */
  listDueTombstones(query: KeyPageQuery): Promise<KeyState[]>;
  /** The records of some keys, in the order of the keys. */
  readKeyStates(keys: readonly string[]): Promise<KeyState[]>;
  /** Applies a step of a sweep; false if its plan is no longer valid. For `delete` it marks the key and deletes no object. */
  applySweepStep(claim: SweepClaim): Promise<boolean>;
  /** Ends a deletion: removes the tombstone that the sweep marked; false if the mark is no longer that of the sweep. */
  finishDeletion(deletion: Pick<SweepClaim, "userId" | "key" | "sweepId">): Promise<boolean>;
}
