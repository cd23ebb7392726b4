import { Hono } from "hono";
import type { BearerVerifier } from "../auth/mod.ts";
import { type AuthenticatedEnv, requireBearer } from "./authorization.ts";
import { requireHost } from "./host_guard.ts";
import { INTERNAL_PREFIX, SESSION_PATH } from "./internal_api.ts";
import { readListQuery } from "./list_query.ts";
import { readBatchId, readBundleFile } from "./path_parameters.ts";
import { type Log, respondError } from "./problem.ts";
import { ISOLATION_HEADERS } from "./response_headers.ts";
import { respondUnmatched } from "./unmatched.ts";
import { fetchUpstream, fetchUpstreamJson, type Upstream, type UpstreamResponse } from "./upstream.ts";

/** The path of the cloud's public API (lifecycle specification, §4). */
export const PUBLIC_PREFIX = "/v2/daily-pages";

/** What the public API works with. */
interface PublicApiDependencies {
  /** The storage service. */
  storage: Upstream;
  bearers: BearerVerifier;
  log: Log;
}

/** Creates the cloud's public API: a stateless proxy of the storage service (lifecycle specification, §1). */
export function createPublicApi({ storage, bearers, log }: PublicApiDependencies): Hono<AuthenticatedEnv> {
  const api = new Hono<AuthenticatedEnv>().basePath(PUBLIC_PREFIX);
  api.onError((error) => respondError(error, log));
  api.use("*", requireHost(), requireBearer(bearers));
  api.notFound((context) => respondUnmatched(api, context));

  api.get("/", async (context) => {
    const url = new URL(context.req.url);
    readListQuery(url.searchParams);
    const path = `${INTERNAL_PREFIX}${url.search}`;
    return forwardList(await fetchUpstreamJson(storage, { path, bearer: context.get("bearer") }), url);
  });

  api.get("/widgets/:id", async (context) => {
    const path = `${INTERNAL_PREFIX}/widgets/${encodeURIComponent(context.req.param("id"))}`;
    return forward((await fetchUpstreamJson(storage, { path, bearer: context.get("bearer") })).response);
  });

  api.get("/bundles/:file", async (context) => {
    const file = context.req.param("file");
    readBundleFile(file);
    const { method, headers } = context.req.raw;
    const response = await fetchUpstream(storage, {
      path: `${INTERNAL_PREFIX}/bundles/${file}`,
      bearer: context.get("bearer"),
      expect: "application/octet-stream",
      headers: pick(headers, method === "GET" ? CONDITIONAL_HEADERS : ["If-None-Match"]),
    });
    return forward(response);
  });

  for (const method of ["GET", "DELETE"] as const) {
    api.on(method, SESSION_PATH, async (context) => {
      const path = `${INTERNAL_PREFIX}${SESSION_PATH}`;
      return forward(
        (await fetchUpstreamJson(storage, { method, path, bearer: context.get("bearer") })).response,
      );
    });
  }

  api.get("/:batchId", async (context) => {
    const batchId = context.req.param("batchId");
    readBatchId(batchId);
    const path = `${INTERNAL_PREFIX}/${batchId}`;
    return forward((await fetchUpstreamJson(storage, { path, bearer: context.get("bearer") })).response);
  });
  return api;
}

/** The request headers of conditional and range requests. */
const CONDITIONAL_HEADERS = ["Range", "If-Range", "If-None-Match"];

/** The response headers that are forwarded. */
const FORWARDED_HEADERS = ["Content-Type", "Content-Range", "Accept-Ranges", "Cache-Control", "ETag"];

/** Responds with an upstream response. */
export function forward(response: UpstreamResponse, extra: Record<string, string> = {}): Response {
  const headers = {
    "Cache-Control": "no-store",
    ...pick(response.headers, FORWARDED_HEADERS),
    ...ISOLATION_HEADERS,
    ...(response.status >= 400 ? { "Cache-Control": "no-store" } : {}),
    ...extra,
  };
  if (response.status === 304) return new Response(null, { status: 304, headers });
  // The length of the decoded body; upstream it may have been compressed.
  const length = { "Content-Length": String(response.body.byteLength) };
  return new Response(response.body, { status: response.status, headers: { ...headers, ...length } });
}

/**
 * Responds with an upstream list, and a link to the next page (RFC 8288). The link is relative to the requested URL, so
 * that it contains no guessed host name.
 */
export function forwardList(
  { response, value }: { response: UpstreamResponse; value: { nextCursor?: unknown } | null },
  url: URL,
): Response {
  const nextCursor = value?.nextCursor;
  if (typeof nextCursor !== "string") return forward(response);
  const next = new URLSearchParams(url.search);
  next.set("cursor", nextCursor);
  return forward(response, { Link: `<${url.pathname}?${next}>; rel="next"` });
}

function pick(headers: Headers, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => headers.has(name) ? [[name, headers.get(name)!]] : []));
}
