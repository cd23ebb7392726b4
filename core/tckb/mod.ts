/**
 * The `.tckb` envelope: a strict reader, a deterministic writer, and the renames of legacy envelopes.
 *
 * @module
 */
export type { TckbBuild } from "./build_record.ts";
export * from "./errors.ts";
export type { TckbLimits } from "./limits.ts";
export * from "./normalise.ts";
export { readTckb, type ReadTckbOptions, type Tckb } from "./read.ts";
export { formatStylesheetLine, parseStylesheetLine, type StylesheetHashes } from "./stylesheet_line.ts";
export * from "./write.ts";
export { listEntries, readEntry } from "./zip/mod.ts";
export type { ListEntriesOptions, ReadEntryOptions, TckbEntry } from "./zip/mod.ts";
