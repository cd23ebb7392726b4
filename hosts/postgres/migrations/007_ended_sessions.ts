import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Records the sessions of the web app that were ended before they expired. */
export const ENDED_SESSIONS: Migration = {
  async up(database): Promise<void> {
    await sql`create table ended_sessions (
      session_id uuid primary key,
      ended_at timestamptz(3) not null
    )`.execute(database);
    await sql`create index ended_sessions_time on ended_sessions (ended_at)`.execute(database);
  },
  async down(database): Promise<void> {
    await database.schema.dropTable("ended_sessions").execute();
  },
};
