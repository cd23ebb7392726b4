import * as v from "valibot";
import { CodedError, quote } from "../errors/mod.ts";
import { findJsonFault } from "./json_fault.ts";
import { formatJsonPath, type JsonPath } from "./json_path.ts";
import type { WidgetManifest } from "./manifest.ts";
import { manifestSchema } from "./schema.ts";

/** One problem of a manifest. */
export interface ManifestIssue {
  /** The path of the invalid value: `manifest.sizes[1]`, `manifest.title["en-GB"]`. */
  readonly path: string;
  /** What is wrong, without a trailing period; quoted values are cut after 80 characters. */
  readonly message: string;
}

/**
 * A value is not a manifest (lifecycle specification, §7). The message has the first issue, {@link issues} all of them.
 *
 * @example
 * ```ts
 * import { InvalidManifestError, parseManifest } from "@tck/tckb";
 * try {
 *   parseManifest({ id: "weather", cardType: "feed", sizes: ["1x1", "3x3"] });
 * } catch (error) {
 *   if (error instanceof InvalidManifestError) error.issues[0]?.path; // "manifest.sizes[1]"
 * }
 * ```
 */
export class InvalidManifestError extends CodedError<"manifest.invalid"> {
  /** The name of the class. */
  override readonly name = "InvalidManifestError";
  /** At least one issue, in the order of the schema's fields. */
  readonly issues: readonly ManifestIssue[];

  /**
   * Makes the error for one manifest.
   *
   * @param id The manifest's id, or null
   * @param issues At least one issue
   */
  constructor(id: string | null, issues: readonly ManifestIssue[]) {
    const [first] = issues;
    const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : "";
    super(
      "manifest.invalid",
      `Cannot accept manifest${id === null ? "" : ` ${quote(id)}`}: ${first?.path}: ${first?.message}${more}`,
    );
    this.issues = issues;
  }
}

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
  const fault = findJsonFault(value);
  if (fault !== null) {
    throw new InvalidManifestError(readId(value), [{
      path: formatJsonPath("manifest", fault.path),
      message: fault.message,
    }]);
  }
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

function readId(value: unknown): string | null {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, "id")) return null;
  const { id } = value as { id: unknown };
  return typeof id === "string" ? id : null;
}
