import { rejectArchive, rejectEntry, TckbUnpackError } from "../errors.ts";
import type { TckbLimits } from "../limits.ts";
import type { ArchiveView } from "./archive_view.ts";
import type { DirectoryBounds } from "./end_record.ts";
import type { TckbEntry } from "./entry.ts";
import { decodeName } from "./entry_name.ts";
import { checkNoZip64, checkUnicodePath, readExtraFields } from "./extra_fields.ts";
import { CENTRAL, DOS, FLAG, IN_ZIP64_32, MAX_VERSION_NEEDED, METHOD } from "./layout.ts";

/** An entry's record in the central directory. */
export interface DirectoryRecord extends Omit<TckbEntry, "data"> {
  readonly nameBytes: Uint8Array;
  readonly flags: number;
  /** Size of the data in the archive, in bytes. */
  readonly compressedSize: number;
  /** The offset of its local header. */
  readonly localOffset: number;
}

/** Reads the central directory. Its records must fill it exactly, and their count must be that of the end record. */
export function readDirectory(
  archive: ArchiveView,
  bounds: DirectoryBounds,
  limits: TckbLimits,
): DirectoryRecord[] {
  if (bounds.entries > limits.entries) {
    const reason = `it has ${bounds.entries} entries, at most ${limits.entries} are allowed`;
    throw rejectArchive("limit.entries", reason);
  }
  const records: DirectoryRecord[] = [];
  let at = bounds.start;
  while (at < bounds.end) {
    if (records.length === bounds.entries) throw countError("more entries", bounds.entries);
    const end = findRecordEnd(archive, at, bounds.end);
    records.push(readRecord(archive, at, limits));
    at = end;
  }
  if (records.length < bounds.entries) throw countError(`${records.length} entries`, bounds.entries);
  return records;
}

function findRecordEnd(archive: ArchiveView, at: number, directoryEnd: number): number {
  if (at + CENTRAL.bytes <= directoryEnd && archive.hasSignature(at, CENTRAL.signature)) {
    const end = at + CENTRAL.bytes + archive.uint16(at + CENTRAL.nameLength) +
      archive.uint16(at + CENTRAL.extraLength) + archive.uint16(at + CENTRAL.commentLength);
    if (end <= directoryEnd) return end;
  }
  const message = `Cannot read directory: the record at ${at} is incomplete or missing`;
  throw new TckbUnpackError("zip.directory_bounds", message);
}

function readRecord(archive: ArchiveView, at: number, limits: TckbLimits): DirectoryRecord {
  const nameStart = at + CENTRAL.bytes;
  const nameLength = archive.uint16(at + CENTRAL.nameLength);
  if (nameLength > limits.entryNameBytes) {
    throw new TckbUnpackError(
      "limit.entry_name_bytes",
      `Cannot accept entry: its name has ${nameLength} bytes, at most ${limits.entryNameBytes} are allowed`,
    );
  }
  const flags = archive.uint16(at + CENTRAL.flags);
  const nameBytes = archive.bytes.subarray(nameStart, nameStart + nameLength);
  const name = decodeName(nameBytes, (flags & FLAG.utf8) !== 0);
  const extraStart = nameStart + nameLength;
  const extra = readExtraFields(archive, extraStart, archive.uint16(at + CENTRAL.extraLength));
  checkUnicodePath(archive, extra.unicodePath, nameBytes);
  checkNoZip64(extra.zip64);
  checkFlags(flags, name);
  checkFileType(archive.uint32(at + CENTRAL.externalAttributes), name);
  const method = readMethod(archive.uint16(at + CENTRAL.method), name);
  checkVersion(archive.bytes[at + CENTRAL.versionNeeded]!, name);
  const { size, compressedSize, localOffset } = readPlace(archive, at, name);
  const crc32 = archive.uint32(at + CENTRAL.crc32);
  const record = { name, nameBytes, flags, method, crc32, compressedSize, size, localOffset };
  checkSizes(record, limits);
  return record;
}

type Place = Pick<DirectoryRecord, "size" | "compressedSize" | "localOffset">;

/** Zip64 values are rejected, as some readers do not support them in the directory. */
function readPlace(archive: ArchiveView, at: number, name: string): Place {
  const size = archive.uint32(at + CENTRAL.size);
  const compressedSize = archive.uint32(at + CENTRAL.compressedSize);
  const localOffset = archive.uint32(at + CENTRAL.localOffset);
  if ([size, compressedSize, localOffset].includes(IN_ZIP64_32)) {
    throw rejectEntry("zip.zip64_extra", name, "its directory record refers to zip64 values");
  }
  if (archive.uint16(at + CENTRAL.disk) !== 0) {
    throw rejectArchive("zip.multi_disk", "it is split over several disks");
  }
  return { size, compressedSize, localOffset };
}

/** Rejects an entry that needs a newer version to extract. */
export function checkVersion(version: number, name: string): void {
  if (version <= MAX_VERSION_NEEDED) return;
  throw rejectEntry(
    "zip.unsupported_version",
    name,
    `it needs version ${version / 10} to extract, at most ${MAX_VERSION_NEEDED / 10} is supported`,
  );
}

function checkFlags(flags: number, name: string): void {
  if (flags & (FLAG.encrypted | FLAG.strongEncryption | FLAG.maskedHeaders)) {
    throw rejectEntry("zip.encrypted", name, "it is encrypted");
  }
  const unknown = flags & ~(FLAG.effort | FLAG.descriptor | FLAG.utf8);
  if (unknown) {
    throw rejectEntry("zip.unsupported_flag", name, `its flags 0x${unknown.toString(16)} are not supported`);
  }
}

function readMethod(method: number, name: string): 0 | 8 {
  if (method === METHOD.stored || method === METHOD.deflated) return method;
  const reason = `its compression method is ${method}, only 0 and 8 are supported`;
  throw rejectEntry("zip.unsupported_method", name, reason);
}

/**
 * The upper half of the attributes is a Unix mode, the lower half has those of DOS. Both are always checked, as some
 * readers ignore the system in the header.
 */
function checkFileType(attributes: number, name: string): void {
  const type = (attributes >>> 16) & 0xf000;
  if (type === 0xa000) throw rejectEntry("zip.symlink", name, "it is a symbolic link");
  if (type === 0x4000 || attributes & DOS.directory) {
    throw rejectEntry("zip.directory_entry", name, "it is a directory");
  }
  if ((type !== 0 && type !== 0x8000) || attributes & DOS.volumeLabel) {
    throw rejectEntry("zip.special_file", name, "it is not a regular file");
  }
}

/** The highest compression ratio of deflate: 258 bytes from two bits. */
const MAX_DEFLATE_RATIO = 1032;

function checkSizes(record: DirectoryRecord, limits: TckbLimits): void {
  const { name, method, size, compressedSize } = record;
  if (size > limits.entryBytes) {
    const reason = `it has ${size} bytes, at most ${limits.entryBytes} are allowed`;
    throw rejectEntry("limit.entry_bytes", name, reason);
  }
  const possible = method === METHOD.stored
    ? size === compressedSize
    : size <= compressedSize * MAX_DEFLATE_RATIO;
  if (!possible) {
    const reason = `${compressedSize} bytes of data cannot yield ${size} bytes`;
    throw rejectEntry("zip.size_mismatch", name, reason);
  }
}

function countError(actual: string, declared: number): TckbUnpackError {
  return rejectArchive("zip.entry_count", `its directory lists ${actual}, the end record counts ${declared}`);
}
