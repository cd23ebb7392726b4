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
export interface CommitReport extends Omit<ExecutedCommit, "stored" | "sweepDue"> {
  /** `YYYYMMDD-<kind>`. */
  batchId: string;
  /** The widgets, in the order of their names. */
  widgets: CommittedWidget[];
  /** The keys of the objects that were written. */
  written: string[];
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
  { commitId, committedAt, stored, replaced, tombstoned }: ExecutedCommit,
  batch: BatchIdentity,
  plan: Pick<CommitPlan, "intents" | "rows">,
  warnings: LogEvent[],
): CommitReport {
  return {
    batchId: formatBatchId(batch.localDate, batch.kind),
    commitId,
    committedAt,
    widgets: plan.rows.map(({ widgetId, name, bundleHash, bundleSize }) => ({
      id: widgetId,
      name,
      hash: bundleHash,
      size: bundleSize,
    })),
    written: plan.intents.filter((key) => stored.has(key)),
    replaced,
    tombstoned,
    warnings,
  };
}
