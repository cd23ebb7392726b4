import { CodedError, quote } from "../errors/mod.ts";
import { findJsonFault } from "./json_fault.ts";
import { formatJsonPath } from "./json_path.ts";

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

/** Rejects a value that cannot be stored as JSON. */
export function rejectJsonFault(value: unknown): void {
  const fault = findJsonFault(value);
  if (fault === null) return;
  const issue = { path: formatJsonPath("manifest", fault.path), message: fault.message };
  throw new InvalidManifestError(readId(value), [issue]);
}

/** The id of a value that may not be a manifest, or null. */
export function readId(value: unknown): string | null {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, "id")) return null;
  const { id } = value as { id: unknown };
  return typeof id === "string" ? id : null;
}
