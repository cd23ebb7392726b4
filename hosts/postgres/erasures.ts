import { createHash } from "node:crypto";
import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from "kysely";
import { formatBundleFolder } from "../../core/naming/mod.ts";
import type { Database } from "./database.ts";
import type { ErasedPart, Tables } from "./tables.ts";
import { selectKeyStates } from "./key_states.ts";
import { clockUnderLock, readClock, setUtc, underUserLock } from "./user_lock.ts";
import { rowsOf, USER_TABLES, type UserTable } from "./user_rows.ts";

/** The erasure of one user, as plain JSON. Times are RFC 3339, UTC. */
export interface Erasure {
  readonly erasureId: string;
  /** {@linkcode hashUser}: after the end nothing else of the user is known. */
  readonly user: string;
  readonly startedAt: string;
  /** When the last of the user's data became unreadable and all sessions had ended; null before. */
  readonly erasedAt: string | null;
  /** Until when a commit that was running may have written objects, which an erasure that is continued then deletes. */
  readonly lateUntil: string | null;
  /** When nothing was left; null before. */
  readonly finishedAt: string | null;
  /** The erased parts, in order. An erasure that was interrupted has the parts of each attempt. */
  readonly erased: readonly ErasedPart[];
}

/** SHA-256 of a user's id, in hexadecimal: it identifies a user to who knows the id. */
export function hashUser(userId: string): string {
  return createHash("sha256").update(`tck.user:${userId}`).digest("hex");
}

/** The same for a column. */
const USER_HASH = sql`encode(sha256(convert_to('tck.user:' || user_id, 'UTF8')), 'hex')`;

/** A text that is another one after each erasure of a user, as a part of a statement. */
export function selectErasureState(userId: string): RawBuilder<string> {
  return sql`(
    select coalesce(string_agg(erasure_id || ' ' || extract(epoch from erased_at), ',' order by erasure_id), '')
    from erasures where user_hash = ${hashUser(userId)} and erased_at is not null)`;
}

/**
 * Begins an erasure, or returns the one that was interrupted; or the last one, if nothing was stored of the user since then.
 *
 * @param erasureId the id of a new erasure
 */
export function beginErasure({ kysely }: Database, userId: string, erasureId: string): Promise<Erasure> {
  return underUserLock(kysely, userId, async (transaction) => {
    const [last] = await selectErasures(transaction).where("user_hash", "=", hashUser(userId))
      .orderBy("started_at", "desc").limit(1).execute();
    if (last !== undefined && (last.finished_at === null || !(await hasRows(transaction, userId)))) {
      return toErasure(last);
    }
    const row = {
      erasure_id: erasureId,
      user_hash: hashUser(userId),
      user_id: userId,
      started_at: sql<Date>`${clockUnderLock(userId)}`,
    };
    await transaction.insertInto("erasures").values(row).onConflict((conflict) => conflict.doNothing())
      .execute();
    return await readErasure(transaction, erasureId);
  });
}

/**
 * Deletes everything of a user in one transaction: rows, revisions, jobs. What objects it referenced, and those that are
 * given, get a tombstone that is due at once; commits that are running can no longer flip.
 *
 * @param storedKeys the keys of the user's objects in the store
 */
export function eraseRows(
  { kysely }: Database,
  userId: string,
  erasureId: string,
  storedKeys: readonly string[],
): Promise<void> {
  return underUserLock(kysely, userId, async (transaction) => {
    await setUtc(transaction);
    const { rows: [clock] } = await sql<{ now: Date }>`select ${clockUnderLock(userId)} as now`.execute(
      transaction,
    );
    const lateUntil = await fenceCommits(transaction, userId, clock!.now);
    const found = await omitCounted(transaction, erasureId, storedKeys);
    await addTombstones(transaction, userId, storedKeys, clock!.now);
    const parts: ErasedPart[] = [];
    for (const table of USER_TABLES) parts.push(await eraseTable(transaction, table, userId));
    parts.push(describeObjects(found));
    await transaction.updateTable("erasures").set({
      user_id: userId,
      erased_at: clock!.now,
      late_until: sql`greatest(late_until, ${lateUntil}::timestamptz)`,
      finished_at: null,
    }).where("erasure_id", "=", erasureId).execute();
    await appendParts(transaction, erasureId, parts);
  });
}

/** Has the objects deleted that a commit has written which was running when the rows were erased: nothing keeps them. */
export function eraseLateObjects(
  { kysely }: Database,
  userId: string,
  erasureId: string,
  storedKeys: readonly string[],
): Promise<void> {
  return underUserLock(kysely, userId, async (transaction) => {
    const now = await readClock(transaction);
    const late = (await selectKeyStates(transaction, storedKeys)).filter((state) =>
      !state.referenced && Math.max(state.intentDeadline ?? 0, state.tombstone?.notBefore ?? 0) <= now
    ).map(({ key }) => key);
    const found = await omitCounted(transaction, erasureId, late);
    await sql`insert into tombstones (key, user_id, not_before)
      select key, ${userId}, ${clockUnderLock(userId)} from unnest(${found}::text[]) as late (key)
      on conflict (key) do nothing`.execute(transaction);
    await appendParts(transaction, erasureId, [describeObjects(found)]);
  });
}

