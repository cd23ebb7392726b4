import { deflateSync } from "fflate";
import { crc32 } from "../../bytes/mod.ts";
import { isUint8Array } from "../../bytes/uint8_array.ts";
import type { TckbEntry } from "./entry.ts";
import { CENTRAL, END, LOCAL, METHOD } from "./layout.ts";

/** Version 2.0: deflate, no zip64. */
const VERSION_NEEDED = 20;
/** 1 January 1980, 00:00, the earliest time of the format, in every entry so that archives are reproducible. */
const DOS_DATE = (1 << 5) | 1;

/**
 * Builds an archive of the given contents in their order. The same input yields the same bytes on every runtime. An entry
 * is stored uncompressed when deflate does not make it smaller, or when it is large and compresses well: then the deployed
 * client would inflate it in a worker, which service workers do not have (fflate's asynchronous
 * `unzip`). `LIMITS` keeps sizes and counts below those of zip64.
 *
 * @param contents the content of each entry; or an entry of another archive, whose data is taken over as it is
 */
export function buildArchive(
  contents: ReadonlyMap<string, Uint8Array | TckbEntry>,
): Uint8Array<ArrayBuffer> {
  const entries = Array.from(
    contents,
    ([name, content]) =>
      isUint8Array(content) ? packEntry(name, content) : { ...content, name: encode(name) },
  );
  const archive = new Uint8Array(entries.reduce<number>((sum, entry) => sum + recordBytes(entry), END.bytes));
  const view = new DataView(archive.buffer);
  let at = 0;
  const offsets = entries.map((entry) => {
    const offset = at;
    at = writeLocalEntry(view, offset, entry);
    return offset;
  });
  const directoryOffset = at;
  entries.forEach((entry, index) => at = writeDirectoryRecord(view, at, entry, offsets[index]!));
  view.setUint32(at, END.signature, true);
  view.setUint16(at + END.entriesOnDisk, entries.length, true);
  view.setUint16(at + END.entries, entries.length, true);
  view.setUint32(at + END.directoryBytes, at - directoryOffset, true);
  view.setUint32(at + END.directoryOffset, directoryOffset, true);
  return archive;
}

type DeflateMemory = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

interface PackedEntry extends Pick<TckbEntry, "method" | "crc32" | "size"> {
  readonly name: Uint8Array;
  readonly data: Uint8Array;
}

function encode(name: string): Uint8Array {
  return new TextEncoder().encode(name);
}

function packEntry(name: string, content: Uint8Array): PackedEntry {
  const deflated = deflate(content);
  const stored = deflated.length >= content.length || isInflatedInWorker(content.length, deflated.length);
  return {
    name: encode(name),
    method: stored ? METHOD.stored : METHOD.deflated,
    crc32: crc32(content),
    size: content.length,
    data: stored ? content : deflated,
  };
}

function isInflatedInWorker(size: number, compressedSize: number): boolean {
  return size >= 524_288 && compressedSize <= 0.8 * size;
}

/**
 * By default, fflate sizes its table by a logarithm, which runtimes may round differently. The bit length is close to it
 * and exact: 12 + `mem` is the length of a table index, from 12 to 20 bits.
 */
function deflate(content: Uint8Array): Uint8Array {
  const bits = 32 - Math.clz32(content.length);
  return deflateSync(content, { level: 9, mem: Math.min(Math.max(bits - 12, 0), 8) as DeflateMemory });
}

function recordBytes(entry: PackedEntry): number {
  return LOCAL.bytes + CENTRAL.bytes + 2 * entry.name.length + entry.data.length;
}

function writeLocalEntry(view: DataView, at: number, entry: PackedEntry): number {
  view.setUint32(at, LOCAL.signature, true);
  view.setUint16(at + 4, VERSION_NEEDED, true);
  writeSharedFields(view, at, entry);
  const archive = new Uint8Array(view.buffer);
  archive.set(entry.name, at + LOCAL.bytes);
  archive.set(entry.data, at + LOCAL.bytes + entry.name.length);
  return at + LOCAL.bytes + entry.name.length + entry.data.length;
}

function writeDirectoryRecord(view: DataView, at: number, entry: PackedEntry, localOffset: number): number {
  view.setUint32(at, CENTRAL.signature, true);
  view.setUint16(at + 4, VERSION_NEEDED, true);
  view.setUint16(at + 6, VERSION_NEEDED, true);
  writeSharedFields(view, at + CENTRAL.method - LOCAL.method, entry);
  view.setUint32(at + CENTRAL.localOffset, localOffset, true);
  new Uint8Array(view.buffer).set(entry.name, at + CENTRAL.bytes);
  return at + CENTRAL.bytes + entry.name.length;
}

/**
 * Writes the fields from the method to the length of the name, which are the same in both headers.
 *
 * @param header Where a local header would start for its fields to be there
 */
function writeSharedFields(view: DataView, header: number, entry: PackedEntry): void {
  view.setUint16(header + LOCAL.method, entry.method, true);
  view.setUint16(header + LOCAL.method + 4, DOS_DATE, true);
  view.setUint32(header + LOCAL.crc32, entry.crc32, true);
  view.setUint32(header + LOCAL.compressedSize, entry.data.length, true);
  view.setUint32(header + LOCAL.size, entry.size, true);
  view.setUint16(header + LOCAL.nameLength, entry.name.length, true);
}
