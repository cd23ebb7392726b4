import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { bundleSuite, type SuiteBundle } from "./bundle.ts";
import { askAboutDamage } from "./damage.ts";
import { askRuntime, type Runtime } from "./runtimes.ts";
import type { Answer, Answers } from "./suite.ts";
import { readVectors } from "./vectors.ts";

/**
 * Asks each runtime for the stored answers, and the same about damaged bytes.
 *
 * @returns the suite that they run
 */
export async function testAnswers(runtimes: readonly Runtime[]): Promise<SuiteBundle> {
  const suite = await bundleSuite();
  const names = runtimes.map(({ name }) => name).join(", ");

  Deno.test(`the stored answers and error messages are the same on ${names}`, async (t) => {
    const vectors = await readVectors();
    let first: Answers | null = null;
    for (const runtime of runtimes) {
      await t.step(runtime.name, async () => {
        const answers = await askRuntime(runtime, suite.modules, vectors.question);
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
  Deno.test(`the answers for damaged bytes are the same on ${names}`, async (t) => {
    const envelope = await readFile(new URL("../../fixtures/tckb/good/stylesheets.tckb", import.meta.url));
    const question = askAboutDamage(new Uint8Array(envelope));
    let first: Answers | null = null;
    for (const runtime of runtimes) {
      await t.step(runtime.name, async () => {
        const answers = await askRuntime(runtime, suite.modules, question);
        assert.deepEqual(answers, first ??= answers);
        for (const [name, answer] of Object.entries(answers.envelopes)) {
          if ("throws" in answer) assert.match(answer.throws, /^[a-z]+\.[a-z0-9_]+$/, name);
        }
      });
    }
  });
  return suite;
}

/** The bundle hash, or the error's code. */
function verdictOf(answer: Answer): string {
  if ("throws" in answer) return answer.throws;
  const { hash } = answer.gives as { hash: string };
  return hash;
}
