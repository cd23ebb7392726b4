import assert from "node:assert/strict";
import { runBatch } from "./batch.ts";

Deno.test("a thousand mutated envelopes break no promise of the reader", async () => {
  const { inputs, accepted, codes } = await runBatch(2026, 1_000);
  assert.equal(inputs, 1_000);
  assert(accepted > 20, `mutations hit too hard: only ${accepted} were accepted`);
  assert(codes.size > 25, `mutations hit too few checks: only ${codes.size} kinds of error`);
});
