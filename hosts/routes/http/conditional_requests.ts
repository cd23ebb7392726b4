import { respondProblem } from "./problem.ts";
import { ISOLATION_HEADERS } from "./response_headers.ts";

/** The part of a body that is sent. */
type ByteRange =
  | { kind: "whole" }
  | { kind: "part"; start: number; end: number }
  | { kind: "unsatisfiable" };

/**
 * Parses a `Range` header with one range (RFC 9110, §14). Several ranges, another unit and invalid syntax are ignored, as
 * the standard allows: the whole body is sent.
 *
 * @param size the body's size in bytes
 * @returns for a part, the half-open interval from `start` to `end`
 */
export function readByteRange(header: string | undefined, size: number): ByteRange {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header ?? "");
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

/** Whether an `If-None-Match` header contains a strong tag, by the weak comparison that the standard requires. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag);
}

/** A 304 if the client has the body with the tag already, else null. Its body need not be read. */
export function notModified(
  request: Request,
  etag: string,
  headers: Record<string, string>,
): Response | null {
  if (!matchesEtag(request.headers.get("If-None-Match") ?? undefined, etag)) return null;
  return new Response(null, { status: 304, headers: { ...ISOLATION_HEADERS, ...headers, "ETag": etag } });
}

/**
 * What a request's conditions decide about a body with a strong tag, before it is read: a 412 if `If-Match` names other
 * tags only (RFC 9110, §13.1.1), such as in a download that goes on after the bytes have changed, a 304 if the client has
 * the body, else null.
 */
export function decideByConditions(
  request: Request,
  etag: string,
  headers: Record<string, string>,
): Response | null {
  const wanted = request.headers.get("If-Match");
  const isWanted = wanted === null || wanted.split(",").some((tag) => ["*", etag].includes(tag.trim()));
  if (isWanted) return notModified(request, etag, headers);
  const detail = "Cannot send the body that was asked for: If-Match does not name its tag, which is in ETag";
  return respondProblem("request.precondition_failed", detail, { "ETag": etag });
}

/**
 * Responds to a GET or HEAD with a strong ETag: a 412, a 304, one range or the whole body.
 *
 * @param etag the tag of exactly these bytes, so that a client never combines parts of two bodies
 */
export function bytesResponse(
  bytes: Uint8Array<ArrayBuffer>,
  request: Request,
  etag: string,
  headers: Record<string, string>,
): Response {
  const common = { ...ISOLATION_HEADERS, ...headers, "ETag": etag, "Accept-Ranges": "bytes" };
  const decided = decideByConditions(request, etag, common);
  if (decided !== null) return decided;
  const range = readByteRange(readRangeHeader(request, etag), bytes.byteLength);
  if (range.kind === "unsatisfiable") {
    const detail = `Cannot send the range that was asked for: the body has ${bytes.byteLength} bytes`;
    return respondProblem("request.unsatisfiable_range", detail, {
      "Content-Range": `bytes */${bytes.byteLength}`,
    });
  }
  const body = range.kind === "part" ? bytes.subarray(range.start, range.end) : bytes;
  const partial = range.kind === "part"
    ? { "Content-Range": `bytes ${range.start}-${range.end - 1}/${bytes.byteLength}` }
    : {};
  return new Response(request.method === "HEAD" ? null : body, {
    status: range.kind === "part" ? 206 : 200,
    headers: { ...common, ...partial, "Content-Length": String(body.byteLength) },
  });
}

/** The `Range` header, if it applies: only to GET (RFC 9110, §14.2), and only if `If-Range` is the tag of this body. */
function readRangeHeader({ method, headers }: Request, etag: string): string | undefined {
  const ifRange = headers.get("If-Range");
  if (method !== "GET" || (ifRange !== null && ifRange !== etag)) return undefined;
  return headers.get("Range") ?? undefined;
}
