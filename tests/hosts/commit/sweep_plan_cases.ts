import assert from "node:assert/strict";
import { sql } from "kysely";
import { utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bundleKey } from "../../../core/naming/mod.ts";
import type { SweepStep } from "../../../core/commit/mod.ts";
import {
  executeSweepPlan,
  formatSweepDocument,
  readSweepPlan,
  startSweepTimer,
} from "../../../hosts/commit/mod.ts";
import type { Service } from "./service.ts";
import { sweepCollecting } from "./sweep_objects_cases.ts";

/** A sweep's plan that is executed later, and the sweep that nobody asks for, on any engine. */
export const SWEEP_PLAN_CASES: { [sentence: string]: (service: Service) => Promise<void> } = {
  "a plan that was printed is executed step by step": async (service) => {
    const { deps, folder, listKeys, listNamedKeys } = service;
    await leaveWaste(service);
    const swift = { ...deps, retention: 0 };
    const { steps } = await sweepCollecting(swift, { dryRun: true });
    const path = join(folder, "plan.json");
    await writeFile(path, await formatPlan(steps));
    const executed: [SweepStep, boolean][] = [];
    const onStep = (...told: [SweepStep, boolean]) => void executed.push(told);
    const report = await executeSweepPlan(swift, await readSweepPlan(path), onStep);
    assert.deepEqual(report, { dryRun: false, steps: 3, refused: 0, deleted: 3 });
    assert.deepEqual(executed, steps.map((step) => [step, true]));
    assert.deepEqual(await listKeys(), await listNamedKeys());
  },

  "a plan executes nothing but its own steps": async (service) => {
    const { deps, listKeys } = service;
    await leaveWaste(service);
    const before = await listKeys();
    const swift = { ...deps, retention: 0 };
    const { steps: [first] } = await sweepCollecting(swift, { dryRun: true });
    const report = await executeSweepPlan(swift, [first!]);
    assert.deepEqual([report.steps, report.deleted], [1, 1]);
    assert.deepEqual(await listKeys(), before.filter((key) => key !== first!.key));
  },

  "a plan's steps are refused when what they were planned on has changed": async (service) => {
    const { commit, deps, listKeys, listNamedKeys } = service;
    await leaveWaste(service);
    const swift = { ...deps, retention: 0 };
    const { steps } = await sweepCollecting(swift, { dryRun: true });
    await sweepCollecting(swift);
    await commit({ "001_a.tckb": "a" });
    const refused: SweepStep[] = [];
    const report = await executeSweepPlan(swift, steps, (step, executed) => {
      if (!executed) refused.push(step);
    });
    assert.deepEqual(report, { dryRun: false, steps: 0, refused: steps.length, deleted: 0 });
    assert.deepEqual(refused, steps);
    for (const key of await listNamedKeys()) assert.ok((await listKeys()).includes(key), key);
  },

  "what is no plan, or not the whole of one, is refused": async ({ folder }) => {
    const path = join(folder, "plan.json");
    const step = { action: "delete", key: "k", reason: "nothing names it" } as const;
    const whole = await formatPlan([step, step]);
    for (const text of [whole, `${whole}\n`, JSON.stringify(JSON.parse(whole), null, 2)]) {
      await writeFile(path, text);
      assert.deepEqual(await Array.fromAsync(await readSweepPlan(path)), [step, step]);
    }
    const lines = whole.split("\n");
    const bad = [
      "",
      "{}",
      "null",
      '{"dryRun":false,"steps":[]}',
      '{"dryRun":true,"steps":2}',
      whole.replace("delete", "shred"),
      whole.replace("true", "false"),
      lines.slice(0, 2).join("\n"),
      lines.slice(0, -1).join("\n"),
      lines.slice(1).join("\n"),
      `${whole}\n${lines[1]}`,
      whole.slice(0, -5),
      "no JSON",
    ];
    for (const text of bad) {
      await writeFile(path, text);
      await assert.rejects(() => readSweepPlan(path), { code: "commit.invalid_plan" }, text);
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

/** As `sweep --dry-run --json` prints it. */
async function formatPlan(steps: readonly SweepStep[]): Promise<string> {
  const parts = { steps: iterate(steps), refused: iterate([]) };
  return (await Array.fromAsync(formatSweepDocument(parts, { dryRun: true, deleted: 0 }))).join("\n");
}

async function* iterate<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  yield* items;
}

/** A replaced object, one that nothing recorded, and an interrupted put. */
async function leaveWaste({ commit, database, objects, folder }: Service): Promise<void> {
  await commit({ "001_a.tckb": "a" });
  await commit({ "001_a.tckb": "b" });
  await sql`update tombstones set not_before = clock_timestamp() - interval '1 second'`.execute(
    database.kysely,
  );
  await objects.put(bundleKey("nobody", "y".repeat(64)), new Uint8Array(1));
  const interrupted = join(folder, "objects", `.${crypto.randomUUID()}.new`);
  await writeFile(interrupted, "half");
  await utimes(interrupted, 0, 0);
}
