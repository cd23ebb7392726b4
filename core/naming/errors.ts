import { quote } from "../errors/mod.ts";

/** Which kind of name an {@link InvalidNameError} is about. */
export type NameErrorCode =
  | "name.batch_kind"
  | "name.bundle_file"
  | "name.bundle_hash"
  | "name.local_date"
  | "name.user_id"
  | "name.widget_id";

const WHAT: { [code in NameErrorCode]: string } = {
  "name.batch_kind": "batch kind",
  "name.bundle_file": "bundle name",
  "name.bundle_hash": "bundle hash",
  "name.local_date": "local date",
  "name.user_id": "user id",
  "name.widget_id": "widget id",
};

/**
 * A name cannot be formatted because one of its parts is not what it has to be. Parsing never throws it: a parser
 * answers `null`, `false` or a warning.
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
export class InvalidNameError extends Error {
  /** The error's name, for logs. */
  override readonly name: string = "InvalidNameError";
  /** Which kind of name was refused. */
  readonly code: NameErrorCode;

  /**
   * Makes the error for one refused value.
   *
   * @param code Which kind of name was refused
   * @param value The refused value; the message shows at most 80 characters of it
   * @param reason What is the case, without a trailing period
   */
  constructor(code: NameErrorCode, value: string, reason: string) {
    super(`Cannot use ${WHAT[code]} ${quote(value)}: ${reason}`);
    this.code = code;
  }
}
