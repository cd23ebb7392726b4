import type { Generated } from "kysely";
import type { PlannedRow } from "../../core/commit/mod.ts";
import type { BatchKind } from "../../core/contract/mod.ts";
import type { JsonObject } from "../../core/manifest/mod.ts";

/** A point in time, to the millisecond. */
type Time = Date;

/** One widget of a batch (lifecycle specification, §2). */
interface WidgetsTable {
  user_id: string;
  /** `YYYY-MM-DD`. */
  local_date: string;
  kind: BatchKind;
  /** `NNN`: 1 to 999. */
  position: number;
  /** `<NNN>_<slug>`, unique in the batch, whose widgets it orders. */
  name: string;
  widget_id: string;
  bundle_hash: string;
  /** Size of the envelope in bytes. */
  bundle_size: number;
  /** The manifest if it is smaller than 32 KB, else null. */
  manifest_json: JsonObject | null;
  /**
   * The same manifest as it was committed, whose keys jsonb sorts. Null if there is none, and in rows of a version before
   * 0.2.0 that are not mended yet.
   */
  manifest_text: Generated<string | null>;
  /** The key of the manifest's object if it is 32 KB or larger, else null. */
  manifest_object_key: string | null;
  source_object_key: string | null;
  commit_id: string;
  committed_at: Time;
}

/** One task of the agent and its output. */
interface WorkerAgentTasksTable {
  task_id: string;
  user_id: string;
  output_files: JsonObject[];
}

/** One key that a running commit is about to write. */
interface ObjectIntentsTable {
  key: string;
  commit_id: string;
  user_id: string;
  /** When the commit may no longer flip. */
  deadline: Time;
}

/** One key that is no longer referenced. */
interface TombstonesTable {
  key: string;
  user_id: string;
  /** When its grace period ends. */
  not_before: Time;
  /** The sweep that is deleting it, or null. */
  deleting_by: string | null;
  /** When that sweep's lease expires. */
  deleting_until: Time | null;
}

/** One flip. */
interface CommitsTable {
  commit_id: string;
  user_id: string;
  task_id: string;
  local_date: string;
  kind: BatchKind;
  committed_at: Time;
  widget_count: number;
  /** How many rows it replaced. */
  replaced_count: number;
  /** The keys that lost their last reference in it. */
  tombstoned: string[];
  /** The flip whose rows it replaced, or null if there were none. */
  replaced_commit_id: string | null;
  /** The rows as they were inserted; null once a rollback to the revision is no longer possible. */
  revision_rows: PlannedRow[] | null;
  /** The submission that it carried out, or null. */
  submission_id: string | null;
  /** The digest of what was submitted. */
  submission_digest: string | null;
}

/** One session of the web app that was ended. */
interface EndedSessionsTable {
  session_id: string;
  ended_at: Time;
}

/** One kind of data that was erased. */
export interface ErasedPart {
  /** A table, `objects`, or what is outside of the stores. */
  readonly what: string;
  readonly count: number;
  /** SHA-256 of the lines of an export, in hexadecimal; of objects: of their keys. Null where there is nothing to compare. */
  readonly sha256: string | null;
}

interface ErasuresTable {
  erasure_id: string;
  /** SHA-256 of the user's id. */
  user_hash: string;
  /** Null once it is finished. */
  user_id: string | null;
  started_at: Time;
  /** When the rows were deleted. Sessions that were opened before have ended. */
  erased_at: Time | null;
  /** The latest deadline of the commits that were running then. */
  late_until: Time | null;
  finished_at: Time | null;
  erased: Generated<readonly ErasedPart[]>;
}

/** The commit service's tables. */
export interface Tables {
  widgets: WidgetsTable;
  worker_agent_tasks: WorkerAgentTasksTable;
  object_intents: ObjectIntentsTable;
  tombstones: TombstonesTable;
  commits: CommitsTable;
  ended_sessions: EndedSessionsTable;
  erasures: ErasuresTable;
}
