/**
 * The model of the database behaves like the real ones: the same sequence of calls gets the same answers. Of a time, only
 * whether it is past is compared, because the clocks differ.
 */
import assert from "node:assert/strict";
import type { CommitStore, KeyState, SweepClaim } from "../../core/commit/mod.ts";
import { planRecordedKey } from "../../core/commit/mod.ts";
import { createCommitStore } from "../../hosts/postgres/mod.ts";
import { Engines } from "../hosts/commit/service.ts";
import { BATCHES, USER } from "./batches.ts";
import { ModelDatabase } from "./model_database.ts";
import { Random } from "./random.ts";
import { Scheduler } from "./scheduler.ts";

const engines = new Engines();
Deno.test.afterAll(() => engines.close());

const CALLS = 150;
/** A time that is past at once, and one that stays in the future, in milliseconds from now. */
const [PAST, FUTURE] = [-1, 1_000_000_000];
const KEYS = [...new Set(BATCHES.flatMap(({ plan }) => plan.intents))].sort();

for (const engine of ["pglite", "postgresql"] as const) {
  Deno.test(`${engine}: the model of the database gives the same answers`, () =>
    engines.run(engine, async ({ database }) => {
      const real = createCommitStore(database);
      const model = openModel();
      const calls = generateCalls(new Random(1));
      for (let count = 1; count <= CALLS; count++) {
        const call = calls.next().value;
        assert.deepEqual(
          await model((store) => call.run(store)),
          await call.run(real),
          `call ${count}: ${call.label}`,
        );
        assert.deepEqual(
          await model(readStates),
          await readStates(real),
          `after call ${count}: ${call.label}`,
        );
      }
    }));
}

interface Call {
  readonly label: string;
  run(store: CommitStore): Promise<unknown>;
}

/** A model without faults, where each call is completed. */
function openModel(): (use: (store: CommitStore) => Promise<unknown>) => Promise<unknown> {
  const scheduler = new Scheduler(new Random(1), false);
  scheduler.faults = false;
  const database = new ModelDatabase(scheduler, { onIntents: () => {}, onFlip: () => {} }, null);
  const store = database.connect({ name: "caller", slow: false, alive: true });
  return async (use) => {
    let done = false;
    const result = use(store).finally(() => done = true);
    while (!done) await scheduler.step();
    return await result;
  };
}

function* generateCalls(random: Random): Generator<Call, never> {
  const begun: { commitId: string; batch: (typeof BATCHES)[number] }[] = [];
  const sweeps = [crypto.randomUUID(), crypto.randomUUID()];
  for (;;) {
    const kind = random.below(10);
    if (kind < 3 || begun.length === 0) {
      const commit = { commitId: crypto.randomUUID(), batch: random.pick(BATCHES) };
      begun.push(commit);
      yield recordIntents(commit, random.chance(0.3) ? PAST : FUTURE);
    } else if (kind < 6) {
      yield flip(begun.splice(random.below(begun.length), 1)[0]!, random.chance(0.7) ? PAST : FUTURE);
    } else if (kind < 9) {
      const action = random.pick(["delete", "delete", "tombstone", "untrack"] as const);
      const [grace, lease] = [random.pick([0, FUTURE]), random.chance(0.3) ? FUTURE : PAST];
      yield claim(random.pick(KEYS), action, random.pick(sweeps), grace, lease);
    } else {
      const deletion = { userId: USER, key: random.pick(KEYS), sweepId: random.pick(sweeps) };
      yield { label: "finish deletion", run: async (store) => void await store.finishDeletion(deletion) };
    }
  }
}

function recordIntents(
  { commitId, batch }: { commitId: string; batch: (typeof BATCHES)[number] },
  lifetime: number,
): Call {
  const intents = { commitId, userId: USER, keys: batch.plan.intents, lifetime };
  return { label: "record intents", run: async (store) => (await store.recordIntents(intents)).recorded };
}

function flip(
  { commitId, batch }: { commitId: string; batch: (typeof BATCHES)[number] },
  grace: number,
): Call {
  const { userId, localDate, plan: { rows, intents } } = batch;
  const change = { commitId, userId, localDate, kind: "morning_brief", taskId: "task-1" } as const;
  return {
    label: "flip",
    run: async (store) => {
      const outcome = await store.flip({ ...change, rows, intents, grace, appUrl: "" });
      const committed = await store.readCommit(change);
      return [withoutTime(outcome), committed === null ? null : withoutTime(committed)];
    },
  };
}

function claim(
  key: string,
  action: SweepClaim["action"],
  sweepId: string,
  grace: number,
  lease: number,
): Call {
  const plan: SweepClaim["plan"] = (state, now) => planRecordedKey(state, { now, grace });
  return {
    label: `claim ${action}`,
    run: (store) => store.applySweepStep({ userId: USER, key, action, sweepId, lease, plan }),
  };
}

/** Everything that the store returns about its keys. */
async function readStates(store: CommitStore): Promise<unknown> {
  const now = await store.readClock() + FUTURE / 2;
  const query = { after: "", limit: 4 };
  const lists = [
    await store.readKeyStates(KEYS),
    await store.listExpiredIntents(query),
    await store.listDueTombstones(query),
    await store.listDueTombstones({ ...query, after: KEYS[1]!, userId: USER }),
    await store.listDueTombstones({ ...query, userId: "another" }),
  ];
  return lists.map((states) => states.map((state) => withoutTimes(state, now)));
}

function withoutTimes({ intentDeadline, tombstone, ...state }: KeyState, now: number) {
  const isPast = (time: number | null) => time === null ? null : time < now;
  return {
    ...state,
    intentDeadline: isPast(intentDeadline),
    tombstone: tombstone && {
      notBefore: isPast(tombstone.notBefore),
      deletingUntil: isPast(tombstone.deletingUntil),
    },
  };
}

function withoutTime(result: object): object {
  const { committedAt: _, ...rest } = { committedAt: "", ...result };
  return rest;
}
