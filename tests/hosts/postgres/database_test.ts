import assert from "node:assert/strict";
import { Kysely, PostgresDialect, sql } from "kysely";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Database, migrateDatabase, openDatabase, readRevision } from "../../../hosts/postgres/mod.ts";
import { createConnectionPool } from "../../../hosts/postgres/connections/connection_pool.ts";
import { migrateSchema } from "../../../hosts/postgres/migrations/migrate_schema.ts";
import type { Tables } from "../../../hosts/postgres/tables.ts";
import { clockUnderLock, underUserLock } from "../../../hosts/postgres/user_lock.ts";
import { preparedFolder } from "../cli/command_process.ts";
import { findMemoryFolder } from "../../servers/memory_folder.ts";
import { type DatabaseServer, openPostgres } from "../../servers/postgres.ts";
import { until } from "../../waiting/mod.ts";

let server: DatabaseServer;
Deno.test.beforeAll(async () => {
  server = await openPostgres();
});
Deno.test.afterAll(() => server.stop());

/** The migrations after the first. */
const LATER = [
  "002_revisions",
  "003_due",
  "004_list_order",
  "005_widget_names",
  "006_task_scope",
  "007_ended_sessions",
  "008_erasures",
  "009_submissions",
  "010_manifest_texts",
];

const TABLES = [
  "commits",
  "ended_sessions",
  "erasures",
  "object_intents",
  "tombstones",
  "widgets",
  "worker_agent_tasks",
];

async function listTables({ kysely }: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name::text as name from information_schema.tables
    where table_schema = 'public' and table_name not like 'tck_migrations%' order by 1`.execute(kysely);
  return rows.map(({ name }) => name);
}

Deno.test("the migrations can be reverted and applied again", async () => {
  await using database = await openDatabase({ url: await server.createDatabase(), dataDir: "unused" });
  assert.deepEqual(await listTables(database), TABLES);
  await migrateSchema(database.kysely, null);
  assert.deepEqual(await listTables(database), []);
  await migrateSchema(database.kysely, "newest");
  assert.deepEqual(await listTables(database), TABLES);
});

Deno.test("migrating a database returns the names of the applied migrations", async () => {
  const options = { url: await server.createDatabase(), dataDir: "unused" };
  const names = ["001_commit_service", ...LATER];
  assert.deepEqual(await migrateDatabase(options, "newest"), names);
  assert.deepEqual(await migrateDatabase(options, "newest"), []);
  assert.deepEqual(await migrateDatabase(options, null), names.toReversed());
  await using database = await openDatabase(options);
  assert.deepEqual(await listTables(database), TABLES);
});

Deno.test("a database of the newest schema is opened while another process has the lock of migrations", async () => {
  const url = await server.createDatabase();
  await using database = await openDatabase({ url, dataDir: "unused" });
  await database.kysely.transaction().execute(async (transaction) => {
    await sql`lock table tck_migrations_lock in access exclusive mode`.execute(transaction);
    const other = { url, dataDir: "unused" };
    await (await openDatabase(other)).close();
    assert.deepEqual(await migrateDatabase(other, "newest"), []);
    const reverted = assert.rejects(() => migrateDatabase(other, null), {
      code: "database.migration_failed",
    });
    await cancelWaiting(database);
    await reverted;
  });
});

/** Cancels the statement that waits for a lock, when there is one. */
async function cancelWaiting({ kysely }: Database): Promise<void> {
  await until("a statement waits for a lock", async () => {
    const { rows } = await sql`select pg_cancel_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(kysely);
    return rows.length > 0;
  });
}

