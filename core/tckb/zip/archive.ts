import { isUint8Array } from "../../bytes/uint8_array.ts";
import { quote } from "../../errors/mod.ts";
import { rejectArchive, rejectEntry } from "../errors.ts";
import { completeLimits, type TckbLimits } from "../limits.ts";
import { ArchiveView } from "./archive_view.ts";
import { type DirectoryRecord, readDirectory } from "./directory.ts";
import { readEndRecord } from "./end_record.ts";
import type { TckbEntry } from "./entry.ts";
import { checkNamesDiffer } from "./entry_name.ts";
import { DESCRIPTOR, LOCAL } from "./layout.ts";
import { findEntryEnd, type LocalEntry, readLocalHeader } from "./local_header.ts";

/** Options of {@linkcode listEntries}. */
export interface ListEntriesOptions {
  /** Limits to use in place of the defaults in `LIMITS`. One that is negative or NaN is a `RangeError`. */
  readonly limits?: Partial<TckbLimits>;
}

/**
 * Lists the entries of an envelope in the order of its directory, after verifying its structure: every byte belongs to
 * exactly one header, entry, directory or end record, local headers agree with the directory, names are safe and unique.
 * The entries' data is neither inflated nor verified; {@linkcode readEntry} and {@linkcode readTckb} do that.
 *
 * @throws {TckbUnpackError} `zip.*` or `limit.*`
 *
 * @example
 * ```ts
 * import { listEntries, writeTckb } from "@tck/tckb";
 * const bytes = await writeTckb({ manifest: { id: "a" }, module: new TextEncoder().encode("export default 1") });
 * listEntries(bytes).map((entry) => entry.name); // ["format.json", "manifest.json", "widget.mjs", "integrity.json"]
 * ```
 */
export function listEntries(bytes: Uint8Array, options: ListEntriesOptions = {}): readonly TckbEntry[] {
  const limits = completeLimits(options.limits);
  checkEnvelopeSize(bytes, limits);
  const archive = new ArchiveView(bytes);
  const bounds = readEndRecord(archive);
  const records = readDirectory(archive, bounds, limits);
  if (records.length === 0) throw rejectArchive("zip.no_entries", "it has no entries");
  checkTotalSize(records, limits);
  checkNamesDiffer(records.map((record) => record.name));
  const entries = records.map((record) => readLocalHeader(archive, record, bounds.start));
  checkOwnership(archive, entries, bounds.start);
  return entries.map((entry) => toEntry(archive, entry));
}

function checkEnvelopeSize(bytes: Uint8Array, limits: TckbLimits): void {
  if (!isUint8Array(bytes)) throw new TypeError("Cannot read archive: its bytes are not a Uint8Array");
  if (bytes.length === 0) throw rejectArchive("zip.empty", "it has no bytes");
  if (bytes.length <= limits.envelopeBytes) return;
  const reason = `it has ${bytes.length} bytes, at most ${limits.envelopeBytes} are allowed`;
  throw rejectArchive("limit.envelope_bytes", reason);
}

function checkTotalSize(records: readonly DirectoryRecord[], limits: TckbLimits): void {
  const total = records.reduce((sum, record) => sum + record.size, 0);
  if (total <= limits.totalEntryBytes) return;
  const reason = `its entries have ${total} bytes, at most ${limits.totalEntryBytes} are allowed`;
  throw rejectArchive("limit.total_entry_bytes", reason);
}

/** From the first byte to the directory, entries must follow each other without overlaps and gaps. */
function checkOwnership(archive: ArchiveView, entries: readonly LocalEntry[], directoryStart: number): void {
  const inOrder = entries.toSorted((a, b) => a.start - b.start);
  checkNothingBetween(archive, 0, inOrder[0]!.start);
  inOrder.forEach((entry, index) => {
    const next = inOrder[index + 1]?.start ?? directoryStart;
    if (entry.dataEnd > next) {
      const reason = `it overlaps entry ${quote(inOrder[index + 1]!.record.name)}`;
      throw rejectEntry("zip.overlap", entry.record.name, reason);
    }
    checkNothingBetween(archive, findEntryEnd(archive, entry, next), next);
  });
}

function checkNothingBetween(archive: ArchiveView, end: number, next: number): void {
  if (end === next) return;
  const where = `the ${next - end} bytes at ${end}`;
  if (archive.hasSignature(end, LOCAL.signature)) {
    throw rejectArchive("zip.unlisted_entry", `${where} are an entry not in the directory`);
  }
  if (end === 0) throw rejectArchive("zip.leading_data", "other data precedes its first entry");
  const what = archive.hasSignature(end, DESCRIPTOR.signature)
    ? "an unannounced data descriptor"
    : "not part of an entry";
  throw rejectArchive("zip.unowned_data", `${where} are ${what}`);
}

function toEntry(archive: ArchiveView, { record, dataStart, dataEnd }: LocalEntry): TckbEntry {
  const { name, method, size, crc32 } = record;
  return { name, method, size, crc32, data: archive.bytes.subarray(dataStart, dataEnd) };
}
