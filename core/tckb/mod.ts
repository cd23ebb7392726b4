/**
 * The `.tckb` envelope: a strict reader, a deterministic writer, and the renames of legacy envelopes.
 *
 * The reader accepts the archives of Python's `zipfile`, Info-ZIP, 7-Zip, bsdtar, Go's `archive/zip`, Java's
 * `ZipOutputStream`, fflate, jszip, zip.js, adm-zip and yazl, without folders as entries and without zip64 end records.
 */
export { type CardHashes, formatCardLine, parseCardLine } from "./card_line.ts";
export { type BundleRecord, encodeBundleRecord, readBundleStream } from "./bundle_stream.ts";
export * from "./errors.ts";
export { gzipMember } from "./gzip_member.ts";
export { leaveOutCards } from "./leave_out_cards.ts";
export { COMMITTED_LIMITS, type TckbLimits } from "./limits.ts";
export * from "./normalise.ts";
export { readTckb, type ReadTckbOptions, type Tckb } from "./read.ts";
export { formatStylesheetLine, parseStylesheetLine, type StylesheetHashes } from "./stylesheet_line.ts";
export * from "./write.ts";
export { listEntries, readEntry } from "./zip/mod.ts";
export type { TckbEntry } from "./zip/mod.ts";
