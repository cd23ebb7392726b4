import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Indexes the list of batches in its order: by day and kind, which a commit of the batch does not change. */
export const LIST_ORDER: Migration = {
  async up(database): Promise<void> {
    await database.schema.dropIndex("widgets_list").execute();
    await sql`create index widgets_list on widgets (user_id, local_date desc, kind)`.execute(database);
  },
  async down(database): Promise<void> {
    await database.schema.dropIndex("widgets_list").execute();
    await sql`create index widgets_list on widgets (user_id, local_date desc, committed_at desc, kind, position)`
      .execute(database);
  },
};
