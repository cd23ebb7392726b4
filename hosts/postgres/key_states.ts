import { type Kysely, sql } from "kysely";
import type { KeyPageQuery, KeyState } from "../../core/commit/mod.ts";
import { formatUserSegment, parseObjectKey } from "../../core/naming/mod.ts";
import { anyOf } from "./any_of.ts";
import { selectReferencedKeys } from "./references.ts";
import type { Tables } from "./tables.ts";

/** The database's clock at the beginning of a statement. It is constant within the statement, so indexes can be used. */
const NOW = sql<Date>`statement_timestamp()`;

/** Keys with an expired intent, in key order. */
export async function selectExpiredIntents(
  database: Kysely<Tables>,
  query: KeyPageQuery,
): Promise<KeyState[]> {
  const { above, below } = rangeOf(query);
  let keys = database.selectFrom("object_intents").select("key").distinct()
    .where("deadline", "<=", NOW)
    .where("key", ">", above);
  if (below !== null) keys = keys.where("key", "<", below);
  const rows = await keys.orderBy("key").limit(query.limit).execute();
  return await selectKeyStates(database, rows.map(({ key }) => key));
}

/** Keys without an intent whose tombstone's grace period is over, in key order. */
export async function selectDueTombstones(
  database: Kysely<Tables>,
  query: KeyPageQuery,
): Promise<KeyState[]> {
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
  return await selectKeyStates(database, rows.map(({ key }) => key));
}

/** The records of some keys, in the order of the keys. Invalid keys are omitted. */
export async function selectKeyStates(
  database: Kysely<Tables>,
  keys: readonly string[],
): Promise<KeyState[]> {
  if (keys.length === 0) return [];
  const isAny = anyOf(keys);
  const intents = await database.selectFrom("object_intents")
    .select(({ fn }) => ["key", fn.max("deadline").as("deadline")])
    .where("key", "=", isAny).groupBy("key").execute();
  const tombstones = await database.selectFrom("tombstones")
    .select(["key", "not_before", "deleting_until"])
    .where("key", "=", isAny).execute();
  // Read references last: a flip adds the reference as it removes the intent.
  const referenced = await selectReferencedKeys(database, keys);

  const deadlines = new Map(intents.map(({ key, deadline }) => [key, deadline.getTime()]));
  const tombstonesByKey = new Map(tombstones.map(({ key, not_before, deleting_until }) => [key, {
    notBefore: not_before.getTime(),
    deletingUntil: deleting_until?.getTime() ?? null,
  }]));
  return keys.flatMap((key) => {
    const userId = parseObjectKey(key)?.userId;
    if (userId === undefined) return [];
    return [{
      key,
      userId,
      referenced: referenced.has(key),
      intentDeadline: deadlines.get(key) ?? null,
      tombstone: tombstonesByKey.get(key) ?? null,
    }];
  });
}

/** A user's keys are contiguous in key order, so a range covers them. */
function rangeOf({ userId, after }: KeyPageQuery): { above: string; below: string | null } {
  if (userId === undefined) return { above: after, below: null };
  const folder = `widgets/${formatUserSegment(userId)}`;
  // "0" is the character after "/".
  return { above: after > `${folder}/` ? after : `${folder}/`, below: `${folder}0` };
}
