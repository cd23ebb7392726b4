import { chooseCoding } from "./accepted_encoding.ts";
import { gzipBody } from "./gzip_body.ts";

/** A shorter text is sent as it is: one packet holds it anyway. */
const MIN_LENGTH = 1_000;

/**
 * Responds with a text, or one in UTF-8, that is made for this request, compressed by gzip if the client accepts it: of the codings of
 * browsers it is the one that every runtime has as a web API.
 */
export function respondText(request: Request, text: string | Uint8Array<ArrayBuffer>, { status, headers }: {
  status: number;
  headers: { readonly [name: string]: string };
}): Response {
  const response = new Response(text, { status, headers });
  if (text.length < MIN_LENGTH) return response;
  response.headers.append("Vary", "Accept-Encoding");
  if (chooseCoding(request.headers.get("Accept-Encoding"), ["gzip"]) === null) return response;
  response.headers.set("Content-Encoding", "gzip");
  return new Response(gzipBody(response.body!), response);
}
