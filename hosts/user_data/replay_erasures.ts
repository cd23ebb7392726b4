import { findUsersByHash, hashUser, listUnknownErasures, recordKnownErasure } from "../postgres/mod.ts";
import { continueErasures, eraseUser, type ErasureDependencies } from "./erase_user.ts";
import type { LoggedErasure } from "./erasure_log.ts";

/** How many ids are compared at once. */
const IDS_AT_ONCE = 1_000;

/**
 * Repeats the erasures that the log has and the database does not, because it was restored from a dump of before; and
 * continues those that were interrupted. To be called before a service answers.
 *
 * @returns the ids of those that were repeated
 */
export async function replayErasures(deps: ErasureDependencies): Promise<string[]> {
  const { database, log } = deps;
  const missing = await listMissing(deps);
  if (missing.length > 0) {
    const users = await findUsersByHash(database, missing.map(({ user }) => user));
    const userIds = new Map(users.map((userId) => [hashUser(userId), userId]));
    for (const erasure of missing) {
      const userId = userIds.get(erasure.user);
      if (userId !== undefined) await eraseUser(deps, userId, erasure.erasureId);
      await recordKnownErasure(database, erasure);
    }
    log({
      event: "erasures_replayed",
      level: "warning",
      message:
        `Replayed ${missing.length} erasures of ${users.length} users, which the database did not have`,
      count: missing.length,
    });
  }
  await continueErasures(deps);
  return missing.map(({ erasureId }) => erasureId);
}

/** In the order of their requests. */
async function listMissing({ database, erasureLog }: ErasureDependencies): Promise<LoggedErasure[]> {
  const ids = await Array.fromAsync(erasureLog.list());
  const missing: LoggedErasure[] = [];
  for (let start = 0; start < ids.length; start += IDS_AT_ONCE) {
    for (const id of await listUnknownErasures(database, ids.slice(start, start + IDS_AT_ONCE))) {
      missing.push(await erasureLog.read(id));
    }
  }
  return missing.toSorted((left, right) => left.requestedAt < right.requestedAt ? -1 : 1);
}
