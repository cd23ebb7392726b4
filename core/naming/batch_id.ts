import type { BatchKind } from "../contract/mod.ts";
import { InvalidNameError } from "./errors.ts";
import { formatKindPath, parseKindPath } from "./kind.ts";
import { isLocalDate } from "./local_date.ts";

const PATTERN = /^([0-9]{4})([0-9]{2})([0-9]{2})-([a-z-]{1,32})$/;

/**
 * The id of a day's batch, `<YYYYMMDD>-<kind>` with the kind in hyphens (lifecycle specification, §2).
 *
 * @param localDate The user's day, `YYYY-MM-DD`
 * @param kind The kind as on the wire, with underscores
 * @throws {InvalidNameError} `name.local_date` or `name.batch_kind` when either is not that
 *
 * @example
 * ```ts
 * import { formatBatchId } from "@tck/tckb";
 * formatBatchId("2026-03-01", "morning_brief"); // "20260301-morning-brief"
 * ```
 */
export function formatBatchId(localDate: string, kind: string): string {
  if (!isLocalDate(localDate)) {
    throw new InvalidNameError("name.local_date", localDate, "it is not a calendar day as YYYY-MM-DD");
  }
  return `${localDate.replaceAll("-", "")}-${formatKindPath(kind)}`;
}

/**
 * The day and kind that a batch id names, or null: exactly what {@link formatBatchId} gives is accepted.
 *
 * @example
 * ```ts
 * import { parseBatchId } from "@tck/tckb";
 * parseBatchId("20260301-morning-brief"); // { localDate: "2026-03-01", kind: "morning_brief" }
 * parseBatchId("20260230-morning-brief"); // null
 * ```
 */
export function parseBatchId(text: string): { localDate: string; kind: BatchKind } | null {
  const [, year, month, day, path] = PATTERN.exec(text) ?? [];
  if (path === undefined) return null;
  const localDate = `${year}-${month}-${day}`;
  const kind = parseKindPath(path);
  return kind !== null && isLocalDate(localDate) ? { localDate, kind } : null;
}
