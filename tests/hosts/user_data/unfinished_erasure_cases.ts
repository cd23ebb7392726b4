import assert from "node:assert/strict";
import { sql } from "kysely";
import type { Clock, LogEvent, ObjectListOptions } from "../../../core/commit/mod.ts";
import { bundleKey } from "../../../core/naming/mod.ts";
import { createEndedSessions, hashUser } from "../../../hosts/postgres/mod.ts";
import { continueErasures, eraseUser, planErasure, replayErasures } from "../../../hosts/user_data/mod.ts";
import type { Service } from "../commit/service.ts";
import { commitTwice, COUNTS, countsOf, findTraces, openErasures, USER } from "./erased_user.ts";

/** Erasures that fail, wait for others, or run beside others, and are ended later. */
export const UNFINISHED_ERASURE_CASES: { [sentence: string]: (service: Service) => Promise<void> } = {
  "an erasure whose objects cannot be deleted says so, and ends whole when it is run again": async (
    service,
  ) => {
    const deps = await openErasures(service);
    await commitTwice(service, USER);
    let failures = 3;
    const objects = {
      ...service.objects,
      delete: (key: string) =>
        failures-- > 0 ? Promise.reject(new Error("no answer")) : service.objects.delete(key),
    };
    let looks = 0;
    const first = await eraseUser({ ...deps, objects, clock: skipLooks(deps.clock, () => looks++) }, USER);
    assert.equal(first.finishedAt, null);
    assert.ok(looks >= 55 && looks <= 60, `it waits for the leases of the deletions: ${looks} s`);
    assert.equal(await service.reader.readBatch(USER, "2026-03-04", "morning_brief"), null);
    const expire = () =>
      sql`update tombstones set deleting_until = not_before`.execute(service.database.kysely);
    const second = await eraseUser({ ...deps, clock: skipLooks(deps.clock, expire) }, USER);
    assert.deepEqual([second.erasureId, countsOf(second)], [first.erasureId, COUNTS]);
    assert.ok(second.finishedAt !== null);
    assert.deepEqual(await findTraces(service, USER), []);
  },

  "an object of another program below a user's prefix stays, is named in the log, and keeps no erasure from its end":
    async (
      service,
    ) => {
      const named: unknown[] = [];
      const log = ({ event, key }: LogEvent) => void (event === "erasure_left_object" && named.push(key));
      const deps = { ...await openErasures(service), log };
      await commitTwice(service, USER);
      const others = [`widgets/${USER}/bundles/notes.tckb`, `widgets/${USER}/thumbnails/1.png`];
      for (const key of others) await service.objects.put(key, new Uint8Array(3));
      assert.equal((await planErasure(deps, USER)).objects.length, 4);
      const erasure = await eraseUser(deps, USER);
      assert.deepEqual([erasure.finishedAt === null, countsOf(erasure)], [false, COUNTS]);
      assert.deepEqual([await service.listKeys(), named], [others, others]);
      await continueErasures(deps);
      assert.deepEqual(named, others);
    },

  // claim: erasure-complete
  "a folder that cannot be read keeps no erasure from its end, unless it is the user's": async (service) => {
    const deps = await openErasures(service);
    const eraseWithout = (prefix: string) => {
      const fault = new Error(`no right to ${prefix}`);
      const objects = {
        ...service.objects,
        async *listInterruptedPuts({ onUnreadable }: ObjectListOptions = {}) {
          if (onUnreadable === undefined) throw fault;
          onUnreadable(prefix, fault);
          yield* service.objects.listInterruptedPuts();
        },
      };
      return eraseUser({ ...deps, objects }, USER);
    };
    await commitTwice(service, USER);
    for (const prefix of ["", "widgets/", `widgets/${USER}/`, `widgets/${USER}/bundles/`]) {
      await assert.rejects(eraseWithout(prefix), { message: `no right to ${prefix}` });
    }
    const { finishedAt } = await eraseWithout("widgets/bob/");
    assert.ok(finishedAt !== null);
    assert.deepEqual(await findTraces(service, USER), []);
  },

  // claim: erasure-complete
  "what a user has after an erasure is not erased by the end of it, which waited for a commit": async (
    service,
  ) => {
    const lasts: (Date | null)[] = [];
    const eraseElsewhere = (_: string, last: Date | null) => (lasts.push(last), Promise.resolve([]));
    const deps = { ...await openErasures(service), eraseElsewhere };
    const { database: { kysely } } = service;
    await commitTwice(service, USER);
    await sql`insert into object_intents (key, commit_id, user_id, deadline)
      values (${bundleKey(USER, "A".repeat(64))}, gen_random_uuid(), ${USER}, now() + interval '1 minute')`
      .execute(kysely);
    const first = await eraseUser(deps, USER);
    assert.equal(first.finishedAt, null);
    await commitTwice(service, USER);
    const back = { sessionId: crypto.randomUUID(), userId: USER, sessionOpenedAt: Date.now() / 1000 + 1 };
    const { rows: before } = await sql<{ line: string }>`select to_jsonb(widgets)::text as line from widgets`
      .execute(kysely);
    const objects = await service.listKeys();
    await sql`update erasures set late_until = erased_at`.execute(kysely);
    await service.deps.clock.sleep(1_100);
    await continueErasures(deps);
    const { rows: [erasure] } = await sql<{ finished_at: Date | null; user_id: string | null }>`
      select finished_at, user_id from erasures`.execute(kysely);
    assert.ok(erasure!.finished_at !== null && erasure!.user_id === null);
    assert.deepEqual(lasts, [null, new Date(first.erasedAt!)], "nor is a message about it");
    assert.deepEqual(
      (await sql<{ line: string }>`select to_jsonb(widgets)::text as line from widgets`.execute(kysely)).rows,
      before,
    );
    assert.deepEqual(await service.listKeys(), objects, "a revision of the later commits can be restored");
    assert.equal(await createEndedSessions(service.database).has(back), false);
    assert.equal((await service.database.notifications.take(9)).length, 2);
  },

  // claim: erasure-outlives-restore
  "an erasure that cannot end keeps no other from its end, and no replay from being done": async (
    service,
  ) => {
    const events: string[] = [];
    const deps = {
      ...await openErasures(service),
      log: ({ event, message }: { event: string; message: string }) =>
        void events.push(`${event}: ${message}`),
    };
    const failing = {
      ...deps,
      eraseElsewhere: (userId: string) =>
        userId === USER ? Promise.reject(new Error("the counters cannot be reached")) : Promise.resolve([]),
    };
    for (const userId of [USER, "bob", "eve"]) await commitTwice(service, userId);
    for (const userId of [USER, "bob"]) {
      const elsewhere = { ...deps, eraseElsewhere: () => Promise.reject(new Error("killed")) };
      await assert.rejects(eraseUser(elsewhere, userId), /killed/);
    }
    const eve = {
      erasureId: crypto.randomUUID(),
      user: hashUser("eve"),
      requestedAt: "2026-03-04T05:06:07Z",
    };
    await deps.erasureLog.record(eve);
    assert.deepEqual(await replayErasures(failing), [eve.erasureId]);
    assert.equal(await service.reader.readBatch("eve", "2026-03-04", "morning_brief"), null);
    await continueErasures(failing);
    for (const userId of ["bob", "eve"]) assert.deepEqual(await findTraces(service, userId), []);
    assert.deepEqual(events.filter((line) => line.startsWith("erasure_unfinished")), [
      "erasure_unfinished: Cannot end an erasure: the counters cannot be reached; it is tried again in an hour",
    ]);
    await continueErasures(deps);
    assert.deepEqual(await findTraces(service, USER), []);
  },

  "two erasures of a user at the same time end whole, with the sweep of a third process": async (service) => {
    const deps = await openErasures(service);
    await commitTwice(service, USER);
    const results = await Promise.allSettled([
      eraseUser(deps, USER),
      eraseUser(deps, USER),
      continueErasures(deps),
    ]);
    assert.deepEqual(results.map(({ status }) => status), ["fulfilled", "fulfilled", "fulfilled"]);
    await continueErasures(deps);
    assert.deepEqual(await findTraces(service, USER), []);
  },

  "an erasure that meets the deletions of another looks each second whether they have ended": async (
    service,
  ) => {
    const deps = await openErasures(service);
    await commitTwice(service, USER);
    const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const objects = {
      ...service.objects,
      delete: async (key: string) => {
        begun.resolve();
        await released.promise;
        return await service.objects.delete(key);
      },
    };
    const first = eraseUser({ ...deps, objects }, USER);
    await begun.promise;
    let looks = 0;
    const clock = skipLooks(deps.clock, async () => {
      looks++;
      released.resolve();
      await first;
    });
    const second = await eraseUser({ ...deps, clock }, USER);
    assert.ok(second.finishedAt !== null);
    assert.equal(looks, 1);
    assert.deepEqual(await findTraces(service, USER), []);
  },
};

/** A clock that does not wait until an erasure looks again for the deletions of others, a second later, but for everything else. */
function skipLooks(clock: Clock, onLook: () => unknown): Clock {
  return {
    ...clock,
    sleep: async (pause, signal) => {
      if (pause !== 1_000) await clock.sleep(pause, signal);
      else await onLook();
    },
  };
}
