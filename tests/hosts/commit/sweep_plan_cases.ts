import assert from "node:assert/strict";
import { sql } from "kysely";
import { utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bundleKey } from "../../../core/naming/mod.ts";
import { executeSweepPlan, readSweepPlan, startSweepTimer, sweepObjects } from "../../../hosts/commit/mod.ts";
import type { Service } from "./service.ts";

/** A sweep's plan that is executed later, and the sweep that nobody asks for, on any engine. */
export const SWEEP_PLAN_CASES: { [sentence: string]: (service: Service) => Promise<void> } = {
  "a plan that was printed is executed step by step": async (service) => {
    const { deps, folder, listKeys, listNamedKeys } = service;
    await leaveWaste(service);
    const plan = await sweepObjects({ ...deps, retention: 0 }, { dryRun: true });
    const path = join(folder, "plan.json");
    await writeFile(path, JSON.stringify(plan));
    const report = await executeSweepPlan({ ...deps, retention: 0 }, await readSweepPlan(path));
    assert.deepEqual([report.steps, report.refused, report.deleted], [plan.steps, [], 3]);
    assert.deepEqual(await listKeys(), await listNamedKeys());
  },

  "a plan executes nothing but its own steps": async (service) => {
    const { deps, listKeys } = service;
    await leaveWaste(service);
    const before = await listKeys();
    const swift = { ...deps, retention: 0 };
    const { steps } = await sweepObjects(swift, { dryRun: true });
    const [first] = steps;
    const report = await executeSweepPlan(swift, [first!]);
    assert.deepEqual([report.steps, report.deleted], [[first], 1]);
    assert.deepEqual(await listKeys(), before.filter((key) => key !== first!.key));
  },

  "a plan's steps are refused when what they were planned on has changed": async (service) => {
    const { commit, deps, listKeys, listNamedKeys } = service;
    await leaveWaste(service);
    const swift = { ...deps, retention: 0 };
    const { steps } = await sweepObjects(swift, { dryRun: true });
    await sweepObjects(swift);
    await commit({ "001_a.tckb": "a" });
    const report = await executeSweepPlan(swift, steps);
    assert.deepEqual([report.steps, report.refused, report.deleted], [[], steps, 0]);
    for (const key of await listNamedKeys()) assert.ok((await listKeys()).includes(key), key);
  },

  "what is no plan is refused": async ({ folder }) => {
    const path = join(folder, "plan.json");
    for (
      const text of ["", "{}", '{"dryRun":false,"steps":[]}', '{"dryRun":true,"steps":[{"action":"shred"}]}']
    ) {
      await writeFile(path, text);
      await assert.rejects(() => readSweepPlan(path), { code: "commit.invalid_plan" });
    }
    await assert.rejects(() => readSweepPlan(join(folder, "nothing")), { code: "commit.invalid_plan" });
  },

  "the timer sweeps when its hour has come, and stops when it is told": async (service) => {
    await leaveWaste(service);
    const swept = Promise.withResolvers<void>();
    let naps = 0;
    const sleep = (milliseconds: number, signal?: AbortSignal): Promise<void> => {
      if (milliseconds < 3_600_000) return new Promise(() => {}); // a deletion's own time limit
      if (++naps === 1) return Promise.resolve();
      swept.resolve();
      return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
    };
    const clock = { now: () => Date.now(), sleep };
    const timer = startSweepTimer({ ...service.deps, retention: 0, clock });
    await swept.promise;
    assert.deepEqual(await service.listKeys(), await service.listNamedKeys());
    await timer.stop();
    assert.equal(naps, 2);
  },
};

/** A replaced object, one that nothing recorded, and an interrupted put. */
async function leaveWaste({ commit, database, objects, folder }: Service): Promise<void> {
  await commit({ "001_a.tckb": "a" });
  await commit({ "001_a.tckb": "b" });
  await sql`update tombstones set not_before = clock_timestamp() - interval '1 second'`.execute(
    database.kysely,
  );
  await objects.put(bundleKey("nobody", "y".repeat(64)), new Uint8Array(1));
  const interrupted = join(folder, "objects", ".incoming", crypto.randomUUID());
  await writeFile(interrupted, "half");
  await utimes(interrupted, 0, 0);
}
