import { moveNextLink } from "./list_query.ts";
import { pickHeaders } from "./response_headers.ts";
import type { Upstream, UpstreamRequest } from "./upstream.ts";

/** The request headers of conditional and range requests. */
const CONDITIONAL_HEADERS = ["Range", "If-Range", "If-Match", "If-None-Match"];

/**
 * Forwards a read to the upstream service, and its response to the client.
 *
 * @throws {ProblemError} as `forward` of {@linkcode Upstream}
 */
export async function forward(
  upstream: Upstream,
  request: Omit<UpstreamRequest, "headers" | "caller"> & Required<Pick<UpstreamRequest, "caller">>,
): Promise<Response> {
  const { request: { headers, method, url } } = request.caller;
  const conditions = request.method === "DELETE" ? [] : pickConditions(method, request.expect);
  return moveLink(
    await upstream.forward({
      method: readMethod(method),
      ...request,
      headers: pickHeaders(headers, conditions),
    }),
    url,
  );
}

/** Links the next page by the path of this service. */
function moveLink(response: Response, url: string): Response {
  const link = response.headers.get("Link");
  if (link === null) return response;
  const moved = moveNextLink(link, new URL(url).pathname);
  if (moved === null) response.headers.delete("Link");
  else response.headers.set("Link", moved);
  return response;
}

function readMethod(method: string): "GET" | "HEAD" {
  return method === "HEAD" ? "HEAD" : "GET";
}

/** A range applies to GET only (RFC 9110, §14.2), and only bundles have ranges. */
function pickConditions(method: string, expect: UpstreamRequest["expect"]): readonly string[] {
  return method === "GET" && expect === "application/octet-stream" ? CONDITIONAL_HEADERS : ["If-None-Match"];
}
