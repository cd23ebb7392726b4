import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { appendFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { openDatabase } from "../../../hosts/postgres/mod.ts";
import { startPostgres } from "../../servers/postgres.ts";

function run(program: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: "utf8" });
  assert.equal(status, 0, stderr);
}

// claim: former-primary-rejected
Deno.test("a promoted server is noticed, and the former primary that returns behind its address is rejected", async () => {
  await using server = await startPostgres({ fsync: false });
  await using database = await openDatabase({ url: await server.createDatabase(), dataDir: "unused" });
  const { kysely, notifications } = database;
  const { rows: [setting] } = await sql<{ data_directory: string }>`show data_directory`.execute(kysely);
  const data = setting!.data_directory;
  await server.kill();
  const former = join(data, "..", "former");
  run("cp", "-a", data, former);

  // An archive recovery ends on a timeline of its own, as a promotion does.
  await appendFile(join(data, "postgresql.auto.conf"), "restore_command = '/bin/false'\n");
  await writeFile(join(data, "recovery.signal"), "");
  await server.start();
  const before = database.server.generation;
  assert.deepEqual((await sql`select 1 as one`.execute(kysely)).rows, [{ one: 1 }]);
  assert.equal(database.server.generation, before + 1);
  await database.server.check();
  assert.deepEqual(await notifications.take(1), []);
  assert.equal(database.server.generation, before + 1);

  await server.kill();
  run("rm", "-rf", data);
  run("mv", former, data);
  await server.start();
  for (const call of [() => sql`select 1`.execute(kysely), () => notifications.take(1)]) {
    await assert.rejects(call, { code: "database.former_primary" });
  }
});

// claim: erasure-outlives-failover
Deno.test("a server that was started again counts as one that was set back, with each of its connections once", async () => {
  await using server = await startPostgres({ fsync: false });
  await using database = await openDatabase({ url: await server.createDatabase(), dataDir: "unused" });
  const before = database.server.generation;
  await server.kill();
  await server.start();
  const one = sql`select pg_sleep(0.1)`;
  await Promise.all([one.execute(database.kysely), one.execute(database.kysely)]);
  assert.deepEqual(await database.notifications.take(1), []);
  assert.equal(database.server.generation, before + 1);
});