Deno.test("batches from before the second migration become revisions with their rows", async () => {
  await using database = await openDatabase({ url: await server.createDatabase(), dataDir: "unused" });
  const { kysely } = database;
  await sql`alter table commits drop column replaced_commit_id, drop column revision_rows,
    drop column submission_id, drop column submission_digest`.execute(kysely);
  await sql`drop index if exists commits_history, commits_batch, object_intents_due, tombstones_due`.execute(
    kysely,
  );
  await sql`drop table ended_sessions, erasures`.execute(kysely);
  await sql`drop index widgets_without_text`.execute(kysely);
  await sql`alter table widgets drop column manifest_text`.execute(kysely);
  await sql`drop index widgets_day`.execute(kysely);
  await sql`alter table widgets rename constraint widgets_name to widgets_place`.execute(kysely);
  await sql`delete from tck_migrations where name >= '002_revisions'`.execute(kysely);
  const commitId = crypto.randomUUID();
  await sql`insert into commits values (${commitId}, 'demo', 't', '2026-03-04', 'diary', now(), 1, 0, '[]')`
    .execute(kysely);
  await sql`
    insert into widgets values ('demo', '2026-03-04', 'diary', 1, '001_a', 'w_1', 'hash', 5, '{"id":"a"}', null, null,
      ${commitId}, now())`.execute(kysely);
  assert.deepEqual(await migrateSchema(kysely, "newest"), LATER);
  assert.deepEqual((await readRevision(database, "demo", commitId))?.rows, [{
    position: 1,
    name: "001_a",
    widgetId: "w_1",
    bundleHash: "hash",
    bundleSize: 5,
    manifest: { id: "a" } as unknown as string, // as that version stored it
    manifestKey: null,
    sourceKey: null,
  }]);
});

Deno.test("several processes can open a new database at the same time", async () => {
  const url = await server.createDatabase();
  const databases = await Promise.all([1, 2, 3].map(() => openDatabase({ url, dataDir: "unused" })));
  assert.deepEqual(await listTables(databases[0]!), TABLES);
  for (const database of databases) await database.close();
});

Deno.test("a database of a newer version of the program is rejected and not changed, and no connection stays", async () => {
  const url = await server.createDatabase();
  {
    await using database = await openDatabase({ url, dataDir: "unused" });
    await sql`insert into tck_migrations values ('999_of_the_future', now()::text)`.execute(database.kysely);
  }
  await using other = await openDatabase({ url: await server.createDatabase(), dataDir: "unused" });
  await assert.rejects(() => openDatabase({ url, dataDir: "unused" }), { code: "database.newer_schema" });
  // A pool ends connections that are idle for ten seconds.
  await until("the server has no connection to the database", async () => {
    const { rows } = await sql`select from pg_stat_activity where datname = ${new URL(url).pathname.slice(1)}`
      .execute(other.kysely);
    return rows.length === 0;
  }, 5_000);
});

Deno.test("the address of another database is rejected without its credentials in the message", async () => {
  await assert.rejects(() => openDatabase({ url: "mysql://me:secret@host/db", dataDir: "unused" }), {
    code: "database.unsupported_url",
    message:
      'Cannot open database "mysql:": TCK_DATABASE_URL must be a URL that begins with postgres:// or postgresql://',
  });
});

Deno.test("the error for a database that cannot be reached has its host, without credentials", async () => {
  await assert.rejects(() => openDatabase({ url: "postgres://me:secret@127.0.0.1:1/x", dataDir: "unused" }), {
    code: "database.unreachable",
    message: /^Cannot reach the database at "127\.0\.0\.1:1": .*ECONNREFUSED/,
  });
});

Deno.test("a transaction whose connection is lost fails entirely, and the next one succeeds", async () => {
  const url = await server.createDatabase();
  await using database = await openDatabase({ url, dataDir: "unused" });
  await using other = await openDatabase({ url, dataDir: "unused" });
  for (const when of ["before the next query", "during a query"]) {
    await assert.rejects(
      () =>
        database.kysely.transaction().execute(async (transaction) => {
          const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
          await sql`insert into worker_agent_tasks values (${when}, 'demo')`.execute(transaction);
          const kill = () => sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(other.kysely);
          if (when === "before the next query") await kill();
          else void kill();
          await sql`select pg_sleep(10)`.execute(transaction);
          await sql`insert into worker_agent_tasks values ('half', 'demo')`.execute(transaction);
        }),
      /terminat|not queryable|ECONNRESET/i,
    );
    assert.deepEqual(await database.kysely.selectFrom("worker_agent_tasks").selectAll().execute(), []);
  }
});

