import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { createFileObjectStore } from "../../../hosts/objects/mod.ts";
import type { Erasure } from "../../../hosts/postgres/mod.ts";
import { createErasureLog, type ErasureDependencies } from "../../../hosts/user_data/mod.ts";
import { makeBundle } from "../../core/commit/bundles.ts";
import type { Service } from "../commit/service.ts";

/** No part of a hexadecimal id, which the search for traces would find. */
export const USER = "ada-lovelace";

const LARGE = { defaultState: { text: "large ".repeat(6_000) } };

export async function openErasures({ deps, folder }: Service): Promise<ErasureDependencies> {
  const erasureLog = createErasureLog(await createFileObjectStore(join(folder, "erasures")), "");
  return { ...deps, erasureLog, eraseElsewhere: () => Promise.resolve([]) };
}

/** Commits a batch twice, so that the user has rows, a revision, tombstones, objects of two types and queued notifications. */
export async function commitTwice(service: Service, userId: string): Promise<void> {
  await service.commit({ "001_a.tckb": "first" }, { userId });
  await service.commit({ "001_a.tckb": "second", "002_b.tckb": await makeBundle("b", LARGE) }, { userId });
}

/** Every row of every table and every key with the id of a user. By plain SQL, so that it does not depend on the tested code. */
export async function findTraces({ database, listKeys, folder }: Service, userId: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'tck_queue')`
    .execute(database.kysely);
  const traces: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ line: string }>`select to_jsonb(each)::text as line from ${
      sql.raw(name)
    } as each`
      .execute(database.kysely);
    traces.push(...rows.filter(({ line }) => line.includes(userId)).map(({ line }) => `${name}: ${line}`));
  }
  const names = await readdir(folder, { recursive: true });
  return [
    ...traces,
    ...(await listKeys()).filter((key) => key.includes(userId)),
    ...names.filter((name) => name.split("/").includes(userId)),
  ];
}

export function countsOf({ erased }: Erasure): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { what, count } of erased) counts[what] = (counts[what] ?? 0) + count;
  return counts;
}

/** What an erasure of {@link commitTwice} counts. */
export const COUNTS = { widgets: 2, commits: 2, tasks: 1, notifications: 2, objects: 4 };
