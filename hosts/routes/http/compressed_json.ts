import type { MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import { chooseCoding } from "./accepted_encoding.ts";
import { gzipBody } from "./gzip_body.ts";

/** A shorter body is sent as it is: one packet holds it anyway, in bytes. */
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
