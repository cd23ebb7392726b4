import { problemResponse } from "./problem.ts";
import { ISOLATION_HEADERS } from "./response_headers.ts";

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

/**
 * Answers a GET or HEAD with a strong ETag, a 304, one range or the whole.
 *
 * @param etag of these very bytes, so that parts of two bodies never make one
 */
export function bytesResponse(
  bytes: Uint8Array<ArrayBuffer>,
  request: Request,
  etag: string,
  headers: Record<string, string>,
): Response {
  const common = { ...ISOLATION_HEADERS, ...headers, "ETag": etag, "Accept-Ranges": "bytes" };
  if (matchesEtag(request.headers.get("If-None-Match") ?? undefined, etag)) {
    return new Response(null, { status: 304, headers: common });
  }
  const wanted = readByteRange(readRangeHeader(request, etag), bytes.byteLength);
  if (wanted.kind === "unsatisfiable") {
    const detail = `Cannot send the range that was asked for: the body has ${bytes.byteLength} bytes`;
    return problemResponse("request.unsatisfiable_range", detail, {
      "Content-Range": `bytes */${bytes.byteLength}`,
    });
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

/** The range that counts: ranges are GET's alone (RFC 9110, §14.2), and `If-Range` must name this very body. */
function readRangeHeader({ method, headers }: Request, etag: string): string | undefined {
  const ifRange = headers.get("If-Range");
  if (method !== "GET" || (ifRange !== null && ifRange !== etag)) return undefined;
  return headers.get("Range") ?? undefined;
}
