import { type Kysely, sql } from "kysely";
import { type Migration, type MigrationProvider, Migrator, NO_MIGRATIONS } from "kysely/migration";
import { DatabaseError } from "./errors.ts";
import type { Tables } from "./tables.ts";

/**
 * Brings a database to this version's schema, under the migrator's lock.
 *
 * @param target The last migration that is to hold: the newest, or `null` for none, which takes everything back
 * @returns The migrations that were made or taken back, in that order
 * @throws {DatabaseError} `database.newer_schema`, `database.migration_failed`
 */
export async function migrateDatabase(
  database: Kysely<Tables>,
  target: "newest" | null,
): Promise<string[]> {
  const migrator = new Migrator({
    db: database,
    provider: PROVIDER,
    migrationTableName: "tck_migrations",
    migrationLockTableName: "tck_migrations_lock",
  });
  const { error, results } = target === "newest"
    ? await migrator.migrateToLatest()
    : await migrator.migrateTo(NO_MIGRATIONS);
  if (error === undefined) return (results ?? []).map(({ migrationName }) => migrationName);
  if (error instanceof Error && /previously executed migration .* is missing/.test(error.message)) {
    throw new DatabaseError(
      "database.newer_schema",
      "Cannot use the database: its schema is of a newer version of this program",
      { cause: error },
    );
  }
  throw new DatabaseError(
    "database.migration_failed",
    `Cannot migrate the database: ${error instanceof Error ? error.message : String(error)}`,
    { cause: error },
  );
}

type MigrationContext = Parameters<Migration["up"]>[0];

/** Keys and names are compared by byte, whatever the database's own collation is. */
const BYTEWISE = sql`text collate "C"`;
const TIME = sql`timestamptz(3)`;

const FIRST: Migration = {
  async up(database: MigrationContext): Promise<void> {
    await createWidgets(database);
    await createCommits(database);
    await createIntents(database);
    await createTombstones(database);
    await database.schema.createTable("worker_agent_tasks")
      .addColumn("task_id", "text", (column) => column.primaryKey())
      .addColumn("user_id", BYTEWISE, (column) => column.notNull())
      .addColumn("output_files", "jsonb", (column) => column.notNull().defaultTo(sql`'[]'::jsonb`))
      .execute();
  },
  async down(database: MigrationContext): Promise<void> {
    for (const table of ["worker_agent_tasks", "tombstones", "object_intents", "commits", "widgets"]) {
      await database.schema.dropTable(table).execute();
    }
  },
};

/** What a revision needs to be brought back: its rows, and which revision it replaced. */
const REVISIONS: Migration = {
  async up(database: MigrationContext): Promise<void> {
    await database.schema.alterTable("commits")
      .addColumn("replaced_commit_id", "uuid")
      .addColumn("revision_rows", "jsonb")
      .execute();
    await sql`create index commits_history on commits (user_id, committed_at desc)`.execute(database);
    await sql`create index commits_batch on commits (user_id, local_date, kind, committed_at desc)`
      .execute(database);
    await sql`
      update commits set revision_rows = (
        select jsonb_agg(jsonb_build_object(
          'position', position, 'name', name, 'widgetId', widget_id, 'bundleHash', bundle_hash,
          'bundleSize', bundle_size, 'manifest', manifest_json, 'manifestKey', manifest_object_key,
          'sourceKey', source_object_key) order by position)
        from widgets where widgets.commit_id = commits.commit_id)`.execute(database);
  },
  async down(database: MigrationContext): Promise<void> {
    await database.schema.dropIndex("commits_history").execute();
    await database.schema.dropIndex("commits_batch").execute();
    await database.schema.alterTable("commits").dropColumn("replaced_commit_id").dropColumn("revision_rows")
      .execute();
  },
};

/** Each flip asks whether something of its user's is due to be swept. */
const DUE: Migration = {
  async up(database: MigrationContext): Promise<void> {
    await sql`create index object_intents_due on object_intents (user_id, deadline)`.execute(database);
    await sql`create index tombstones_due on tombstones (user_id, not_before)`.execute(database);
  },
  async down(database: MigrationContext): Promise<void> {
    await database.schema.dropIndex("object_intents_due").execute();
    await database.schema.dropIndex("tombstones_due").execute();
  },
};

