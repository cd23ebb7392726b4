import assert from "node:assert/strict";
import { PGlite } from "@electric-sql/pglite";
import { Kysely, PostgresDialect, sql } from "kysely";
import { createConnectionPool } from "../../../hosts/postgres/connections/connection_pool.ts";
import { PooledPGliteDialect } from "../../../hosts/postgres/connections/pglite_dialect.ts";
import { openPostgres } from "../../servers/postgres.ts";

Deno.test("statements on PGlite are prepared once, whatever fails or changes in between", async (t) => {
  const pglite = await PGlite.create();
  const database = new Kysely<Record<string, never>>({ dialect: new PooledPGliteDialect(pglite) });
  const countPrepared = async () => {
    const { rows: [row] } = await sql<
      { count: number }
    >`select count(*)::int as count from pg_prepared_statements`
      .execute(database);
    return row!.count;
  };

  await t.step("values of every type that the tables have are sent and read", async () => {
    const time = new Date("2026-03-01T06:00:00.123Z");
    const { rows } =
      await sql`select ${null}::text as nothing, ${7}::int as number, ${"ä\u0001'\\"}::text as text,
      ${true}::boolean as yes, ${{ a: [1, "}"] }}::jsonb as json, ${[
        "x",
        'y"',
      ]}::text[] as list, ${time}::timestamptz as time,
      ${"2026-03-01"}::date::text as date, ${new Uint8Array([0, 255])}::bytea as bytes`.execute(database);
    assert.deepEqual(rows, [{
      nothing: null,
      number: 7,
      text: "ä\u0001'\\",
      yes: true,
      json: { a: [1, "}"] },
      list: ["x", 'y"'],
      time,
      date: "2026-03-01",
      bytes: new Uint8Array([0, 255]),
    }]);
  });

  await t.step("the same text is prepared once, and of many texts the latest stay", async () => {
    const before = await countPrepared();
    for (const value of ["a", "b", "c"]) {
      const { rows } = await sql`select ${value}::text as value`.execute(database);
      assert.deepEqual(rows, [{ value }]);
    }
    assert.equal(await countPrepared(), before + 1);
    for (let index = 0; index < 250; index++) await sql.raw(`select ${index} as value`).execute(database);
    assert.ok(await countPrepared() <= 100);
    assert.deepEqual((await sql.raw("select 3 as value").execute(database)).rows, [{ value: 3 }]);
  });

  await t.step("a statement that failed can be executed again, with what was wrong corrected", async () => {
    const divide = (by: number) => sql`select 6 / ${by}::int as value`.execute(database);
    await assert.rejects(() => divide(0), { code: "22012" });
    assert.deepEqual((await divide(2)).rows, [{ value: 3 }]);
    await assert.rejects(() => sql`select from from`.execute(database), { code: "42601" });
    const read = () => sql`select * from things`.execute(database);
    await assert.rejects(read, { code: "42P01" });
    await sql`create table things (a int)`.execute(database);
    assert.equal((await sql`insert into things values (1), (2)`.execute(database)).numAffectedRows, 2n);
    assert.deepEqual((await read()).rows, [{ a: 1 }, { a: 2 }]);
    await sql`alter table things add column b text`.execute(database);
    await assert.rejects(read, { code: "0A000" });
    assert.deepEqual((await read()).rows, [{ a: 1, b: null }, { a: 2, b: null }]);
  });

  await t.step("a transaction whose statement failed is rolled back, and the next one is not", async () => {
    const insert = (value: number, divisor: number) =>
      database.transaction().setIsolationLevel("serializable").execute(async (transaction) => {
        const { rows } = await sql`select current_setting('transaction_isolation') as level`.execute(
          transaction,
        );
        assert.deepEqual(rows, [{ level: "serializable" }]);
        await sql`insert into things (a) values (${value}::int)`.execute(transaction);
        await sql`select 1 / ${divisor}::int`.execute(transaction);
      });
    await assert.rejects(() => insert(8, 0), { code: "22012" });
    await insert(9, 1);
    const { rows } = await sql`select a from things where a > 2`.execute(database);
    assert.deepEqual(rows, [{ a: 9 }]);
  });

  await database.destroy();
  assert.ok(pglite.closed);
});

Deno.test("statements on PostgreSQL are prepared once for each connection, and can be executed again after a failure", async () => {
  await using postgres = await openPostgres();
  const pool = createConnectionPool(await postgres.createDatabase());
  const database = new Kysely<Record<string, never>>({ dialect: new PostgresDialect({ pool }) });
  await database.connection().execute(async (connection) => {
    const divide = async (by: number) =>
      (await sql`select 6 / ${by}::int as value, ${["x"]}::text[] as list`.execute(connection)).rows;
    await assert.rejects(() => divide(0), { code: "22012" });
    for (const by of [1, 2, 3]) assert.deepEqual(await divide(by), [{ value: 6 / by, list: ["x"] }]);
    const { rows } =
      await sql`select count(*)::int as count from pg_prepared_statements where statement like '%6 / %'`
        .execute(connection);
    assert.deepEqual(rows, [{ count: 2 }], "this one and the other one");
  });
  await database.destroy();
});
