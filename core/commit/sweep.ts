import type { ObjectInfo } from "./object_store.ts";

/** The records of one key. All times are milliseconds since the epoch, by the database's clock. */
export interface KeyState {
  /** The key. */
  readonly key: string;
  /** The owner of the key. */
  readonly userId: string;
  /** Whether a row of `widgets` references it. */
  readonly referenced: boolean;
  /** The latest deadline of the commits with an intent to write it, or null if there is none. */
  readonly intentDeadline: number | null;
  /** Its tombstone, or null. */
  readonly tombstone: {
    /** When its grace period ends. */
    readonly notBefore: number;
    /** When the lease of the sweep that is deleting it ends, or null if there is none. */
    readonly deletingUntil: number | null;
  } | null;
}

/** What a sweep does with one key. */
export interface SweepStep {
  /**
   * - `delete`: delete the object,
   * - `tombstone`: the commit with an intent to write the key has failed; the key's grace period begins,
   * - `untrack`: a row references the key, so its expired intents and its tombstone are removed,
   * - `discard`: delete what an interrupted put left behind.
   */
  readonly action: "delete" | "tombstone" | "untrack" | "discard";
  /** The object's key; for `discard` the store's token of the interrupted put. */
  readonly key: string;
  /** Why, for people. */
  readonly reason: string;
  /** For `tombstone`: when the grace period ends, in milliseconds since the epoch. */
  readonly notBefore?: number;
}

/**
 * The grace period if `TCK_RETENTION` sets none: 24 hours, in milliseconds.
 *
 * @example
 * ```ts
 * import { DEFAULT_RETENTION_MS } from "@tck/tckb/commit";
 * const policy = { now: Date.now(), grace: DEFAULT_RETENTION_MS };
 * ```
 */
export const DEFAULT_RETENTION_MS = 86_400_000;

/** The time and the grace period that a sweep plans with. */
export interface SweepPolicy {
  /** The database's clock, in milliseconds since the epoch. */
  readonly now: number;
  /** The grace period, in milliseconds. */
  readonly grace: number;
}

/**
 * Plans a key that has an intent or a tombstone. Null means that nothing is to be done.
 *
 * @example
 * ```ts
 * import { planRecordedKey } from "@tck/tckb/commit";
 * const tombstone = { notBefore: 5, deletingUntil: null };
 * const state = { key: "k", userId: "u", referenced: false, intentDeadline: null, tombstone };
 * planRecordedKey(state, { now: 4, grace: 10 }); // null: still within its grace period
 * planRecordedKey(state, { now: 5, grace: 10 })?.action; // "delete"
 * ```
 */
export function planRecordedKey(state: KeyState, policy: SweepPolicy): SweepStep | null {
  const { key, intentDeadline, tombstone } = state;
  if (intentDeadline !== null && intentDeadline > policy.now) return null;
  if (tombstone?.deletingUntil != null && tombstone.deletingUntil > policy.now) return null;
  if (intentDeadline === null && tombstone === null) return null;
  if (state.referenced) return { action: "untrack", key, reason: "a widget references it" };

  const reason = intentDeadline === null
    ? "no widget references it"
    : "the commit that intended to write it failed";
  const notBefore = Math.max(
    tombstone?.notBefore ?? -Infinity,
    intentDeadline === null ? -Infinity : intentDeadline + policy.grace,
  );
  if (notBefore <= policy.now) return { action: "delete", key, reason };
  return intentDeadline === null ? null : { action: "tombstone", key, reason, notBefore };
}

/**
 * Plans an object that a listing of the store contains. It finds objects without any record, such as those that a dead
 * commit wrote after its intents had been removed. Null means that nothing is to be done.
 *
 * @example
 * ```ts
 * import { planListedObject } from "@tck/tckb/commit";
 * const state = { key: "k", userId: "u", referenced: false, intentDeadline: null, tombstone: null };
 * planListedObject({ key: "k", size: 1, modifiedAt: 0 }, state, { now: 10, grace: 10 })?.action; // "delete"
 * ```
 */
export function planListedObject(object: ObjectInfo, state: KeyState, policy: SweepPolicy): SweepStep | null {
  const recorded = state.referenced || state.intentDeadline !== null || state.tombstone !== null;
  if (recorded || object.modifiedAt + policy.grace > policy.now) return null;
  return { action: "delete", key: object.key, reason: "no widget references it and it has no record" };
}
