import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { openDatabase } from "../../../hosts/postgres/mod.ts";
import { printedBy, runProcess } from "../../runtimes/process.ts";
import { findMemoryFolder } from "../../servers/memory_folder.ts";
import { type DatabaseServer, openPostgres } from "../../servers/postgres.ts";
import { countDue, fillDatabase } from "./many_rows.ts";
import { type FilledDatabase, recordStatements, type Statements, walkPlan } from "./recorded_statements.ts";

/**
 * How much more memory a sweep of ten times as many keys may use and have resident, in MiB. V8 keeps some memory that it
 * no longer uses, up to a limit that it reaches after a third of the keys.
 */
const SWEEP_MARGIN = { used: 6, resident: 96 };
const TABLES = ["widgets", "object_intents", "tombstones", "commits"];
/** The statements of a sweep's claim, and of its end. */
const SWEEP_STATEMENTS = [
  'delete from "object_intents"',
  'insert into "tombstones"',
  'delete from "tombstones" where "key" = $1 and "deleting_by" = $2',
];

/** The database that is filled, and what was recorded on it. */
export interface ScaledDatabase extends FilledDatabase {
  readonly server: DatabaseServer;
  recordStatements(): Promise<Statements>;
}

/**
 * Defines the tests on real PostgreSQL with many rows; a sweep of them uses no more memory and each statement indexes only.
 *
 * @param rows the number of widgets, and of keys
 * @returns the database, once the tests run
 */
export function testScale(rows: number): () => ScaledDatabase {
  let scaled: ScaledDatabase;
  Deno.test.beforeAll(async () => {
    const server = await openPostgres();
    const folder = await mkdtemp(join(await findMemoryFolder(), "tck-scale-"));
    const url = await server.createDatabase();
    await (await openDatabase({ url, dataDir: folder })).close();
    await fillDatabase(url, rows);
    let recorded: Promise<Statements> | undefined;
    scaled = { server, url, folder, recordStatements: () => recorded ??= recordStatements({ url, folder }) };
  });
  Deno.test.afterAll(async () => {
    await scaled.server.stop();
    await rm(scaled.folder, { recursive: true });
  });

  Deno.test("a sweep of ten times as many keys uses no more memory", async () => {
    const program = fileURLToPath(new URL("../sweep/measured_sweep.ts", import.meta.url));
    const { url, folder } = scaled;
    const due = String(countDue(rows));
    const args = ["run", "-A", "--no-check", "--v8-flags=--expose-gc", program, url, folder, due];
    const { steps, measured } = JSON.parse(printedBy(await runProcess(process.execPath, args)));
    assert.equal(steps, countDue(rows));
    const [early, late] = measured;
    for (const kind of ["used", "resident"] as const) {
      const more = late[kind] - early[kind];
      assert.ok(
        more < SWEEP_MARGIN[kind],
        `${kind}: ${early[kind]} MiB after a tenth, ${late[kind]} at the end`,
      );
    }
  });

  Deno.test(`with ${rows} rows, a commit, a sweep and every read use indexes only`, async () => {
    const client = postgres(scaled.url, { max: 1 });
    try {
      const before = await countScans(client);
      const statements = await scaled.recordStatements();
      assert.deepEqual(await countScans(client), before, "a statement scanned a whole table");
      assert.ok(statements.size > 20, `only ${statements.size} statements were recorded`);
      for (const part of ["insert into widgets", "insert into object_intents", ...SWEEP_STATEMENTS]) {
        assert.ok([...statements.keys()].some((text) => text.includes(part)), `${part} was not recorded`);
      }
      for (const [text, parameters] of statements) {
        const [row] = await client.unsafe(`explain (format json) ${text}`, parameters as never[]);
        for (const node of walkPlan(row!["QUERY PLAN"][0].Plan)) {
          const isWhole = node["Node Type"] === "Seq Scan" && TABLES.includes(String(node["Relation Name"]));
          assert.ok(!isWhole, `${text}\n${JSON.stringify(row, null, 1)}`);
        }
      }
    } finally {
      await client.end();
    }
  });
  return () => scaled;
}

/** How often each of the tables was scanned. Connections report it when they end, so those that count have ended. */
async function countScans(client: postgres.Sql): Promise<unknown[]> {
  return [
    ...await client`
    select relname, seq_scan from pg_stat_user_tables where relname = any(${TABLES}) order by relname`,
  ];
}
