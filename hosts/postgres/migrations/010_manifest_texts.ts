import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * Stores the text of each manifest beside its jsonb, which sorts keys. The texts of older rows are in their bundles, which
 * SQL cannot read: a service mends the rows while it runs, by the index of those that have no text.
 */
export const MANIFEST_TEXTS: Migration = {
  async up(database): Promise<void> {
    await sql`alter table widgets add column manifest_text text`.execute(database);
    await sql`create index widgets_without_text on widgets (widget_id)
      where manifest_text is null and manifest_json is not null`.execute(database);
  },
  /** Revisions have their manifests as jsonb again. */
  async down(database): Promise<void> {
    await sql`update commits set revision_rows = (
      select jsonb_agg(case jsonb_typeof(row -> 'manifest')
        when 'string' then row || jsonb_build_object('manifest', (row ->> 'manifest')::jsonb) else row end order by place)
      from jsonb_array_elements(revision_rows) with ordinality as rows (row, place))
      where jsonb_typeof(revision_rows) = 'array' and revision_rows <> '[]'::jsonb`.execute(database);
    await sql`drop index widgets_without_text`.execute(database);
    await sql`alter table widgets drop column manifest_text`.execute(database);
  },
};
