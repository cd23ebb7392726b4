import type { PlannedRow } from "../../core/commit/mod.ts";
import type { BatchKind } from "../../core/contract/mod.ts";
import type { JsonObject } from "../../core/manifest/mod.ts";

/** A point in time, to the millisecond. */
type Time = Date;

/** One widget of one batch as it stands now (lifecycle specification, §2). */
export interface WidgetsTable {
  user_id: string;
  /** `YYYY-MM-DD`. */
  local_date: string;
  kind: BatchKind;
  /** `NNN`: 1 to 999. */
  position: number;
  /** `<NNN>_<slug>`. */
  name: string;
  widget_id: string;
  bundle_hash: string;
  /** Size of the envelope in bytes. */
  bundle_size: number;
  /** The manifest when it is smaller than 32 KB, else null. */
  manifest_json: JsonObject | null;
  /** The manifest's object when it is 32 KB or more, else null. */
  manifest_object_key: string | null;
  source_object_key: string | null;
  commit_id: string;
  committed_at: Time;
}

/** One task of the agent: what it put out. */
export interface WorkerAgentTasksTable {
  task_id: string;
  user_id: string;
  output_files: JsonObject[];
}

/** One key that a running commit is about to write. */
export interface ObjectIntentsTable {
  key: string;
  commit_id: string;
  user_id: string;
  /** When the commit may no longer flip. */
  deadline: Time;
}

/** One key that nothing names any more. */
export interface TombstonesTable {
  key: string;
  user_id: string;
  /** When its grace period ends. */
  not_before: Time;
  /** The sweep that is deleting it, if one is. */
  deleting_by: string | null;
  /** Until when that sweep may be at work. */
  deleting_until: Time | null;
}

/** One flip. */
export interface CommitsTable {
  commit_id: string;
  user_id: string;
  task_id: string;
  local_date: string;
  kind: BatchKind;
  committed_at: Time;
  widget_count: number;
  /** How many rows it replaced. */
  replaced_count: number;
  /** The keys that lost their last name in it. */
  tombstoned: string[];
  /** The flip whose rows it replaced, or null when there were none. */
  replaced_commit_id: string | null;
  /** The rows as they were inserted; null once the revision cannot be brought back any more. */
  revision_rows: PlannedRow[] | null;
}

/** The commit service's tables. */
export interface Tables {
  widgets: WidgetsTable;
  worker_agent_tasks: WorkerAgentTasksTable;
  object_intents: ObjectIntentsTable;
  tombstones: TombstonesTable;
  commits: CommitsTable;
}
