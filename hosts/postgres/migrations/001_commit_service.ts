import { sql } from "kysely";
import type { Migration } from "kysely/migration";

const TABLES = ["widgets", "commits", "object_intents", "tombstones", "worker_agent_tasks", "ended_sessions"];

/** Keys and names are compared by byte, independently of the database's collation. Times are to the millisecond. */
const STATEMENTS = [
  sql`create table widgets (
    user_id text collate "C" not null,
    local_date date not null,
    kind text collate "C" not null,
    position smallint not null,
    name text collate "C" not null,
    widget_id text collate "C" primary key,
    bundle_hash text collate "C" not null,
    bundle_size integer not null,
    manifest_json jsonb,
    manifest_object_key text collate "C",
    source_object_key text collate "C",
    commit_id uuid not null,
    committed_at timestamptz(3) not null,
    constraint widgets_name unique (user_id, local_date, kind, name),
    constraint widgets_one_manifest check (num_nonnulls(manifest_json, manifest_object_key) = 1)
  )`,
  sql`create index widgets_list on widgets (user_id, local_date desc, kind)`,
  sql`create index widgets_bundle on widgets (user_id, bundle_hash)`,
  sql`create index widgets_manifest_object_key on widgets (manifest_object_key)
    where manifest_object_key is not null`,
  sql`create index widgets_source_object_key on widgets (source_object_key) where source_object_key is not null`,
  sql`create table commits (
    commit_id uuid primary key,
    user_id text collate "C" not null,
    task_id text not null,
    local_date date not null,
    kind text collate "C" not null,
    committed_at timestamptz(3) not null,
    widget_count integer not null,
    replaced_count integer not null,
    tombstoned jsonb not null,
    replaced_commit_id uuid,
    revision_rows jsonb
  )`,
  sql`create index commits_history on commits (user_id, committed_at desc)`,
  sql`create index commits_batch on commits (user_id, local_date, kind, committed_at desc)`,
  sql`create table object_intents (
    key text collate "C" not null,
    commit_id uuid not null,
    user_id text collate "C" not null,
    deadline timestamptz(3) not null,
    primary key (key, commit_id)
  )`,
  sql`create index object_intents_commit on object_intents (commit_id)`,
  sql`create index object_intents_deadline on object_intents (deadline)`,
  sql`create index object_intents_due on object_intents (user_id, deadline)`,
  sql`create table tombstones (
    key text collate "C" primary key,
    user_id text collate "C" not null,
    not_before timestamptz(3) not null,
    deleting_by uuid,
    deleting_until timestamptz(3)
  )`,
  sql`create index tombstones_not_before on tombstones (not_before)`,
  sql`create index tombstones_due on tombstones (user_id, not_before)`,
  sql`create table worker_agent_tasks (
    task_id text not null,
    user_id text collate "C" not null,
    output_files jsonb not null default '[]'::jsonb,
    primary key (user_id, task_id)
  )`,
  sql`create table ended_sessions (session_id uuid primary key, ended_at timestamptz(3) not null)`,
  sql`create index ended_sessions_time on ended_sessions (ended_at)`,
];

/** The schema of 0.2.0, the first version that was published. */
export const INITIAL_SCHEMA: Migration = {
  async up(database): Promise<void> {
    for (const statement of STATEMENTS) await statement.execute(database);
  },
  async down(database): Promise<void> {
    for (const table of TABLES) await database.schema.dropTable(table).execute();
  },
};