for (const store of ["PostgreSQL", "PGlite"]) {
  Deno.test(`on ${store} a statement that requires its user's lock fails as a whole without it`, async () => {
    await using folder = await preparedFolder();
    const url = store === "PostgreSQL" ? { url: await server.createDatabase() } : {};
    await using database = await openDatabase({ ...url, dataDir: folder.path });
    const { kysely } = database;
    const insert = (context: typeof kysely, userId: string) =>
      sql`
        with clock as materialized (select ${clockUnderLock(userId)} as now),
        inserted as (insert into worker_agent_tasks values (${userId}, 'demo'))
        select now from clock`.execute(context);
    const rejected = /a statement without the lock of its user/;
    for (let turn = 0; turn < 2; turn++) {
      await assert.rejects(() => insert(kysely, "ada"), rejected);
      await assert.rejects(
        () => underUserLock(kysely, "bob", (transaction) => insert(transaction, "ada")),
        rejected,
      );
      const before = Date.now() - 60_000;
      const { rows: [row] } = await underUserLock(
        kysely,
        "ada",
        (transaction) => insert(transaction, "ada"),
      );
      assert.ok((row as { now: Date }).now.getTime() > before);
      const tasks = await kysely.deleteFrom("worker_agent_tasks").returning("task_id").execute();
      assert.deepEqual(tasks, [{ task_id: "ada" }]);
    }
  });
}

Deno.test("an error of the database has its message and code", async () => {
  await using database = await openDatabase({ url: await server.createDatabase(), dataDir: "unused" });
  const expected = { code: "42P01", message: 'relation "nowhere" does not exist' };
  await assert.rejects(() => sql`select from nowhere`.execute(database.kysely), expected);
});

Deno.test("a transaction that does not get its lock fails with the database's error and changes nothing", async () => {
  const url = await server.createDatabase();
  await using database = await openDatabase({ url, dataDir: "unused" });
  const pool = createConnectionPool(url);
  await using other = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const insert = (key: string) =>
    underUserLock(
      other,
      "demo",
      (transaction) =>
        sql`insert into tombstones (key, user_id, not_before) values (${key}, 'demo', now())`
          .execute(transaction),
    );
  await insert("before");
  await underUserLock(database.kysely, "demo", async (transaction) => {
    await sql`select 1`.execute(transaction);
    const rejected = assert.rejects(() => insert("meanwhile"), { code: "57014", message: /user request/ });
    await cancelWaiting(database);
    await rejected;
  });
  await insert("after");
  const rows = await database.kysely.selectFrom("tombstones").select("key").orderBy("key").execute();
  assert.deepEqual(rows.map(({ key }) => key), ["after", "before"]);
});

Deno.test("more transactions than connections are queued", async () => {
  await using database = await openDatabase({ url: await server.createDatabase(), dataDir: "unused" });
  const work = Array.from(
    { length: 40 },
    (_, index) =>
      database.kysely.transaction().execute(async (transaction) => {
        await sql`insert into worker_agent_tasks values (${String(index)}, 'demo')`.execute(transaction);
        if (index % 3 === 0) throw new Error("roll back");
      }),
  );
  await Promise.allSettled(work);
  const rows = await database.kysely.selectFrom("worker_agent_tasks").select("task_id").execute();
  assert.deepEqual(rows.map(({ task_id }) => Number(task_id) % 3).filter((rest) => rest === 0), []);
  assert.equal(rows.length, 26);
});

