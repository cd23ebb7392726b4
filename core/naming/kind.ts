import { BATCH_KINDS, type BatchKind } from "../contract/mod.ts";
import { InvalidNameError } from "./errors.ts";

/**
 * Whether a text is a batch kind as it appears on the wire, with underscores (lifecycle specification, phase C).
 *
 * @example
 * ```ts
 * import { isBatchKind } from "@tck/tckb";
 * isBatchKind("morning_brief"); // true
 * isBatchKind("morning-brief"); // false
 * ```
 */
export function isBatchKind(text: string): text is BatchKind {
  return (BATCH_KINDS as readonly string[]).includes(text);
}

/**
 * Formats a kind for paths and batch ids, with hyphens (lifecycle specification, §2).
 *
 * @throws {InvalidNameError} `name.batch_kind`
 *
 * @example
 * ```ts
 * import { formatKindPath } from "@tck/tckb";
 * formatKindPath("morning_brief"); // "morning-brief"
 * ```
 */
export function formatKindPath(kind: string): string {
  if (!isBatchKind(kind)) {
    throw new InvalidNameError("name.batch_kind", kind, `it is not one of ${BATCH_KINDS.join(", ")}`);
  }
  return kind.replaceAll("_", "-");
}

/**
 * Parses a kind in a path segment, or returns null when {@link formatKindPath} does not return it.
 *
 * @example
 * ```ts
 * import { parseKindPath } from "@tck/tckb";
 * parseKindPath("morning-brief"); // "morning_brief"
 * parseKindPath("morning_brief"); // null
 * ```
 */
export function parseKindPath(text: string): BatchKind | null {
  return BATCH_KINDS.find((kind) => formatKindPath(kind) === text) ?? null;
}
