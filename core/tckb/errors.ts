import { CodedError, quote } from "../errors/mod.ts";

/**
 * Why an envelope is rejected, one code for each kind of fault.
 *
 * - `zip.*`: the archive is damaged, ambiguous or uses an unsupported feature.
 * - `limit.*`: a limit of `LIMITS` is exceeded.
 * - `format.*`, `manifest.*`, `module.*`, `build.*`, `integrity.malformed`: an entry of the format is missing or invalid.
 * - `integrity.*_mismatch`: bytes differ from their hash; thrown as {@linkcode TckbIntegrityError}.
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
  | "zip.unsupported_version"
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
  | "module.stylesheet_line"
  | "build.malformed"
  | "integrity.malformed"
  | TckbIntegrityErrorCode;

/**
 * Which hash the bytes differ from: the caller's expected hash, a record of `integrity.json`, or the stylesheet line or the
 * card line of `widget.mjs`.
 */
export type TckbIntegrityErrorCode =
  | "integrity.hash_mismatch"
  | "integrity.record_mismatch"
  | "integrity.stylesheet_mismatch"
  | "integrity.card_mismatch";

/**
 * Thrown for an envelope that is rejected. The reader throws no other error, whatever the bytes are.
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
export class TckbUnpackError extends CodedError<TckbErrorCode> {
  /** The name of the class. */
  override readonly name: string = "TckbUnpackError";
}

/** Rejects an archive as a whole. */
export function rejectArchive(code: TckbErrorCode, reason: string): TckbUnpackError {
  return new TckbUnpackError(code, `Cannot read archive: ${reason}`);
}

/** Rejects an archive because of one of its entries. */
export function rejectEntry(code: TckbErrorCode, name: string, reason: string): TckbUnpackError {
  return new TckbUnpackError(code, `Cannot read entry ${quote(name)}: ${reason}`);
}

/**
 * Thrown for a well-formed envelope whose bytes differ from their hash.
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

  /**
   * Makes the error for one hash.
   *
   * @param code Which hash the bytes differ from
   * @param message What is wrong, for people; no trailing period
   */
  constructor(code: TckbIntegrityErrorCode, message: string) {
    super(code, message);
  }
}

/** The problem code that a route reports for a rejected envelope (lifecycle specification, §7: all have status 422). */
export type BundleProblemCode = "bundle.unsupported_format" | "bundle.hash_mismatch" | "bundle.malformed";

/**
 * Maps a reader's error to the problem that a route reports. Damage within an entry's data counts as a hash mismatch,
 * whether the archive's checksum or the hash detects it.
 */
export function toBundleProblem(code: TckbErrorCode): BundleProblemCode {
  switch (code) {
    case "format.missing":
    case "format.unsupported":
      return "bundle.unsupported_format";
    case "integrity.hash_mismatch":
    case "integrity.record_mismatch":
    case "integrity.stylesheet_mismatch":
    case "integrity.card_mismatch":
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
