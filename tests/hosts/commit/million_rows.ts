import postgres from "postgres";

/** The number of widgets, and of tombstones. */
const MILLION = 1_000_000;

/** How many tombstones are due, evenly distributed over the users. */
export const DUE = 100_000;

/**
 * Fills a migrated database with a million widgets of 10,000 users, their commits, a million tombstones of which a tenth is
 * due, and the intents of many running commits. The database generates all rows.
 */
export async function fillDatabase(url: string): Promise<void> {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  try {
    // The rows need not survive a crash.
    for (const table of ["widgets", "commits", "tombstones"]) {
      await client.unsafe(`alter table ${table} set unlogged`);
    }
    await client.unsafe(`
      insert into commits (commit_id, user_id, task_id, local_date, kind, committed_at, widget_count, replaced_count,
          tombstoned)
      select ${commitId("batch")}, 'user' || batch % 10000, 'task', ${
      dateOf("batch")
    }, 'morning_brief', now(), 20, 0, '[]'
      from generate_series(0, 49999) as batch`);
    await client.unsafe(`
      insert into widgets (user_id, local_date, kind, position, name, widget_id, bundle_hash, bundle_size,
          manifest_json, manifest_object_key, source_object_key, commit_id, committed_at)
      select 'user' || batch % 10000, ${
      dateOf("batch")
    }, 'morning_brief', position, lpad(position::text, 3, '0') || '_w',
        'w_' || rpad(to_hex(number), 26, 'q'), rpad(to_hex(number), 64, '_'), 1000,
        case when position > 1 then '{"id":"w"}'::jsonb end,
        case when position = 1 then 'widgets/user' || batch % 10000 || '/manifests/w_' || number || '.json' end,
        case when position < 5 then 'widgets/user' || batch % 10000 || '/sources/w_' || number || '.tar.gz' end,
        ${commitId("batch")}, now()
      from (select number, number / 20 as batch, number % 20 + 1 as position
        from generate_series(0, ${MILLION - 1}) as number) as made`);
    await client.unsafe(`
      insert into tombstones (key, user_id, not_before)
      select 'widgets/user' || number % 10000 || '/bundles/' || rpad('gone' || number, 64, '_') || '.tckb',
        'user' || number % 10000,
        now() + case when number / 10000 % ${MILLION / DUE} = 0 then -1 else 1 end * interval '1 day'
      from generate_series(0, ${MILLION - 1}) as number`);
    await client.unsafe(`
      insert into object_intents (key, commit_id, user_id, deadline)
      select 'widgets/user' || number % 10000 || '/bundles/' || rpad('new' || number, 64, '_') || '.tckb',
        ${commitId("number / 20")}, 'user' || number % 10000, now() + interval '10 minutes'
      from generate_series(0, 49999) as number`);
    for (const table of ["widgets", "commits", "tombstones", "object_intents", "worker_agent_tasks"]) {
      await client.unsafe(`analyze ${table}`);
    }
  } finally {
    await client.end();
  }
}

function dateOf(batch: string): string {
  return `date '2026-01-01' + (${batch} / 10000)::int`;
}

function commitId(batch: string): string {
  return `('00000000-0000-7000-8000-' || lpad(to_hex(${batch}), 12, '0'))::uuid`;
}