const PROVIDER: MigrationProvider = {
  getMigrations: () =>
    Promise.resolve({ "001_commit_service": FIRST, "002_revisions": REVISIONS, "003_due": DUE }),
};

async function createWidgets(database: MigrationContext): Promise<void> {
  await database.schema.createTable("widgets")
    .addColumn("user_id", BYTEWISE, (column) => column.notNull())
    .addColumn("local_date", "date", (column) => column.notNull())
    .addColumn("kind", BYTEWISE, (column) => column.notNull())
    .addColumn("position", "smallint", (column) => column.notNull())
    .addColumn("name", BYTEWISE, (column) => column.notNull())
    .addColumn("widget_id", BYTEWISE, (column) => column.primaryKey())
    .addColumn("bundle_hash", BYTEWISE, (column) => column.notNull())
    .addColumn("bundle_size", "integer", (column) => column.notNull())
    .addColumn("manifest_json", "jsonb")
    .addColumn("manifest_object_key", BYTEWISE)
    .addColumn("source_object_key", BYTEWISE)
    .addColumn("commit_id", "uuid", (column) => column.notNull())
    .addColumn("committed_at", TIME, (column) => column.notNull())
    .addUniqueConstraint("widgets_place", ["user_id", "local_date", "kind", "position"])
    .addCheckConstraint("widgets_one_manifest", sql`num_nonnulls(manifest_json, manifest_object_key) = 1`)
    .execute();
  await sql`create index widgets_list on widgets (user_id, local_date desc, committed_at desc, kind, position)`
    .execute(database);
  await database.schema.createIndex("widgets_bundle").on("widgets").columns(["user_id", "bundle_hash"])
    .execute();
  for (const column of ["manifest_object_key", "source_object_key"]) {
    await database.schema.createIndex(`widgets_${column}`).on("widgets").column(column)
      .where(sql.ref(column), "is not", null).execute();
  }
}

async function createCommits(database: MigrationContext): Promise<void> {
  await database.schema.createTable("commits")
    .addColumn("commit_id", "uuid", (column) => column.primaryKey())
    .addColumn("user_id", BYTEWISE, (column) => column.notNull())
    .addColumn("task_id", "text", (column) => column.notNull())
    .addColumn("local_date", "date", (column) => column.notNull())
    .addColumn("kind", BYTEWISE, (column) => column.notNull())
    .addColumn("committed_at", TIME, (column) => column.notNull())
    .addColumn("widget_count", "integer", (column) => column.notNull())
    .addColumn("replaced_count", "integer", (column) => column.notNull())
    .addColumn("tombstoned", "jsonb", (column) => column.notNull())
    .execute();
}

async function createIntents(database: MigrationContext): Promise<void> {
  await database.schema.createTable("object_intents")
    .addColumn("key", BYTEWISE, (column) => column.notNull())
    .addColumn("commit_id", "uuid", (column) => column.notNull())
    .addColumn("user_id", BYTEWISE, (column) => column.notNull())
    .addColumn("deadline", TIME, (column) => column.notNull())
    .addPrimaryKeyConstraint("object_intents_pkey", ["key", "commit_id"])
    .execute();
  await database.schema.createIndex("object_intents_commit").on("object_intents").column("commit_id")
    .execute();
  await database.schema.createIndex("object_intents_deadline").on("object_intents").column("deadline")
    .execute();
}

async function createTombstones(database: MigrationContext): Promise<void> {
  await database.schema.createTable("tombstones")
    .addColumn("key", BYTEWISE, (column) => column.primaryKey())
    .addColumn("user_id", BYTEWISE, (column) => column.notNull())
    .addColumn("not_before", TIME, (column) => column.notNull())
    .addColumn("deleting_by", "uuid")
    .addColumn("deleting_until", TIME)
    .execute();
  await database.schema.createIndex("tombstones_not_before").on("tombstones").column("not_before").execute();
}
