// budget: 15 s: 100,000 rows in PostgreSQL, and a commit of 999 widgets
/**
 * Many widgets and keys in real PostgreSQL, and a batch of 999 widgets: plans and memory.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { openDatabase } from "../../../hosts/postgres/mod.ts";
import { writeProject } from "../../bench/commit_batch.ts";
import { printedBy, runProcess } from "../../runtimes/process.ts";
import { walkPlan } from "./recorded_statements.ts";
import { testScale } from "./scale.ts";

/** The maximum memory of a process that commits 999 widgets, in MiB. */
const MAX_COMMIT_MEMORY = 200;

// A million rows are in scale_soak.ts.
const scaled = testScale(100_000);

Deno.test("with widgets and commits partitioned by the user's id, each statement about a user is planned on one partition", async () => {
  const { server, folder, recordStatements } = scaled();
  const url = await server.createDatabase();
  await (await openDatabase({ url, dataDir: folder })).close();
  const client = postgres(url, { max: 1, onnotice: () => {} });
  try {
    for (const table of PARTITIONED) await partitionByUser(client, table);
    const statements = await recordStatements();
    const broad: string[] = [];
    for (const [text, parameters] of statements) {
      const [row] = await client.unsafe(`explain (format json) ${text}`, parameters as never[]);
      const parts = walkPlan(row!["QUERY PLAN"][0].Plan).map((node) => String(node["Relation Name"]))
        .filter((relation) => /_part\d$/.test(relation));
      const byTable = Map.groupBy(new Set(parts), (relation) => relation.replace(/_part\d$/, ""));
      if ([...byTable.values()].some(({ length }) => length > 1)) {
        broad.push(text.replaceAll(/\s+/g, " ").trim());
      }
    }
    assert.deepEqual(broad.toSorted(), OF_MANY_USERS.toSorted());
  } finally {
    await client.end();
  }
});

Deno.test("999 widgets are scanned and committed in less than 200 MiB", async () => {
  const { server, folder } = scaled();
  const work = await writeProject(join(folder, "work"), 999, 1);
  const url = await server.createDatabase();
  const program = fileURLToPath(new URL("./measured_commit.ts", import.meta.url));
  const args = ["run", "-A", "--no-check", program, url, join(folder, "data"), work];
  const { widgets, written, memory } = JSON.parse(printedBy(await runProcess(process.execPath, args)));
  assert.deepEqual([widgets, written], [999, 1998]);
  assert.ok(memory < MAX_COMMIT_MEMORY, `it had ${memory} MiB`);
});

const PARTITIONED = ["widgets", "commits"];

/** A sweep looks at keys of all users in their order, and readers who ask at the same time share a statement. */
const OF_MANY_USERS = [
  'select "manifest_object_key" from "widgets" where "manifest_object_key" = any($1::text[])',
  'select "source_object_key" from "widgets" where "source_object_key" = any($1::text[])',
  `select distinct widgets.user_id, widgets.bundle_hash from jsonb_to_recordset($1::jsonb -> 'wanted') as wanted ` +
  `(user_id text, bundle_hash text) join widgets on widgets.user_id = wanted.user_id collate "C" ` +
  `and widgets.bundle_hash = wanted.bundle_hash collate "C"`,
];

/** Replaces an empty table by one with four partitions, with the same indexes. A unique one begins with the user's id. */
async function partitionByUser(client: postgres.Sql, table: string): Promise<void> {
  const indexes = await client`select pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid = ${table}::regclass`;
  await client.unsafe(`alter table ${table} rename to ${table}_whole`);
  await client.unsafe(
    `create table ${table} (like ${table}_whole including defaults) partition by hash (user_id)`,
  );
  for (let part = 0; part < 4; part++) {
    await client.unsafe(
      `create table ${table}_part${part} partition of ${table} for values with (modulus 4, remainder ${part})`,
    );
  }
  for (const { definition } of indexes) {
    const [, unique, method, columns, rest] =
      /^CREATE (UNIQUE )?INDEX \S+ ON \S+ USING (\w+) \((.*?)\)( WHERE .*)?$/.exec(definition)!;
    const withUser = unique && !columns!.includes("user_id") ? `user_id, ${columns}` : columns;
    await client.unsafe(`create ${unique ?? ""}index on ${table} using ${method} (${withUser})${rest ?? ""}`);
  }
}