Deno.test("on PGlite a query is not part of a concurrent transaction, transactions are queued, and few buffers are kept", async () => {
  await using folder = await preparedFolder();
  await using database = await openDatabase({ dataDir: folder.path });
  const { kysely } = database;
  const { rows: [settings] } = await sql`show shared_buffers`.execute(kysely);
  assert.deepEqual(settings, { shared_buffers: "16MB" });
  const began = Promise.withResolvers<void>();
  const rolledBack = assert.rejects(
    kysely.transaction().execute(async (transaction) => {
      await sql`insert into worker_agent_tasks values ('inside', 'demo')`.execute(transaction);
      began.resolve();
      throw new Error("roll back");
    }),
    /roll back/,
  );
  await began.promise;
  const beside = [
    sql`insert into worker_agent_tasks values ('beside', 'demo')`.execute(kysely),
    kysely.transaction().execute((transaction) =>
      sql`insert into worker_agent_tasks values ('after', 'demo')`.execute(transaction)
    ),
    assert.rejects(sql`select 1 / 0`.execute(kysely), /division by zero/),
    database.notifications.take(1),
  ];
  await Promise.all([rolledBack, ...beside]);
  const rows = await kysely.selectFrom("worker_agent_tasks").select("task_id").orderBy("task_id").execute();
  assert.deepEqual(rows.map(({ task_id }) => task_id), ["after", "beside"]);
  await assert.rejects(() => openDatabase({ dataDir: folder.path }), { code: "database.locked" });
});

Deno.test("a PGlite folder that is opened again still has its rows", async () => {
  await using folder = await preparedFolder();
  {
    await using database = await openDatabase({ dataDir: folder.path });
    await sql`insert into worker_agent_tasks values ('kept', 'demo')`.execute(database.kysely);
  }
  await using database = await openDatabase({ dataDir: folder.path, url: "" });
  const rows = await database.kysely.selectFrom("worker_agent_tasks").select("task_id").execute();
  assert.deepEqual(rows, [{ task_id: "kept" }]);
});

Deno.test("a PGlite folder whose creation did not end is created again, and one that cannot be read is an error", async () => {
  const dataDir = await mkdtemp(join(await findMemoryFolder(), "tck-pglite-"));
  try {
    const folder = join(dataDir, "database");
    await mkdir(folder);
    await writeFile(join(folder, "PG_VERSION"), "");
    const message = `Cannot open the database in ${JSON.stringify(folder)}: `;
    await assert.rejects(openDatabase({ dataDir }), (error: Error & { code: string }) => {
      assert.equal(error.code, "database.unreachable");
      return error.message.startsWith(message);
    });
    await writeFile(join(dataDir, "database.incomplete"), "");
    await using database = await openDatabase({ dataDir });
    assert.deepEqual(await listTables(database), TABLES);
    assert.deepEqual((await readdir(dataDir)).filter((name) => !name.endsWith(".sock")).toSorted(), [
      "database",
      "database.lock",
    ]);
  } finally {
    await rm(dataDir, { recursive: true });
  }
});

Deno.test("the list and the sweep use indexes", async () => {
  await using database = await openDatabase({ url: await server.createDatabase(), dataDir: "unused" });
  const explain = async (query: string): Promise<string> => {
    const { rows } = await sql.raw<{ "QUERY PLAN": string }>(`explain ${query}`).execute(database.kysely);
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  };
  await sql`
    insert into widgets
    select 'user-' || n % 100, date '2026-01-01' + n / 1000, 'diary', n % 10 + 1, lpad(n::text, 5, '0'), 'w_' || n, 'hash-' || n, 1, '{}',
      null, null, gen_random_uuid(), now()
    from generate_series(1, 20000) n on conflict do nothing`.execute(database.kysely);
  await sql`
    insert into commits
    select gen_random_uuid(), 'user-' || n % 100, 't', '2026-01-01', 'diary', now(), 1, 0, '[]'
    from generate_series(1, 20000) n`.execute(database.kysely);
  await sql`analyze widgets, commits`.execute(database.kysely);
  const queries = [
    `select distinct local_date, kind from widgets where user_id = 'user-7' and local_date <= '2026-01-15'
       and (local_date < '2026-01-15' or kind > 'diary') order by local_date desc, kind limit 21`,
    "select from widgets where user_id = 'user-7' and local_date = '2026-01-05' and kind = 'diary'",
    "select from widgets where user_id = 'user-7' and bundle_hash = 'hash-7'",
    "select from widgets where manifest_object_key in ('a', 'b')",
    "select from widgets where source_object_key in ('a', 'b')",
    "select from commits where user_id = 'user-7' order by committed_at desc limit 10",
  ];
  for (const query of queries) assert.doesNotMatch(await explain(query), /Seq Scan/, query);
});
