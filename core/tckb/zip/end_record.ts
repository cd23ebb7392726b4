import { TckbUnpackError } from "../errors.ts";
import type { ArchiveView } from "./archive_view.ts";
import { END, END64, IN_ZIP64_16, IN_ZIP64_32, LOCAL, LOCATOR64 } from "./layout.ts";

/** Where the central directory is, and how many entries it lists. */
export interface DirectoryBounds {
  readonly start: number;
  readonly end: number;
  readonly entries: number;
}

interface EndFields {
  readonly directoryOffset: number;
  readonly directoryBytes: number;
  readonly entries: number;
  /** Where the first of the records that close the archive starts. */
  readonly start: number;
}

/**
 * Finds the record that ends an archive and what it says of the central directory. The record, its comment and the zip64
 * records must reach exactly from the directory's end to the archive's end.
 */
export function readEndRecord(archive: ArchiveView): DirectoryBounds {
  const offset = findEndRecord(archive);
  const fields = readZip64(archive, offset) ?? readFields(archive, offset);
  const end = fields.directoryOffset + fields.directoryBytes;
  if (end !== fields.start) throw explainMisplacedDirectory(archive, end, fields.start);
  return { start: fields.directoryOffset, end, entries: fields.entries };
}

/** Readers take the last record in the file, or one whose comment reaches the end: both must be the same record. */
function findEndRecord(archive: ArchiveView): number {
  const earliest = Math.max(0, archive.length - END.bytes - 0xffff);
  let found = -1;
  for (let at = archive.length - END.bytes; at >= earliest; at = findSignatureBefore(archive, at, earliest)) {
    if (!archive.hasSignature(at, END.signature)) continue;
    if (found < 0) {
      checkComment(archive, at);
      found = at;
    } else if (reachesEnd(archive, at)) {
      throw new TckbUnpackError(
        "zip.end_record_in_comment",
        `Cannot find the end of the archive: the comment of the end record at ${at} holds another end record`,
      );
    }
  }
  if (found >= 0) return found;
  throw new TckbUnpackError(
    "zip.end_record_missing",
    "Cannot find the end of the archive: it has no end record, so it is cut short or not a ZIP archive",
  );
}

/** Which byte values an end record's signature has. */
const IN_SIGNATURE = new Uint8Array(256);
for (const byte of [0x50, 0x4b, 5, 6]) IN_SIGNATURE[byte] = 1;

/**
 * The last place before `at` where an end record's signature is, or -1. Of four bytes in a row one is the signature's if
 * they touch it at all, so that only every fourth byte is looked at.
 */
function findSignatureBefore(archive: ArchiveView, at: number, earliest: number): number {
  const { bytes } = archive;
  for (let last = at + 2; last >= earliest; last -= 4) {
    if (IN_SIGNATURE[bytes[last]!] === 0) continue;
    for (let start = Math.min(last, at - 1); start > last - 4 && start >= earliest; start--) {
      if (archive.hasSignature(start, END.signature)) return start;
    }
  }
  return -1;
}

function reachesEnd(archive: ArchiveView, at: number): boolean {
  return at + END.bytes + archive.uint16(at + END.commentLength) === archive.length;
}

function checkComment(archive: ArchiveView, at: number): void {
  if (reachesEnd(archive, at)) return;
  const declared = archive.uint16(at + END.commentLength);
  const actual = archive.length - at - END.bytes;
  if (declared === 0) {
    throw new TckbUnpackError(
      "zip.trailing_data",
      `Cannot accept archive: ${actual} bytes follow the end record`,
    );
  }
  throw new TckbUnpackError(
    "zip.comment_length",
    `Cannot accept archive: its comment is said to have ${declared} bytes, ${actual} bytes follow the end record`,
  );
}

function readFields(archive: ArchiveView, at: number): EndFields {
  const entries = archive.uint16(at + END.entries);
  if (
    archive.uint16(at + END.disk) !== 0 || archive.uint16(at + END.directoryDisk) !== 0 ||
    archive.uint16(at + END.entriesOnDisk) !== entries
  ) {
    throw multiDisk();
  }
  return {
    directoryOffset: archive.uint32(at + END.directoryOffset),
    directoryBytes: archive.uint32(at + END.directoryBytes),
    entries,
    start: at,
  };
}

