import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Stores what a rollback needs: the rows of a revision, and which revision it replaced. */
export const REVISIONS: Migration = {
  async up(database): Promise<void> {
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
  async down(database): Promise<void> {
    await database.schema.dropIndex("commits_history").execute();
    await database.schema.dropIndex("commits_batch").execute();
    await database.schema.alterTable("commits").dropColumn("replaced_commit_id").dropColumn("revision_rows")
      .execute();
  },
};
