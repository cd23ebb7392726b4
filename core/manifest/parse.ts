import * as v from "valibot";
import { LIMITS } from "../contract/mod.ts";
import { quote } from "../errors/mod.ts";
import { findJsonFault } from "./json_fault.ts";
import type { WidgetManifest } from "./manifest.ts";
import { manifestSchema } from "./schema.ts";

/** One thing that is wrong with a manifest, and where. */
export interface ManifestIssue {
  /** Where it is, beginning with `manifest`: `manifest.sizes[1]`, `manifest.title["en-GB"]`. */
  readonly path: string;
  /** What is the case, without a trailing period; quoted values are cut after 80 characters. */
  readonly message: string;
}

/**
 * A value is no manifest (lifecycle specification, §7). The message names the first issue, {@link issues} has them all.
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
export class InvalidManifestError extends Error {
  /** The error's name, for logs. */
  override readonly name: string = "InvalidManifestError";
  /** What is wrong: at least one issue, in the order of the schema's fields. */
  readonly issues: readonly ManifestIssue[];

  /**
   * Makes the error for one manifest.
   *
   * @param id The manifest's id if it has one, else null
   * @param issues At least one issue
   */
  constructor(id: string | null, issues: readonly ManifestIssue[]) {
    const [first] = issues;
    const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : "";
    super(
      `Cannot accept manifest${id === null ? "" : ` ${quote(id)}`}: ${first?.path}: ${first?.message}${more}`,
    );
    this.issues = issues;
  }
}

/**
 * Checks that a value, as JSON gives it, is a widget's manifest (lifecycle specification, §2) and returns that very value:
 * nothing is copied, renamed or added, and unknown fields stay.
 *
 * Legacy values are not accepted: `normaliseManifest` renames them first. The limits are those of `LIMITS`.
 *
 * @throws {InvalidManifestError} with the path of everything that is wrong
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
    throw new InvalidManifestError(readId(value), [{ path: formatPath(fault.path), message: fault.message }]);
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
 * An issue as its path and message. Where none of several alternatives fits, the one that came furthest says why: the
 * texts of a localised title, rather than that the title is no text.
 */
function explain(issue: v.BaseIssue<unknown>, prefix: readonly (string | number)[] = []): ManifestIssue[] {
  const path = [...prefix, ...(issue.path ?? []).map((item) => item.key as string | number)];
  const inner = (issue.issues ?? []).filter((alternative) => alternative.path !== undefined);
  if (inner.length > 0) return inner.flatMap((alternative) => explain(alternative, path));
  return [{ path: formatPath(path), message: issue.message }];
}

function formatPath(path: readonly (string | number)[]): string {
  return path.slice(0, LIMITS.jsonDepth).reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    return /^[A-Za-z_$][A-Za-z0-9_$]{0,63}$/.test(key) ? `${text}.${key}` : `${text}[${quote(key)}]`;
  }, "manifest");
}

function readId(value: unknown): string | null {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, "id")) return null;
  const { id } = value as { id: unknown };
  return typeof id === "string" ? id : null;
}
