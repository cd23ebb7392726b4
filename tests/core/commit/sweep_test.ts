import assert from "node:assert/strict";
import { type KeyState, planListedObject, planRecordedKey } from "../../../core/commit/mod.ts";

const POLICY = { now: 1_000, grace: 100 };
const NOTHING: KeyState = { key: "k", userId: "u", referenced: false, intentDeadline: null, tombstone: null };

function tombstone(notBefore: number, deletingUntil: number | null = null) {
  return { tombstone: { notBefore, deletingUntil } };
}

function recorded(changes: Partial<KeyState>): string | null {
  return planRecordedKey({ ...NOTHING, ...changes }, POLICY)?.action ?? null;
}

Deno.test("a tombstone is due from the millisecond in which its grace period ends", () => {
  assert.equal(recorded(tombstone(1_001)), null);
  assert.equal(recorded(tombstone(1_000)), "delete");
});

Deno.test("a key that a row references is never deleted, only untracked", () => {
  assert.equal(recorded({ referenced: true, ...tombstone(0) }), "untrack");
  assert.equal(recorded({ referenced: true, intentDeadline: 0 }), "untrack");
  assert.equal(recorded({ referenced: true, intentDeadline: 0, ...tombstone(0) }), "untrack");
});

Deno.test("a key with the intent of a running commit is left unchanged, whatever its other records", () => {
  assert.equal(recorded({ intentDeadline: 1_001 }), null);
  assert.equal(recorded({ intentDeadline: 1_001, ...tombstone(0) }), null);
  assert.equal(recorded({ intentDeadline: 1_001, referenced: true, ...tombstone(0) }), null);
});

Deno.test("a key that another sweep is deleting is left unchanged until its lease ends", () => {
  assert.equal(recorded(tombstone(0, 1_001)), null);
  assert.equal(recorded(tombstone(0, 1_000)), "delete");
});

Deno.test("a dead commit's key gets a tombstone with a grace period from the deadline, and is then deleted", () => {
  const step = planRecordedKey({ ...NOTHING, intentDeadline: 950 }, POLICY);
  assert.deepEqual([step?.action, step?.notBefore], ["tombstone", 1_050]);
  assert.equal(recorded({ intentDeadline: 900 }), "delete");
});

Deno.test("a dead commit's intent never shortens the grace period of a tombstone", () => {
  const step = planRecordedKey({ ...NOTHING, intentDeadline: 900, ...tombstone(1_070) }, POLICY);
  assert.deepEqual([step?.action, step?.notBefore], ["tombstone", 1_070]);
});

Deno.test("a key without an intent or a tombstone is left unchanged", () => {
  assert.equal(recorded({}), null);
  assert.equal(recorded({ referenced: true }), null);
});

Deno.test("a listed object is deleted if it has no record and is older than the grace period", () => {
  const listed = (modifiedAt: number, changes: Partial<KeyState> = {}) =>
    planListedObject({ key: "k", size: 1, modifiedAt }, { ...NOTHING, ...changes }, POLICY)?.action ?? null;
  assert.equal(listed(900), "delete");
  assert.equal(listed(901), null);
  assert.equal(listed(0, { referenced: true }), null);
  assert.equal(listed(0, { intentDeadline: 1 }), null);
  assert.equal(listed(0, tombstone(0)), null);
});

Deno.test("a due tombstone does not end the grace period of an intent that has expired since", () => {
  const state = { ...NOTHING, intentDeadline: 950, ...tombstone(0) };
  const step = planRecordedKey(state, POLICY);
  assert.deepEqual([step?.action, step?.notBefore], ["tombstone", 1_050]);
  const later = planRecordedKey({ ...NOTHING, intentDeadline: 950, ...tombstone(2_000) }, POLICY);
  assert.deepEqual([later?.action, later?.notBefore], ["tombstone", 2_000]);
  assert.equal(planRecordedKey({ ...state, intentDeadline: 900 }, POLICY)?.action, "delete");
});
