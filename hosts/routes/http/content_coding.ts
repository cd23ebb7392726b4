import type { MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import { parseAccept } from "hono/utils/accept";

/**
 * The content coding that an `Accept-Encoding` header prefers (RFC 9110, §12.5.3), or null for none of them. Without the
 * header, bodies are not encoded.
 *
 * @param available in the order of the server's preference, which decides between those of equal weight
 */
export function chooseCoding<Coding extends string>(
  header: string | null,
  available: readonly Coding[],
): Coding | null {
  if (header === null || available.length === 0) return null;
  const accepted = new Map(parseAccept(header).map(({ type, q }) => [type.toLowerCase(), q]));
  const weigh = (coding: string) => accepted.get(coding) ?? accepted.get("*") ?? 0;
  const best = available.reduce((best, coding) => weigh(coding) > weigh(best) ? coding : best);
  return weigh(best) > 0 ? best : null;
}

/** How many bytes are compressed at once, which takes a few milliseconds. */
const COMPRESSED_AT_ONCE = 131_072;

/** A body compressed by gzip. Between its parts other requests are answered, also where it is one chunk of many MiB. */
function gzipBody(body: ReadableStream<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array> {
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

/** A body of fewer bytes is sent as it is: one packet holds it anyway. */
const MIN_BYTES = 1_000;

/**
 * Compresses JSON by gzip for a client that accepts it: a list of twenty pages is 700 KB. A service that asks the one behind
 * accepts no coding, so only the outermost one compresses. The tag is a weak one then, since the bytes are others.
 */
export function compressJson(): MiddlewareHandler {
  return createMiddleware(async (context, next) => {
    await next();
    const { res, req } = context;
    if (res.status !== 200 || !/^application\/json\b/.test(res.headers.get("Content-Type") ?? "")) return;
    if (Number(res.headers.get("Content-Length") ?? MIN_BYTES) < MIN_BYTES) return;
    res.headers.append("Vary", "Accept-Encoding");
    const coding = chooseCoding(req.header("Accept-Encoding") ?? null, ["gzip"]);
    if (coding === null || req.method === "HEAD" || res.body === null) return;
    const headers = new Headers(res.headers);
    headers.delete("Content-Length");
    headers.set("Content-Encoding", coding);
    const etag = headers.get("ETag");
    if (etag !== null && !etag.startsWith("W/")) headers.set("ETag", `W/${etag}`);
    context.res = undefined; // hono would merge the old headers into the new ones
    context.res = new Response(gzipBody(res.body), { status: 200, headers });
  });
}

/** What a text is sent with. */
interface TextOptions {
  status: number;
  headers: { readonly [name: string]: string };
  /** Compresses by Brotli, for a text that repeats what is longer than the window of gzip. @default gzip only */
  compressBody?: ((bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>) | undefined;
}

/**
 * Responds with a text, or its bytes in UTF-8, compressed by gzip if the client accepts that. Of the codings of
 * browsers, gzip is the only one that every runtime has as a web API.
 */
export function respondText(
  request: Request,
  text: string | Uint8Array<ArrayBuffer>,
  { status, headers, compressBody }: TextOptions,
): Response {
  const response = new Response(text, { status, headers });
  if (text.length < MIN_BYTES) return response;
  response.headers.append("Vary", "Accept-Encoding");
  const codings = compressBody === undefined ? ["gzip"] as const : ["br", "gzip"] as const;
  const coding = chooseCoding(request.headers.get("Accept-Encoding"), codings);
  if (coding === null) return response;
  response.headers.set("Content-Encoding", coding);
  if (coding === "gzip") return new Response(gzipBody(response.body!), response);
  return new Response(
    compressBody!(typeof text === "string" ? new TextEncoder().encode(text) : text),
    response,
  );
}
