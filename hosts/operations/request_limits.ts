import { respondProblem } from "../routes/mod.ts";

/** The longest URL, in characters with the origin. The longest that a client needs, with a cursor, has 300. */
export const MAX_URL_LENGTH = 8_192;

/** The largest body of any route, in bytes (1 MiB). A route may have a smaller limit. */
export const MAX_BODY_BYTES = 1_048_576;

/** The response to a request whose URL is too long or whose stated body is too large, or null. */
export function rejectOversized({ url, headers }: Request): Response | null {
  if (url.length > MAX_URL_LENGTH) {
    const detail =
      `Cannot read the URL: it has ${url.length} characters, at most ${MAX_URL_LENGTH} are allowed`;
    return respondProblem("request.url_too_long", detail);
  }
  if (Number(headers.get("Content-Length") ?? 0) > MAX_BODY_BYTES) {
    const detail = `Cannot read the body: it has more than ${MAX_BODY_BYTES} bytes`;
    return respondProblem("request.too_large", detail, { "Connection": "close" });
  }
  return null;
}
