import assert from "node:assert/strict";
import type {
  BatchFlip,
  CommitPlan,
  CommitStore,
  FlipOutcome,
  PlannedPut,
} from "../../../core/commit/mod.ts";
import { executePlan } from "../../../hosts/commit/execute_plan.ts";
import { flipOnce } from "../../../hosts/commit/flip_batch.ts";

const TARGET = { userId: "ada", taskId: "t", localDate: "2026-03-04", kind: "diary" } as const;
const COMMITTED = {
  outcome: "committed",
  committedAt: "2026-03-04T06:00:00.000Z",
  replaced: 0,
  tombstoned: [],
};
const committed = { ...COMMITTED, sweepDue: false } as unknown as Extract<
  FlipOutcome,
  { outcome: "committed" }
>;

/** A clock whose sleeps are recorded and end at once, or reject when the signal has aborted. */
function createClock() {
  const slept: number[] = [];
  const signals: (AbortSignal | undefined)[] = [];
  const sleep = (milliseconds: number, signal?: AbortSignal) => {
    slept.push(milliseconds);
    signals.push(signal);
    return signal?.aborted ? Promise.reject(signal.reason) : Promise.resolve();
  };
  return { slept, signals, clock: { now: () => 0, sleep } };
}

/** Executes a plan of two rows on records whose answers the test gives. */
async function execute(
  records: Partial<CommitStore>,
  { signal, deadline, stored = ["a", "s1"] }: { signal?: AbortSignal; deadline?: number; stored?: string[] } =
    {},
) {
  const { slept, signals, clock } = createClock();
  const flips: BatchFlip[] = [];
  const calls: string[] = [];
  const store: Partial<CommitStore> = {
    recordIntents: (intents) => {
      calls.push(`intents ${intents.lifetime}`);
      return Promise.resolve({ recorded: true });
    },
    flip: (flip) => (flips.push(flip), calls.push("flip"), Promise.resolve(committed)),
    ...records,
  };
  const rows = [{ sourceKey: "s1" }, { sourceKey: "s2" }, {
    sourceKey: null,
  }] as unknown as BatchFlip["rows"];
  const puts = ["a", "s1", "s2"].map((key) => ({ type: "source", key, spec: {} }) as PlannedPut);
  const objects = { put: (key: string) => Promise.resolve(void calls.push(`write ${key}`)) };
  const result = executePlan(
    {
      records: store,
      objects,
      clock,
      createId: () => "id",
      log: assert.fail,
      appUrl: "https://app",
    } as never,
    TARGET,
    { intents: ["a"], puts, rows, events: [] } satisfies CommitPlan,
    { load: ({ key }) => Promise.resolve(stored.includes(key) ? new Uint8Array(1) : null) },
    { signal, deadline },
  );
  return { result: await result.then((value) => value, (error) => error), slept, signals, flips, calls };
}

Deno.test("a plan's intents last ten minutes, then its objects are written, and a source that is not is left out of its row", async () => {
  const { result, flips, calls } = await execute({});
  assert.deepEqual(calls, ["intents 600000", "write a", "write s1", "flip"]);
  assert.equal(result.commitId, "id");
  const [flip] = flips;
  assert.deepEqual(flip!.rows.map(({ sourceKey }) => sourceKey), ["s1", null, null]);
  assert.deepEqual([flip!.grace, flip!.commitId, flip!.appUrl, flip!.taskId], [
    86_400_000,
    "id",
    "https://app",
    "t",
  ]);
  assert.deepEqual((await execute({}, { deadline: 7 })).calls[0], "intents 7");
});

Deno.test("a commit asks again for its intents while a sweep deletes one of its keys, until it is aborted", async () => {
  const waits = [1_000, 50];
  const recordIntents: CommitStore["recordIntents"] = () => {
    const retryAfter = waits.shift();
    return Promise.resolve(retryAfter === undefined ? { recorded: true } : { recorded: false, retryAfter });
  };
  const { slept, flips } = await execute({ recordIntents });
  assert.deepEqual([slept, flips.length], [[200, 50], 1]);

  const end = new AbortController();
  const endless: CommitStore["recordIntents"] = () => {
    end.abort();
    return Promise.resolve({ recorded: false, retryAfter: 10 });
  };
  const aborted = await execute({ recordIntents: endless }, { signal: end.signal });
  assert.deepEqual([aborted.result.code, aborted.flips.length, aborted.calls], ["commit.aborted", 0, []]);
  assert.deepEqual(aborted.signals, [end.signal], "the pause ends with the commit");
  const before = await execute({}, { signal: AbortSignal.abort() });
  assert.deepEqual([before.result.code, before.calls], ["commit.aborted", []]);
  const failed = await execute({ recordIntents: () => Promise.reject(new Error("no connection")) });
  assert.deepEqual(
    [failed.result.code, failed.result.message],
    ["commit.database_failed", "Cannot commit: no connection"],
  );
});

Deno.test("each outcome of a flip has a code of its own", async () => {
  const codeOf = async (outcome: string) =>
    (await execute({ flip: () => Promise.resolve({ outcome } as FlipOutcome) })).result.code;
  assert.deepEqual([await codeOf("expired"), await codeOf("request_lost")], [
    "commit.deadline_exceeded",
    "commit.request_lost",
  ]);
});

Deno.test("an outcome that is not known is asked for four times, with growing pauses", async () => {
  const flip = { commitId: "id" } as BatchFlip;
  const lost = () => Promise.reject(new Error("the connection was lost"));
  const run = async (answers: (typeof committed | null | Error)[]) => {
    const { slept, clock } = createClock();
    let asked = 0;
    const readCommit = () => {
      const answer = answers[Math.min(asked++, answers.length - 1)]!;
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    };
    const store = { flip: lost, readCommit } as unknown as CommitStore;
    const outcome = await flipOnce(store, clock, flip).catch((error) => error);
    return { outcome, slept, asked };
  };
  const down = new Error("no answer");
  const unknown = await run([down]);
  assert.deepEqual([unknown.outcome.code, unknown.asked, unknown.slept], [
    "commit.outcome_unknown",
    4,
    [250, 1_000, 4_000],
  ]);
  assert.match(
    unknown.outcome.message,
    /"id" happened: the connection was lost; commit again, which is safe$/,
  );
  assert.equal(unknown.outcome.cause, down);
  const late = await run([down, down, committed]);
  assert.deepEqual([late.outcome.outcome, late.asked], ["committed", 3]);
  const none = await run([down, null]);
  assert.deepEqual([none.outcome.code, none.outcome.message, none.asked], [
    "commit.database_failed",
    "Cannot commit: the connection was lost",
    2,
  ]);
});
