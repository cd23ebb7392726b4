import { type Kysely, sql } from "kysely";
import type { KeyFacts, KeyPageQuery } from "../../core/commit/mod.ts";
import { formatUserSegment, parseObjectKey } from "../../core/naming/mod.ts";
import { selectNamedKeys } from "./object_names.ts";
import type { Tables } from "./tables.ts";

/** The database's clock when a statement begins. It stands still within the statement, so an index can be asked. */
const NOW = sql<Date>`statement_timestamp()`;

/** Keys with an intent whose deadline is past, in key order. */
export async function selectExpiredIntents(
  database: Kysely<Tables>,
  query: KeyPageQuery,
): Promise<KeyFacts[]> {
  const { above, below } = rangeOf(query);
  let keys = database.selectFrom("object_intents").select("key").distinct()
    .where("deadline", "<=", NOW)
    .where("key", ">", above);
  if (below !== null) keys = keys.where("key", "<", below);
  const rows = await keys.orderBy("key").limit(query.limit).execute();
  return await selectKeyFacts(database, rows.map(({ key }) => key));
}

/** Keys without an intent whose tombstone's grace period is over, in key order. */
export async function selectDueTombstones(
  database: Kysely<Tables>,
  query: KeyPageQuery,
): Promise<KeyFacts[]> {
  const { above, below } = rangeOf(query);
  let keys = database.selectFrom("tombstones").select("key")
    .where("not_before", "<=", NOW)
    .where("key", ">", above)
    .where(({ not, exists, selectFrom }) =>
      not(exists(
        selectFrom("object_intents").select("object_intents.key")
          .whereRef("object_intents.key", "=", "tombstones.key"),
      ))
    );
  if (below !== null) keys = keys.where("key", "<", below);
  const rows = await keys.orderBy("key").limit(query.limit).execute();
  return await selectKeyFacts(database, rows.map(({ key }) => key));
}

/** What is on record of some keys, in the order of the keys. A key that is none of this service's is left out. */
export async function selectKeyFacts(database: Kysely<Tables>, keys: readonly string[]): Promise<KeyFacts[]> {
  if (keys.length === 0) return [];
  const intents = await database.selectFrom("object_intents")
    .select(({ fn }) => ["key", fn.max("deadline").as("deadline")])
    .where("key", "in", keys).groupBy("key").execute();
  const tombstones = await database.selectFrom("tombstones")
    .select(["key", "not_before", "deleting_until"])
    .where("key", "in", keys).execute();
  // Last, because a key gains a name only in a flip, which takes its intent away: whoever saw no intent sees the name.
  const named = await selectNamedKeys(database, keys);

  const deadlines = new Map(intents.map(({ key, deadline }) => [key, deadline.getTime()]));
  const graves = new Map(tombstones.map((tombstone) => [tombstone.key, {
    notBefore: tombstone.not_before.getTime(),
    deletingUntil: tombstone.deleting_until?.getTime() ?? null,
  }]));
  return keys.flatMap((key) => {
    const userId = parseObjectKey(key)?.userId;
    if (userId === undefined) return [];
    const intentDeadline = deadlines.get(key) ?? null;
    return [{ key, userId, named: named.has(key), intentDeadline, tombstone: graves.get(key) ?? null }];
  });
}

/** A user's keys stand together in the order of keys, so that the others need not be looked through for them. */
function rangeOf({ userId, after }: KeyPageQuery): { above: string; below: string | null } {
  if (userId === undefined) return { above: after, below: null };
  const folder = `widgets/${formatUserSegment(userId)}`;
  // The digit zero comes right after the slash.
  return { above: after > `${folder}/` ? after : `${folder}/`, below: `${folder}0` };
}
