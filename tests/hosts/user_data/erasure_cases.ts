import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { unpackTar } from "modern-tar";
import { bundleKey } from "../../../core/naming/mod.ts";
import { createFileObjectStore } from "../../../hosts/objects/mod.ts";
import { createCommitStore, createEndedSessions, hashUser } from "../../../hosts/postgres/mod.ts";
import { createSubmitter } from "../../../hosts/submissions/mod.ts";
import {
  continueErasures,
  eraseUser,
  exportUser,
  planErasure,
  replayErasures,
} from "../../../hosts/user_data/mod.ts";
import { REQUEST, type Service } from "../commit/service.ts";
import { encodeBody, makeBundles } from "../submissions/writing_server.ts";
import { commitTwice, COUNTS, countsOf, findTraces, openErasures, USER } from "./erased_user.ts";

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

  "an export during which the user is erased lists the objects of its rows that it does not have": async (
    service,
  ) => {
    const deps = await openErasures(service);
    const { widgets: [widget] } = await service.commit({ "001_a.tckb": "a" }, { userId: USER });
    const objects = {
      ...service.objects,
      async *list(prefix: string) {
        await eraseUser(deps, USER);
        yield* service.objects.list(prefix);
      },
    };
    const { missing } = await exportUser({ ...deps, objects }, USER, join(service.folder, "ada.tar"));
    assert.deepEqual(missing, [bundleKey(USER, widget!.hash)]);
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
