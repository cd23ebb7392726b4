import assert from "node:assert/strict";
import { Kysely, PostgresDialect } from "kysely";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
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
import { createConnectionPool } from "../../../hosts/postgres/connections/connection_pool.ts";
import type { Tables } from "../../../hosts/postgres/tables.ts";
import { makeBundle } from "../../core/commit/bundles.ts";

/** Statements on the tables, each with one set of parameters. */
export type Statements = ReadonlyMap<string, readonly unknown[]>;

/** A database that {@linkcode fillDatabase} has filled, and a folder for objects and batches. */
export interface FilledDatabase {
  readonly url: string;
  readonly folder: string;
}

/** Replaces a batch, sweeps, and reads in every way; returns each statement on the tables. */
export async function recordStatements({ url, folder }: FilledDatabase): Promise<Statements> {
  const statements = new Map<string, readonly unknown[]>();
  await using opened = await openDatabase({ url, dataDir: folder });
  await using recording = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: createConnectionPool(url) }),
    log({ level, query }) {
      const isPlanned = /^\s*(select|insert|update|delete|with)\b/i.test(query.sql);
      if (level === "query" && isPlanned) statements.set(query.sql, query.parameters);
    },
  });
  const database: Database = { ...opened, kysely: recording };
  const deps = await makeDependencies(database, folder);
  await commitOver(deps, folder);
  await readEverything(deps);
  await sweepSome(deps);
  await sweepKey(database);
  return statements;
}

async function commitOver(deps: Dependencies, folder: string): Promise<void> {
  const dist = join(folder, "batch", "widget-batch", "dist");
  await mkdir(dist, { recursive: true });
  await mkdir(join(dist, "../widgets/001_a"), { recursive: true });
  await writeFile(join(dist, "../widgets/001_a/widget.tck.tsx"), "export default 1;");
  await writeFile(join(dist, "001_a.tckb"), await makeBundle("a"));
  const defaultState = { text: "x".repeat(40_000) };
  await writeFile(join(dist, "002_b.tckb"), await makeBundle("b", { defaultState }));
  const order = { userId: "user5", taskId: "t", localDate: "2026-01-02", kind: "morning_brief" } as const;
  const submission = { submissionId: crypto.randomUUID(), digest: "d" };
  const report = await commitBatch({ ...deps, appUrl: "" }, {
    ...order,
    directory: join(folder, "batch"),
    submission,
  });
  assert.equal(report.replaced, 20);
  assert.equal((await readSubmission(deps.database, order.userId, submission))!.revision, report.commitId);
}

async function readEverything({ database, objects }: Dependencies): Promise<void> {
  const reader = createBatchReader(database, objects);
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
async function sweepSome(deps: Dependencies): Promise<void> {
  const ending = new AbortController();
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

type Dependencies = Awaited<ReturnType<typeof makeDependencies>>;

async function makeDependencies(database: Database, folder: string) {
  const objects = await createFileObjectStore(join(folder, "objects"));
  return { database, objects, clock: systemClock, createId: () => crypto.randomUUID(), log: () => {} };
}

/** A node of a plan of PostgreSQL. */
export type PlanNode = { readonly [property: string]: unknown; readonly Plans?: readonly PlanNode[] };

/** A node of a plan, and all below it. */
export function* walkPlan(node: PlanNode): Generator<PlanNode> {
  yield node;
  for (const below of node.Plans ?? []) yield* walkPlan(below);
}
