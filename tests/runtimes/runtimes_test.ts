import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { bundleSuite } from "./bundle.ts";
import { askAboutDamage } from "./damage.ts";
import { askRuntime, RUNTIMES } from "./runtimes.ts";
import type { Answer, Answers } from "./suite.ts";
import { readVectors } from "./vectors.ts";

const { imports, modules } = await bundleSuite();

Deno.test("the suite is one module without imports", () => {
  assert.deepEqual(imports, []);
});

Deno.test("every good envelope has a stored hash, and no other envelope has one", async () => {
  const { question, envelopes } = await readVectors();
  assert.deepEqual(Object.keys(envelopes).sort(), Object.keys(question.envelopes).sort());
});

Deno.test("every runtime gives the stored answers, and the same error messages", async (t) => {
  const vectors = await readVectors();
  let first: Answers | null = null;
  for (const runtime of RUNTIMES) {
    await t.step(runtime.name, async () => {
      const answers = await askRuntime(runtime, modules, vectors.question);
      const verdicts = Object.entries(answers.envelopes).map(([name, answer]) => [name, verdictOf(answer)]);
      assert.deepEqual(Object.fromEntries(verdicts), vectors.envelopes);
      for (const [index, expected] of vectors.calls.entries()) {
        const answer = { ...answers.calls[index] };
        if (!("message" in expected) && "message" in answer) delete answer.message;
        assert.deepEqual(answer, expected, JSON.stringify(vectors.question.calls[index]));
      }
      assert.deepEqual(answers, first ??= answers);
    });
  }
});

// claim: archive-one-reading
Deno.test("every runtime gives the same answers for damaged bytes", async (t) => {
  const envelope = await readFile(new URL("../../fixtures/tckb/good/stylesheets.tckb", import.meta.url));
  const question = askAboutDamage(new Uint8Array(envelope));
  let first: Answers | null = null;
  for (const runtime of RUNTIMES) {
    await t.step(runtime.name, async () => {
      const answers = await askRuntime(runtime, modules, question);
      assert.deepEqual(answers, first ??= answers);
      for (const [name, answer] of Object.entries(answers.envelopes)) {
        if ("throws" in answer) assert.match(answer.throws, /^[a-z]+\.[a-z0-9_]+$/, name);
      }
    });
  }
});

/** The bundle hash, or the error's code. */
function verdictOf(answer: Answer): string {
  if ("throws" in answer) return answer.throws;
  const { hash } = answer.gives as { hash: string };
  return hash;
}
