import assert from "node:assert/strict";
import type { Mutation } from "./model_database.ts";
import { runSchedule } from "./schedule.ts";
import { formatFailure, runSchedules } from "./schedules.ts";

/** 100,000 are in `simulation_soak.ts`. */
const SCHEDULES = 1_000;

/** Within how many schedules a missing part must be noticed. */
const SCHEDULES_WITHOUT_PART = 10_000;

/** Seeds that found a bug, and the bug. */
const FIXED_SEEDS: { readonly [seed: number]: string } = {
  3088: "a deletion was sent after its mark's lease, because the answer to the mark came late",
};

Deno.test(`the protocol holds in ${SCHEDULES} schedules of races, crashes, delays and lost answers`, async () => {
  const { failed, schedules } = await runSchedules(1, { schedules: SCHEDULES });
  assert.equal(failed, null, failed === null ? "" : await formatFailure(failed.seed));
  assert.equal(schedules, SCHEDULES);
});

Deno.test("schedules that found a bug find none any more", async () => {
  for (const seed of Object.keys(FIXED_SEEDS).map(Number)) {
    assert.equal((await runSchedule(seed)).violation, null, await formatFailure(seed));
  }
});

Deno.test("a seed always gives the same schedule, and another seed gives another", async () => {
  const [first, again, other] = [await trace(7), await trace(7), await trace(8)];
  assert.deepEqual(again, first);
  assert.notDeepEqual(other, first);
  assert.ok(first.length > 50, "the schedule has steps");
});

/** The numbers of the invariants that are violated without a part of the protocol. */
const VIOLATIONS: { readonly [part in Mutation]: readonly number[] } = {
  lock: [3, 4],
  intents: [4],
  fence: [8],
  grace: [4],
};

for (const [part, invariants] of Object.entries(VIOLATIONS)) {
  Deno.test(`without the ${part} the oracle finds a violation of invariant ${invariants.join(" and ")}`, async () => {
    const found = new Set<number>();
    for (
      let seed = 1;
      seed <= SCHEDULES_WITHOUT_PART && !invariants.every((each) => found.has(each));
      seed++
    ) {
      const { violation } = await runSchedule(seed, { without: part as Mutation });
      if (violation !== null) found.add(violation.invariant);
    }
    for (const invariant of invariants) assert.ok(found.has(invariant), `invariant ${invariant}`);
  });
}

async function trace(seed: number): Promise<readonly string[]> {
  return (await runSchedule(seed, { traced: true })).trace;
}
