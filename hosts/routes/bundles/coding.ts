import type { Context } from "hono";
import { ENTRY_NAMES } from "../../../core/contract/mod.ts";
import { chooseCoding } from "../http/accepted_encoding.ts";
import { bytesResponse } from "../http/byte_range.ts";
import { ProblemError } from "../http/problem.ts";
import { traceHeaders } from "../http/request_trace.ts";
import type { VerifiedFile } from "./verified_bundles.ts";

/** The content types of a widget's files, by name. */
export const CONTENT_TYPES: { readonly [name: string]: string } = {
  [ENTRY_NAMES.module]: "application/javascript; charset=utf-8",
  [ENTRY_NAMES.css]: "text/css; charset=utf-8",
  [ENTRY_NAMES.propertiesCss]: "text/css; charset=utf-8",
};

/** The codings of a file, in the order of preference. Each is the end of its tag too. */
const CODINGS = ["br", "gzip"] as const;

/**
 * The third step of a request for a bundle's file: responds in the best coding that the client accepts and that is there. A
 * range is of the plain bytes.
 *
 * @throws {ProblemError} `bundle.not_found`, `bundle.hash_mismatch`
 */
export function respondFile(context: Context, name: string, file: VerifiedFile | undefined): Response {
  if (file === undefined) throw new ProblemError("bundle.not_found", "The bundle holds no such stylesheet");
  if (file.fault !== null) throw new ProblemError("bundle.hash_mismatch", file.fault);
  const { raw } = context.req;
  const headers = {
    "Content-Type": CONTENT_TYPES[name]!,
    "Cache-Control": file.immutable ? "public, max-age=31536000, immutable" : "private, no-cache",
    "Vary": "Accept-Encoding",
    ...traceHeaders(context),
  };
  const { body, coding, tag } = raw.headers.has("Range")
    ? { body: file.bytes, coding: null, tag: file.tag }
    : chooseBody(file, raw.headers.get("Accept-Encoding"));
  const encoded = coding === null ? headers : { ...headers, "Content-Encoding": coding };
  return bytesResponse(body, raw, `"${tag}"`, encoded);
}

/** Responds with the envelope of a fixture. The file can change while it has the same name, so it is not cached. */
export function respondFixture(
  request: Request,
  hash: string,
  envelope: Uint8Array<ArrayBuffer>,
): Response {
  return bytesResponse(envelope, request, `"${hash}.${envelope.byteLength}"`, {
    "Content-Type": "application/octet-stream",
    "Cache-Control": "no-store",
  });
}

function chooseBody(
  { bytes, tag, brotli, gzip }: VerifiedFile,
  accepted: string | null,
): { body: Uint8Array<ArrayBuffer>; coding: string | null; tag: string } {
  const bodies = { br: brotli, gzip };
  const coding = chooseCoding(accepted, CODINGS.filter((coding) => bodies[coding] !== null));
  return coding === null
    ? { body: bytes, coding, tag }
    : { body: bodies[coding]!, coding, tag: `${tag}.${coding}` };
}
