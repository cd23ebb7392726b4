/**
 * A million widgets and a million keys in real PostgreSQL, and a batch of 999 widgets: plans and memory.
 */
import assert from "node:assert/strict";
import { Kysely, PostgresDialect } from "kysely";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { commitBatch } from "../../../hosts/commit/mod.ts";
import { systemClock } from "../../../hosts/time/mod.ts";
import { sweepObjects } from "../../../hosts/sweep/mod.ts";
import { manifestKey, sourceKey } from "../../../core/naming/mod.ts";
import { createFileObjectStore } from "../../../hosts/objects/mod.ts";
import {
  createBatchReader,
  createCommitStore,
  type Database,
  listRevisions,
  openDatabase,
  readRevision,
  readSubmission,
} from "../../../hosts/postgres/mod.ts";
import { createConnectionPool } from "../../../hosts/postgres/connection_pool.ts";
import type { Tables } from "../../../hosts/postgres/tables.ts";
import { writeProject } from "../../bench/commit_batch.ts";
import { makeBundle } from "../../core/commit/bundles.ts";
import { printedBy, runProcess } from "../../runtimes/process.ts";
import { type DatabaseServer, openPostgres } from "../../servers/postgres.ts";
import { DUE, fillDatabase } from "./million_rows.ts";

/**
 * How much more memory a sweep of ten times as many keys may use and have resident, in MiB. V8 keeps some memory that it
 * no longer uses, up to a limit that it reaches after a third of the keys.
 */
const SWEEP_MARGIN = { used: 6, resident: 96 };
/** The maximum memory of a process that commits 999 widgets, in MiB. */
const MAX_COMMIT_MEMORY = 200;

const TABLES = ["widgets", "object_intents", "tombstones", "commits"];
/** The statements of a sweep's claim, and of its end. */
const SWEEP_STATEMENTS = [
  'delete from "object_intents"',
  'insert into "tombstones"',
  'delete from "tombstones" where "key" = $1 and "deleting_by" = $2',
];

let server: DatabaseServer;
let folder: string;
let filled: string;
Deno.test.beforeAll(async () => {
  server = await openPostgres();
  folder = await mkdtemp(join(tmpdir(), "tck-scale-"));
  filled = await server.createDatabase();
  await (await openDatabase({ url: filled, dataDir: folder })).close();
  await fillDatabase(filled);
});
Deno.test.afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

Deno.test("a sweep of ten times as many keys uses no more memory", async () => {
  const program = fileURLToPath(new URL("../sweep/measured_sweep.ts", import.meta.url));
  const args = ["run", "-A", "--no-check", "--v8-flags=--expose-gc", program, filled, folder, String(DUE)];
  const { steps, measured } = JSON.parse(printedBy(await runProcess(process.execPath, args)));
  assert.equal(steps, DUE);
  const [early, late] = measured;
  for (const kind of ["used", "resident"] as const) {
    const more = late[kind] - early[kind];
    assert.ok(
      more < SWEEP_MARGIN[kind],
      `${kind}: ${early[kind]} MiB after a tenth, ${late[kind]} at the end`,
    );
  }
});

