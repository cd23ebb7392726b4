import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Indexes for the flip, which checks whether a record of its user is due for a sweep. */
export const DUE_INDEXES: Migration = {
  async up(database): Promise<void> {
    await sql`create index object_intents_due on object_intents (user_id, deadline)`.execute(database);
    await sql`create index tombstones_due on tombstones (user_id, not_before)`.execute(database);
  },
  async down(database): Promise<void> {
    await database.schema.dropIndex("object_intents_due").execute();
    await database.schema.dropIndex("tombstones_due").execute();
  },
};
