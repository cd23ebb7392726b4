import {
  buildCollisionEvent,
  listRowKeys,
  type LogEvent,
  type ObjectStore,
  type PlannedRow,
} from "../../core/commit/mod.ts";
import { errorMessage, quote } from "../../core/errors/mod.ts";
import { bundleKey, isUserId } from "../../core/naming/mod.ts";
import { createCommitStore, readRevision, restoreManifests, type Revision } from "../postgres/mod.ts";
import type { CommitDependencies } from "./commit_batch.ts";
import { buildReport, type CommitReport, openReportLog } from "./commit_report.ts";
import { CommitError } from "./errors.ts";
import { flipBatch } from "./flip_batch.ts";
import { readStart, recordIntents } from "./record_intents.ts";

/** Which revision to commit again. */
export interface RollbackOptions {
  readonly userId: string;
  /** The id of the commit that made the revision. */
  readonly revision: string;
  /** The revision that the rollback replaces, or null for a batch that must not exist. @default any, or none */
  readonly replaces?: string | null | undefined;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Commits the rows of a revision again: an ordinary commit that replaces the batch's current rows and becomes a revision
 * itself. The revision's objects must still be in the store.
 *
 * @throws {CommitError} `commit.unknown_revision`, `commit.revision_expired`, and what a commit throws
 */
export async function rollbackBatch(
  deps: CommitDependencies,
  options: RollbackOptions,
): Promise<CommitReport> {
  const records = createCommitStore(deps.database);
  const erasuresAtStart = await readStart(records, options.userId);
  const { rows, ...revision } = await readRestorable(deps, options);
  const { log, warnings } = openReportLog(deps.log);
  const intents = [...new Set(rows.flatMap((row) => listRowKeys(revision.userId, row)))];
  const protocol = { ...deps, records, log };
  // The intents are recorded before the objects are checked, so that a sweep does not delete them afterwards.
  const commitId = await recordIntents(protocol, revision.userId, intents, { erasuresAtStart });
  await checkObjects(deps.objects, revision, { intents, rows }, log);
  const flip = await flipBatch(protocol, revision, { commitId, intents, rows }, options);
  return buildReport({ commitId, stored: new Set(), ...flip }, revision, { intents, rows }, warnings);
}

async function readRestorable(
  { database, objects }: CommitDependencies,
  { userId, revision }: RollbackOptions,
): Promise<Revision & { rows: PlannedRow[] }> {
  const found = isUserId(userId) && UUID.test(revision)
    ? await readRevision(database, userId, revision)
    : null;
  if (found === null) {
    const message = `Cannot roll back to ${quote(revision)}: user ${quote(userId)} has no such revision`;
    throw new CommitError("commit.unknown_revision", message);
  }
  if (found.rows === null) throw createExpiredError(revision, "its rows are no longer kept");
  return { ...found, rows: await restoreManifests(objects, userId, found.rows) };
}

/** Checks that every object exists, and reports bundles that a commit has overwritten with other styles. */
async function checkObjects(
  objects: ObjectStore,
  { userId, revision }: Revision,
  { intents, rows }: { intents: readonly string[]; rows: readonly PlannedRow[] },
  log: (event: LogEvent) => void,
): Promise<void> {
  const rowsByBundle = new Map(rows.map((row) => [bundleKey(userId, row.bundleHash), row]));
  for (const key of intents) {
    const info = await objects.head(key).catch((error) => {
      const message = `Cannot read object ${quote(key)}: ${errorMessage(error)}`;
      throw new CommitError("commit.store_failed", message, { cause: error });
    });
    if (info === null) throw createExpiredError(revision, `its object ${quote(key)} is gone`);
    const row = rowsByBundle.get(key);
    if (row !== undefined && row.bundleSize !== info.size) log(buildCollisionEvent(key, `${row.name}.tckb`));
  }
}

function createExpiredError(revision: string, reason: string): CommitError {
  return new CommitError(
    "commit.revision_expired",
    `Cannot roll back to ${quote(revision)}: ${reason}, so nothing was changed`,
  );
}
