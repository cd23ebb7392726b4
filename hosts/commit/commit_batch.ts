import { planCommit, scanBundles } from "../../core/commit/mod.ts";
import type { BatchIdentity, CommitPlan, LogEvent, WidgetCommitSpec } from "../../core/commit/mod.ts";
import type { BatchKind } from "../../core/contract/mod.ts";
import { formatBatchId, isBatchKind, isLocalDate, isUserId, quote } from "../../core/naming/mod.ts";
import { type CommitProgress, openPorts, type ServiceDependencies } from "./dependencies.ts";
import { CommitError } from "./errors.ts";
import { type ExecutedCommit, executePlan } from "./execute_plan.ts";
import { readPut } from "./read_put.ts";
import { listSources } from "./source_archive.ts";
import { openWorkspace, type Workspace } from "./workspace.ts";
import { throwIfAborted, writeObjects } from "./write_objects.ts";

/** What `commitBatch` works with. */
export interface CommitDependencies extends ServiceDependencies {
  /** `TCK_APP_URL`, without a slash at its end: the notification's action opens `{appUrl}/feed/{batchId}`. */
  appUrl: string;
  /** How long a commit may take from its intents to its flip, in milliseconds. @default 600000 (10 minutes) */
  deadline?: number | undefined;
  /** Hears of progress. */
  onProgress?: ((progress: CommitProgress) => void) | undefined;
  /** Gives the commit up, as long as its flip has not begun. */
  signal?: AbortSignal | undefined;
}

/** Which batch to commit, and from where. */
export interface CommitRequest {
  userId: string;
  taskId: string;
  /** `YYYY-MM-DD`. */
  localDate: string;
  kind: BatchKind;
  /** The folder that holds `widget-batch/dist`, or `widget-batch` itself. */
  directory: string;
}

/** One widget of a committed batch. */
export interface CommittedWidget {
  /** `w_` and 26 base32 characters. */
  id: string;
  /** `NNN_slug`. */
  name: string;
  /** The bundle hash. */
  hash: string;
  /** Size of the bundle's envelope in bytes. */
  size: number;
}

/** What a commit did, as plain JSON. */
export interface CommitReport {
  /** `YYYYMMDD-<kind>`. */
  batchId: string;
  /** UUID of the commit; the notification's message id. */
  commitId: string;
  /** When the batch flipped: RFC 3339, UTC, by the database's clock. */
  committedAt: string;
  /** The widgets, in `NNN` order. */
  widgets: CommittedWidget[];
  /** The keys of the objects that were written. */
  written: string[];
  /** How many widgets of an earlier commit this one replaced. */
  replaced: number;
  /** The keys that nothing names any more: they are deleted after the grace period. */
  tombstoned: string[];
  /** What was wrong with the input, or could not be done, without stopping the commit. */
  warnings: LogEvent[];
}

/**
 * Commits a batch: scans the built bundles, writes the objects, and replaces the batch of the user's day and kind in one
 * transaction (lifecycle specification, phase B).
 *
 * @throws {CommitError} When nothing was committed; `code` says why
 */
export async function commitBatch(deps: CommitDependencies, request: CommitRequest): Promise<CommitReport> {
  checkRequest(request);
  const warnings: LogEvent[] = [];
  const log = (event: LogEvent): void => {
    if (event.level !== "info") warnings.push(event);
    deps.log(event);
  };
  const batch: BatchIdentity = { userId: request.userId, localDate: request.localDate, kind: request.kind };
  const workspace = await openWorkspace(request.directory, request);
  const specs = await scanWorkspace(deps, workspace, batch, log);
  const plan = planCommit(batch, specs, await listSources(workspace.project, specs.map(({ name }) => name)));
  plan.events.forEach(log);

  const commit = await executePlan(
    { ...openPorts(deps), log },
    request,
    plan,
    (signal) =>
      writeObjects(plan, {
        objects: deps.objects,
        read: (put, log) => readPut(put, workspace, log),
        log,
        signal,
        onWritten: reporter(deps, "write"),
      }),
  );
  return describeReport(commit, batch, plan, warnings);
}

function checkRequest({ userId, taskId, localDate, kind }: CommitRequest): void {
  const wrong = !isUserId(userId)
    ? `user ${quote(userId)}: it is not a user id`
    : !isLocalDate(localDate)
    ? `date ${quote(localDate)}: it is not a day as YYYY-MM-DD`
    : !isBatchKind(kind)
    ? `kind ${quote(kind)}: it is not a batch kind`
    : !isTaskId(taskId)
    ? `task ${quote(taskId)}: it is not 1 to 256 plain characters`
    : null;
  if (wrong !== null) throw new CommitError("commit.invalid_request", `Cannot commit for ${wrong}`);
}

/** A task's id is the agent's own: any text that a database column takes. */
function isTaskId(text: string): boolean {
  return text.length >= 1 && text.length <= 256 && text.isWellFormed() && !text.includes("\u0000");
}

function reporter(
  deps: CommitDependencies,
  stage: CommitProgress["stage"],
): (done: number, total: number) => void {
  return (done, total) => deps.onProgress?.({ stage, done, total });
}

async function scanWorkspace(
  deps: CommitDependencies,
  workspace: Workspace,
  batch: BatchIdentity,
  log: (event: LogEvent) => void,
): Promise<readonly WidgetCommitSpec[]> {
  const { specs, events } = await scanBundles(workspace.files, batch, (done, total) => {
    if (deps.signal !== undefined) throwIfAborted(deps.signal);
    reporter(deps, "scan")(done, total);
  });
  [...workspace.events, ...events].forEach(log);
  if (specs.length > 0) return specs;
  const refused = workspace.events.length + events.filter(({ level }) => level !== "info").length;
  throw new CommitError(
    "commit.no_valid_widget",
    `Cannot commit ${
      quote(workspace.project)
    }: none of its ${refused} bundles can be taken, so nothing was changed`,
  );
}

/** Records what is about to be written; a key that a sweep is deleting at this moment is waited for. */
/** What a commit did. */
export function describeReport(
  commit: ExecutedCommit,
  batch: BatchIdentity,
  plan: Pick<CommitPlan, "intents" | "rows">,
  warnings: LogEvent[],
): CommitReport {
  return {
    batchId: formatBatchId(batch.localDate, batch.kind),
    commitId: commit.commitId,
    committedAt: commit.committedAt,
    widgets: plan.rows.map(({ widgetId, name, bundleHash, bundleSize }) => ({
      id: widgetId,
      name,
      hash: bundleHash,
      size: bundleSize,
    })),
    written: plan.intents.filter((key) => commit.stored.has(key)),
    replaced: commit.replaced,
    tombstoned: [...commit.tombstoned],
    warnings,
  };
}
