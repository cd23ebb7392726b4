import { BATCH_KINDS, type BatchKind } from "../contract/mod.ts";
import { InvalidNameError } from "./errors.ts";

/**
 * Whether a text is one of the five batch kinds as they stand on the wire, with underscores (lifecycle specification,
 * phase C).
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
 * A kind as it stands in paths and batch ids, with hyphens (lifecycle specification, §2).
 *
 * @throws {InvalidNameError} `name.batch_kind` when it is no kind
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
 * The kind that a path segment names, or null: exactly what {@link formatKindPath} gives is accepted.
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