Deno.test("with a million rows, a commit, a sweep and every read use indexes only", async () => {
  const client = postgres(filled, { max: 1 });
  try {
    const before = await countScans(client);
    const statements = await recordStatements();
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

Deno.test("with widgets and commits partitioned by the user's id, each statement about a user is planned on one partition", async () => {
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

type Statements = Map<string, readonly unknown[]>;

let recorded: Promise<Statements> | undefined;

function recordStatements(): Promise<Statements> {
  return recorded ??= useEverything();
}

/** Replaces a batch, sweeps, and reads in every way; returns each statement on the tables, with one set of parameters. */
async function useEverything(): Promise<Statements> {
  const statements: Statements = new Map();
  await using opened = await openDatabase({ url: filled, dataDir: folder });
  await using recording = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: createConnectionPool(filled) }),
    log({ level, query }) {
      const isPlanned = /^\s*(select|insert|update|delete|with)\b/i.test(query.sql);
      if (level === "query" && isPlanned) statements.set(query.sql, query.parameters);
    },
  });
  const database: Database = { ...opened, kysely: recording };
  await commitOver(database);
  await readEverything(database);
  await sweepSome(database);
  await sweepKey(database);
  return statements;
}

async function commitOver(database: Database): Promise<void> {
  const dist = join(folder, "batch", "widget-batch", "dist");
  await mkdir(dist, { recursive: true });
  await mkdir(join(dist, "../widgets/001_a"), { recursive: true });
  await writeFile(join(dist, "../widgets/001_a/widget.tck.tsx"), "export default 1;");
  await writeFile(join(dist, "001_a.tckb"), await makeBundle("a"));
  const defaultState = { text: "x".repeat(40_000) };
  await writeFile(join(dist, "002_b.tckb"), await makeBundle("b", { defaultState }));
  const order = { userId: "user5", taskId: "t", localDate: "2026-01-02", kind: "morning_brief" } as const;
  const submission = { submissionId: crypto.randomUUID(), digest: "d" };
  const report = await commitBatch({ ...await makeDependencies(database), appUrl: "" }, {
    ...order,
    directory: join(folder, "batch"),
    submission,
  });
  assert.equal(report.replaced, 20);
  assert.equal((await readSubmission(database, order.userId, submission))!.revision, report.commitId);
}

async function readEverything(database: Database): Promise<void> {
  const { objects } = await makeDependencies(database);
  // The generated rows reference manifests that were never written.
  const reader = createBatchReader(database, {
    ...objects,
    get: async (key) => await objects.get(key) ?? new TextEncoder().encode("{}"),
  });
  const batchIdentity = { userId: "user5", localDate: "2026-01-02", kind: "morning_brief" } as const;
  const batch = await reader.readBatch(batchIdentity.userId, batchIdentity.localDate, batchIdentity.kind);
  const [widget] = batch!.widgets;
  assert.notEqual(await reader.readWidget("user5", widget!.id), null);
  assert.notEqual(await reader.findBundle("user5", widget!.bundle.hash), null);
  const after = { localDate: batchIdentity.localDate, kind: batchIdentity.kind };
  for (const direction of ["older", "newer"] as const) {
    for (const position of [null, after]) {
      const { batches } = await reader.listBatches("user5", { limit: 1, direction, after: position });
      assert.equal(batches.length, 1);
    }
  }
  const { revisions: [revision] } = (await listRevisions(database, { ...batchIdentity, limit: 10 }))!;
  assert.notEqual(await readRevision(database, "user5", revision!.revision), null);
}

/** Reads the first page of due keys. */
async function sweepSome(database: Database): Promise<void> {
  const ending = new AbortController();
  const deps = await makeDependencies(database);
  const onStep = () => ending.abort();
  await assert.rejects(() => sweepObjects(deps, { dryRun: true, signal: ending.signal, onStep }));
}

/** Claims and finishes the deletion of one key of each type, as a sweep does. */
async function sweepKey(database: Database): Promise<void> {
  const store = createCommitStore(database);
  const sweepId = crypto.randomUUID();
  const [due] = await store.listDueTombstones({ after: "", limit: 1, userId: "user6" });
  const keys = [
    due!.key,
    manifestKey("user6", `w_${"a".repeat(26)}`),
    sourceKey("user6", `w_${"a".repeat(26)}`),
  ];
  for (const key of keys) {
    const plan = () => ({ action: "delete", key, reason: "" } as const);
    const claim = { userId: "user6", key, action: "delete", sweepId, lease: 60_000, plan } as const;
    assert.equal(await store.applySweepStep(claim), true);
    await store.finishDeletion(claim);
  }
}

async function makeDependencies(database: Database) {
  const objects = await createFileObjectStore(join(folder, "objects"));
  return { database, objects, clock: systemClock, createId: () => crypto.randomUUID(), log: () => {} };
}

/** How often each of the tables was scanned. Connections report it when they end, so those that count have ended. */
async function countScans(client: postgres.Sql): Promise<unknown[]> {
  return [
    ...await client`
    select relname, seq_scan from pg_stat_user_tables where relname = any(${TABLES}) order by relname`,
  ];
}

type PlanNode = { readonly [property: string]: unknown; readonly Plans?: readonly PlanNode[] };

function* walkPlan(node: PlanNode): Generator<PlanNode> {
  yield node;
  for (const below of node.Plans ?? []) yield* walkPlan(below);
}