/** Adds what was erased outside of the stores. */
export async function recordErased(
  { kysely }: Database,
  erasureId: string,
  parts: readonly ErasedPart[],
): Promise<void> {
  await appendParts(kysely, erasureId, parts);
}

/** Ends an erasure, unless a tombstone of it is left or a commit that was running may still write an object. */
export function finishErasure({ kysely }: Database, userId: string, erasureId: string): Promise<Erasure> {
  return underUserLock(kysely, userId, async (transaction) => {
    await sql`
      update erasures set finished_at = ${clockUnderLock(userId)}, user_id = null
      where erasure_id = ${erasureId}::uuid and finished_at is null
        and (late_until is null or late_until <= ${clockUnderLock(userId)})
        and not exists (
          select from tombstones where tombstones.user_id = ${userId} and not_before <= ${
      clockUnderLock(userId)
    }
        )`.execute(transaction);
    return await readErasure(transaction, erasureId);
  });
}

/** How many objects of a user are due for deletion, and for how many milliseconds other sweeps have leases on them. */
export async function readDueDeletions(
  { kysely }: Database,
  userId: string,
): Promise<{ readonly count: number; readonly leased: number }> {
  const { rows: [due] } = await sql<{ count: number; leased: number }>`
    select count(*)::int as count,
      coalesce(ceil(extract(epoch from max(deleting_until) - clock_timestamp()) * 1000), 0)::int as leased
    from tombstones where user_id = ${userId} and not_before <= clock_timestamp()`.execute(kysely);
  return due!;
}

/** An erasure that was interrupted, or waits for commits that were running. */
export interface UnfinishedErasure {
  readonly userId: string;
  readonly erasureId: string;
  /** When the rows were deleted, or null: what there is since then is of the user's later commits. */
  readonly erasedAt: Date | null;
}

/** The erasures that have not ended. */
export async function listUnfinishedErasures({ kysely }: Database): Promise<UnfinishedErasure[]> {
  const rows = await kysely.selectFrom("erasures").select(["user_id", "erasure_id", "erased_at"])
    .where("finished_at", "is", null).where("user_id", "is not", null).orderBy("started_at").execute();
  return rows.map(({ user_id, erasure_id, erased_at }) => ({
    userId: user_id!,
    erasureId: erasure_id,
    erasedAt: erased_at,
  }));
}

/** Which of these erasures the database does not have: it is that of a backup from before. */
export async function listUnknownErasures(
  { kysely }: Database,
  erasureIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${erasureIds}::text[]) as asked (id)
    where not exists (select from erasures where erasure_id = id::uuid)`.execute(kysely);
  return rows.map(({ id }) => id);
}

/** Records the erasure of a user who has no stored data, so that earlier sessions stay ended. */
export async function recordKnownErasure(
  { kysely }: Database,
  { erasureId, user, requestedAt }: { erasureId: string; user: string; requestedAt: string },
): Promise<void> {
  const time = new Date(requestedAt);
  const times = { started_at: time, erased_at: time, finished_at: time };
  await kysely.insertInto("erasures").values({ erasure_id: erasureId, user_hash: user, ...times })
    .onConflict((conflict) => conflict.doNothing()).execute();
}

/** The ids of the users with these hashes who have stored data. */
export async function findUsersByHash({ kysely }: Database, hashes: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from (
      select user_id from widgets union select user_id from commits union select user_id from worker_agent_tasks
      union select user_id from object_intents union select user_id from tombstones
      union select data #>> '{data,userId}' from tck_queue.job
    ) as users where user_id is not null and ${USER_HASH} = any(${hashes}::text[])`.execute(kysely);
  return rows.map(({ user_id }) => user_id);
}

/** How many rows of each table an erasure would delete. */
export async function countUserRows({ kysely }: Database, userId: string): Promise<ErasedPart[]> {
  const parts: ErasedPart[] = [];
  for (const what of USER_TABLES) {
    const { from, where } = rowsOf(what, userId);
    const { rows: [row] } = await sql<
      { count: number }
    >`select count(*)::int as count from ${from} where ${where}`
      .execute(kysely);
    parts.push({ what, count: row!.count, sha256: null });
  }
  return parts;
}

