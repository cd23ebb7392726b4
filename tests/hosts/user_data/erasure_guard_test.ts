import assert from "node:assert/strict";
import { join } from "node:path";
import { sql } from "kysely";
import { createStorage, guardStorage } from "../../../hosts/application/storage.ts";
import { createFileObjectStore } from "../../../hosts/objects/mod.ts";
import { createEndedSessions } from "../../../hosts/postgres/mod.ts";
import {
  createErasureGuard,
  createErasureLog,
  eraseUser,
  replayErasures,
} from "../../../hosts/user_data/mod.ts";
import { Engines } from "../commit/service.ts";

const engines = new Engines();
Deno.test.afterAll(() => engines.close());

/** A server that a test sets back. */
function createServer() {
  const server = { generation: 0, checks: 0, migrations: 0 };
  return Object.assign(server, {
    check: () => Promise.resolve(void server.checks++),
    migrate: () => Promise.resolve(void server.migrations++),
  });
}

// claim: erasure-outlives-failover
Deno.test("a user who was erased is not read when the database goes back in time while the service runs", () =>
  engines.run("postgresql", async (service) => {
    const { deps, database, folder } = service;
    const { kysely } = database;
    const erasureLog = createErasureLog(await createFileObjectStore(join(folder, "erasures")), "");
    const erasing = { ...deps, erasureLog, eraseElsewhere: () => Promise.resolve([]) };
    const server = createServer();
    const guard = createErasureGuard(server, () => replayErasures(erasing));
    const storage = guardStorage(createStorage(deps), { server }, guard);
    const { reader } = storage;
    const { widgets: [widget] } = await service.commit({ "001_a.tckb": "a" }, { userId: "ada" });
    assert.notEqual(await reader.readWidget("ada", widget!.id), null);
    await sql`create table saved as select * from widgets`.execute(kysely);
    try {
      const session = { sessionId: crypto.randomUUID(), userId: "ada", sessionOpenedAt: 1 };
      const goBack = async () => {
        await sql`insert into widgets select * from saved`.execute(kysely);
        await sql`delete from erasures`.execute(kysely);
        server.generation++;
      };
      await eraseUser(erasing, "ada");
      const reads: { [name: string]: () => Promise<unknown> } = {
        list: async () =>
          (await reader.listBatches("ada", { limit: 5, direction: "older", after: null })).batches,
        batch: () => reader.readBatch("ada", "2026-03-04", "morning_brief"),
        widget: () => reader.readWidget("ada", widget!.id),
        bundle: () => reader.findBundle("ada", widget!.hash),
        session: async () => !(await storage.endedSessions.has(session)),
        readiness: async () => {
          await storage.checks.others.database!(new AbortController().signal);
          assert.equal(await createEndedSessions(database).has(session), true);
          return null;
        },
      };
      for (const [name, read] of Object.entries(reads)) {
        await goBack();
        const found = await read();
        assert.ok(found === null || found === false || (found as unknown[]).length === 0, name);
        assert.equal(await createStorage(deps).reader.readWidget("ada", widget!.id), null, name);
      }
      assert.equal(server.migrations, Object.keys(reads).length);
      assert.equal(server.checks, 1);
    } finally {
      await sql`drop table saved`.execute(kysely);
    }
  }));

Deno.test("a read that the set-back overtakes is read again, and one whose replay fails is not answered", async () => {
  const server = createServer();
  const events: string[] = [];
  let fails = false;
  const guard = createErasureGuard(server, () => {
    events.push("replay");
    return fails ? Promise.reject(new Error("the log cannot be read")) : Promise.resolve();
  });
  await guard.ready();
  await guard.ready();
  const result = await guard.read(() => {
    events.push("read");
    if (events.length === 2) server.generation++;
    return Promise.resolve(events.length);
  });
  assert.deepEqual([result, events], [4, ["replay", "read", "replay", "read"]]);

  fails = true;
  server.generation++;
  for (let attempt = 0; attempt < 2; attempt++) {
    await assert.rejects(guard.read(() => Promise.resolve(events.push("read"))), /the log cannot be read/);
    await assert.rejects(guard.ready(), /the log cannot be read/);
  }
  assert.equal(events.filter((event) => event === "read").length, 2);
  fails = false;
  await guard.replay();
  assert.equal(await guard.read(() => Promise.resolve("answer")), "answer");
});

Deno.test("those who wait share one replay, and a set-back during it is replayed too", async () => {
  const server = createServer();
  const started: PromiseWithResolvers<void>[] = [];
  const guard = createErasureGuard(server, () => {
    started.push(Promise.withResolvers());
    return started.at(-1)!.promise;
  });
  const both = Promise.all([guard.ready(), guard.read(() => Promise.resolve(server.generation))]);
  server.generation++;
  started[0]!.resolve();
  while (started.length < 2) await Promise.resolve();
  started[1]!.resolve();
  assert.deepEqual(await both, [undefined, 1]);
  assert.equal(started.length, 2);
});
