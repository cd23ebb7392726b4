import assert from "node:assert/strict";
import { testAnswers } from "./answer_cases.ts";
import { RUNTIMES } from "./runtimes.ts";
import { readVectors } from "./vectors.ts";

// `runtimes_soak.ts` asks all.
const { imports } = await testAnswers(RUNTIMES.filter(({ isFurther }) => !isFurther));

Deno.test("the suite is one module without imports", () => {
  assert.deepEqual(imports, []);
});

Deno.test("every good envelope has a stored hash, and no other envelope has one", async () => {
  const { question, envelopes } = await readVectors();
  assert.deepEqual(Object.keys(envelopes).sort(), Object.keys(question.envelopes).sort());
});
