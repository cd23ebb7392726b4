/** What of a body is to be sent. */
export type ByteRange =
  | { kind: "whole" }
  | { kind: "part"; start: number; end: number }
  | { kind: "unsatisfiable" };

/**
 * Reads a `Range` header of one range (RFC 9110, §14). Several ranges, another unit and what cannot be read are ignored,
 * as the standard allows: the whole body is the answer.
 *
 * @param size the body's size in bytes
 * @returns for a part, `start` and `end` as a half-open interval
 */
export function readByteRange(header: string | undefined, size: number): ByteRange {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "");
  if (!match || (match[1] === "" && match[2] === "")) return { kind: "whole" };
  const [first, last] = [match[1]!, match[2]!];
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? { kind: "unsatisfiable" } : { kind: "part", start: size - length, end: size };
  }
  const start = Number(first);
  const end = last === "" ? size : Math.min(Number(last) + 1, size);
  if (last !== "" && Number(last) < start) return { kind: "whole" };
  return start >= size ? { kind: "unsatisfiable" } : { kind: "part", start, end };
}

/** Whether an `If-None-Match` header names a strong tag, by the weak comparison that the standard asks for. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag);
}

/** Answers a GET or HEAD for immutable bytes: with a strong ETag, a 304, one range or the whole. */
export function bytesResponse(
  bytes: Uint8Array<ArrayBuffer>,
  request: Request,
  etag: string,
  headers: Record<string, string>,
): Response {
  const common = { ...headers, "ETag": etag, "Accept-Ranges": "bytes", "X-Content-Type-Options": "nosniff" };
  if (matchesEtag(request.headers.get("If-None-Match") ?? undefined, etag)) {
    return new Response(null, { status: 304, headers: common });
  }
  const ifRange = request.headers.get("If-Range");
  const range = ifRange === null || ifRange === etag ? request.headers.get("Range") : null;
  const wanted = readByteRange(range ?? undefined, bytes.byteLength);
  if (wanted.kind === "unsatisfiable") {
    const unsatisfiable = {
      ...common,
      "Content-Range": `bytes */${bytes.byteLength}`,
      "Cache-Control": "no-store",
    };
    return new Response(null, { status: 416, headers: unsatisfiable });
  }
  const body = wanted.kind === "part" ? bytes.subarray(wanted.start, wanted.end) : bytes;
  const partial = wanted.kind === "part"
    ? { "Content-Range": `bytes ${wanted.start}-${wanted.end - 1}/${bytes.byteLength}` }
    : {};
  return new Response(request.method === "HEAD" ? null : body, {
    status: wanted.kind === "part" ? 206 : 200,
    headers: { ...common, ...partial, "Content-Length": String(body.byteLength) },
  });
}
