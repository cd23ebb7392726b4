/**
 * The ZIP wire format, as strictly as an envelope needs it: an archive is accepted only if it has one meaning.
 *
 * @module
 */
export { listEntries, type ListEntriesOptions } from "./archive.ts";
export { buildArchive } from "./build.ts";
export type { TckbEntry } from "./entry.ts";
export { extractEntry, readEntry, type ReadEntryOptions } from "./extract.ts";
