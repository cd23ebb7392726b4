import type { TckbEntry } from "./zip/mod.ts";

/** Magic, method deflate, no flags, no time, maximum compression, unknown system (RFC 1952, §2.3). */
const HEADER = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255];

/** The size and CRC-32 of the content, at the end. */
const TRAILER_BYTES = 8;

/**
 * The content of a deflated entry as a gzip file (RFC 1952): the same compressed data between another header and trailer.
 * Null when the entry is stored uncompressed. The data is not verified.
 *
 * @example
 * ```ts
 * import { gzipMember } from "./gzip_member.ts";
 * import { listEntries, writeTckb } from "@tck/tckb";
 * const module = new TextEncoder().encode("export default 1;".repeat(9));
 * const [entry] = listEntries(await writeTckb({ manifest: { id: "a" }, module }));
 * gzipMember(entry!);
 * ```
 */
export function gzipMember({ method, data, size, crc32 }: TckbEntry): Uint8Array<ArrayBuffer> | null {
  if (method !== 8) return null;
  const member = new Uint8Array(HEADER.length + data.length + TRAILER_BYTES);
  member.set(HEADER);
  member.set(data, HEADER.length);
  const trailer = new DataView(member.buffer, HEADER.length + data.length);
  trailer.setUint32(0, crc32, true);
  trailer.setUint32(4, size, true);
  return member;
}
