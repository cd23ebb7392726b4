import assert from "node:assert/strict";
import { type KeyFacts, planListedObject, planRecordedKey } from "../../../core/commit/mod.ts";

const POLICY = { now: 1_000, grace: 100 };
const NOTHING: KeyFacts = { key: "k", userId: "u", named: false, intentDeadline: null, tombstone: null };

function tombstone(notBefore: number, deletingUntil: number | null = null) {
  return { tombstone: { notBefore, deletingUntil } };
}

function recorded(changes: Partial<KeyFacts>): string | null {
  return planRecordedKey({ ...NOTHING, ...changes }, POLICY)?.action ?? null;
}

Deno.test("a tombstone is due from the millisecond on in which its grace period ends", () => {
  assert.equal(recorded(tombstone(1_001)), null);
  assert.equal(recorded(tombstone(1_000)), "delete");
});

Deno.test("a key that a row names is never deleted, only forgotten", () => {
  assert.equal(recorded({ named: true, ...tombstone(0) }), "forget");
  assert.equal(recorded({ named: true, intentDeadline: 0 }), "forget");
  assert.equal(recorded({ named: true, intentDeadline: 0, ...tombstone(0) }), "forget");
});

Deno.test("a key that a living commit intends to write is left alone, whatever else is on record", () => {
  assert.equal(recorded({ intentDeadline: 1_001 }), null);
  assert.equal(recorded({ intentDeadline: 1_001, ...tombstone(0) }), null);
  assert.equal(recorded({ intentDeadline: 1_001, named: true, ...tombstone(0) }), null);
});

Deno.test("a key that another sweep is deleting is left alone until its lease ends", () => {
  assert.equal(recorded(tombstone(0, 1_001)), null);
  assert.equal(recorded(tombstone(0, 1_000)), "delete");
});

Deno.test("a dead commit's key is buried with a grace period from the deadline on, and then deleted", () => {
  const step = planRecordedKey({ ...NOTHING, intentDeadline: 950 }, POLICY);
  assert.deepEqual([step?.action, step?.notBefore], ["bury", 1_050]);
  assert.equal(recorded({ intentDeadline: 900 }), "delete");
});

Deno.test("a dead commit's intent never shortens the grace period of a tombstone", () => {
  const step = planRecordedKey({ ...NOTHING, intentDeadline: 900, ...tombstone(1_070) }, POLICY);
  assert.deepEqual([step?.action, step?.notBefore], ["bury", 1_070]);
});

Deno.test("a key with nothing on record is no business of the records' sweep", () => {
  assert.equal(recorded({}), null);
  assert.equal(recorded({ named: true }), null);
});

Deno.test("a listed object is deleted when nothing leads to it and it is older than the grace period", () => {
  const listed = (modifiedAt: number, changes: Partial<KeyFacts> = {}) =>
    planListedObject({ key: "k", size: 1, modifiedAt }, { ...NOTHING, ...changes }, POLICY)?.action ?? null;
  assert.equal(listed(900), "delete");
  assert.equal(listed(901), null);
  assert.equal(listed(0, { named: true }), null);
  assert.equal(listed(0, { intentDeadline: 1 }), null);
  assert.equal(listed(0, tombstone(0)), null);
});
