/** How many bytes are compressed at once, which takes a few milliseconds. */
const COMPRESSED_AT_ONCE = 131_072;

/** A body compressed by gzip. Between its parts other requests are answered, also where it is one chunk of many MiB. */
export function gzipBody(body: ReadableStream<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array> {
  return body.pipeThrough(splitChunks()).pipeThrough(new CompressionStream("gzip"));
}

function splitChunks(): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  return new TransformStream({
    async transform(chunk, controller) {
      for (let at = 0; at < chunk.length; at += COMPRESSED_AT_ONCE) {
        if (at > 0) await new Promise((resolve) => setTimeout(resolve));
        controller.enqueue(chunk.subarray(at, at + COMPRESSED_AT_ONCE));
      }
    },
  });
}
