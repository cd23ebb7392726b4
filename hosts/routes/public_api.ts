import { Hono } from "hono";
import { LIMITS } from "../../core/contract/mod.ts";
import type { BearerVerifier } from "../auth/mod.ts";
import { type AuthenticatedEnv, requireBearer } from "./authorization.ts";
import { INTERNAL_PREFIX, readBatchId } from "./internal_api.ts";
import { readListQuery } from "./list_query.ts";
import { answerError } from "./problem.ts";
import { askUpstream, readJson, type Upstream, type UpstreamAnswer } from "./upstream.ts";

/** Where the cloud's public API stands (lifecycle specification, §4). */
export const PUBLIC_PREFIX = "/v2/daily-pages";

/** What the public API needs. */
export interface PublicApiPorts {
  /** The storage service. */
  storage: Upstream;
  bearers: BearerVerifier;
  log: (message: string, error: unknown) => void;
}

/** Largest JSON answer of the storage service, in bytes: a page of large manifests. */
const MAX_JSON_BYTES = LIMITS.envelopeBytes;

/** The cloud's public API: a stateless proxy of the storage service (lifecycle specification, §1). */
export function createPublicApi({ storage, bearers, log }: PublicApiPorts): Hono<AuthenticatedEnv> {
  const api = new Hono<AuthenticatedEnv>().basePath(PUBLIC_PREFIX);
  api.onError((error) => answerError(error, log));
  api.use("*", requireBearer(bearers));

  const json = (path: string, bearer: string, signal: AbortSignal) =>
    askUpstream(storage, { path, bearer, signal, expect: "application/json", maxBytes: MAX_JSON_BYTES });

  api.get("/", async (context) => {
    const url = new URL(context.req.url);
    readListQuery(url.searchParams);
    const answer = await json(
      `${INTERNAL_PREFIX}${url.search}`,
      context.get("bearer"),
      context.req.raw.signal,
    );
    return passOn(answer, nextLink(answer, url));
  });

  api.get("/widgets/:id", async (context) => {
    const path = `${INTERNAL_PREFIX}/widgets/${encodeURIComponent(context.req.param("id"))}`;
    return passOn(await json(path, context.get("bearer"), context.req.raw.signal));
  });

  api.get("/bundles/:file", async (context) => {
    const answer = await askUpstream(storage, {
      path: `${INTERNAL_PREFIX}/bundles/${encodeURIComponent(context.req.param("file"))}`,
      bearer: context.get("bearer"),
      signal: context.req.raw.signal,
      expect: "application/octet-stream",
      headers: pick(context.req.raw.headers, CONDITIONS),
    });
    return passOn(answer);
  });

  api.get("/:batchId", async (context) => {
    const batchId = context.req.param("batchId");
    readBatchId(batchId);
    return passOn(await json(`${INTERNAL_PREFIX}/${batchId}`, context.get("bearer"), context.req.raw.signal));
  });
  return api;
}

/** Request headers that ask for a part, or for nothing when nothing changed. */
const CONDITIONS = ["Range", "If-Range", "If-None-Match"];

/** Response headers that mean the same here as at the storage service. */
const PASSED_ON = [
  "Content-Type",
  "Content-Length",
  "Content-Range",
  "Accept-Ranges",
  "Cache-Control",
  "ETag",
  "Cross-Origin-Resource-Policy",
];

/** Answers with what the service behind answered. */
export function passOn(answer: UpstreamAnswer, extra: Record<string, string> = {}): Response {
  const headers = { ...pick(answer.headers, PASSED_ON), "X-Content-Type-Options": "nosniff", ...extra };
  return new Response(answer.status === 304 ? null : answer.body, { status: answer.status, headers });
}

function pick(headers: Headers, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => headers.has(name) ? [[name, headers.get(name)!]] : []));
}

/** The next page as a link (RFC 8288), relative to the address that was asked, so that no host name is guessed. */
function nextLink(answer: UpstreamAnswer, url: URL): Record<string, string> {
  const { nextCursor } = readJson<{ nextCursor?: unknown }>(answer);
  if (typeof nextCursor !== "string") return {};
  const next = new URLSearchParams(url.search);
  next.set("cursor", nextCursor);
  return { Link: `<${url.pathname}?${next}>; rel="next"` };
}
