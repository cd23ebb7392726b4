import { describeCollision, type LogEvent, type ObjectStore } from "../../core/commit/mod.ts";
import { listRowKeys, type PlannedRow } from "../../core/commit/mod.ts";
import { quote } from "../../core/errors/mod.ts";
import { bundleKey, isUserId } from "../../core/naming/mod.ts";
import { readRevision, type Revision } from "../postgres/mod.ts";
import { type CommitDependencies, type CommitReport, describeReport } from "./commit_batch.ts";
import { openPorts } from "./dependencies.ts";
import { CommitError } from "./errors.ts";
import { executePlan } from "./execute_plan.ts";

/** Which revision to bring back, and whose. */
export interface RollbackRequest {
  userId: string;
  /** The id of the commit that made it. */
  revision: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Commits a recorded revision's rows again: an ordinary commit of its batch, which replaces what readers see now and
 * becomes a revision itself. Its objects must still be in the store.
 *
 * @throws {CommitError} `commit.unknown_revision`, `commit.revision_expired`, and what a commit throws
 */
export async function rollbackBatch(
  deps: Omit<CommitDependencies, "onProgress">,
  request: RollbackRequest,
): Promise<CommitReport> {
  const { rows, ...revision } = await readRecorded(deps, request);
  const warnings: LogEvent[] = [];
  const log = (event: LogEvent): void => {
    if (event.level !== "info") warnings.push(event);
    deps.log(event);
  };
  const intents = [...new Set(rows.flatMap((row) => listRowKeys(revision.userId, row)))];
  const plan = { intents, rows };
  // The intents are recorded by then, so that an object which is found stays.
  const commit = await executePlan(
    { ...openPorts(deps), log },
    revision,
    plan,
    (signal) => findObjects(deps.objects, revision, plan, log, signal),
  );
  return { ...describeReport(commit, revision, plan, warnings), written: [] };
}

async function readRecorded(
  { database }: CommitDependencies,
  { userId, revision }: RollbackRequest,
): Promise<Revision & { rows: PlannedRow[] }> {
  const found = isUserId(userId) && UUID.test(revision)
    ? await readRevision(database, userId, revision)
    : null;
  if (found === null) {
    throw new CommitError(
      "commit.unknown_revision",
      `Cannot roll back to ${quote(revision)}: user ${quote(userId)} has no such revision`,
    );
  }
  if (found.rows === null) throw expired(revision, "what it consisted of is not kept any more");
  return { ...found, rows: found.rows };
}

/** Makes sure that every object is there. An envelope with other styles may have taken a bundle's place. */
async function findObjects(
  objects: ObjectStore,
  { userId, revision }: Revision,
  { intents, rows }: { intents: readonly string[]; rows: readonly PlannedRow[] },
  log: (event: LogEvent) => void,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const sizes = new Map(rows.map((row) => [bundleKey(userId, row.bundleHash), row]));
  for (const key of intents) {
    const info = await objects.head(key, { signal }).catch((error) => {
      const message = `Cannot look for object ${quote(key)}: ${error.message}`;
      throw new CommitError("commit.store_failed", message, { cause: error });
    });
    if (info === null) throw expired(revision, `its object ${quote(key)} is gone`);
    const row = sizes.get(key);
    if (row !== undefined && row.bundleSize !== info.size) log(describeCollision(key, `${row.name}.tckb`));
  }
  return new Set(intents);
}

function expired(revision: string, reason: string): CommitError {
  return new CommitError(
    "commit.revision_expired",
    `Cannot roll back to ${quote(revision)}: ${reason}, so nothing was changed`,
  );
}
