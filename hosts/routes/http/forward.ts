import { ISOLATION_HEADERS } from "./response_headers.ts";
import { moveNextLink } from "./next_link.ts";
import {
  callSameProcess,
  fetchUpstreamJson,
  openUpstream,
  type Upstream,
  type UpstreamRequest,
  type UpstreamStream,
} from "./upstream.ts";

/** The request headers of conditional and range requests. */
const CONDITIONAL_HEADERS = ["Range", "If-Range", "If-Match", "If-None-Match"];

const FORWARDED_HEADERS = [
  "Content-Type",
  "Content-Length",
  "Content-Range",
  "Accept-Ranges",
  "ETag",
  "Server-Timing",
];

/** For one user's data, whatever the upstream says: only their browser may cache it, and must revalidate it. */
const PRIVATE = { "Cache-Control": "private, no-cache", "Vary": "Authorization" };

/**
 * Forwards a read to the upstream service, and its response to the client. A service in the same process has responded
 * for this one. Else JSON is validated, and a bundle's bytes are sent on while they arrive.
 *
 * @throws {ProblemError} as {@linkcode openUpstream}
 */
export async function forward(
  upstream: Upstream,
  request: Omit<UpstreamRequest, "headers" | "caller"> & Required<Pick<UpstreamRequest, "caller">>,
): Promise<Response> {
  const { request: { headers, method, url } } = request.caller;
  const conditions = request.method === "DELETE" ? [] : pickConditions(method, request.expect);
  const sent: UpstreamRequest = { ...request, headers: pick(headers, conditions) };
  if (upstream.sameProcess) {
    return moveLink(
      await callSameProcess(upstream, { ...sent, method: sent.method ?? readMethod(method) }),
      url,
    );
  }
  if (request.expect === "application/octet-stream") {
    return createResponse(await openUpstream(upstream, { ...sent, method: readMethod(method) }));
  }
  const { response } = await fetchUpstreamJson(upstream, sent);
  const forwarded = createResponse(response);
  if (response.status !== 304) forwarded.headers.set("Content-Length", String(response.body.byteLength));
  const link = response.headers.get("Link");
  if (link !== null) forwarded.headers.set("Link", link);
  return moveLink(forwarded, url);
}

/** Responds with the status, the safe headers and the body of an upstream response. */
function createResponse(
  { status, headers, body }: Pick<UpstreamStream, "status" | "headers"> & { body: BodyInit | null },
): Response {
  const names = status === 304
    ? FORWARDED_HEADERS.filter((name) => name !== "Content-Length")
    : FORWARDED_HEADERS;
  return new Response(status === 304 ? null : body, {
    status,
    headers: {
      ...pick(headers, names),
      ...ISOLATION_HEADERS,
      ...PRIVATE,
      ...(status >= 400 ? { "Cache-Control": "no-store" } : {}),
    },
  });
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

function pick(headers: Headers, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => headers.has(name) ? [[name, headers.get(name)!]] : []));
}