/** Expires the intents of commits that are running, so that none of them flips. Returns their latest deadline, or null. */
async function fenceCommits(
  transaction: Transaction<Tables>,
  userId: string,
  now: Date,
): Promise<Date | null> {
  const { rows: [latest] } = await sql<{ until: Date | null }>`
    with live as materialized (
      select key, commit_id, deadline from object_intents where user_id = ${userId} and deadline > ${now}
    ),
    fenced as (
      update object_intents set deadline = ${now} from live
      where object_intents.key = live.key and object_intents.commit_id = live.commit_id
    )
    select max(deadline) as until from live`.execute(transaction);
  return latest!.until;
}

function describeObjects(keys: readonly string[]): ErasedPart {
  const lines = keys.toSorted().map((key) => `${key}\n`).join("");
  return { what: "objects", count: keys.length, sha256: createHash("sha256").update(lines).digest("hex") };
}

/** The keys that no earlier attempt of the erasure has counted. */
async function omitCounted(
  transaction: Transaction<Tables>,
  erasureId: string,
  keys: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${keys}::text[]) as stored (key)
    where not exists (
      select from tombstones join erasures on erasure_id = ${erasureId}::uuid
      where tombstones.key = stored.key collate "C" and erased_at is not null and not_before <= statement_timestamp()
    )`.execute(transaction);
  return rows.map(({ key }) => key);
}

/** A sweep that is deleting one of the keys keeps its mark. */
async function addTombstones(
  transaction: Transaction<Tables>,
  userId: string,
  storedKeys: readonly string[],
  now: Date,
): Promise<void> {
  const folder = formatBundleFolder(userId);
  await sql`
    with revised as materialized (
      select revised.* from commits, jsonb_to_recordset(revision_rows)
        as revised ("bundleHash" text, "manifestKey" text, "sourceKey" text)
      where user_id = ${userId} and revision_rows is not null
    )
    insert into tombstones (key, user_id, not_before)
    select key, ${userId}, ${now} from (
      select ${folder} || bundle_hash || '.tckb' collate "C" as key from widgets where user_id = ${userId}
      union select manifest_object_key from widgets where user_id = ${userId}
      union select source_object_key from widgets where user_id = ${userId}
      union select ${folder} || "bundleHash" || '.tckb' collate "C" from revised
      union select "manifestKey" collate "C" from revised
      union select "sourceKey" collate "C" from revised
      union select key from tombstones where user_id = ${userId}
      union select unnest(${storedKeys}::text[]) collate "C"
    ) as keys where key is not null order by key
    on conflict (key) do update set not_before = excluded.not_before`.execute(transaction);
}

async function eraseTable(
  transaction: Transaction<Tables>,
  what: UserTable,
  userId: string,
): Promise<ErasedPart> {
  const { from, where, line, order } = rowsOf(what, userId);
  const { rows: [gone] } = await sql<{ count: number; sha256: string }>`
    with gone as (
      select ${line} as line, row_number() over (order by ${order}) as place from ${from} where ${where}
    ), erased as (delete from ${from} where ${where})
    select count(*)::int as count,
      encode(sha256(convert_to(coalesce(string_agg(line || chr(10), '' order by place), ''), 'UTF8')), 'hex') as sha256
    from gone`.execute(transaction);
  return { what, ...gone! };
}

async function appendParts(
  database: Kysely<Tables>,
  erasureId: string,
  parts: readonly ErasedPart[],
): Promise<void> {
  const found = parts.filter(({ count }) => count > 0);
  if (found.length === 0) return;
  await sql`update erasures set erased = erased || (${{ found }}::jsonb -> 'found')
    where erasure_id = ${erasureId}::uuid`.execute(database);
}

async function hasRows(transaction: Transaction<Tables>, userId: string): Promise<boolean> {
  const { rows: [found] } = await sql<{ any: boolean }>`
    select exists (select from widgets where user_id = ${userId})
      or exists (select from commits where user_id = ${userId})
      or exists (select from worker_agent_tasks where user_id = ${userId})
      or exists (select from object_intents where user_id = ${userId})
      or exists (select from tombstones where user_id = ${userId})
      or exists (select from tck_queue.job where data #>> '{data,userId}' = ${userId}) as any`.execute(
    transaction,
  );
  return found!.any;
}

function selectErasures(database: Kysely<Tables>) {
  return database.selectFrom("erasures").selectAll();
}

async function readErasure(database: Kysely<Tables>, erasureId: string): Promise<Erasure> {
  return toErasure(
    await selectErasures(database).where("erasure_id", "=", erasureId).executeTakeFirstOrThrow(),
  );
}

function toErasure(row: Selectable<Tables["erasures"]>): Erasure {
  return {
    erasureId: row.erasure_id,
    user: row.user_hash,
    startedAt: row.started_at.toISOString(),
    erasedAt: row.erased_at?.toISOString() ?? null,
    lateUntil: row.late_until?.toISOString() ?? null,
    finishedAt: row.finished_at?.toISOString() ?? null,
    erased: row.erased,
  };
}
