import { rejectArchive, TckbUnpackError } from "../errors.ts";
import type { ArchiveView } from "./archive_view.ts";
import { END, IN_ZIP64_16, IN_ZIP64_32, LOCAL, LOCATOR64 } from "./layout.ts";

/** The range of the central directory, and the number of its entries. */
export interface DirectoryBounds {
  readonly start: number;
  readonly end: number;
  readonly entries: number;
}

/**
 * Finds the record that ends an archive and reads the bounds of the central directory. The directory must reach to the
 * record, and the record with its comment to the end of the archive. A zip64 end record is rejected: readers differ in when
 * they use it, and no envelope is large enough to need it.
 */
export function readEndRecord(archive: ArchiveView): DirectoryBounds {
  const at = findEndRecord(archive);
  checkComment(archive, at);
  checkNoZip64(archive, at);
  checkOneDisk(archive, at);
  const start = archive.uint32(at + END.directoryOffset);
  const end = start + archive.uint32(at + END.directoryBytes);
  if (end !== at) throw explainMisplacedDirectory(archive, end, at);
  return { start, end, entries: archive.uint16(at + END.entries) };
}

/** Some readers use the last record, others the first whose comment reaches the end: both must be the same. */
function findEndRecord(archive: ArchiveView): number {
  const earliest = Math.max(0, archive.length - END.bytes - 0xffff);
  const found = findSignatureBefore(archive, archive.length - END.bytes + 1, earliest);
  if (found < 0) {
    throw new TckbUnpackError(
      "zip.end_record_missing",
      "Cannot find the end of the archive: it has no end record, so it is cut short or not a ZIP archive",
    );
  }
  let other = found;
  while ((other = findSignatureBefore(archive, other, earliest)) >= 0) {
    if (reachesEnd(archive, other)) {
      throw endRecordInComment(`the comment of the end record at ${other} has another end record`);
    }
  }
  return found;
}

/** Which byte values an end record's signature has. */
const IN_SIGNATURE = new Uint8Array(256);
for (const byte of [0x50, 0x4b, 5, 6]) IN_SIGNATURE[byte] = 1;

/**
 * The last offset before `at` of an end record's signature, or -1. One of any four bytes in a row is in the signature if
 * they touch it, so only every fourth byte is read.
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
  const comment = archive.bytes.subarray(at + END.bytes);
  if (!reachesEnd(archive, at)) {
    const declared = archive.uint16(at + END.commentLength);
    throw declared === 0
      ? rejectArchive("zip.trailing_data", `${comment.length} bytes follow the end record`)
      : rejectArchive(
        "zip.comment_length",
        `its comment should have ${declared} bytes, ${comment.length} bytes follow the end record`,
      );
  }
  if (hasPartOfSignature(comment)) {
    throw endRecordInComment("the comment has a part of an end record's signature");
  }
}

/** `PK`, or one of the bytes 5 and 6, which no text has. */
function hasPartOfSignature(comment: Uint8Array): boolean {
  return comment.some((byte, index) =>
    byte === 5 || byte === 6 || (byte === 0x50 && comment[index + 1] === 0x4b)
  );
}

function checkOneDisk(archive: ArchiveView, at: number): void {
  if (
    archive.uint16(at + END.disk) === 0 && archive.uint16(at + END.directoryDisk) === 0 &&
    archive.uint16(at + END.entriesOnDisk) === archive.uint16(at + END.entries)
  ) return;
  throw rejectArchive("zip.multi_disk", "it is split over several disks");
}

function checkNoZip64(archive: ArchiveView, at: number): void {
  if (
    !archive.hasSignature(at - LOCATOR64.bytes, LOCATOR64.signature) &&
    archive.uint16(at + END.entries) !== IN_ZIP64_16 &&
    archive.uint32(at + END.directoryBytes) !== IN_ZIP64_32 &&
    archive.uint32(at + END.directoryOffset) !== IN_ZIP64_32
  ) return;
  throw rejectArchive(
    "zip.zip64_end_record",
    "it has a zip64 end record, or refers to one; write it without zip64 (Info-ZIP: option -fz-)",
  );
}

function explainMisplacedDirectory(archive: ArchiveView, end: number, at: number): TckbUnpackError {
  if (archive.hasSignature(end, END.signature)) {
    return rejectArchive("zip.duplicate_end_record", `it has two end records, at ${end} and ${at}`);
  }
  if (end < at && !archive.hasSignature(0, LOCAL.signature)) {
    return rejectArchive("zip.leading_data", "other data precedes its first entry");
  }
  return rejectArchive("zip.directory_bounds", `its directory ends at ${end} by the end record at ${at}`);
}

function endRecordInComment(reason: string): TckbUnpackError {
  return new TckbUnpackError("zip.end_record_in_comment", `Cannot find the end of the archive: ${reason}`);
}
