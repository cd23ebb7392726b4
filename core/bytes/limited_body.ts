/**
 * The body of a response, of which no more is read than a limit allows: `fetch` may decode it, so its stated length says
 * nothing.
 *
 * @returns null when it has more than `maxBytes`; the rest is cancelled
 */
export async function readLimitedBody(
  { body }: Response,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += part.byteLength;
    if (size > maxBytes) return null; // Leaving the loop cancels the body.
    // A part may be a small view of a large buffer, which would be kept with it: on Deno 4 KiB of 64.
    parts.push(part.byteLength < part.buffer.byteLength ? part.slice() : part);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.byteLength;
  }
  return bytes;
}
