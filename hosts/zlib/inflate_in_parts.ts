import { Buffer } from "node:buffer";
import { createInflateRaw } from "node:zlib";
import { BytesError, type Inflated } from "../../core/bytes/mod.ts";

/** How many compressed bytes are inflated at once (64 KiB): if they are blocks without content, about 10 ms. */
const PART_BYTES = 65_536;

/**
 * Inflates as `inflateRawSync` does, with a pause before each part of the input: the size of the output says nothing of the
 * time, since a stream can have any number of blocks without content.
 *
 * @throws {BytesError} `deflate.malformed`, `deflate.truncated` or `deflate.size`: nothing else needs to read the stream again
 */
export async function inflateInParts(
  deflated: Uint8Array,
  size: number,
  pause: () => Promise<void>,
): Promise<Inflated> {
  const engine = createInflateRaw();
  const ended = Promise.withResolvers<void>();
  ended.promise.catch(() => {}); // It is seen where the next part is written.
  const parts: Uint8Array[] = [];
  let length = 0;
  engine.on("end", ended.resolve).on("error", (error) => ended.reject(toBytesError(error))).on(
    "data",
    (part: Uint8Array) => {
      parts.push(part);
      length += part.length;
      if (length > size) engine.destroy(new BytesError("deflate.size", `It yields more than ${size} bytes`));
    },
  );
  for (let at = 0; at < deflated.length && !engine.readableEnded; at += PART_BYTES) {
    await pause();
    const written = Promise.withResolvers<void>();
    engine.write(deflated.subarray(at, at + PART_BYTES), () => written.resolve());
    await Promise.race([ended.promise, written.promise]);
  }
  if (!engine.readableEnded) engine.end();
  await ended.promise;
  return { bytes: new Uint8Array(Buffer.concat(parts)), consumed: engine.bytesWritten };
}

/** An error of zlib as the core reports it. */
function toBytesError(error: Error & { code?: string }): BytesError {
  if (error instanceof BytesError) return error;
  return error.code === "Z_BUF_ERROR"
    ? new BytesError("deflate.truncated", "It ends too early")
    : new BytesError("deflate.malformed", "It is malformed");
}