function readZip64(archive: ArchiveView, at: number): EndFields | null {
  const locator = at - LOCATOR64.bytes;
  if (!archive.hasSignature(locator, LOCATOR64.signature)) {
    if (pointsToZip64(archive, at)) throw locatorError("the end record refers to it and it is not there");
    return null;
  }
  if (archive.uint32(locator + LOCATOR64.endDisk) !== 0 || archive.uint32(locator + LOCATOR64.disks) !== 1) {
    throw multiDisk();
  }
  const record = archive.uint64(locator + LOCATOR64.endOffset);
  if (record + END64.bytes > locator || !archive.hasSignature(record, END64.signature)) {
    throw locatorError(`it points to ${record}, where no zip64 end record is`);
  }
  return readZip64Fields(archive, record, locator, at);
}

function readZip64Fields(archive: ArchiveView, record: number, locator: number, at: number): EndFields {
  if (record + 12 + archive.uint64(record + END64.followingBytes) !== locator) {
    throw zip64EndError("it does not reach to its locator");
  }
  const entries = archive.uint64(record + END64.entries);
  const directoryOffset = archive.uint64(record + END64.directoryOffset);
  const directoryBytes = archive.uint64(record + END64.directoryBytes);
  if (
    archive.uint32(record + END64.disk) !== 0 || archive.uint32(record + END64.directoryDisk) !== 0 ||
    archive.uint64(record + END64.entriesOnDisk) !== entries
  ) {
    throw multiDisk();
  }
  if (!pointsToZip64(archive, at)) throw zip64EndError("the end record does not refer to it");
  const agree = agrees(archive.uint16(at + END.disk), 0, IN_ZIP64_16) &&
    agrees(archive.uint16(at + END.directoryDisk), 0, IN_ZIP64_16) &&
    agrees(archive.uint16(at + END.entriesOnDisk), entries, IN_ZIP64_16) &&
    agrees(archive.uint16(at + END.entries), entries, IN_ZIP64_16) &&
    agrees(archive.uint32(at + END.directoryBytes), directoryBytes, IN_ZIP64_32) &&
    agrees(archive.uint32(at + END.directoryOffset), directoryOffset, IN_ZIP64_32);
  if (!agree) throw zip64EndError("it disagrees with the end record");
  return { directoryOffset, directoryBytes, entries, start: record };
}

/** Whether a field of the end record leaves its value to the zip64 end record. */
function pointsToZip64(archive: ArchiveView, at: number): boolean {
  return archive.uint16(at + END.entries) === IN_ZIP64_16 ||
    archive.uint32(at + END.directoryBytes) === IN_ZIP64_32 ||
    archive.uint32(at + END.directoryOffset) === IN_ZIP64_32;
}

function agrees(field: number, value: number, inZip64: number): boolean {
  return field === value || field === inZip64;
}

function explainMisplacedDirectory(archive: ArchiveView, end: number, closing: number): TckbUnpackError {
  if (archive.hasSignature(end, END.signature)) {
    return new TckbUnpackError(
      "zip.duplicate_end_record",
      `Cannot accept archive: it has two end records, at ${end} and ${closing}`,
    );
  }
  if (end < closing && !archive.hasSignature(0, LOCAL.signature)) {
    return new TckbUnpackError(
      "zip.leading_data",
      "Cannot accept archive: other data comes before its first entry",
    );
  }
  return new TckbUnpackError(
    "zip.directory_bounds",
    `Cannot accept archive: its directory is said to end at ${end}, the records that close the archive start at ${closing}`,
  );
}

function multiDisk(): TckbUnpackError {
  return new TckbUnpackError("zip.multi_disk", "Cannot accept archive: it is split over several disks");
}

function locatorError(reason: string): TckbUnpackError {
  return new TckbUnpackError("zip.zip64_locator", `Cannot follow the zip64 locator: ${reason}`);
}

function zip64EndError(reason: string): TckbUnpackError {
  return new TckbUnpackError("zip.zip64_end_record", `Cannot accept the zip64 end record: ${reason}`);
}
