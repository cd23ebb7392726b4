import type { TckbEntry } from "./entry.ts";
import { METHOD } from "./layout.ts";

/** Magic, deflate, no flags, no time, no extra flags, unknown operating system (RFC 1952, §2.3). */
const GZIP_HEADER = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];
const GZIP_TRAILER_BYTES = 8;

/**
 * An entry's deflate stream in gzip's frame, as the bytes are: a body for `Content-Encoding: gzip` without compressing
 * again. Null for an entry that is stored as it is, which has no deflate stream. The data is not verified: whoever
 * inflates it checks the CRC-32 and the size in the frame.
 *
 * @example
 * ```ts
 * import { gzipMember, listEntries, writeTckb } from "@tck/tckb";
 * const source = "export default 1;\n".repeat(100);
 * const bytes = await writeTckb({ manifest: { id: "a" }, module: new TextEncoder().encode(source) });
 * const entry = listEntries(bytes).find((entry) => entry.name === "widget.mjs");
 * const body = entry && gzipMember(entry);
 * ```
 */
export function gzipMember(entry: TckbEntry): Uint8Array | null {
  if (entry.method === METHOD.stored) return null;
  const member = new Uint8Array(GZIP_HEADER.length + entry.data.length + GZIP_TRAILER_BYTES);
  member.set(GZIP_HEADER);
  member.set(entry.data, GZIP_HEADER.length);
  const trailer = new DataView(member.buffer, member.length - GZIP_TRAILER_BYTES);
  trailer.setUint32(0, entry.crc32, true);
  trailer.setUint32(4, entry.size, true);
  return member;
}
