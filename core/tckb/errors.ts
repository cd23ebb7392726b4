/**
 * Why an envelope was refused, one code for each kind of fault.
 *
 * - `zip.*`: the archive has not exactly one meaning.
 * - `limit.*`: a limit of `LIMITS` is exceeded.
 * - `format.*`, `manifest.*`, `module.*`, `integrity.malformed`: an entry that the format defines is
 *   missing or is not what it should be.
 * - `integrity.*_mismatch`: bytes disagree with a hash that vouches for them; thrown as {@linkcode TckbIntegrityError}.
 */
export type TckbErrorCode =
  | "zip.empty"
  | "zip.no_entries"
  | "zip.end_record_missing"
  | "zip.leading_data"
  | "zip.trailing_data"
  | "zip.duplicate_end_record"
  | "zip.end_record_in_comment"
  | "zip.comment_length"
  | "zip.multi_disk"
  | "zip.entry_count"
  | "zip.directory_bounds"
  | "zip.zip64_locator"
  | "zip.zip64_end_record"
  | "zip.zip64_extra"
  | "zip.extra_field"
  | "zip.unicode_path"
  | "zip.local_header_missing"
  | "zip.local_header_mismatch"
  | "zip.unlisted_entry"
  | "zip.unowned_data"
  | "zip.overlap"
  | "zip.entry_over_directory"
  | "zip.descriptor_missing"
  | "zip.descriptor_mismatch"
  | "zip.encrypted"
  | "zip.unsupported_flag"
  | "zip.unsupported_method"
  | "zip.name_encoding"
  | "zip.unsafe_name"
  | "zip.duplicate_name"
  | "zip.name_collision"
  | "zip.directory_entry"
  | "zip.symlink"
  | "zip.special_file"
  | "zip.size_mismatch"
  | "zip.crc_mismatch"
  | "zip.deflate_malformed"
  | "zip.deflate_truncated"
  | "zip.deflate_underrun"
  | "zip.deflate_overrun"
  | "zip.deflate_trailing"
  | "limit.envelope_bytes"
  | "limit.entry_bytes"
  | "limit.total_entry_bytes"
  | "limit.entries"
  | "limit.entry_name_bytes"
  | "limit.manifest_bytes"
  | "limit.json_depth"
  | "format.missing"
  | "format.malformed"
  | "format.unsupported"
  | "manifest.missing"
  | "manifest.malformed"
  | "module.missing"
  | "module.empty"
  | "integrity.malformed"
  | TckbIntegrityErrorCode;

/**
 * Which hash the bytes disagree with: the one that the caller expects, a record of `integrity.json`, or the line in
 * `widget.mjs` that covers the stylesheets.
 */
export type TckbIntegrityErrorCode =
  | "integrity.hash_mismatch"
  | "integrity.record_mismatch"
  | "integrity.stylesheet_mismatch";

/**
 * Thrown for an envelope that is refused, and the only thing thrown whatever the bytes. Switch on `code`, show `message`
 * to people.
 *
 * @example
 * ```ts
 * import { readTckb, TckbUnpackError } from "@tck/tckb";
 * try {
 *   await readTckb(new Uint8Array(0));
 * } catch (error) {
 *   if (error instanceof TckbUnpackError) error.code; // "zip.empty"
 * }
 * ```
 */
export class TckbUnpackError extends Error {
  /** The name of the class. */
  override readonly name: string = "TckbUnpackError";
  /** What is wrong, for programs. */
  readonly code: TckbErrorCode;

  /** An error with its code and a message for people. */
  constructor(code: TckbErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Thrown when an envelope is well formed and its bytes disagree with a hash that vouches for them.
 *
 * @example
 * ```ts
 * import { readTckb, TckbIntegrityError } from "@tck/tckb";
 * async function isIntact(bytes: Uint8Array, expectedHash: string): Promise<boolean> {
 *   return await readTckb(bytes, { expectedHash }).then(() => true, (error) => {
 *     if (error instanceof TckbIntegrityError) return false;
 *     throw error;
 *   });
 * }
 * ```
 */
export class TckbIntegrityError extends TckbUnpackError {
  /** The name of the class. */
  override readonly name = "TckbIntegrityError";

  /** An error with its code and a message for people. */
  constructor(code: TckbIntegrityErrorCode, message: string) {
    super(code, message);
  }
}

/** What a route tells a client about an envelope that was refused (lifecycle specification, §7: all of them are 422). */
export type BundleProblemCode = "bundle.unsupported_format" | "bundle.hash_mismatch" | "bundle.malformed";

/**
 * The problem that a route reports for a reader's error. Damage within an entry's data counts as a disagreement of
 * hashes: those bytes cannot be the ones that were hashed, whether the archive's own checksum or the hash notices first.
 *
 * @example
 * ```ts
 * import { toBundleProblem } from "@tck/tckb";
 * toBundleProblem("format.missing"); // "bundle.unsupported_format"
 * toBundleProblem("zip.crc_mismatch"); // "bundle.hash_mismatch"
 * toBundleProblem("zip.overlap"); // "bundle.malformed"
 * ```
 */
export function toBundleProblem(code: TckbErrorCode): BundleProblemCode {
  switch (code) {
    case "format.missing":
    case "format.unsupported":
      return "bundle.unsupported_format";
    case "integrity.hash_mismatch":
    case "integrity.record_mismatch":
    case "integrity.stylesheet_mismatch":
    case "zip.crc_mismatch":
    case "zip.deflate_underrun":
    case "zip.deflate_malformed":
    case "zip.deflate_truncated":
    case "zip.deflate_overrun":
    case "zip.deflate_trailing":
      return "bundle.hash_mismatch";
    default:
      return "bundle.malformed";
  }
}
