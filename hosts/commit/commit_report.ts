import type { BatchIdentity, CommitPlan, LogEvent } from "../../core/commit/mod.ts";
import { formatBatchId } from "../../core/naming/mod.ts";
import type { ExecutedCommit } from "./execute_plan.ts";

export interface CommittedWidget {
  /** `w_` and 26 base32 characters. */
  id: string;
  /** `NNN_slug`. */
  name: string;
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
  /** The widgets, in the order of their names. */
  widgets: CommittedWidget[];
  /** The keys of the objects that were written. */
  written: string[];
  /** How many widgets of an earlier commit were replaced. */
  replaced: number;
  /** The keys that are no longer referenced: they are deleted after the grace period. */
  tombstoned: string[];
  /** What was wrong with the input, or could not be done, without failing the commit. */
  warnings: LogEvent[];
}

/** A log that also collects its warnings and errors for the report. */
export function openReportLog(
  log: (event: LogEvent) => void,
): { readonly log: (event: LogEvent) => void; readonly warnings: LogEvent[] } {
  const warnings: LogEvent[] = [];
  return {
    warnings,
    log(event) {
      if (event.level !== "info") warnings.push(event);
      log(event);
    },
  };
}

export function buildReport(
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
