import assert from "node:assert/strict";
import type { Mutation } from "./model_database.ts";
import { runSchedule } from "./schedule.ts";
import { describeFailure, runSchedules } from "./schedules.ts";

const SCHEDULES = 10_000;

/** Seeds that found a mistake once, and what it was. */
const FORMER_FINDINGS: { readonly [seed: number]: string } = {
  3088: "a deletion was sent after its mark's lease, because the answer to the mark came late",
};

Deno.test(`the protocol holds in ${SCHEDULES} schedules of races, crashes, delays and lost answers`, async () => {
  const { failed, schedules } = await runSchedules(1, { schedules: SCHEDULES });
  assert.equal(failed, null, failed === null ? "" : await describeFailure(failed.seed));
  assert.equal(schedules, SCHEDULES);
});

Deno.test("schedules that found a mistake once find none any more", async () => {
  for (const seed of Object.keys(FORMER_FINDINGS).map(Number)) {
    assert.equal((await runSchedule(seed)).broken, null, await describeFailure(seed));
  }
});

Deno.test("a schedule is its seed's: the same steps each time, others for another seed", async () => {
  const [first, again, other] = [await trace(7), await trace(7), await trace(8)];
  assert.deepEqual(again, first);
  assert.notDeepEqual(other, first);
  assert.ok(first.length > 50, "it did something");
});

/** What the oracle must find when a part of the protocol is taken out: the number of one of its invariants. */
const DAMAGE: { readonly [part in Mutation]: readonly number[] } = {
  lock: [3, 4],
  intents: [4],
  fence: [8],
  grace: [4],
};

for (const [part, invariants] of Object.entries(DAMAGE)) {
  Deno.test(`without the ${part} the oracle finds that invariant ${invariants.join(" or ")} is broken`, async () => {
    const found = new Set<number>();
    for (let seed = 1; seed <= SCHEDULES && !invariants.every((each) => found.has(each)); seed++) {
      const { broken } = await runSchedule(seed, { without: part as Mutation });
      if (broken !== null) found.add(broken.invariant);
    }
    for (const invariant of invariants) assert.ok(found.has(invariant), `invariant ${invariant}`);
  });
}

async function trace(seed: number): Promise<readonly string[]> {
  return (await runSchedule(seed, { traced: true })).trace;
}
