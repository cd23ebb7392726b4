import { createHash } from "node:crypto";
import type { CommitTarget, LogEvent, PlannedRow, Submission } from "../../core/commit/mod.ts";
import { quote } from "../../core/errors/mod.ts";
import { formatBatchId } from "../../core/naming/mod.ts";
import { buildAuditEvent } from "../auth/mod.ts";
import {
  commitBatch,
  type CommitDependencies,
  CommitError,
  type CommitReport,
  readStart,
} from "../commit/mod.ts";
import { type CommittedSubmission, createCommitStore, readSubmission } from "../postgres/mod.ts";
import { SubmissionError } from "./errors.ts";
import { receiveBatch } from "./receive_batch.ts";
import { createTemporaryWorkspace } from "./temporary_workspace.ts";

/** A batch that a writer sends. */
export interface SubmittedBatch {
  readonly target: CommitTarget;
  /** The idempotency key: of all requests of a user with one key, the first that is valid is committed. */
  readonly key: string;
  /** Whether one invalid bundle makes the whole commit fail. */
  readonly strict: boolean;
  /** The revision that the commit replaces, or null for a batch that must not exist; absent: any revision, or none. */
  readonly replaces?: string | null | undefined;
  /** The bundles, as `readBatchStream` reads them. */
  readonly body: ReadableStream<Uint8Array>;
  /** Who sends it, for the log. */
  readonly actor: string;
  /** Aborts when the writer has left. The commit is aborted, unless its flip has begun. */
  readonly signal: AbortSignal;
}

/** What the commit of a submission did, as plain JSON. */
export interface SubmissionReport extends Pick<CommitReport, "batchId" | "committedAt" | "replaced"> {
  /** The commit's id, as `history` lists it. */
  revision: string;
  /** The widgets in the order of their names; null in a repeat whose revision is no longer kept. */
  widgets: CommitReport["widgets"] | null;
  /** What was wrong with the bundles without failing the commit. A repeat has none. */
  warnings: LogEvent[];
  /** Whether an earlier request with the key was committed, and this one changed nothing. */
  repeated: boolean;
}

/** Commits a submission, once. */
export type SubmitBatch = (batch: SubmittedBatch) => Promise<SubmissionReport>;

/** How many submissions a process receives and commits at the same time. */
const MAX_AT_ONCE = 4;
/** How many of these one writer may have. */
const MAX_OF_WRITER = 2;

/** How long a commit may take: less than without a writer who waits, who has sent another batch by then. */
const COMMIT_DEADLINE_MS = 120_000;

/**
 * Creates the function that commits submissions by {@linkcode commitBatch}, each from a temporary workspace, and logs who
 * did what.
 *
 * @throws {SubmissionError} and {CommitError} from the function
 */
export function createSubmitter(deps: CommitDependencies): SubmitBatch {
  const running = new Set<SubmittedBatch>();
  return async (batch) => {
    const ofWriter = running.values().filter(({ actor }) => actor === batch.actor).toArray().length;
    if (ofWriter >= MAX_OF_WRITER) throw busy(`${ofWriter} others of this writer`);
    if (running.size >= MAX_AT_ONCE) throw busy(`${running.size} others`);
    running.add(batch);
    try {
      return await submitAudited(deps, batch);
    } finally {
      running.delete(batch);
    }
  };
}

function busy(others: string): SubmissionError {
  const message = `Cannot take the batch: ${others} are arriving; send it again in a moment`;
  return new SubmissionError("batch.busy", message);
}

async function submitAudited(deps: CommitDependencies, batch: SubmittedBatch): Promise<SubmissionReport> {
  const { actor, target: { userId: user, localDate, kind, taskId } } = batch;
  let report: SubmissionReport | null = null;
  try {
    return report = await submit(deps, batch);
  } finally {
    const about = { taskId, batchId: formatBatchId(localDate, kind), revision: report?.revision ?? null };
    const repeated = report?.repeated ? { repeated: true } : {};
    const outcome = report === null ? "failed" : "done";
    deps.log(buildAuditEvent({ action: "commit", actor, user, outcome, ...about, ...repeated }));
  }
}

async function submit(deps: CommitDependencies, batch: SubmittedBatch): Promise<SubmissionReport> {
  const { target, key, strict, replaces, body, signal } = batch;
  await using workspace = await createTemporaryWorkspace();
  const { directory, dist } = workspace;
  const erasuresAtStart = await readStart(createCommitStore(deps.database), target.userId);
  const received = await receiveBatch(deps.clock, { body, signal, dist });
  const { localDate, kind, taskId } = target;
  const condition = replaces === undefined ? [] : [{ replaces }];
  const digest = received.update(JSON.stringify([localDate, kind, taskId, strict, ...condition])).digest(
    "base64url",
  );
  const submission = { submissionId: formatSubmissionId(target.userId, key), digest };
  const earlier = await readSubmission(deps.database, target.userId, submission);
  if (earlier !== null) return buildRepeat(batch, submission, earlier);
  try {
    const deadline = COMMIT_DEADLINE_MS;
    const options = { directory, strict, signal, submission, replaces, deadline, erasuresAtStart };
    const report = await commitBatch(deps, { ...target, ...options });
    return buildReport(report);
  } catch (error) {
    if (!(error instanceof CommitError) || error.code !== "commit.repeated") throw error;
    return buildRepeat(batch, submission, (await readSubmission(deps.database, target.userId, submission))!);
  }
}

function buildReport(report: CommitReport): SubmissionReport {
  const { batchId, commitId: revision, committedAt, replaced, widgets, warnings } = report;
  return { batchId, revision, committedAt, replaced, widgets, warnings, repeated: false };
}

/** @throws {SubmissionError} `batch.key_reused` */
function buildRepeat(
  { target, key }: SubmittedBatch,
  { digest }: Submission,
  earlier: CommittedSubmission,
): SubmissionReport {
  const { revision, committedAt, replaced, rows } = earlier;
  const batchId = formatBatchId(target.localDate, target.kind);
  if (earlier.digest === digest) {
    const widgets = rows?.map(describeRow) ?? null;
    return { batchId, revision, committedAt, replaced, widgets, warnings: [], repeated: true };
  }
  throw new SubmissionError(
    "batch.key_reused",
    `Cannot commit ${batchId}: the idempotency key ${
      quote(key)
    } belongs to revision ${revision}, which was sent with other bundles or parameters; use a new key`,
  );
}

function describeRow(
  { widgetId, name, bundleHash, bundleSize }: PlannedRow,
): CommitReport["widgets"][number] {
  return { id: widgetId, name, hash: bundleHash, size: bundleSize };
}

/** A UUID of version 8 (RFC 9562, §5.8) that is the same for the same user and key. */
function formatSubmissionId(userId: string, key: string): string {
  const bytes = createHash("sha256").update(JSON.stringify([userId, key])).digest();
  bytes[6] = bytes[6]! & 0x0f | 0x80;
  bytes[8] = bytes[8]! & 0x3f | 0x80;
  const hex = bytes.toString("hex", 0, 16);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
