import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { unpackTar } from "modern-tar";
import type { Clock, LogEvent } from "../../../core/commit/mod.ts";
import { bundleKey } from "../../../core/naming/mod.ts";
import { createFileObjectStore } from "../../../hosts/objects/mod.ts";
import {
  createCommitStore,
  createEndedSessions,
  type Erasure,
  hashUser,
} from "../../../hosts/postgres/mod.ts";
import {
  continueErasures,
  createErasureLog,
  eraseUser,
  type ErasureDependencies,
  exportUser,
  planErasure,
  replayErasures,
} from "../../../hosts/user_data/mod.ts";
import { createSubmitter } from "../../../hosts/submissions/mod.ts";
import { makeBundle } from "../../core/commit/bundles.ts";
import { REQUEST, type Service } from "../commit/service.ts";
import { encodeBody, makeBundles } from "../submissions/writing_server.ts";

/** No part of a hexadecimal id, which the search for traces would find. */
const USER = "ada-lovelace";

const LARGE = { defaultState: { text: "large ".repeat(6_000) } };

async function openErasures({ deps, folder }: Service): Promise<ErasureDependencies> {
  const erasureLog = createErasureLog(await createFileObjectStore(join(folder, "erasures")), "");
  return { ...deps, erasureLog, eraseElsewhere: () => Promise.resolve([]) };
}

/** Commits a batch twice, so that the user has rows, a revision, tombstones, objects of two types and queued notifications. */
async function commitTwice(service: Service, userId: string): Promise<void> {
  await service.commit({ "001_a.tckb": "first" }, { userId });
  await service.commit({ "001_a.tckb": "second", "002_b.tckb": await makeBundle("b", LARGE) }, { userId });
}

