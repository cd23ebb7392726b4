import { sql } from "kysely";
import type { ObjectStore } from "../../core/commit/mod.ts";
import type { CommitDependencies } from "../../hosts/commit/mod.ts";
import type { Database } from "../../hosts/postgres/mod.ts";

/** What stores held at some time. */
export interface SavedState {
  /** Brings the stores back to it. */
  restore(): Promise<void>;
}

/** Keeps everything that the stores hold, but for the queue, which begins empty. */
export async function saveState({ database, objects }: CommitDependencies): Promise<SavedState> {
  const { kysely } = database;
  await sql`create schema saved`.execute(kysely);
  for (const table of TABLES) await sql.raw(`create table saved.${table} as table ${table}`).execute(kysely);
  const held = new Map<string, Uint8Array>();
  for await (const { key } of objects.list("")) held.set(key, (await objects.get(key))!);
  return {
    async restore() {
      await restoreTables(database);
      await restoreObjects(objects, held);
    },
  };
}

const TABLES = ["widgets", "worker_agent_tasks", "object_intents", "tombstones", "commits"];

/** In one statement. It waits for what a dead process has left open. */
async function restoreTables({ kysely }: Database): Promise<void> {
  const inserts = TABLES.map((table) => `insert into ${table} select * from saved.${table};`);
  const body = `truncate ${TABLES.join()}; delete from tck_queue.job; ${inserts.join(" ")}`;
  await sql.raw(`do $$ begin ${body} end $$`).execute(kysely);
}

async function restoreObjects(objects: ObjectStore, held: ReadonlyMap<string, Uint8Array>): Promise<void> {
  const present = await Array.fromAsync(objects.list(""), ({ key }) => key);
  const foreign = present.filter((key) => !held.has(key));
  const gone = [...held].filter(([key]) => !present.includes(key));
  await Promise.all([
    ...foreign.map((key) => objects.delete(key)),
    ...gone.map(([key, bytes]) => objects.put(key, bytes)),
  ]);
}
