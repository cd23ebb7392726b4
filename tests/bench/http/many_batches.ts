import postgres from "postgres";

/** How many batches each user has, more than a page. */
const BATCHES_OF_USER = 100;

/** How many users there are to read, at any scale. */
const READ_USERS = 10;

/** The users whose batches are read, of a table with as many batches. */
export function listReadUsers(batches: number): string[] {
  const step = batches / BATCHES_OF_USER / READ_USERS;
  return Array.from({ length: READ_USERS }, (_, index) => `user${Math.floor(index * step)}`);
}

/** Replaces the widgets of a migrated database by one widget for each batch, by one statement. */
export async function fillWithBatches(url: string, batches: number): Promise<void> {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await client`truncate widgets`;
    await client.unsafe(
      `insert into widgets (user_id, local_date, kind, position, name, widget_id, bundle_hash, bundle_size,
          manifest_json, commit_id, committed_at)
      select 'user' || batch / ${BATCHES_OF_USER}, date '2026-01-01' + (batch % ${BATCHES_OF_USER})::int, 'morning_brief',
        1, '001_widget', 'w_' || rpad(to_hex(batch), 26, 'q'), rpad(to_hex(batch), 64, '_'), 1000,
        '{"id":"widget","title":"Widget","cardType":"feed","sizes":["fill-auto"]}', gen_random_uuid(), now()
      from generate_series(0, ${batches - 1}) as batch`,
    );
    await client`vacuum analyze widgets`;
  } finally {
    await client.end();
  }
}

/** How often PostgreSQL has read the whole table of widgets so far. */
export async function countTableScans(url: string): Promise<number> {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  try {
    const [row] = await client`select seq_scan from pg_stat_user_tables where relname = 'widgets'`;
    return Number(row!["seq_scan"]);
  } finally {
    await client.end();
  }
}
