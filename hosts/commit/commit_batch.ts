import {
  BatchLimitError,
  type CommitTarget,
  describeReplacesFault,
  describeTargetFault,
  type LogEvent,
  planCommit,
  scanBundles,
  type WidgetCommitSpec,
} from "../../core/commit/mod.ts";
import { errorMessage, quote } from "../../core/errors/mod.ts";
import { type Folder, openFolder } from "../../terminal/files/mod.ts";
import { createCommitStore, type ServiceDependencies } from "../postgres/mod.ts";
import { pauseWork } from "../time/mod.ts";
import { createPausingCodec } from "../zlib/mod.ts";
import { buildReport, type CommitReport, openReportLog } from "./commit_report.ts";
import { CommitError, throwIfAborted } from "./errors.ts";
import { executePlan, type ExecutionOptions } from "./execute_plan.ts";
import { BundleCache, loadObject, SourcePrefetcher } from "./object_sources.ts";
import { readStart } from "./record_intents.ts";
import { findSources } from "./source_archive.ts";
import { openWorkspace, type Workspace } from "./workspace.ts";
import type { ObjectLoader } from "./write_objects.ts";

export interface CommitDependencies extends ServiceDependencies {
  /**
   * The web app's address, without a trailing slash: the notification's action opens `{appUrl}/feed/{batchId}`. Null when it
   * is not known; then the notification has no action, which is a warning.
   */
  appUrl: string | null;
}

export interface CommitOptions extends CommitTarget, ExecutionOptions {
  /** The folder that contains `widget-batch/dist`, or `widget-batch` itself: its path, or the open folder. */
  readonly directory: string | Folder;
  /** Whether one invalid bundle makes the whole commit fail. @default false */
  readonly strict?: boolean | undefined;
  /** Called after each scanned bundle and each written object. */
  readonly onProgress?: ((progress: CommitProgress) => void) | undefined;
}

export interface CommitProgress {
  readonly stage: "scan" | "write";
  /** How many bundles are scanned, or objects written. */
  readonly done: number;
  /** How many there are. */
  readonly total: number;
}

/**
 * Commits a batch: scans the built bundles, writes the objects, and replaces the batch of the user's day and kind in one
 * transaction (lifecycle specification, phase B).
 *
 * @throws {CommitError} When nothing was committed; `code` says why
 */
export async function commitBatch(
  deps: CommitDependencies,
  options: CommitOptions,
): Promise<CommitReport> {
  checkTarget(options);
  const records = createCommitStore(deps.database);
  const { erasuresAtStart = await readStart(records, options.userId) } = options;
  const { userId, localDate, kind } = options;
  const batch = { userId, localDate, kind };
  const { log, warnings } = openReportLog(deps.log);
  using directory = openDirectory(options.directory);
  using workspace = await openWorkspace(directory, options);
  const bundles = new BundleCache();
  await using sources = new SourcePrefetcher(workspace.project);
  const specs = await scanWorkspace(workspace, bundles, options, log);
  const widgetsWithSource = findSources(workspace.project, specs.map(({ name }) => name));
  const plan = planCommit(batch, specs, widgetsWithSource);
  plan.events.forEach(log);

  void sources.prefetch(specs.map(({ name }) => name).filter((name) => widgetsWithSource.has(name)));
  const objects: ObjectLoader = {
    load: (put) => loadObject(put, { workspace, bundles, sources }, log),
    onWritten: (done, total) => options.onProgress?.({ stage: "write", done, total }),
  };
  const commit = await executePlan({ ...deps, records, log }, options, plan, objects, {
    ...options,
    erasuresAtStart,
  });
  return buildReport(commit, batch, plan, warnings);
}

function openDirectory(directory: string | Folder): Folder {
  if (typeof directory !== "string") return directory.openFolder("");
  try {
    return openFolder(directory);
  } catch (error) {
    const { code } = error as { code?: string };
    const reason = code === "ENOENT" ? "it does not exist" : errorMessage(error);
    throw new CommitError("commit.no_bundles", `Cannot commit ${quote(directory)}: ${reason}`);
  }
}

function checkTarget({ replaces, ...target }: CommitOptions): void {
  const fault = describeTargetFault(target) ?? describeReplacesFault(replaces);
  if (fault !== null) throw new CommitError("commit.invalid_request", `Cannot commit: ${fault}`);
}

async function scanWorkspace(
  workspace: Workspace,
  bundles: BundleCache,
  { signal, strict, onProgress, ...batch }: CommitOptions,
  log: (event: LogEvent) => void,
): Promise<readonly WidgetCommitSpec[]> {
  const { specs, events } = await scanBundles(workspace.files, batch, {
    ...createPausingCodec(pauseWork),
    onScanned(done, total) {
      throwIfAborted(signal);
      onProgress?.({ stage: "scan", done, total });
    },
    onBundle: ({ fileName }, bytes) => bundles.add(fileName, bytes),
    pause: pauseWork,
  }).catch((error) => {
    if (!(error instanceof BatchLimitError)) throw error;
    throw new CommitError("commit.batch_too_large", error.message, { cause: error });
  });
  const allEvents = [...workspace.events, ...events];
  allEvents.forEach(log);
  const rejected = allEvents.filter(({ level, event }) =>
    level !== "info" && event !== "bundle_duplicate_prefix"
  );
  if (specs.length > 0 && !(strict === true && rejected.length > 0)) return specs;
  throw createBatchError(workspace, specs.length, rejected);
}

function createBatchError(
  { project }: Workspace,
  validCount: number,
  rejected: readonly LogEvent[],
): CommitError {
  const total = validCount + rejected.length;
  const [code, reason] = validCount > 0
    ? ["commit.bundle_refused", `${rejected.length} of its ${total} bundles cannot be taken`] as const
    : ["commit.no_valid_widget", `none of its ${total} bundles can be taken`] as const;
  const first = rejected.length === 0 ? "" : `; the first: ${rejected[0]!.message}`;
  return new CommitError(
    code,
    `Cannot commit ${quote(project.path)}: ${reason}, so nothing was changed${first}`,
  );
}
