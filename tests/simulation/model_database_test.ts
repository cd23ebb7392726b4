/**
 * The model's database does what the real ones do: the same calls, one after the other, get the same answers. Times are
 * compared by whether they are past, so that the clocks need not agree.
 */
import assert from "node:assert/strict";
import type { CommitStore, KeyFacts, SweepClaim } from "../../core/commit/mod.ts";
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
      const calls = describeCalls(new Random(1));
      for (let count = 1; count <= CALLS; count++) {
        const call = calls.next().value;
        assert.deepEqual(
          await model((store) => call.run(store)),
          await call.run(real),
          `call ${count}: ${call.label}`,
        );
        const facts = (store: CommitStore) => readFacts(store);
        assert.deepEqual(await model(facts), await facts(real), `after call ${count}: ${call.label}`);
      }
    }));
}

interface Call {
  readonly label: string;
  run(store: CommitStore): Promise<unknown>;
}

/** A model without faults, whose every call is carried through. */
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

function* describeCalls(random: Random): Generator<Call, never> {
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
      const action = random.pick(["delete", "delete", "bury", "forget"] as const);
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
  const plan: SweepClaim["plan"] = (facts, now) => planRecordedKey(facts, { now, grace });
  return {
    label: `claim ${action}`,
    run: (store) => store.applySweepStep({ userId: USER, key, action, sweepId, lease, plan }),
  };
}

/** All that the store tells of its keys. */
async function readFacts(store: CommitStore): Promise<unknown> {
  const now = await store.readClock() + FUTURE / 2;
  const query = { after: "", limit: 4 };
  const lists = [
    await store.readKeyFacts(KEYS),
    await store.listExpiredIntents(query),
    await store.listDueTombstones(query),
    await store.listDueTombstones({ ...query, after: KEYS[1]!, userId: USER }),
    await store.listDueTombstones({ ...query, userId: "another" }),
  ];
  return lists.map((facts) => facts.map((each) => withoutTimes(each, now)));
}

function withoutTimes({ intentDeadline, tombstone, ...facts }: KeyFacts, now: number) {
  const isPast = (time: number | null) => time === null ? null : time < now;
  return {
    ...facts,
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
