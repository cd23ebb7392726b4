import { rejectEntry, TckbUnpackError } from "../errors.ts";
import type { ArchiveView } from "./archive_view.ts";
import { checkVersion, type DirectoryRecord } from "./directory.ts";
import {
  checkNoZip64,
  checkUnicodePath,
  type ExtraField,
  readExtraFields,
  readZip64Sizes,
} from "./extra_fields.ts";
import { DESCRIPTOR, FLAG, IN_ZIP64_32, LOCAL } from "./layout.ts";

/** The range of an entry in the archive, without its data descriptor. */
export interface LocalEntry {
  readonly record: DirectoryRecord;
  /** The offset of the local header. */
  readonly start: number;
  /** The offset of the data. */
  readonly dataStart: number;
  /** The end of the data, exclusive. */
  readonly dataEnd: number;
  /** Whether the local header has its sizes in a zip64 field; then a data descriptor has 64-bit sizes. */
  readonly zip64: boolean;
}

/** Reads the local header of a directory record. Both must agree. */
export function readLocalHeader(
  archive: ArchiveView,
  record: DirectoryRecord,
  directoryStart: number,
): LocalEntry {
  const start = record.localOffset;
  if (!archive.hasSignature(start, LOCAL.signature)) {
    throw rejectEntry("zip.local_header_missing", record.name, `no local header is at ${start}`);
  }
  const nameStart = start + LOCAL.bytes;
  if (nameStart > directoryStart) throw reachesDirectory(record);
  const extraStart = nameStart + archive.uint16(start + LOCAL.nameLength);
  const dataStart = extraStart + archive.uint16(start + LOCAL.extraLength);
  const dataEnd = dataStart + record.compressedSize;
  if (dataEnd > directoryStart) throw reachesDirectory(record);
  const extra = readExtraFields(archive, extraStart, dataStart - extraStart);
  checkUnicodePath(archive, extra.unicodePath, record.nameBytes);
  compareName(archive, record, nameStart, extraStart);
  const zip64 = compareFields(archive, record, start, extra.zip64);
  return { record, start, dataStart, dataEnd, zip64 };
}

/**
 * Finds the end of an entry: the end of its data, or of its data descriptor if the flags announce one. A descriptor's
 * signature is optional, so its form follows from the distance to the next record.
 */
export function findEntryEnd(archive: ArchiveView, entry: LocalEntry, nextStart: number): number {
  const { record, dataEnd } = entry;
  if ((record.flags & FLAG.descriptor) === 0) return dataEnd;
  const plain = entry.zip64 ? DESCRIPTOR.bytes64 : DESCRIPTOR.bytes;
  const signed = archive.hasSignature(dataEnd, DESCRIPTOR.signature) &&
    nextStart - dataEnd !== plain;
  const end = dataEnd + plain + (signed ? DESCRIPTOR.signatureBytes : 0);
  if (end > nextStart) {
    throw rejectEntry("zip.descriptor_missing", record.name, "its data descriptor is missing");
  }
  checkDescriptor(archive, entry, end - plain);
  return end;
}

function checkDescriptor(archive: ArchiveView, { record, zip64 }: LocalEntry, at: number): void {
  const agrees = archive.uint32(at) === record.crc32 &&
    (zip64
      ? archive.uint64(at + 4) === record.compressedSize && archive.uint64(at + 12) === record.size
      : archive.uint32(at + 4) === record.compressedSize && archive.uint32(at + 8) === record.size);
  if (agrees) return;
  const reason = "its data descriptor disagrees with the directory";
  throw rejectEntry("zip.descriptor_mismatch", record.name, reason);
}

function compareName(archive: ArchiveView, record: DirectoryRecord, start: number, end: number): void {
  const expected = record.nameBytes;
  let same = end - start === expected.length;
  for (let index = 0; same && index < expected.length; index++) {
    same = archive.bytes[start + index] === expected[index];
  }
  if (!same) throw mismatch(record, "name");
}

/** Compares the other fields. Returns whether the sizes are in a zip64 field, which must then have both. */
function compareFields(
  archive: ArchiveView,
  record: DirectoryRecord,
  start: number,
  zip64: ExtraField | null,
): boolean {
  if (archive.uint16(start + LOCAL.flags) !== record.flags) throw mismatch(record, "flags");
  if (archive.uint16(start + LOCAL.method) !== record.method) throw mismatch(record, "method");
  checkVersion(archive.bytes[start + LOCAL.versionNeeded]!, record.name);
  let size = archive.uint32(start + LOCAL.size);
  let compressedSize = archive.uint32(start + LOCAL.compressedSize);
  const inZip64 = size === IN_ZIP64_32 && compressedSize === IN_ZIP64_32;
  if (inZip64) [size, compressedSize] = readZip64Sizes(archive, zip64);
  else checkNoZip64(zip64);
  const deferred = (record.flags & FLAG.descriptor) !== 0;
  compare(record, "CRC-32", archive.uint32(start + LOCAL.crc32), record.crc32, deferred);
  compare(record, "size", size, record.size, deferred);
  compare(record, "compressed size", compressedSize, record.compressedSize, deferred);
  return inZip64;
}

/** With a data descriptor, the local header may have 0 in place of the value. */
function compare(
  record: DirectoryRecord,
  field: string,
  local: number,
  central: number,
  deferred: boolean,
): void {
  if (local !== central && !(deferred && local === 0)) throw mismatch(record, field);
}

function mismatch(record: DirectoryRecord, field: string): TckbUnpackError {
  const reason = `its local header and the directory disagree on its ${field}`;
  return rejectEntry("zip.local_header_mismatch", record.name, reason);
}

function reachesDirectory(record: DirectoryRecord): TckbUnpackError {
  return rejectEntry("zip.entry_over_directory", record.name, "it reaches into the directory");
}
