import type { ObjectInfo } from "./ports.ts";

/** What the database knows of one key. All times are milliseconds since the epoch, by the database's clock. */
export interface KeyFacts {
  /** The key. */
  readonly key: string;
  /** Whose key it is. */
  readonly userId: string;
  /** Whether a row of `widgets` names it. */
  readonly named: boolean;
  /** The latest deadline of the commits that intend to write it, or null when there is none. */
  readonly intentDeadline: number | null;
  /** Its tombstone, if it has one. */
  readonly tombstone: {
    /** When its grace period ends. */
    readonly notBefore: number;
    /** Until when a sweep that is deleting it may be at work, or null. */
    readonly deletingUntil: number | null;
  } | null;
}

/** What a sweep does with one key. */
export interface SweepStep {
  /**
   * - `delete`: delete the object,
   * - `bury`: the commit that meant to write the key is dead; the key's grace period begins,
   * - `forget`: a row names the key, so what would lead to its deletion is dropped,
   * - `discard`: delete what an interrupted put left behind.
   */
  readonly action: "delete" | "bury" | "forget" | "discard";
  /** The object's key; for `discard` the store's name for an interrupted put. */
  readonly key: string;
  /** Why, for people. */
  readonly reason: string;
  /** For `bury`: when the grace period ends, in milliseconds since the epoch. */
  readonly notBefore?: number;
}

/** By what a sweep decides. */
export interface SweepPolicy {
  /** The database's clock, in milliseconds since the epoch. */
  readonly now: number;
  /** The grace period, in milliseconds. */
  readonly grace: number;
}

/**
 * Decides on a key that the database has on record: one with an intent or a tombstone. Null means that it stays as it is.
 *
 * @example
 * ```ts
 * import { planRecordedKey } from "@tck/tckb";
 * const facts = { key: "k", userId: "u", named: false, intentDeadline: null, tombstone: { notBefore: 5, deletingUntil: null } };
 * planRecordedKey(facts, { now: 4, grace: 10 }); // null: still within grace
 * planRecordedKey(facts, { now: 5, grace: 10 })?.action; // "delete"
 * ```
 */
export function planRecordedKey(facts: KeyFacts, policy: SweepPolicy): SweepStep | null {
  const { key, intentDeadline, tombstone } = facts;
  if (intentDeadline !== null && intentDeadline > policy.now) return null;
  if (tombstone?.deletingUntil != null && tombstone.deletingUntil > policy.now) return null;
  if (intentDeadline === null && tombstone === null) return null;
  if (facts.named) return { action: "forget", key, reason: "a widget names it" };

  const notBefore = Math.max(
    tombstone?.notBefore ?? -Infinity,
    intentDeadline === null ? -Infinity : intentDeadline + policy.grace,
  );
  if (notBefore <= policy.now) {
    const reason = intentDeadline === null
      ? "nothing has named it since"
      : "the commit that meant to write it failed";
    return { action: "delete", key, reason };
  }
  if (intentDeadline === null) return null;
  return { action: "bury", key, reason: "the commit that meant to write it failed", notBefore };
}

/**
 * Decides on an object that a listing of the store found: one that nothing on record leads to, such as what a dead commit
 * wrote after its intents had been cleared. Null means that it stays.
 *
 * @example
 * ```ts
 * import { planListedObject } from "@tck/tckb";
 * const facts = { key: "k", userId: "u", named: false, intentDeadline: null, tombstone: null };
 * planListedObject({ key: "k", size: 1, modifiedAt: 0 }, facts, { now: 10, grace: 10 })?.action; // "delete"
 * ```
 */
export function planListedObject(object: ObjectInfo, facts: KeyFacts, policy: SweepPolicy): SweepStep | null {
  const recorded = facts.named || facts.intentDeadline !== null || facts.tombstone !== null;
  if (recorded || object.modifiedAt + policy.grace > policy.now) return null;
  return { action: "delete", key: object.key, reason: "nothing names it and nothing is on record" };
}
