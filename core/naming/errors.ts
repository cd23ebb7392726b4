import { CodedError, quote } from "../errors/mod.ts";

/** Which kind of name is invalid. */
export type NameErrorCode =
  | "name.batch_kind"
  | "name.bundle_file"
  | "name.bundle_hash"
  | "name.local_date"
  | "name.user_id"
  | "name.widget_id";

const LABELS: { [code in NameErrorCode]: string } = {
  "name.batch_kind": "batch kind",
  "name.bundle_file": "bundle name",
  "name.bundle_hash": "bundle hash",
  "name.local_date": "local date",
  "name.user_id": "user id",
  "name.widget_id": "widget id",
};

/**
 * Thrown when a name cannot be formatted because one of its parts is invalid. Parsers do not throw it; they return
 * `null`, `false` or a warning.
 *
 * @example
 * ```ts
 * import { formatBatchId, InvalidNameError } from "@tck/tckb";
 * try {
 *   formatBatchId("2026-02-30", "diary");
 * } catch (error) {
 *   if (error instanceof InvalidNameError) error.code; // "name.local_date"
 * }
 * ```
 */
export class InvalidNameError extends CodedError<NameErrorCode> {
  /** The name of the class. */
  override readonly name = "InvalidNameError";

  /**
   * Makes the error for one invalid value.
   *
   * @param code Which kind of name is invalid
   * @param value The invalid value; the message quotes at most 80 characters of it
   * @param reason What is wrong, without a trailing period
   */
  constructor(code: NameErrorCode, value: string, reason: string) {
    super(code, `Cannot use ${LABELS[code]} ${quote(value)}: ${reason}`);
  }
}
