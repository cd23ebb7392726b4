import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Makes the name of a widget unique in its batch, in place of its number, which several widgets may have. */
export const WIDGET_NAMES: Migration = {
  async up(database): Promise<void> {
    await sql`alter table widgets drop constraint widgets_place,
      add constraint widgets_name unique (user_id, local_date, kind, name)`.execute(database);
  },
  async down(database): Promise<void> {
    // The former schema has room for one widget of each number.
    await sql`delete from widgets using widgets as earlier
      where (widgets.user_id, widgets.local_date, widgets.kind, widgets.position)
        = (earlier.user_id, earlier.local_date, earlier.kind, earlier.position) and widgets.name > earlier.name`
      .execute(database);
    await sql`alter table widgets drop constraint widgets_name,
      add constraint widgets_place unique (user_id, local_date, kind, position)`.execute(database);
  },
};
