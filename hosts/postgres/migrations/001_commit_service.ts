import { sql } from "kysely";
import type { Migration } from "kysely/migration";

type SchemaDatabase = Parameters<Migration["up"]>[0];

/** Keys and names are compared by byte, independently of the database's collation. */
const BYTEWISE = sql`text collate "C"`;
const TIME = sql`timestamptz(3)`;

/** Creates the commit service's tables. */
export const INITIAL_SCHEMA: Migration = {
  async up(database): Promise<void> {
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
  async down(database): Promise<void> {
    for (const table of ["worker_agent_tasks", "tombstones", "object_intents", "commits", "widgets"]) {
      await database.schema.dropTable(table).execute();
    }
  },
};

async function createWidgets(database: SchemaDatabase): Promise<void> {
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

async function createCommits(database: SchemaDatabase): Promise<void> {
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

async function createIntents(database: SchemaDatabase): Promise<void> {
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

async function createTombstones(database: SchemaDatabase): Promise<void> {
  await database.schema.createTable("tombstones")
    .addColumn("key", BYTEWISE, (column) => column.primaryKey())
    .addColumn("user_id", BYTEWISE, (column) => column.notNull())
    .addColumn("not_before", TIME, (column) => column.notNull())
    .addColumn("deleting_by", "uuid")
    .addColumn("deleting_until", TIME)
    .execute();
  await database.schema.createIndex("tombstones_not_before").on("tombstones").column("not_before").execute();
}
