import { sql } from "kysely";
import type { CommitTarget, PlannedRow } from "../../core/commit/mod.ts";
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
  readonly limit: number;
}

/** The revisions of a user's batches, the newest first. */
export async function listRevisions({ kysely }: Database, query: RevisionQuery): Promise<Revision[]> {
  let found = selectRevisions(kysely).where("user_id", "=", query.userId);
  if (query.localDate !== undefined) found = found.where("local_date", "=", query.localDate);
  if (query.kind !== undefined) found = found.where("kind", "=", query.kind);
  const rows = await found.orderBy("committed_at", "desc").orderBy("commit_id").limit(query.limit).execute();
  return rows.map(readRow);
}

/** One revision of a user with its rows, or null; its rows are null if they are no longer kept. */
export async function readRevision(
  { kysely }: Database,
  userId: string,
  revision: string,
): Promise<Revision & { rows: PlannedRow[] | null } | null> {
  const row = await selectRevisions(kysely).select("revision_rows")
    .where("user_id", "=", userId).where("commit_id", "=", revision).executeTakeFirst();
  return row === undefined ? null : { ...readRow(row), rows: row.revision_rows };
}

function selectRevisions(kysely: Database["kysely"]) {
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
      select from widgets where widgets.user_id = commits.user_id and widgets.local_date = commits.local_date
        and widgets.kind = commits.kind and widgets.commit_id = commits.commit_id)`.as("current"),
  ]);
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
