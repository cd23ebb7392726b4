import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import type { LogEvent, QueuedNotification } from "../../../core/commit/mod.ts";
import { deliverNotifications, startRelay } from "../../../hosts/notifications/mod.ts";

/** A queue of so many notifications, which records what is done with each. */
function createQueue(count: number) {
  const waiting = Array.from({ length: count }, (_, index) => `n${index}`);
  const done: string[] = [];
  const limits: number[] = [];
  const notifications = {
    take: (limit: number) => {
      limits.push(limit);
      const taken = waiting.splice(0, limit).map((id) => ({ jobId: `j${id}`, event: { id, subject: "s" } }));
      return Promise.resolve(taken as unknown as QueuedNotification[]);
    },
    confirm: async (jobId: string) => {
      await setImmediate();
      done.push(`confirm ${jobId}`);
    },
    giveBack: async (jobId: string, reason: string) => {
      await setImmediate();
      done.push(`give back ${jobId}: ${reason}`);
    },
  };
  const events: LogEvent[] = [];
  const slept: number[] = [];
  const sleeping = new Set<AbortSignal | undefined>();
  const clock = {
    now: () => 0,
    sleep: (milliseconds: number, signal?: AbortSignal) => {
      slept.push(milliseconds);
      sleeping.add(signal);
      signal?.addEventListener("abort", () => sleeping.delete(signal));
      return new Promise<void>((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
    },
  };
  const deps = { database: { notifications }, clock, log: (event: LogEvent) => void events.push(event) };
  return { deps, notifications, waiting, done, limits, events, slept, sleeping };
}

Deno.test("each notification is confirmed or given back before the next is delivered, and before the call ends", async () => {
  const { deps, done, limits, events, slept, sleeping } = createQueue(7);
  const delivered: string[] = [];
  const sink = ({ id }: { id: string }) => {
    assert.equal(done.length, delivered.length);
    delivered.push(id);
    return id === "n2" ? Promise.reject(new Error("no room")) : Promise.resolve();
  };
  assert.equal(await deliverNotifications({ ...deps, sink }), 6);
  assert.deepEqual(delivered, ["n0", "n1", "n2", "n3", "n4", "n5", "n6"]);
  assert.deepEqual(done.slice(0, 4), ["confirm jn0", "confirm jn1", "give back jn2: no room", "confirm jn3"]);
  assert.deepEqual([limits, done.length], [Array(8).fill(1), 7]);
  assert.deepEqual(slept, Array(7).fill(10_000), "each delivery has ten seconds");
  assert.equal(sleeping.size, 0, "no limit runs on after its delivery");
  assert.deepEqual(
    events.filter(({ level }) => level === "warning").map(({ event, commitId }) => [event, commitId]),
    [
      ["notification_not_delivered", "n2"],
    ],
  );
});

Deno.test("an event whose fields are no texts, which another program has queued, keeps no other one from its delivery", async () => {
  const { deps, notifications, done, events } = createQueue(0);
  const strange = { toString: null, valueOf: null };
  const data = { batchId: "20260304-diary" };
  const queued = [
    { jobId: "a", event: { id: strange, subject: strange, data } },
    { jobId: "b", event: {} },
    { jobId: "jn0", event: { id: "n0", subject: "s", data } },
  ];
  notifications.take = (limit) => Promise.resolve(queued.splice(0, limit) as unknown as QueuedNotification[]);
  const sink = () => Promise.resolve();
  assert.equal(await deliverNotifications({ ...deps, sink, appUrl: "https://app.example" }), 2);
  assert.deepEqual(done.map((act) => act.split(":")[0]), ["confirm a", "give back b", "confirm jn0"]);
  assert.deepEqual(events.map(({ event, commitId }) => [event, commitId]), [
    ["notification_delivered", "a"],
    ["notification_not_delivered", "b"],
    ["notification_delivered", "n0"],
  ]);
});

// claim: erasure-complete
Deno.test("what is deleted from the queue while another notification is delivered is not delivered", async () => {
  const { deps, waiting, done } = createQueue(7);
  const sink = ({ id }: { id: string }) => Promise.resolve(id === "n1" && waiting.splice(0, 3));
  await deliverNotifications({ ...deps, sink: async (event) => void await sink(event) });
  assert.deepEqual(done, ["confirm jn0", "confirm jn1", "confirm jn5", "confirm jn6"]);
});

Deno.test("a confirmation that fails is a failure of the call", async () => {
  const { deps, notifications } = createQueue(0);
  const sink = () => Promise.resolve();
  const failing = createQueue(1);
  const confirm = () => Promise.reject(new Error("no connection"));
  const database = { notifications: { ...failing.deps.database.notifications, confirm } };
  await assert.rejects(() => deliverNotifications({ ...failing.deps, database, sink }), /no connection/);
  await assert.rejects(
    () =>
      deliverNotifications({
        ...deps,
        database: { notifications: { ...notifications, take: confirm } },
        sink,
      }),
    /no connection/,
  );
});

Deno.test("after an abort nothing is taken, and what was taken is given back undelivered", async () => {
  const { deps, limits } = createQueue(3);
  assert.equal(
    await deliverNotifications({ ...deps, sink: assert.fail }, { signal: AbortSignal.abort() }),
    0,
  );
  assert.deepEqual(limits, []);
  const running = createQueue(3);
  const end = new AbortController();
  const sink = () => Promise.resolve(end.abort(new Error("stopped")));
  await deliverNotifications({ ...running.deps, sink }, { signal: end.signal });
  assert.deepEqual([running.done, running.waiting], [["confirm jn0"], ["n1", "n2"]]);
  const late = createQueue(3);
  const ended = new AbortController();
  const take = async (limit: number) => {
    ended.abort(new Error("stopped"));
    return await late.notifications.take(limit);
  };
  const database = { notifications: { ...late.notifications, take } };
  await deliverNotifications({ ...late.deps, database, sink: assert.fail }, { signal: ended.signal });
  assert.deepEqual([late.done, late.waiting], [["give back jn0: stopped"], ["n1", "n2"]]);
});

Deno.test("a relay looks into the queue at its interval and when it is woken, and a stopped one does not", async () => {
  const { deps, waiting, limits, slept, events } = createQueue(0);
  const delivered: string[] = [];
  const relay = startRelay({ ...deps, sink: ({ id }) => Promise.resolve(void delivered.push(id)) });
  await setImmediate();
  assert.deepEqual([limits.length, slept], [1, [2_000]]);
  waiting.push("late");
  relay.wake();
  for (let turn = 0; turn < 5; turn++) await setImmediate();
  assert.deepEqual(delivered, ["late"]);
  const before = limits.length;
  await relay.stop();
  relay.wake();
  await setImmediate();
  assert.equal(limits.length, before);
  assert.ok(events.every(({ event }) => event === "notification_delivered"));
});

Deno.test("a relay that is woken while it delivers looks into the queue again before it sleeps", async () => {
  const { deps, waiting, limits } = createQueue(1);
  const clock = {
    now: () => 0,
    async sleep(milliseconds: number, signal?: AbortSignal) {
      signal?.throwIfAborted();
      await deps.clock.sleep(milliseconds, signal);
    },
  };
  const delivered: string[] = [];
  const first = Promise.withResolvers<void>();
  const sink = async ({ id }: { id: string }) => {
    delivered.push(id);
    if (delivered.length === 1) await first.promise;
  };
  const relay = startRelay({ ...deps, clock, sink });
  for (let turn = 0; turn < 3; turn++) await setImmediate();
  assert.deepEqual([delivered, limits.length], [["n0"], 1]);
  waiting.push("meanwhile");
  relay.wake();
  first.resolve();
  for (let turn = 0; turn < 10; turn++) await setImmediate();
  assert.deepEqual(delivered, ["n0", "meanwhile"]);
  await relay.stop();
});
