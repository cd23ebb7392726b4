import { type Context, Hono, type MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import type { BearerVerifier } from "../../auth/mod.ts";
import { type AuthenticatedEnv, requireBearer } from "../http/authorization.ts";
import { compressJson } from "../http/content_coding.ts";
import { forward } from "../http/forward.ts";
import { requireHost } from "../http/host_guard.ts";
import { INTERNAL_PREFIX, SESSION_PATH } from "../storage/internal_api.ts";
import { readListQuery } from "../http/list_query.ts";
import { readBatchId, readBundleFile } from "../http/path_parameters.ts";
import { type Log, respondError } from "../http/problem.ts";
import { limitRequests, type RequestCounter } from "./rate_limit.ts";
import { callerOf, REQUEST_ID_HEADER, traceRequests } from "../http/request_trace.ts";
import { respondUnmatched } from "../http/unmatched.ts";
import type { Upstream, UpstreamRequest } from "../http/upstream.ts";

/** The path of the cloud's public API (lifecycle specification, §4). */
export const PUBLIC_PREFIX = "/v2/daily-pages";

interface PublicApiDependencies {
  storage: Upstream;
  bearers: BearerVerifier;
  log: Log;
  /** The origins whose pages may call this API. @default [] */
  corsOrigins?: readonly string[];
  /** Limits the requests of each user; absent: no limit. */
  requestCounter?: RequestCounter | undefined;
}

/** Creates the cloud's public API: a stateless proxy of the storage service (lifecycle specification, §1). */
export function createPublicApi(
  { storage, bearers, log, corsOrigins = [], requestCounter }: PublicApiDependencies,
): Hono<AuthenticatedEnv> {
  const api = new Hono<AuthenticatedEnv>().basePath(PUBLIC_PREFIX);
  api.onError((error) => respondError(error, log));
  api.use("*", traceRequests("public"), compressJson(), requireHost());
  if (corsOrigins.length > 0) api.use("*", allowOrigins(corsOrigins));
  api.use("*", requireBearer(bearers));
  if (requestCounter) api.use("*", limitRequests(requestCounter));
  api.notFound((context) => respondUnmatched(api, context));
  const forwardTo = (
    context: Context<AuthenticatedEnv>,
    path: string,
    { expect = "application/json", method = "GET" }: Partial<Pick<UpstreamRequest, "expect" | "method">> = {},
  ) =>
    forward(storage, {
      path: `${INTERNAL_PREFIX}${path}`,
      bearer: context.get("bearer"),
      expect,
      caller: callerOf(context),
      ...(method === "DELETE" ? { method } : {}),
    });

  api.get("/", async (context) => {
    const { search, searchParams } = new URL(context.req.url);
    readListQuery(searchParams);
    return await forwardTo(context, search);
  });

  api.get(
    "/widgets/:id",
    (context) => forwardTo(context, `/widgets/${encodeURIComponent(context.req.param("id"))}`),
  );

  api.get("/bundles/:file", async (context) => {
    const file = context.req.param("file");
    readBundleFile(file);
    return await forwardTo(context, `/bundles/${file}`, { expect: "application/octet-stream" });
  });

  for (const method of ["GET", "DELETE"] as const) {
    api.on(method, SESSION_PATH, (context) => forwardTo(context, SESSION_PATH, { method }));
  }

  api.get("/:batchId", async (context) => {
    const batchId = context.req.param("batchId");
    readBatchId(batchId);
    return await forwardTo(context, `/${batchId}`);
  });
  return api;
}

/**
 * Lets pages of other origins read, with a bearer and not with cookies. hono would answer every
 * OPTIONS as a preflight.
 */
function allowOrigins(origins: readonly string[]): MiddlewareHandler {
  const allow = cors({
    origin: [...origins],
    allowMethods: ["GET", "HEAD", "DELETE"],
    allowHeaders: [
      "Authorization",
      "If-Match",
      "If-None-Match",
      "If-Range",
      "Range",
      "traceparent",
      "tracestate",
      REQUEST_ID_HEADER,
    ],
    exposeHeaders: [
      "Accept-Ranges",
      "Content-Range",
      "ETag",
      "Link",
      "RateLimit",
      "RateLimit-Policy",
      "Retry-After",
      "Server-Timing",
      REQUEST_ID_HEADER,
    ],
    maxAge: 600,
  });
  return (context, next) => {
    const { method } = context.req;
    const isPreflight = context.req.header("Access-Control-Request-Method") !== undefined;
    return method === "OPTIONS" && !isPreflight ? next() : allow(context, next);
  };
}
