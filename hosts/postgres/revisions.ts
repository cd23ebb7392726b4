import { sql } from "kysely";
import type { CommitTarget, PlannedRow, Submission } from "../../core/commit/mod.ts";
import type { BatchKind } from "../../core/contract/mod.ts";
import type { Database } from "./database.ts";

/** One flip of a batch, as plain JSON. */
export interface Revision extends CommitTarget {
  /** The commit's id. */
  revision: string;
  /** RFC 3339, UTC. */
  committedAt: string;
  widgetCount: number;
  /** The revision whose rows it replaced, or null if the batch was new. */
  replaced: string | null;
  /** Whether it is the one that readers see. */
  current: boolean;
}

/** Which revisions of a user to list. */
export interface RevisionQuery {
  readonly userId: string;
  readonly localDate?: string | undefined;
  readonly kind?: BatchKind | undefined;
  /** Only those that a list has after this revision of the user, a UUID. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** Revisions of a user's batches. */
export interface RevisionPage {
  /** The newest first. */
  revisions: Revision[];
  /** The revision with which the next page begins, as `before`; null: there is no next page. */
  next: string | null;
}

/** The revisions of a user's batches, the newest first; null if the user has no revision `before`. */
export async function listRevisions(
  { kysely }: Database,
  { userId, localDate, kind, before, limit }: RevisionQuery,
): Promise<RevisionPage | null> {
  let found = selectRevisions(kysely, userId);
  if (localDate !== undefined) found = found.where("local_date", "=", localDate);
  if (kind !== undefined) found = found.where("kind", "=", kind);
  if (before !== undefined) {
    const place = await kysely.selectFrom("commits").select("committed_at")
      .where("user_id", "=", userId).where("commit_id", "=", before).executeTakeFirst();
    if (place === undefined) return null;
    const { committed_at: time } = place;
    found = found.where((is) =>
      is.or([
        is("committed_at", "<", time),
        is.and([is("committed_at", "=", time), is("commit_id", ">", before)]),
      ])
    );
  }
  const rows = await found.orderBy("committed_at", "desc").orderBy("commit_id").limit(limit + 1).execute();
  const revisions = rows.slice(0, limit).map(readRow);
  return { revisions, next: rows.length > limit ? revisions.at(-1)!.revision : null };
}

/** One revision of a user with its rows, or null; its rows are null if they are no longer kept. */
export async function readRevision(
  { kysely }: Database,
  userId: string,
  revision: string,
): Promise<Revision & { rows: PlannedRow[] | null } | null> {
  const row = await selectRevisions(kysely, userId).select("revision_rows")
    .where("commit_id", "=", revision).executeTakeFirst();
  return row === undefined ? null : { ...readRow(row), rows: row.revision_rows };
}

/** What a commit did for a submission. */
export interface CommittedSubmission {
  /** The digest of what was submitted. */
  readonly digest: string;
  /** The commit's id. */
  readonly revision: string;
  /** RFC 3339, UTC. */
  readonly committedAt: string;
  /** How many rows it replaced. */
  readonly replaced: number;
  /** Its rows, or null if they are no longer kept. */
  readonly rows: readonly PlannedRow[] | null;
}

/** What the commit of a user's submission did, or null if there is none. */
export async function readSubmission(
  { kysely }: Pick<Database, "kysely">,
  userId: string,
  { submissionId }: Pick<Submission, "submissionId">,
): Promise<CommittedSubmission | null> {
  const row = await kysely.selectFrom("commits")
    .select(["submission_digest", "commit_id", "committed_at", "replaced_count", "revision_rows"])
    .where("user_id", "=", userId).where("submission_id", "=", submissionId).executeTakeFirst();
  if (row === undefined) return null;
  return {
    digest: row.submission_digest!,
    revision: row.commit_id,
    committedAt: row.committed_at.toISOString(),
    replaced: row.replaced_count,
    rows: row.revision_rows,
  };
}

function selectRevisions(kysely: Database["kysely"], userId: string) {
  return kysely.selectFrom("commits").select([
    "commit_id",
    "user_id",
    "task_id",
    sql<string>`to_char(commits.local_date, 'YYYY-MM-DD')`.as("date"),
    "kind",
    "committed_at",
    "widget_count",
    "replaced_commit_id",
    sql<boolean>`exists (
      select from widgets where widgets.user_id = ${userId} and widgets.local_date = commits.local_date
        and widgets.kind = commits.kind and widgets.commit_id = commits.commit_id)`.as("current"),
  ]).where("user_id", "=", userId);
}

type RevisionRow = Awaited<ReturnType<ReturnType<typeof selectRevisions>["execute"]>>[number];

function readRow(row: RevisionRow): Revision {
  return {
    revision: row.commit_id,
    userId: row.user_id,
    taskId: row.task_id,
    localDate: row.date,
    kind: row.kind,
    committedAt: row.committed_at.toISOString(),
    widgetCount: row.widget_count,
    replaced: row.replaced_commit_id,
    current: row.current,
  };
}
