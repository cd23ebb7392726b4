import type { BatchKind } from "../contract/mod.ts";
import { InvalidNameError } from "./errors.ts";
import { formatKindPath, parseKindPath } from "./kind.ts";
import { isLocalDate } from "./dates.ts";

const PATTERN = /^([0-9]{4})([0-9]{2})([0-9]{2})-([a-z-]{1,32})$/;

/**
 * Formats the id of a batch: `<YYYYMMDD>-<kind>`, the kind with hyphens (lifecycle specification, §2).
 *
 * @param localDate The user's date, `YYYY-MM-DD`
 * @param kind The kind, with underscores
 * @throws {InvalidNameError} `name.local_date` or `name.batch_kind`
 *
 * @example
 * ```ts
 * import { formatBatchId } from "@tck/tckb";
 * formatBatchId("2026-03-01", "morning_brief"); // "20260301-morning-brief"
 * ```
 */
export function formatBatchId(localDate: string, kind: string): string {
  if (!isLocalDate(localDate)) {
    throw new InvalidNameError("name.local_date", localDate, "it is not a calendar date as YYYY-MM-DD");
  }
  return `${localDate.replaceAll("-", "")}-${formatKindPath(kind)}`;
}

/**
 * Parses a batch id, or returns null when {@link formatBatchId} does not return it.
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
