// budget: 100 s: it sends a running server the largest inputs of each kind
/**
 * Attacks on a running `serve` with inputs that its limits let through, while another thread asks `/healthz`.
 */
import assert from "node:assert/strict";
import { listNamedAttacks, testAttacks } from "./attack_cases.ts";
import { ATTACKS } from "./attacks.ts";

Deno.test("each attack that the table of limits names is there, and no other", () => {
  assert.deepEqual(Object.keys(ATTACKS).toSorted(), [...listNamedAttacks()].toSorted());
});

testAttacks(1);
