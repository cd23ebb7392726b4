import { runBatch } from "./batch.ts";

const BATCHES = 30;

Deno.test(`${BATCHES} batches of a thousand mutated envelopes violate no property of the reader`, async () => {
  for (let seed = 1; seed <= BATCHES; seed++) await runBatch(seed, 1_000);
});
