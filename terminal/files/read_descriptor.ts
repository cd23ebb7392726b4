import { fstatSync, read, readSync } from "node:fs";

/** Up to this size, in bytes (256 KiB), a file is read and written synchronously, because waiting for a thread takes longer. */
export const MAX_SYNC_BYTES = 262_144;

/** Reads an open file, up to one byte over the limit. */
export async function readDescriptor(file: number, limit: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(Math.min(fstatSync(file).size, limit + 1));
  let length = 0;
  while (length < bytes.length) {
    const count = bytes.length <= MAX_SYNC_BYTES
      ? readSync(file, bytes, length, bytes.length - length, length)
      : await readPart(file, bytes, length);
    if (count === 0) break;
    length += count;
  }
  return bytes.subarray(0, length);
}

/** Reads a part of a file on another thread, and returns its length. */
function readPart(file: number, bytes: Uint8Array, from: number): Promise<number> {
  return new Promise((fulfil, reject) => {
    const end = (error: Error | null, count: number) => error === null ? fulfil(count) : reject(error);
    read(file, bytes, from, bytes.length - from, from, end);
  });
}
