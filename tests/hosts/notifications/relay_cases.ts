import assert from "node:assert/strict";
import { sql } from "kysely";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { BatchCommittedEvent, LogEvent } from "../../../core/commit/mod.ts";
import { openLogSink } from "../../../hosts/notifications/log_sink.ts";
import { deliverNotifications, type NotificationSink } from "../../../hosts/notifications/mod.ts";
import { type RelayDependencies, startRelay } from "../../../hosts/notifications/mod.ts";
import { systemClock } from "../../../hosts/time/mod.ts";
import type { Database } from "../../../hosts/postgres/mod.ts";
import { within } from "../../waiting/mod.ts";
import { failingOn } from "../commit/commit_batch_cases.ts";
import type { Service } from "../commit/service.ts";

/** The behaviour of the relay, on any engine. */
export const RELAY_CASES: { [sentence: string]: (service: Service) => Promise<void> } = {
  "a commit's notification is delivered, with the commit's id as its own": async ({ commit, database }) => {
    const report = await commit({ "001_a.tckb": "a", "002_b.tckb": "b" });
    const { relay, received } = collect(database);
    assert.equal(await deliverNotifications(relay), 1);
    assert.equal(await deliverNotifications(relay), 0);
    assert.deepEqual(received.map(({ id, subject, time }) => [id, subject, time]), [
      [report.commitId, report.batchId, report.committedAt],
    ]);
    assert.deepEqual(received[0]?.data, {
      taskId: "task-1",
      userId: "demo",
      batchId: "20260304-morning-brief",
      widgetCount: 2,
      action: { type: "open", url: "https://app.example/feed/20260304-morning-brief" },
    });
  },

  "many notifications are delivered in one call": async ({ commit, database }) => {
    const ids: string[] = [];
    for (let day = 10; day < 23; day++) {
      ids.push((await commit({ "001_a.tckb": "a" }, { localDate: `2026-03-${day}` })).commitId);
    }
    const { relay, received } = collect(database);
    assert.equal(await deliverNotifications(relay), 13);
    assert.deepEqual(received.map(({ id }) => id).toSorted(), ids.toSorted());
  },

  "a failed commit sends no notification": async ({ commit, deps, database }) => {
    const { relay } = collect(database);
    await assert.rejects(() =>
      commit({ "001_a.tckb": "a" }, {}, { objects: failingOn(deps.objects, () => true) })
    );
    assert.equal(await deliverNotifications(relay), 0);
    const objects = { ...deps.objects, put: async () => await expireIntents(database) };
    await assert.rejects(() => commit({ "001_a.tckb": "a" }, {}, { objects }), {
      code: "commit.deadline_exceeded",
    });
    assert.equal(await deliverNotifications(relay), 0);
  },

  "a failed delivery is logged and retried": async ({ commit, database }) => {
    const { commitId } = await commit({ "001_a.tckb": "a" });
    const { relay, received, events } = collect(database);
    const failing: NotificationSink = () => Promise.reject(new Error("the agent is out"));
    assert.equal(await deliverNotifications({ ...relay, sink: failing }), 0);
    assert.deepEqual(events.map(({ event, commitId }) => [event, commitId]), [[
      "notification_not_delivered",
      commitId,
    ]]);
    assert.equal(await deliverNotifications(relay), 0, "the pause before the retry is not over");
    await sql`update tck_queue.job set start_after = now() - interval '1 second' where state = 'retry'`
      .execute(
        database.kysely,
      );
    assert.equal(await deliverNotifications(relay), 1);
    assert.deepEqual(received.map(({ id }) => id), [commitId]);
  },

  "a delivery that is not done in time is aborted and given back, and the others are delivered": async (
    { commit, database },
  ) => {
    const { commitId: slow } = await commit({ "001_a.tckb": "a" });
    const { commitId: quick } = await commit({ "001_a.tckb": "a" }, { localDate: "2026-03-05" });
    const { relay, received, events } = collect(database);
    const sink: NotificationSink = async (event, signal) => {
      if (event.id === slow) await within("the delivery is aborted", once(signal, "abort"));
      signal.throwIfAborted();
      received.push(event);
    };
    assert.equal(await deliverNotifications({ ...relay, sink }, { deliveryTimeout: 100 }), 1);
    assert.deepEqual(received.map(({ id }) => id), [quick]);
    const lost = events.find(({ event }) => event === "notification_not_delivered");
    assert.equal(lost?.commitId, slow);
    assert.match(lost!.message, /no answer within 100 ms/);
  },

  "a notification that was taken and not confirmed is delivered again": async ({ commit, database }) => {
    const { commitId } = await commit({ "001_a.tckb": "a" });
    const taken = await database.notifications.take(10);
    assert.deepEqual(taken.map(({ event }) => event.id), [commitId]);
    assert.deepEqual(await database.notifications.take(10), []);
    await sql`update tck_queue.job set started_on = now() - interval '1 hour'`.execute(database.kysely);
    await sql`update tck_queue.queue set monitor_claim_on = null, monitor_on = null`.execute(database.kysely);
    await database.notifications.take(10); // expires the attempt
    await sql`update tck_queue.job set start_after = now() - interval '1 second'`.execute(database.kysely);
    assert.deepEqual((await database.notifications.take(10)).map(({ event }) => event.id), [commitId]);
  },

  "a notification whose last retry fails becomes a dead letter until it is replayed": async (
    { commit, database },
  ) => {
    const { commitId } = await commit({ "001_a.tckb": "a" });
    const { relay, received } = collect(database);
    const failing: NotificationSink = () => Promise.reject(new Error("the agent is gone"));
    await deliverNotifications({ ...relay, sink: failing });
    assert.deepEqual(await database.notifications.listDead(), [], "it is retried first");
    await sql`update tck_queue.job set retry_limit = retry_count + 1, start_after = now() where state = 'retry'`
      .execute(database.kysely);
    await deliverNotifications({ ...relay, sink: failing });
    const dead = await database.notifications.listDead();
    assert.deepEqual(dead.map(({ event, attempts, reason }) => [event.id, attempts, reason]), [
      [commitId, 2, "the agent is gone"],
    ]);
    assert.ok(Math.abs(Date.parse(dead[0]!.diedAt) - Date.now()) < 3_600_000);
    assert.equal(await deliverNotifications(relay), 0, "it is not retried any more");

    assert.equal(await database.notifications.replay(crypto.randomUUID()), false);
    assert.equal(await database.notifications.replay(commitId), true);
    assert.deepEqual(await database.notifications.listDead(), []);
    assert.equal(await deliverNotifications(relay), 1);
    assert.deepEqual(received.map(({ id }) => id), [commitId]);
    assert.equal(await database.notifications.replay(commitId), false);
  },

  "a message that is no notification is given back, and the others are delivered": async (
    { commit, database },
  ) => {
    const { commitId } = await commit({ "001_a.tckb": "a" });
    await sql`
      insert into tck_queue.job (name, data, policy, dead_letter)
      select name, value, policy, dead_letter
      from tck_queue.queue, jsonb_array_elements('[null, 5, "text", {"id":{"toString":null}}]') as value
      where name = 'task-notifications'`.execute(database.kysely);
    const { relay, received, events } = collect(database);
    assert.equal(await deliverNotifications({ ...relay, appUrl: "https://app.example" }), 1);
    assert.deepEqual(received.map(({ id }) => id), [commitId]);
    const givenBack = events.filter(({ event }) => event === "notification_not_delivered");
    assert.equal(new Set(givenBack.map(({ commitId }) => commitId)).size, 4);
  },

  "dead letters are listed from the oldest on": async ({ commit, database }) => {
    const ids: string[] = [];
    for (const localDate of ["2026-03-04", "2026-03-05", "2026-03-06"]) {
      ids.push((await commit({ "001_a.tckb": "a" }, { localDate })).commitId);
    }
    await sql`update tck_queue.job set retry_limit = 0`.execute(database.kysely);
    const failing: NotificationSink = () => Promise.reject(new Error("the agent is gone"));
    await deliverNotifications({ ...collect(database).relay, sink: failing });
    for (const [age, id] of [ids[1]!, ids[0]!, ids[2]!].entries()) {
      await sql`update tck_queue.job set created_on = now() - make_interval(hours => ${age})
        where data ->> 'id' = ${id}`.execute(database.kysely);
    }
    const dead = await database.notifications.listDead();
    assert.deepEqual(dead.map(({ event }) => event.id), [ids[2], ids[0], ids[1]]);
  },

  "a running relay delivers when it is woken, and can be stopped": async ({ commit, database }) => {
    const arrived = Promise.withResolvers<BatchCommittedEvent>();
    const relay = startRelay({
      ...collect(database).relay,
      sink: (event) => Promise.resolve(arrived.resolve(event)),
    }, { pollInterval: 3_600_000 });
    try {
      const { commitId } = await commit({ "001_a.tckb": "a" });
      relay.wake();
      assert.equal((await arrived.promise).id, commitId);
    } finally {
      await relay.stop();
    }
    assert.deepEqual(await database.notifications.take(1), []);
  },

  "a relay that is stopped has given back what it was delivering, and delivers nothing further": async (
    { commit, database },
  ) => {
    for (const localDate of ["2026-03-04", "2026-03-05"]) await commit({ "001_a.tckb": "a" }, { localDate });
    const entered = Promise.withResolvers<void>();
    const { relay, events } = collect(database);
    let calls = 0;
    const sink: NotificationSink = async (_event, signal) => {
      calls++;
      entered.resolve();
      if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve));
      signal.throwIfAborted();
    };
    const running = startRelay({ ...relay, sink });
    await entered.promise;
    await running.stop();
    assert.equal(calls, 1);
    assert.deepEqual(events.map(({ event }) => event), ["notification_not_delivered"]);
    const { rows } = await sql<{ state: string }>`
      select state::text as state from tck_queue.job where name = 'task-notifications' order by state`
      .execute(database.kysely);
    assert.deepEqual(
      rows.map(({ state }) => state).toSorted(),
      ["created", "retry"],
      "the other was not taken",
    );
  },

  "a relay continues after its queue has failed": async ({ commit, database }) => {
    const { commitId } = await commit({ "001_a.tckb": "a" });
    const arrived = Promise.withResolvers<string>();
    const { relay, events } = collect(database);
    let takes = 0;
    const take: Database["notifications"]["take"] = (limit) =>
      takes++ === 0 ? Promise.reject(new Error("no connection")) : database.notifications.take(limit);
    const running = startRelay({
      ...relay,
      database: { notifications: { ...database.notifications, take } },
      sink: ({ id }) => Promise.resolve(arrived.resolve(id)),
    }, { pollInterval: 1 });
    try {
      assert.equal(await within("the notification is delivered", arrived.promise), commitId);
    } finally {
      await running.stop();
    }
    assert.equal(events[0]?.event, "relay_failed");
  },

  "the log sink appends each notification as one line of JSON": async ({ commit, database, folder }) => {
    const relay = { ...collect(database).relay, ...openLogSink(join(folder, "new")) };
    const ids: string[] = [];
    for (const text of ["a", "b"]) {
      ids.push((await commit({ "001_a.tckb": text })).commitId);
      await deliverNotifications(relay);
    }
    const lines = (await readFile(join(folder, "new", "notifications.jsonl"), "utf8")).split("\n");
    assert.deepEqual(lines.slice(0, 2).map((line) => JSON.parse(line).id), ids);
    assert.deepEqual(lines.slice(2), [""]);
  },
};

function collect(
  database: Database,
): { relay: RelayDependencies; received: BatchCommittedEvent[]; events: LogEvent[] } {
  const received: BatchCommittedEvent[] = [];
  const events: LogEvent[] = [];
  const relay: RelayDependencies = {
    database,
    clock: systemClock,
    log: (event) => void events.push(event),
    sink: (event) => Promise.resolve(void received.push(event)),
  };
  return { relay, received, events };
}

async function expireIntents({ kysely }: Database): Promise<void> {
  await sql`update object_intents set deadline = clock_timestamp() - interval '1 second'`.execute(kysely);
}
