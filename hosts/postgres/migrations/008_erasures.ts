import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Records the erasures of users, by a hash of the user's id once they are finished, and indexes batches by their day. */
export const ERASURES: Migration = {
  async up(database): Promise<void> {
    await sql`create table erasures (
      erasure_id uuid primary key,
      user_hash text collate "C" not null,
      user_id text collate "C",
      started_at timestamptz(3) not null,
      erased_at timestamptz(3),
      late_until timestamptz(3),
      finished_at timestamptz(3),
      erased jsonb not null default '[]'::jsonb
    )`.execute(database);
    await sql`create index erasures_user on erasures (user_hash, erased_at desc)`.execute(database);
    await sql`create index erasures_unfinished on erasures (started_at) where finished_at is null`
      .execute(database);
    // Rows are written in about the order of their days, so that a summary of each range of pages is enough.
    await sql`create index widgets_day on widgets using brin (local_date)`.execute(database);
  },
  async down(database): Promise<void> {
    await sql`drop index widgets_day`.execute(database);
    await database.schema.dropTable("erasures").execute();
  },
};
