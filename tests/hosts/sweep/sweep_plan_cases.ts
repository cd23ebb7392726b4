import assert from "node:assert/strict";
import { sql } from "kysely";
import { utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { bundleKey } from "../../../core/naming/mod.ts";
import type { ObjectStore, SweepStep } from "../../../core/commit/mod.ts";
import {
  executeSweepPlan,
  formatSweepDocument,
  readSweepPlan,
  startSweepTimer,
} from "../../../hosts/sweep/mod.ts";
import type { Service } from "../commit/service.ts";
import { expireIntents, failCommit, sweepCollecting } from "./sweep_objects_cases.ts";

/** The execution of a sweep's plan, and the sweep timer, on any engine. */
export const SWEEP_PLAN_CASES: { [sentence: string]: (service: Service) => Promise<void> } = {
  "a printed plan is executed step by step": async (service) => {
    const { deps, folder, listKeys, listReferencedKeys } = service;
    await makeWaste(service);
    const noGrace = { ...deps, retention: 0 };
    const { steps } = await sweepCollecting(noGrace, { dryRun: true });
    const path = join(folder, "plan.json");
    await writeFile(path, await formatPlan(steps));
    const executed: [SweepStep, boolean][] = [];
    const onStep = (...step: [SweepStep, boolean]) => void executed.push(step);
    const report = await executeSweepPlan(noGrace, await readSweepPlan(path), onStep);
    assert.deepEqual(report, { dryRun: false, steps: 3, refused: 0, deleted: 3, failed: 0 });
    assert.deepEqual(executed, steps.map((step) => [step, true]));
    assert.deepEqual(await listKeys(), await listReferencedKeys());
    assert.deepEqual(await Array.fromAsync(deps.objects.listInterruptedPuts()), []);
  },

  "only the steps of a plan are executed": async (service) => {
    const { deps, listKeys } = service;
    await makeWaste(service);
    const before = await listKeys();
    const noGrace = { ...deps, retention: 0 };
    const { steps: [first] } = await sweepCollecting(noGrace, { dryRun: true });
    const report = await executeSweepPlan(noGrace, [first!]);
    assert.deepEqual([report.steps, report.deleted], [1, 1]);
    assert.deepEqual(await listKeys(), before.filter((key) => key !== first!.key));
  },

  "each step of a plan of several pages is executed once": async ({ deps, objects, listKeys }) => {
    const keys = Array.from(
      { length: 401 },
      (_, index) => bundleKey("nobody", String(index).padStart(64, "x")),
    );
    for (const key of keys) await objects.put(key, new Uint8Array(1));
    const noGrace = {
      ...deps,
      retention: 0,
      clock: { ...deps.clock, sleep: () => new Promise<void>(() => {}) },
    };
    const { steps } = await sweepCollecting(noGrace, { dryRun: true });
    assert.deepEqual(steps.map(({ key }) => key).sort(), keys.toSorted());
    const executed: SweepStep[] = [];
    const report = await executeSweepPlan(noGrace, steps, (step) => void executed.push(step));
    assert.deepEqual(report, { dryRun: false, steps: 401, refused: 0, deleted: 401, failed: 0 });
    assert.deepEqual(executed, steps);
    assert.deepEqual(await listKeys(), []);
  },

  "a step is not executed if its plan is no longer valid": async (service) => {
    const { commit, deps, listKeys, listReferencedKeys } = service;
    await makeWaste(service);
    const noGrace = { ...deps, retention: 0 };
    const { steps } = await sweepCollecting(noGrace, { dryRun: true });
    await sweepCollecting(noGrace);
    await commit({ "001_a.tckb": "a" });
    const rejected: SweepStep[] = [];
    const report = await executeSweepPlan(noGrace, steps, (step, executed) => {
      if (!executed) rejected.push(step);
    });
    assert.deepEqual(report, { dryRun: false, steps: 0, refused: steps.length, deleted: 0, failed: 0 });
    assert.deepEqual(rejected, steps);
    for (const key of await listReferencedKeys()) assert.ok((await listKeys()).includes(key), key);
  },

  "a step is not executed if it is now planned for another reason or time": async (service) => {
    const { deps, database, listKeys } = service;
    await makeWaste(service);
    await failCommit(service);
    await expireIntents(database);
    const { steps } = await sweepCollecting(deps, { dryRun: true });
    const tombstones = steps.filter(({ action }) => action === "tombstone");
    const later = tombstones.map((step) => ({ ...step, notBefore: step.notBefore! + 1 }));
    const otherwise = steps.filter(({ action }) => action !== "discard")
      .map((step) => ({ ...step, reason: `${step.reason}, or so` }));
    const before = await listKeys();
    const report = await executeSweepPlan(deps, [...later, ...otherwise]);
    assert.ok(tombstones.length > 0 && otherwise.length > tombstones.length);
    assert.deepEqual(report, {
      dryRun: false,
      steps: 0,
      refused: later.length + otherwise.length,
      deleted: 0,
      failed: 0,
    });
    assert.deepEqual(await listKeys(), before);
    assert.equal((await executeSweepPlan(deps, tombstones)).steps, tombstones.length);
  },

  "an invalid or truncated plan is rejected": async ({ folder }) => {
    const path = join(folder, "plan.json");
    const step = { action: "delete", key: "k", reason: "no widget references it" } as const;
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
      "not JSON",
    ];
    for (const text of bad) {
      await writeFile(path, text);
      await assert.rejects(() => readSweepPlan(path), { code: "sweep.invalid_plan" }, text);
    }
    await assert.rejects(() => readSweepPlan(join(folder, "nothing")), { code: "sweep.invalid_plan" });
  },

  "the timer sweeps at once and again after an hour, and can be stopped": async (service) => {
    await makeWaste(service);
    const hours = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const swept = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let naps = 0;
    const sleep = (milliseconds: number, signal?: AbortSignal): Promise<void> => {
      if (milliseconds < 3_600_000) return new Promise(() => {}); // the time limit of a deletion
      swept[naps]!.resolve();
      return new Promise((resolve, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason));
        hours[naps++]!.promise.then(resolve);
      });
    };
    const clock = { now: () => Date.now(), sleep };
    const timer = startSweepTimer({ ...service.deps, retention: 0, clock });
    await swept[0]!.promise;
    assert.deepEqual(await service.listKeys(), await service.listReferencedKeys(), "no sweep at the start");
    await service.objects.put(bundleKey("nobody", "z".repeat(64)), new Uint8Array(1));
    hours[0]!.resolve();
    await swept[1]!.promise;
    assert.deepEqual(await service.listKeys(), await service.listReferencedKeys(), "no sweep after an hour");
    await timer.stop();
    assert.equal(naps, 2);
  },

  "stopping the timer ends a running sweep, which is not reported as failed": async ({ deps, events }) => {
    const [entered, aborted, gate] = Array.from({ length: 3 }, () => Promise.withResolvers<void>());
    let hasEnded = false;
    const list: ObjectStore["list"] = async function* (prefix, options) {
      options!.signal!.addEventListener("abort", () => aborted!.resolve());
      entered!.resolve();
      await gate!.promise;
      hasEnded = true;
      options!.signal!.throwIfAborted();
      yield* deps.objects.list(prefix, options);
    };
    const timer = startSweepTimer({ ...deps, objects: { ...deps.objects, list } });
    await entered!.promise;
    const stopped = timer.stop().then(() => assert.ok(hasEnded, "the sweep was still running"));
    await aborted!.promise;
    await setImmediate();
    gate!.resolve();
    await stopped;
    assert.deepEqual(events, []);
  },
};

/** As `sweep --dry-run --json` prints it. */
async function formatPlan(steps: readonly SweepStep[]): Promise<string> {
  const parts = { steps: iterate(steps), refused: iterate([]), missing: iterate([]), expired: iterate([]) };
  return (await Array.fromAsync(formatSweepDocument(parts, { dryRun: true, deleted: 0, failed: 0 }))).join(
    "\n",
  );
}

async function* iterate<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  yield* items;
}

/** A replaced object, one without a record, and an interrupted put. */
async function makeWaste({ commit, database, objects, folder }: Service): Promise<void> {
  await commit({ "001_a.tckb": "a" });
  await commit({ "001_a.tckb": "b" });
  await sql`update tombstones set not_before = clock_timestamp() - interval '1 second'`.execute(
    database.kysely,
  );
  await objects.put(bundleKey("nobody", "y".repeat(64)), new Uint8Array(1));
  const interrupted = join(folder, "objects", `.${crypto.randomUUID()}.tmp`);
  await writeFile(interrupted, "half");
  await utimes(interrupted, 0, 0);
}
