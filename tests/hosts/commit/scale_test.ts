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
import { commitBatch, sweepObjects, systemClock } from "../../../hosts/commit/mod.ts";
import { createFileObjectStore } from "../../../hosts/objects/mod.ts";
import {
  createBatchReader,
  type Database,
  listRevisions,
  openDatabase,
  readRevision,
} from "../../../hosts/postgres/mod.ts";
import { createSessionPool } from "../../../hosts/postgres/session_pool.ts";
import type { Tables } from "../../../hosts/postgres/tables.ts";
import { writeProject } from "../../bench/commit_batch.ts";
import { makeBundle } from "../../core/commit/bundles.ts";
import { printedBy, runProcess } from "../../runtimes/process.ts";
import { type DatabaseServer, openPostgres } from "../../servers/postgres.ts";
import { DUE, fillDatabase } from "./million_rows.ts";

/**
 * How much more memory a sweep of ten times as many keys may hold and have resident, in MiB. V8 keeps some room that it
 * needs no more, up to a bound that it reaches after a third of the keys.
 */
const SWEEP_MARGIN = { held: 6, resident: 96 };
/** How much memory a process that commits 999 widgets may have at most, in MiB. */
const COMMIT_MEMORY = 200;

const TABLES = ["widgets", "object_intents", "tombstones", "commits"];

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

Deno.test("a sweep of ten times as many keys has no more memory", async () => {
  const program = fileURLToPath(new URL("./measured_sweep.ts", import.meta.url));
  const args = ["run", "-A", "--no-check", "--v8-flags=--expose-gc", program, filled, folder, String(DUE)];
  const { steps, measured } = JSON.parse(printedBy(await runProcess(process.execPath, args)));
  assert.equal(steps, DUE);
  const [early, late] = measured;
  for (const kind of ["held", "resident"] as const) {
    const more = late[kind] - early[kind];
    assert.ok(
      more < SWEEP_MARGIN[kind],
      `${kind}: ${early[kind]} MiB after a tenth, ${late[kind]} at the end`,
    );
  }
});

Deno.test("with a million rows, a commit, a sweep and every read find theirs by indexes alone", async () => {
  const client = postgres(filled, { max: 1 });
  try {
    const before = await countScans(client);
    const statements = await useEverything();
    assert.deepEqual(await countScans(client), before, "a statement went through a whole table");
    assert.ok(statements.size > 20, `only ${statements.size} statements were recorded`);
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

Deno.test("999 widgets are scanned and committed in less than 200 MiB", async () => {
  const work = await writeProject(join(folder, "work"), 999, 1);
  const url = await server.createDatabase();
  const program = fileURLToPath(new URL("./measured_commit.ts", import.meta.url));
  const args = ["run", "-A", "--no-check", program, url, join(folder, "data"), work];
  const { widgets, written, memory } = JSON.parse(printedBy(await runProcess(process.execPath, args)));
  assert.deepEqual([widgets, written], [999, 1998]);
  assert.ok(memory < COMMIT_MEMORY, `it had ${memory} MiB`);
});

type Statements = Map<string, readonly unknown[]>;

/** Commits over a batch, sweeps, reads in every way; gives each statement on the tables, with one set of parameters. */
async function useEverything(): Promise<Statements> {
  const statements: Statements = new Map();
  await using opened = await openDatabase({ url: filled, dataDir: folder });
  await using recording = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: createSessionPool(filled) }),
    log({ level, query }) {
      const isPlanned = /^\s*(select|insert|update|delete|with)\b/i.test(query.sql);
      if (level === "query" && isPlanned) statements.set(query.sql, query.parameters);
    },
  });
  const database: Database = { ...opened, kysely: recording };
  await commitOver(database);
  await readEverything(database);
  await sweepSome(database);
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
  const report = await commitBatch({ ...await makeDependencies(database), appUrl: "" }, {
    ...order,
    directory: join(folder, "batch"),
  });
  assert.equal(report.replaced, 20);
}

async function readEverything(database: Database): Promise<void> {
  const { objects } = await makeDependencies(database);
  const reader = createBatchReader(database, objects);
  const own = { userId: "user5", localDate: "2026-01-02", kind: "morning_brief" } as const;
  const batch = await reader.readBatch(own.userId, own.localDate, own.kind);
  const [widget] = batch!.widgets;
  assert.notEqual(await reader.readWidget("user5", widget!.id), null);
  assert.notEqual(await reader.findBundle("user5", widget!.bundle.hash), null);
  const after = { localDate: own.localDate, kind: own.kind, committedAt: batch!.committedAt };
  for (const direction of ["older", "newer"] as const) {
    // The other batches' manifests stand in objects that were never written.
    for (const position of [null, after]) {
      await reader.listBatches("user5", { limit: 1, direction, after: position }).catch(() => {});
    }
  }
  const [revision] = await listRevisions(database, { ...own, limit: 10 });
  assert.notEqual(await readRevision(database, "user5", revision!.revision), null);
}

/** The first page of what is due; a listing that holds what the commit wrote. */
async function sweepSome(database: Database): Promise<void> {
  const ending = new AbortController();
  const deps = await makeDependencies(database);
  const onStep = () => ending.abort();
  await assert.rejects(() => sweepObjects(deps, { dryRun: true, signal: ending.signal, onStep }));
}

async function makeDependencies(database: Database) {
  const objects = await createFileObjectStore(join(folder, "objects"));
  return { database, objects, clock: systemClock, createId: () => crypto.randomUUID(), log: () => {} };
}

/** How often each of the tables was gone through whole. Sessions tell when they end, so those that count have ended. */
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
