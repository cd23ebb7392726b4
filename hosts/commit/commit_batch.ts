import { describeOrderFault, planCommit, scanBundles } from "../../core/commit/mod.ts";
import type { BatchIdentity, CommitPlan, CommitRequestAttempt, LogEvent } from "../../core/commit/mod.ts";
import type { WidgetCommitSpec } from "../../core/commit/mod.ts";
import type { BatchKind } from "../../core/contract/mod.ts";
import { quote } from "../../core/errors/mod.ts";
import { formatBatchId } from "../../core/naming/mod.ts";
import { NODE_CODEC } from "../zlib/mod.ts";
import { type CommitProgress, openPorts, type ServiceDependencies } from "./dependencies.ts";
import { CommitError } from "./errors.ts";
import { type ExecutedCommit, executePlan } from "./execute_plan.ts";
import { KeptBundles } from "./kept_bundles.ts";
import { type PutSources, readPut } from "./read_put.ts";
import { SourcesAhead } from "./sources_ahead.ts";
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
  /** The attempt at a queued request that the commit carries out: its flip settles it. */
  request?: CommitRequestAttempt | undefined;
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
  /** Whether one bundle that cannot be taken makes the whole commit fail. @default false */
  strict?: boolean | undefined;
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
  const names = await listSources(workspace.project);
  const bundles = new KeptBundles();
  using sources = new SourcesAhead(workspace.project);
  const specs = await scanWorkspace({ ...deps, log }, { workspace, bundles }, batch, request.strict === true);
  const plan = planCommit(batch, specs, names);
  plan.events.forEach(log);

  void sources.packAhead(specs.map(({ name }) => name).filter((name) => names.has(name)));
  const commit = await executePlan(
    { ...openPorts(deps), log },
    request,
    plan,
    (signal) =>
      writeObjects(plan, {
        objects: deps.objects,
        read: (put, log) => readPut(put, { workspace, bundles, sources }, log),
        log,
        signal,
        onWritten: reporter(deps, "write"),
      }),
  );
  return describeReport(commit, batch, plan, warnings);
}

function checkRequest(request: CommitRequest): void {
  const fault = describeOrderFault(request);
  if (fault !== null) throw new CommitError("commit.invalid_request", `Cannot commit: ${fault}`);
}

function reporter(
  deps: CommitDependencies,
  stage: CommitProgress["stage"],
): (done: number, total: number) => void {
  return (done, total) => deps.onProgress?.({ stage, done, total });
}

async function scanWorkspace(
  deps: CommitDependencies,
  { workspace, bundles }: Omit<PutSources, "sources">,
  batch: BatchIdentity,
  strict: boolean,
): Promise<readonly WidgetCommitSpec[]> {
  const onScanned = (done: number, total: number): void => {
    if (deps.signal !== undefined) throwIfAborted(deps.signal);
    reporter(deps, "scan")(done, total);
  };
  const { specs, events } = await scanBundles(workspace.files, batch, {
    ...NODE_CODEC,
    onScanned,
    onBundle: ({ fileName }, bytes) => bundles.keep(fileName, bytes),
  });
  [...workspace.events, ...events].forEach((event) => deps.log(event));
  const refused = [...workspace.events, ...events].filter(({ level }) => level !== "info");
  if (specs.length > 0 && !(strict && refused.length > 0)) return specs;
  throw refuseBatch(workspace, specs.length, refused);
}

function refuseBatch({ project }: Workspace, taken: number, refused: readonly LogEvent[]): CommitError {
  const total = taken + refused.length;
  const [code, reason] = taken > 0
    ? ["commit.bundle_refused", `${refused.length} of its ${total} bundles cannot be taken`] as const
    : ["commit.no_valid_widget", `none of its ${total} bundles can be taken`] as const;
  const first = refused.length === 0 ? "" : `; the first: ${refused[0]!.message}`;
  return new CommitError(code, `Cannot commit ${quote(project)}: ${reason}, so nothing was changed${first}`);
}

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
