/** The largest response of an identity provider, in bytes (1 MiB). */
const MAX_ANSWER_BYTES = 1_048_576;

/** Fetches from an identity provider. The body is limited, because the libraries read all of it into memory. */
export async function fetchLimited(url: string, options: object): Promise<Response> {
  const response = await fetch(url, options);
  if (response.body === null) return response;
  let size = 0;
  const limit = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      size += chunk.byteLength;
      if (size > MAX_ANSWER_BYTES) throw new TypeError(`the answer has more than ${MAX_ANSWER_BYTES} bytes`);
      controller.enqueue(chunk);
    },
  });
  const { status, headers } = response;
  return new Response(response.body.pipeThrough(limit), { status, headers });
}
