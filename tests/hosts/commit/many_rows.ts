import postgres from "postgres";

/** How many widgets a batch has. */
const BATCH = 20;

/** How many puts are running: PostgreSQL reads a table of a few thousand rows as a whole. */
const INTENTS = 50_000;

/** One of so many tombstones is due, evenly distributed over the users. */
const DUE_SHARE = 10;

/** The number of the user whose batches are read: their manifests are in the rows, since no object is written. */
const READ_USER = 5;

/** How many of some tombstones are due. */
export function countDue(rows: number): number {
  return rows / DUE_SHARE;
}

/**
 * Fills a migrated database with widgets of users who have a hundred each, their commits, as many tombstones of which a tenth
 * is due, and the intents of many running commits. The database generates all rows.
 *
 * @param rows the number of widgets, and of tombstones
 */
export async function fillDatabase(url: string, rows: number): Promise<void> {
  const [users, batches] = [rows / 100, rows / BATCH];
  const dateOf = (batch: string) => `date '2026-01-01' + (${batch} / ${users})::int`;
  const client = postgres(url, { max: 1, onnotice: () => {} });
  try {
    // The rows need not survive a crash.
    for (const table of ["widgets", "commits", "tombstones"]) {
      await client.unsafe(`alter table ${table} set unlogged`);
    }
    await client.unsafe(`
      insert into commits (commit_id, user_id, task_id, local_date, kind, committed_at, widget_count, replaced_count,
          tombstoned)
      select ${commitId("batch")}, 'user' || batch % ${users}, 'task', ${
      dateOf("batch")
    }, 'morning_brief', now(), ${BATCH}, 0, '[]'
      from generate_series(0, ${batches - 1}) as batch`);
    await client.unsafe(`
      insert into widgets (user_id, local_date, kind, position, name, widget_id, bundle_hash, bundle_size,
          manifest_json, manifest_object_key, source_object_key, commit_id, committed_at)
      select 'user' || batch % ${users}, ${
      dateOf("batch")
    }, 'morning_brief', position, lpad(position::text, 3, '0') || '_w',
        'w_' || rpad(to_hex(number), 26, 'q'), rpad(to_hex(number), 64, '_'), 1000,
        case when position > 1 or batch % ${users} = ${READ_USER} then '{"id":"w"}'::jsonb end,
        case when position = 1 and batch % ${users} <> ${READ_USER} then 'widgets/user' || batch % ${users} || '/manifests/w_' || number || '.json' end,
        case when position < 5 then 'widgets/user' || batch % ${users} || '/sources/w_' || number || '.tar.gz' end,
        ${commitId("batch")}, now()
      from (select number, number / ${BATCH} as batch, number % ${BATCH} + 1 as position
        from generate_series(0, ${rows - 1}) as number) as made`);
    await client.unsafe(`
      insert into tombstones (key, user_id, not_before)
      select 'widgets/user' || number % ${users} || '/bundles/' || rpad('gone' || number, 64, '_') || '.tckb',
        'user' || number % ${users},
        now() + case when number / ${users} % ${DUE_SHARE} = 0 then -1 else 1 end * interval '1 day'
      from generate_series(0, ${rows - 1}) as number`);
    await client.unsafe(`
      insert into object_intents (key, commit_id, user_id, deadline)
      select 'widgets/user' || number % ${users} || '/bundles/' || rpad('new' || number, 64, '_') || '.tckb',
        ${commitId(`number / ${BATCH}`)}, 'user' || number % ${users}, now() + interval '10 minutes'
      from generate_series(0, ${INTENTS - 1}) as number`);
    for (const table of ["widgets", "commits", "tombstones", "object_intents", "worker_agent_tasks"]) {
      await client.unsafe(`analyze ${table}`);
    }
  } finally {
    await client.end();
  }
}

function commitId(batch: string): string {
  return `('00000000-0000-7000-8000-' || lpad(to_hex(${batch}), 12, '0'))::uuid`;
}