/** Every row of every table and every key with the id of a user. By plain SQL, so that it does not depend on the tested code. */
async function findTraces({ database, listKeys, folder }: Service, userId: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'tck_queue')`
    .execute(database.kysely);
  const traces: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ line: string }>`select to_jsonb(each)::text as line from ${
      sql.raw(name)
    } as each`
      .execute(database.kysely);
    traces.push(...rows.filter(({ line }) => line.includes(userId)).map(({ line }) => `${name}: ${line}`));
  }
  const names = await readdir(folder, { recursive: true });
  return [
    ...traces,
    ...(await listKeys()).filter((key) => key.includes(userId)),
    ...names.filter((name) => name.split("/").includes(userId)),
  ];
}

function countsOf({ erased }: Erasure): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { what, count } of erased) counts[what] = (counts[what] ?? 0) + count;
  return counts;
}

/** What an erasure of {@link commitTwice} counts. */
const COUNTS = { widgets: 2, commits: 2, tasks: 1, notifications: 2, objects: 4 };

export const ERASURE_CASES: { [sentence: string]: (service: Service) => Promise<void> } = {
  // claim: erasure-complete
  "an erased user has left no row, no job, no object and no folder, and another user lost nothing": async (
    service,
  ) => {
    const deps = await openErasures(service);
    await commitTwice(service, USER);
    await commitTwice(service, "bob");
    const plan = await planErasure(deps, USER);
    assert.deepEqual(plan.objects.length, 4);
    const before = await findTraces(service, "bob");
    const erasure = await eraseUser(deps, USER);
    assert.deepEqual(await findTraces(service, USER), []);
    assert.deepEqual(await findTraces(service, "bob"), before);
    assert.deepEqual(countsOf(erasure), COUNTS);
    assert.ok(erasure.finishedAt !== null && erasure.lateUntil === null);
    assert.equal(await service.reader.readBatch(USER, "2026-03-04", "morning_brief"), null);
  },

  "what a receipt states is what an export of before contains": async (service) => {
    const deps = await openErasures(service);
    await commitTwice(service, USER);
    const path = join(service.folder, "ada.tar");
    const manifest = await exportUser(deps, USER, path);
    const entries = new Map(
      (await unpackTar(await readFile(path))).map(({ header, data }) => [header.name, data!]),
    );
    const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest("hex");
    assert.deepEqual(manifest.missing, []);
    for (const { name, size, sha256: expected } of manifest.files) {
      assert.deepEqual([entries.get(name)!.length, sha256(entries.get(name)!)], [size, expected], name);
    }
    assert.deepEqual(JSON.parse(new TextDecoder().decode(entries.get("manifest.json"))), manifest);
    const keys = [...entries.keys()].filter((name) => name.startsWith("objects/"))
      .map((name) => name.replace("objects/", "widgets/ada-lovelace/"));
    assert.deepEqual(keys.toSorted(), await service.listKeys());
    const { erased } = await eraseUser(deps, USER);
    for (const part of erased) {
      const expected = part.what === "objects"
        ? sha256(keys.toSorted().map((key) => `${key}\n`).join(""))
        : sha256(entries.get(`rows/${part.what}.jsonl`)!);
      assert.equal(part.sha256, expected, part.what);
    }
  },

  // claim: erasure-fences-commits
  "a commit that runs during an erasure does not flip, and what it writes later is deleted": async (
    service,
  ) => {
    const deps = await openErasures(service);
    const [erased, wrote] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const objects = {
      ...service.objects,
      async put(key: string, bytes: Uint8Array) {
        wrote.resolve();
        await erased.promise;
        await service.objects.put(key, bytes);
      },
    };
    const commit = service.commit({ "001_a.tckb": "late" }, { userId: USER }, { objects });
    const failed = assert.rejects(commit, { code: "commit.deadline_exceeded" });
    await wrote.promise;
    const first = await eraseUser(deps, USER);
    assert.ok(first.erasedAt !== null && first.finishedAt === null && first.lateUntil! > first.erasedAt);
    erased.resolve();
    await failed;
    assert.equal((await service.listKeys()).length, 1);
    await sql`update erasures set late_until = erased_at`.execute(service.database.kysely);
    await continueErasures(deps);
    assert.deepEqual(await findTraces(service, USER), []);
    const last = await eraseUser(deps, USER);
    assert.deepEqual([last.erasureId, countsOf(last), last.finishedAt === null], [
      first.erasureId,
      { objects: 1 },
      false,
    ]);
  },

  // claim: erasure-fences-commits
  "a batch that arrives during an erasure is not committed, nor is an object of it written": async (
    service,
  ) => {
    const deps = await openErasures(service);
    await commitTwice(service, USER);
    const [begun, erased] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const body = encodeBody(await makeBundles("late"));
    const half = Math.floor(body.size / 2);
    async function* send(): AsyncGenerator<Uint8Array> {
      yield* body.slice(0, half).stream();
      begun.resolve();
      await erased.promise;
      yield* body.slice(half).stream();
    }
    const submit = createSubmitter(service.deps);
    const batch = {
      target: { ...REQUEST, userId: USER },
      strict: false,
      actor: "service:agent-1",
      signal: new AbortController().signal,
    };
    const late = submit({ ...batch, key: "k1", body: ReadableStream.from(send()) });
    const failed = assert.rejects(late, {
      code: "commit.deadline_exceeded",
      message: /the user was erased/,
    });
    await begun.promise;
    const { finishedAt } = await eraseUser(deps, USER);
    assert.ok(finishedAt !== null);
    erased.resolve();
    await failed;
    assert.deepEqual(await findTraces(service, USER), []);
    const { repeated } = await submit({ ...batch, key: "k2", body: body.stream() });
    assert.equal(repeated, false, "a batch that is sent after the erasure is another decision");
  },

  // claim: erasure-fences-commits
  "what began before an erasure is not committed after it when the database's clock goes back": async (
    service,
  ) => {
    const deps = await openErasures(service);
    const erasuresAtStart = await createCommitStore(service.database).readErasures(USER);
    await eraseUser(deps, USER);
    // The clock was an hour ahead when the commit began.
    await sql`update erasures set erased_at = erased_at - interval '1 hour'`.execute(service.database.kysely);
    const late = () => service.commit({ "001_a.tckb": "a" }, { userId: USER, erasuresAtStart });
    await assert.rejects(late, { code: "commit.deadline_exceeded" });
    assert.deepEqual(await service.listKeys(), []);
    await service.commit({ "001_a.tckb": "a" }, { userId: USER });
    await assert.rejects(late, { code: "commit.deadline_exceeded" });
  },

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

  "the same erasure again has the same receipt, and a user who came back is erased again": async (
    service,
  ) => {
    const deps = await openErasures(service);
    await commitTwice(service, USER);
    const first = await eraseUser(deps, USER);
    const { erasedAt: _, finishedAt: __, ...again } = await eraseUser(deps, USER);
    const { erasedAt: ___, finishedAt: ____, ...expected } = first;
    assert.deepEqual(again, expected);
    await commitTwice(service, USER);
    const next = await eraseUser(deps, USER);
    assert.notEqual(next.erasureId, first.erasureId);
    assert.deepEqual(countsOf(next), COUNTS);
    assert.equal((await Array.fromAsync(deps.erasureLog.list())).length, 2);
  },

  // claim: erasure-outlives-restore
  "an entry of the log that no erasure wrote is named, and keeps no other from being replayed": async (
    service,
  ) => {
    const events: string[] = [];
    const objects = await createFileObjectStore(join(service.folder, "erasures"));
    const deps = {
      ...await openErasures(service),
      log: ({ event, message }: { event: string; message: string }) => events.push(`${event}: ${message}`),
    };
    const put = async (erasure: object | string, id: string = crypto.randomUUID()): Promise<string> => {
      const text = typeof erasure === "string" ? erasure : JSON.stringify({ erasureId: id, ...erasure });
      await objects.put(`${id}.json`, new TextEncoder().encode(text));
      return id;
    };
    for (const userId of [USER, "bob"]) await commitTwice(service, userId);
    const user = hashUser("bob");
    const invalid = [
      await put("not JSON"),
      await put("[{},".repeat(1_000_000)),
      await put({ user, requestedAt: "9000-01-01T00:00:00Z" }),
      await put({ user, requestedAt: "soon" }),
      await put({ user: "bob", requestedAt: "2026-03-04T05:06:07Z" }),
    ];
    const valid = await put({ user: hashUser(USER), requestedAt: "2026-03-04T05:06:07Z" });
    assert.deepEqual(await replayErasures(deps), [valid]);
    assert.equal(await service.reader.readBatch(USER, "2026-03-04", "morning_brief"), null);
    await continueErasures(deps);
    const named = events.filter((line) => line.startsWith("erasure_unreadable: Cannot read erasure"));
    assert.deepEqual(invalid.filter((id) => !named.some((line) => line.includes(id))), []);
    assert.equal(named.length, invalid.length);
    assert.deepEqual(await findTraces(service, USER), []);
    assert.equal((await service.reader.readBatch("bob", "2026-03-04", "morning_brief"))!.widgets.length, 2);
  },

  // claim: erasure-ends-sessions
  "sessions that were opened before an erasure have ended, and later ones have not": async (service) => {
    const deps = await openErasures(service);
    const sessions = createEndedSessions(service.database);
    const session = { sessionId: crypto.randomUUID(), userId: USER, sessionOpenedAt: 1_000 };
    assert.equal(await sessions.has(session), false);
    await eraseUser(deps, USER);
    const tomorrow = Date.now() / 1000 + 86_400;
    assert.deepEqual(
      await Promise.all([
        sessions.has(session),
        sessions.has({ ...session, sessionOpenedAt: null }),
        sessions.has({ ...session, sessionOpenedAt: tomorrow, sessionId: crypto.randomUUID() }),
        sessions.has({ ...session, userId: "bob", sessionId: crypto.randomUUID() }),
      ]),
      [true, true, false, false],
    );
  },

  // claim: erasure-outlives-restore
  "a database restored from before an erasure is erased again before it is served, once": async (service) => {
    const deps = await openErasures(service);
    const { database: { kysely }, objects } = service;
    await commitTwice(service, USER);
    await commitTwice(service, "bob");
    for (const table of TABLES) {
      await sql.raw(`create temporary table dump_${table} as table ${table}`).execute(kysely);
    }
    const saved = new Map<string, Uint8Array>();
    for await (const { key } of objects.list("")) saved.set(key, (await objects.get(key))!);
    const { erasureId } = await eraseUser(deps, USER);
    await eraseUser(deps, "nobody");

    await sql.raw(`truncate ${TABLES.join()}, erasures`).execute(kysely);
    for (const table of TABLES) {
      await sql.raw(`insert into ${table} select * from dump_${table}`).execute(kysely);
      await sql.raw(`drop table dump_${table}`).execute(kysely);
    }
    for (const [key, bytes] of saved) await objects.put(key, bytes);
    assert.notDeepEqual(await findTraces(service, USER), []);

    assert.equal((await replayErasures(deps)).length, 2);
    assert.equal(await service.reader.readBatch(USER, "2026-03-04", "morning_brief"), null);
    await continueErasures(deps);
    assert.deepEqual(await findTraces(service, USER), []);
    assert.notEqual(await service.reader.readBatch("bob", "2026-03-04", "morning_brief"), null);
    const { rows } = await sql<
      { id: string }
    >`select erasure_id::text as id from erasures where finished_at is not null
      and user_hash = ${hashUser(USER)}`.execute(kysely);
    assert.deepEqual(rows, [{ id: erasureId }]);
    await commitTwice(service, USER);
    assert.deepEqual(await replayErasures(deps), []);
    assert.equal((await service.reader.readBatch(USER, "2026-03-04", "morning_brief"))?.widgets.length, 2);
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

  "an export lists what is missing, and leaves no half-written file where it cannot be written": async (
    service,
  ) => {
    const deps = await openErasures(service);
    const { widgets: [widget] } = await service.commit({ "001_a.tckb": "a" }, { userId: USER });
    await service.objects.delete(bundleKey(USER, widget!.hash));
    const { missing } = await exportUser(deps, USER, join(service.folder, "ada.tar"));
    assert.deepEqual(missing, [bundleKey(USER, widget!.hash)]);
    await service.commit({ "001_a.tckb": "b" }, { userId: "bob" });
    const nowhere = join(service.folder, "missing", "ada.tar");
    await assert.rejects(exportUser(deps, USER, nowhere), { code: "user_data.cannot_write" });
    const failing = { ...service.objects, get: () => Promise.reject(new Error("stalled")) };
    await assert.rejects(
      exportUser({ ...deps, objects: failing }, "bob", join(service.folder, "bob.tar")),
      /stalled/,
    );
    const names = await readdir(service.folder);
    assert.deepEqual(names.filter((name) => name.includes(".tmp") || name.includes("bob")), []);
  },
};

const TABLES = ["widgets", "worker_agent_tasks", "object_intents", "tombstones", "commits"];

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
