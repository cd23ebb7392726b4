import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Records which submission a commit has carried out: each at most once. */
export const SUBMISSIONS: Migration = {
  async up(database): Promise<void> {
    await sql`alter table commits add column submission_id uuid,
      add column submission_digest text collate "C"`.execute(database);
    await sql`create unique index commits_submission on commits (user_id, submission_id) where submission_id is not null`
      .execute(database);
  },
  async down(database): Promise<void> {
    await sql`alter table commits drop column submission_id, drop column submission_digest`.execute(database);
  },
};
