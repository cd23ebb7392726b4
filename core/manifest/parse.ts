import * as v from "valibot";
import { InvalidManifestError, type ManifestIssue, readId, rejectJsonFault } from "./invalid_manifest.ts";
import { formatJsonPath, type JsonPath } from "./json_path.ts";
import type { WidgetManifest } from "./manifest.ts";
import { manifestSchema } from "./schema.ts";

/**
 * Checks that a JSON value is a widget's manifest (lifecycle specification, §2) and returns the same object: nothing is
 * copied, renamed or added, and unknown fields are kept.
 *
 * Legacy values are rejected; `normaliseManifest` replaces them. The limits are those of `LIMITS`.
 *
 * @throws {InvalidManifestError} With the path of each invalid value
 *
 * @example
 * ```ts
 * import { parseManifest } from "@tck/tckb";
 * const manifest = parseManifest(JSON.parse('{ "id": "weather", "cardType": "feed", "sizes": ["fill-auto"] }'));
 * manifest.sizes[0]; // "fill-auto"
 * ```
 */
export function parseManifest(value: unknown): WidgetManifest {
  rejectJsonFault(value);
  const result = v.safeParse(manifestSchema, value, { abortPipeEarly: true });
  if (!result.success) {
    throw new InvalidManifestError(
      readId(value),
      result.issues.flatMap((issue) => explain(issue)),
    );
  }
  return value as WidgetManifest;
}

/**
 * The paths and messages of an issue. When no alternative of a union matches, those that failed below the value itself
 * are reported: the texts of a localised title rather than "is not a string".
 */
function explain(issue: v.BaseIssue<unknown>, prefix: JsonPath = []): ManifestIssue[] {
  const path = [...prefix, ...(issue.path ?? []).map((item) => item.key as string | number)];
  const inner = (issue.issues ?? []).filter((alternative) => alternative.path !== undefined);
  if (inner.length > 0) return inner.flatMap((alternative) => explain(alternative, path));
  return [{ path: formatJsonPath("manifest", path), message: issue.message }];
}
