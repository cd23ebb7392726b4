import { sql } from "kysely";
import type { ObjectStore } from "../../core/commit/mod.ts";
import type { CommitDependencies } from "../../hosts/commit/mod.ts";
import type { Database } from "../../hosts/postgres/mod.ts";

/** The saved contents of the stores. */
export interface SavedState {
  /** Restores the contents. */
  restore(): Promise<void>;
}

/** Saves the contents of the stores, except the queues, which are emptied when it is restored. */
export async function saveState({ database, objects }: CommitDependencies): Promise<SavedState> {
  const { kysely } = database;
  await sql`create schema saved`.execute(kysely);
  for (const table of TABLES) await sql.raw(`create table saved.${table} as table ${table}`).execute(kysely);
  const saved = new Map<string, Uint8Array>();
  for await (const { key } of objects.list("")) saved.set(key, (await objects.get(key))!);
  return {
    async restore() {
      await restoreTables(database);
      await restoreObjects(objects, saved);
    },
  };
}

const TABLES = ["widgets", "worker_agent_tasks", "object_intents", "tombstones", "commits"];

/** One statement, which waits for open transactions of killed processes. */
async function restoreTables({ kysely }: Database): Promise<void> {
  const inserts = TABLES.map((table) => `insert into ${table} select * from saved.${table};`);
  const body = `truncate ${TABLES.join()}, erasures; delete from tck_queue.job; ${inserts.join(" ")}`;
  await sql.raw(`do $$ begin ${body} end $$`).execute(kysely);
}

async function restoreObjects(objects: ObjectStore, saved: ReadonlyMap<string, Uint8Array>): Promise<void> {
  const present = await Array.fromAsync(objects.list(""), ({ key }) => key);
  const foreign = present.filter((key) => !saved.has(key));
  const gone = [...saved].filter(([key]) => !present.includes(key));
  await Promise.all([
    ...foreign.map((key) => objects.delete(key)),
    ...gone.map(([key, bytes]) => objects.put(key, bytes)),
  ]);
}
