import {
  type DatabaseServer,
  findUsersByHash,
  hashUser,
  listUnknownErasures,
  recordKnownErasure,
} from "../postgres/mod.ts";
import { eraseReadable, type ErasureDependencies } from "./erase_user.ts";
import type { LoggedErasure } from "./erasure_log.ts";
import { UserDataError } from "./errors.ts";

/** How many ids are compared at once. */
const IDS_AT_ONCE = 1_000;

/** How far the clock of the server that erased may be ahead, in milliseconds (1 hour). */
const TOLERATED_SKEW_MS = 3_600_000;

/**
 * Repeats the erasures that the log has and the database does not, because it was restored from a dump of before, as far as
 * somebody could read something: what is left of them is of `continueErasures`. To be called before a service answers.
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
      if (userId !== undefined) await eraseReadable(deps, userId, erasure.erasureId);
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
  return missing.map(({ erasureId }) => erasureId);
}

/**
 * In the order of their requests. An entry that no erasure has written is named in the log, and keeps neither the others from
 * being replayed nor the service from starting.
 */
async function listMissing(
  { database, erasureLog, clock, log }: ErasureDependencies,
): Promise<LoggedErasure[]> {
  const missing: LoggedErasure[] = [];
  const latest = clock.now() + TOLERATED_SKEW_MS;
  const addUnknown = async (ids: readonly string[]): Promise<void> => {
    for (const id of await listUnknownErasures(database, ids)) {
      const erasure = await erasureLog.read(id, latest).catch((error: unknown) => {
        if (!(error instanceof UserDataError)) throw error;
        log({ event: "erasure_unreadable", level: "error", message: error.message });
        return null;
      });
      if (erasure !== null) missing.push(erasure);
    }
  };
  let ids: string[] = [];
  for await (const id of erasureLog.list()) {
    if (ids.push(id) < IDS_AT_ONCE) continue;
    await addUnknown(ids);
    ids = [];
  }
  await addUnknown(ids);
  return missing.toSorted((left, right) => left.requestedAt < right.requestedAt ? -1 : 1);
}

/** Prevents reads of erased data after the database was restored to a state before the erasure. */
export interface ErasureGuard {
  /** Waits until the erasures have been replayed on the present server. */
  ready(): Promise<void>;
  /** Reads, and reads again if the server was set back meanwhile. */
  read<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Replays the erasures, even if they have been replayed on this server. */
  replay(): Promise<void>;
}

/**
 * Creates the guard of a process. A server that was promoted or set back is brought to this version's schema, and the
 * erasures are replayed on it, before anybody reads; a read fails if that does.
 *
 * @param replayAll repeats the erasures that the log has and the database does not
 */
export function createErasureGuard(server: DatabaseServer, replayAll: () => Promise<unknown>): ErasureGuard {
  let replayed: number | null = null;
  let running: Promise<void> | null = null;
  const run = async (): Promise<void> => {
    for (;;) {
      const { generation } = server;
      if (replayed !== null && replayed !== generation) await server.migrate();
      await replayAll();
      replayed = generation;
      if (server.generation === generation) return;
    }
  };
  const replay = (): Promise<void> => running ??= run().finally(() => running = null);
  const ready = async (): Promise<void> => {
    while (replayed !== server.generation) await replay();
  };
  return {
    replay,
    ready,
    async read(work) {
      for (;;) {
        await ready();
        const { generation } = server;
        const result = await work();
        if (server.generation === generation) return result;
      }
    },
  };
}
