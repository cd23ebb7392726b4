import assert from "node:assert/strict";
import { runBatch } from "./batch.ts";

// claim: archive-one-reading
Deno.test("a thousand mutated envelopes violate no property of the reader", async () => {
  const { inputs, accepted, codes } = await runBatch(2026, 1_000);
  assert.equal(inputs, 1_000);
  assert(accepted > 20, `mutations are too destructive: only ${accepted} were accepted`);
  assert(codes.size > 25, `mutations reach too few checks: only ${codes.size} kinds of error`);
});
