import type { HonoRequest } from "hono";

/**
 * The headers of a document that runs widgets, besides its content policy. A browser saves it, or shows it in a frame of the
 * shell when `framed=true` asks for that: in a window of its own, a widget could lead the page elsewhere.
 */
export function documentHeaders(request: HonoRequest): Record<string, string> {
  // A page that is reached without TLS and from another machine does not say what it asks for.
  const destination = request.header("sec-fetch-dest") ?? "iframe";
  const isFramed = request.query("framed") === "true" && destination === "iframe";
  return {
    "referrer-policy": "no-referrer",
    ...(isFramed ? {} : { "content-disposition": "attachment" }),
  };
}
