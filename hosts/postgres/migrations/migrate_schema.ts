import { type Kysely, sql } from "kysely";
import { type Migration, Migrator, NO_MIGRATIONS } from "kysely/migration";
import { errorMessage } from "../../../core/errors/mod.ts";
import { DatabaseError } from "../errors.ts";
import { INITIAL_SCHEMA } from "./001_commit_service.ts";
import { REVISIONS } from "./002_revisions.ts";
import { DUE_INDEXES } from "./003_due.ts";
import { LIST_ORDER } from "./004_list_order.ts";
import { WIDGET_NAMES } from "./005_widget_names.ts";
import { TASK_SCOPE } from "./006_task_scope.ts";
import { ENDED_SESSIONS } from "./007_ended_sessions.ts";
import { ERASURES } from "./008_erasures.ts";
import { SUBMISSIONS } from "./009_submissions.ts";
import { MANIFEST_TEXTS } from "./010_manifest_texts.ts";
import type { Tables } from "../tables.ts";

const MIGRATIONS: { readonly [name: string]: Migration } = {
  "001_commit_service": INITIAL_SCHEMA,
  "002_revisions": REVISIONS,
  "003_due": DUE_INDEXES,
  "004_list_order": LIST_ORDER,
  "005_widget_names": WIDGET_NAMES,
  "006_task_scope": TASK_SCOPE,
  "007_ended_sessions": ENDED_SESSIONS,
  "008_erasures": ERASURES,
  "009_submissions": SUBMISSIONS,
  "010_manifest_texts": MANIFEST_TEXTS,
};

const MIGRATIONS_TABLE = "tck_migrations";

type WithoutLimit = <Result>(work: (database: Kysely<Tables>) => Promise<Result>) => Promise<Result>;

/**
 * Migrates the schema, under the migrator's lock. The lock is not needed where nothing is to be done: a process that was
 * lost while it had the lock keeps it until the server closes its connection, which can take hours.
 *
 * @param target The newest migration, or `null` to revert all of them
 * @param withoutLimit Has something done on connections whose statements may take as long as they need
 * @returns The migrations that were applied or reverted, in that order
 * @throws {DatabaseError} `database.newer_schema`, `database.migration_failed`
 */
export async function migrateSchema(
  database: Kysely<Tables>,
  target: "newest" | null,
  withoutLimit: WithoutLimit = (work) => work(database),
): Promise<string[]> {
  if (target === "newest" && await isNewest(database)) return [];
  const { error, results } = await withoutLimit((db) => {
    const migrator = new Migrator({
      db,
      provider: { getMigrations: () => Promise.resolve({ ...MIGRATIONS }) },
      migrationTableName: MIGRATIONS_TABLE,
      migrationLockTableName: "tck_migrations_lock",
    });
    return target === "newest" ? migrator.migrateToLatest() : migrator.migrateTo(NO_MIGRATIONS);
  });
  if (error === undefined) return (results ?? []).map(({ migrationName }) => migrationName);
  if (/previously executed migration .* is missing/.test(errorMessage(error))) throw createNewerError(error);
  const message = `Cannot migrate the database: ${errorMessage(error)}`;
  throw new DatabaseError("database.migration_failed", message, { cause: error });
}

/** Whether the migrations that were applied are exactly those of this version. */
async function isNewest(database: Kysely<Tables>): Promise<boolean> {
  return (await listApplied(database)).join() === Object.keys(MIGRATIONS).join();
}

/**
 * How many migrations are to be applied.
 *
 * @throws {DatabaseError} `database.newer_schema`
 */
export async function countPendingMigrations(database: Kysely<Tables>): Promise<number> {
  const applied = await listApplied(database);
  if (applied.some((name) => !Object.hasOwn(MIGRATIONS, name))) throw createNewerError();
  return Object.keys(MIGRATIONS).length - applied.length;
}

async function listApplied(database: Kysely<Tables>): Promise<string[]> {
  const { rows: [table] } = await sql<{ exists: boolean }>`
    select to_regclass(${MIGRATIONS_TABLE}) is not null as exists`.execute(database);
  if (!table!.exists) return [];
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(MIGRATIONS_TABLE)} order by name collate "C"`.execute(database);
  return rows.map(({ name }) => name);
}

function createNewerError(cause?: unknown): DatabaseError {
  return new DatabaseError(
    "database.newer_schema",
    "Cannot use the database: its schema is of a newer version of this program",
    { cause },
  );
}
