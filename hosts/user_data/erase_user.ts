import {
  beginErasure,
  countUserRows,
  type ErasedPart,
  eraseLateObjects,
  eraseRows,
  type Erasure,
  finishErasure,
  listUnfinishedErasures,
  readDueDeletions,
  recordErased,
  type ServiceDependencies,
  type UnfinishedErasure,
} from "../postgres/mod.ts";
import { errorMessageWithCauses, quote } from "../../core/errors/mod.ts";
import { formatUserFolder, parseObjectKey } from "../../core/naming/mod.ts";
import { sweepUser } from "../sweep/mod.ts";
import type { ErasureLog } from "./erasure_log.ts";

export interface ErasureDependencies extends ServiceDependencies {
  readonly erasureLog: ErasureLog;
  /** Erases what is stored of a user outside of the database and the object store; of dated records those up to `last`. */
  eraseElsewhere(userId: string, last: Date | null): Promise<ErasedPart[]>;
}

/** The data that an erasure would delete. */
export interface ErasurePlan {
  readonly rows: readonly ErasedPart[];
  /** The keys of the objects. */
  readonly objects: readonly string[];
}

/** Plans an erasure, and changes nothing. */
export async function planErasure(deps: ServiceDependencies, userId: string): Promise<ErasurePlan> {
  const { objects } = await listKeys(deps, userId);
  return { rows: await countUserRows(deps.database, userId), objects };
}

/**
 * Erases everything of a user. The steps keep their order, and each can be repeated, so that an erasure that was interrupted
 * ends whole when it is run again:
 *
 * 1. it is recorded in the database and in the log of erasures, which a restore replays,
 * 2. one transaction deletes the rows and ends the sessions: from then on nobody reads anything of the user,
 * 3. the objects are deleted by the steps of a sweep, which respect what a later commit of the user writes,
 * 4. what is outside of the stores is deleted,
 * 5. the user's id is removed from the record, unless something is left: an object that could not be deleted, or one that a
 *    commit that was running may still write.
 *
 * An object of another program below the user's prefix stays, and is named in the log.
 */
export async function eraseUser(
  deps: ErasureDependencies,
  userId: string,
): Promise<Erasure> {
  return await eraseRest(deps, userId, await eraseReadable(deps, userId));
}

/** The first two steps: all that is needed before others may read the database. Returns the erasure's id. */
export async function eraseReadable(
  deps: ErasureDependencies,
  userId: string,
  newId: string = deps.createId(),
): Promise<string> {
  const { database, erasureLog } = deps;
  const { erasureId, user, startedAt } = await beginErasure(database, userId, newId);
  await erasureLog.record({ erasureId, user, requestedAt: startedAt });
  const { objects, others } = await listKeys(deps, userId);
  await eraseRows(database, userId, erasureId, objects);
  for (const key of others) {
    deps.log({
      event: "erasure_left_object",
      level: "warning",
      message: `The erasure leaves object ${
        quote(key)
      }, which is of another program: delete it there if it is about the user`,
      erasureId,
      key,
    });
  }
  return erasureId;
}

async function eraseRest(
  deps: ErasureDependencies,
  userId: string,
  erasureId: string,
  erasedAt: Date | null = null,
): Promise<Erasure> {
  const { database } = deps;
  await discardPuts(deps, userId);
  await deleteObjects(deps, userId);
  await recordErased(database, erasureId, await deps.eraseElsewhere(userId, erasedAt));
  return await finishErasure(database, userId, erasureId);
}

/**
 * Continues the erasures that were interrupted, or that wait for commits that were running. One that cannot end keeps no other
 * from ending.
 */
export async function continueErasures(deps: ErasureDependencies): Promise<void> {
  for (const erasure of await listUnfinishedErasures(deps.database)) {
    await continueErasure(deps, erasure).catch((error) =>
      deps.log({
        event: "erasure_unfinished",
        level: "error",
        message: `Cannot end an erasure: ${errorMessageWithCauses(error)}; it is tried again in an hour`,
        erasureId: erasure.erasureId,
      })
    );
  }
}

/** What the user has had since the rows were deleted is not erased. */
async function continueErasure(
  deps: ErasureDependencies,
  { userId, erasureId, erasedAt }: UnfinishedErasure,
): Promise<void> {
  if (erasedAt === null) await eraseUser(deps, userId);
  else {
    const { objects } = await listKeys(deps, userId);
    await eraseLateObjects(deps.database, userId, erasureId, objects);
    await eraseRest(deps, userId, erasureId, erasedAt);
  }
}

/** How often an erasure looks whether the deletions of others have ended, in milliseconds. */
const LOOK_MS = 1_000;

/** Deletes the objects, and waits for those that a sweep is deleting, at most until the lease of one that was killed has ended. */
async function deleteObjects(deps: ErasureDependencies, userId: string): Promise<void> {
  await sweepUser(deps, userId);
  const met = await readDueDeletions(deps.database, userId);
  let due = met;
  for (let waited = 0; due.count > 0 && due.leased > 0 && waited < met.leased; waited += LOOK_MS) {
    await deps.clock.sleep(LOOK_MS);
    due = await readDueDeletions(deps.database, userId);
  }
  if (met.leased > 0 && due.count > 0) await sweepUser(deps, userId);
}

/** Discards what puts of the user left behind. A put that is running is of a commit that can no longer flip. */
async function discardPuts({ objects }: ErasureDependencies, userId: string): Promise<void> {
  const folder = formatUserFolder(userId);
  const onUnreadable = (prefix: string, error: unknown): void => {
    if (prefix.startsWith(folder) || folder.startsWith(prefix)) throw error;
  };
  for await (const { token } of objects.listInterruptedPuts({ onUnreadable })) {
    if (token.startsWith(folder)) await objects.discardInterruptedPut(token);
  }
}

/** The keys of the user's objects, and those of other programs' objects below the user's prefix. */
async function listKeys(
  { objects: store }: Pick<ServiceDependencies, "objects">,
  userId: string,
): Promise<{ readonly objects: readonly string[]; readonly others: readonly string[] }> {
  const [objects, others]: [string[], string[]] = [[], []];
  for await (const { key } of store.list(formatUserFolder(userId))) {
    (parseObjectKey(key) === null ? others : objects).push(key);
  }
  return { objects, others };
}
