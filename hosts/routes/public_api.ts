import { Hono } from "hono";
import type { BearerVerifier } from "../auth/mod.ts";
import { type AuthenticatedEnv, requireBearer } from "./authorization.ts";
import { requireHost } from "./host_guard.ts";
import { INTERNAL_PREFIX } from "./internal_api.ts";
import { readListQuery } from "./list_query.ts";
import { readBatchId, readBundleFile } from "./path_parameters.ts";
import { answerError, answerNotFound } from "./problem.ts";
import { ISOLATION_HEADERS } from "./response_headers.ts";
import { askUpstream, askUpstreamJson, type Upstream, type UpstreamAnswer } from "./upstream.ts";

/** Where the cloud's public API stands (lifecycle specification, §4). */
export const PUBLIC_PREFIX = "/v2/daily-pages";

/** What the public API needs. */
export interface PublicApiPorts {
  /** The storage service. */
  storage: Upstream;
  bearers: BearerVerifier;
  log: (message: string, error: unknown) => void;
}

/** The cloud's public API: a stateless proxy of the storage service (lifecycle specification, §1). */
export function createPublicApi({ storage, bearers, log }: PublicApiPorts): Hono<AuthenticatedEnv> {
  const api = new Hono<AuthenticatedEnv>().basePath(PUBLIC_PREFIX);
  api.onError((error) => answerError(error, log));
  api.use("*", requireHost(), requireBearer(bearers));
  api.notFound(answerNotFound);

  api.get("/", async (context) => {
    const url = new URL(context.req.url);
    readListQuery(url.searchParams);
    const path = `${INTERNAL_PREFIX}${url.search}`;
    return passOnList(await askUpstreamJson(storage, { path, bearer: context.get("bearer") }), url);
  });

  api.get("/widgets/:id", async (context) => {
    const path = `${INTERNAL_PREFIX}/widgets/${encodeURIComponent(context.req.param("id"))}`;
    return passOn((await askUpstreamJson(storage, { path, bearer: context.get("bearer") })).answer);
  });

  api.get("/bundles/:file", async (context) => {
    const file = context.req.param("file");
    readBundleFile(file);
    const { method, headers } = context.req.raw;
    const answer = await askUpstream(storage, {
      path: `${INTERNAL_PREFIX}/bundles/${file}`,
      bearer: context.get("bearer"),
      expect: "application/octet-stream",
      headers: pick(headers, method === "GET" ? CONDITIONS : ["If-None-Match"]),
    });
    return passOn(answer);
  });

  api.get("/:batchId", async (context) => {
    const batchId = context.req.param("batchId");
    readBatchId(batchId);
    const path = `${INTERNAL_PREFIX}/${batchId}`;
    return passOn((await askUpstreamJson(storage, { path, bearer: context.get("bearer") })).answer);
  });
  return api;
}

/** Request headers that ask for a part, or for nothing when nothing changed. */
const CONDITIONS = ["Range", "If-Range", "If-None-Match"];

/** Response headers that mean the same here as at the storage service. */
const PASSED_ON = [
  "Content-Type",
  "Content-Range",
  "Accept-Ranges",
  "Cache-Control",
  "ETag",
];

/** Answers with what the service behind answered. */
export function passOn(answer: UpstreamAnswer, extra: Record<string, string> = {}): Response {
  const headers = {
    "Cache-Control": "no-store",
    ...pick(answer.headers, PASSED_ON),
    ...ISOLATION_HEADERS,
    ...(answer.status >= 400 ? { "Cache-Control": "no-store" } : {}),
    ...extra,
  };
  if (answer.status === 304) return new Response(null, { status: 304, headers });
  // The length is that of the body at hand: on its way here it may have been compressed.
  const length = { "Content-Length": String(answer.body.byteLength) };
  return new Response(answer.body, { status: answer.status, headers: { ...headers, ...length } });
}

/**
 * Answers with a list of the service behind, and the next page as a link (RFC 8288), relative to the address that was
 * asked, so that no host name is guessed.
 */
export function passOnList(
  { answer, value }: { answer: UpstreamAnswer; value: { nextCursor?: unknown } | null },
  url: URL,
): Response {
  const nextCursor = value?.nextCursor;
  if (typeof nextCursor !== "string") return passOn(answer);
  const next = new URLSearchParams(url.search);
  next.set("cursor", nextCursor);
  return passOn(answer, { Link: `<${url.pathname}?${next}>; rel="next"` });
}

function pick(headers: Headers, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => headers.has(name) ? [[name, headers.get(name)!]] : []));
}
