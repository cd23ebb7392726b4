/**
 * A strict reader and a deterministic writer of ZIP archives. An archive that readers could interpret differently is
 * rejected.
 */
export { listEntries, type ListEntriesOptions } from "./archive.ts";
export { buildArchive } from "./build.ts";
export type { TckbEntry } from "./entry.ts";
export { checkCrc, inflateEntry, readEntry, type ReadEntryOptions } from "./extract.ts";
