import { Buffer } from "node:buffer";
import { type Context, Hono } from "hono";
import { type BatchPage, type BatchReader, encodeCursor, type FoundBundle } from "../../../core/feed/mod.ts";
import { stringifyJson } from "../../../core/manifest/mod.ts";
import { isWidgetId } from "../../../core/naming/mod.ts";
import { FairTurns, pauseWork, startTimeLimit, systemClock } from "../../time/mod.ts";
import type { BearerVerifier, EndedSessions } from "../../auth/mod.ts";
import { type AuthenticatedEnv, requireBearer, SESSION_ENDED } from "../http/authorization.ts";
import { tagBatch, tagPage, tagWidget } from "./batch_tags.ts";
import { bytesResponse, decideByConditions, notModified } from "../http/conditional_requests.ts";
import { createCoalescer } from "../http/coalesce.ts";
import { requireHost } from "../http/host_guard.ts";
import { formatNextLink, readListQuery } from "../http/list_query.ts";
import { readBatchId, readBundleFile } from "../http/path_parameters.ts";
import { type Log, notFound, ProblemError, respondError, unauthenticated } from "../http/problem.ts";
import { traceRequests } from "../http/request_trace.ts";
import { ISOLATION_HEADERS } from "../http/response_headers.ts";
import { respondUnmatched } from "../http/unmatched.ts";

/** The path of the storage service's read API (lifecycle specification, §1). */
export const INTERNAL_PREFIX = "/v1/internal/daily-pages";

/** The path below the prefix at which a session's bearer asks for its session, and ends it. */
export const SESSION_PATH = "/session";

/** The limit of the batches of one answer, as JSON: 2 MiB. One batch is always answered. */
const MAX_PAGE_BYTES = 2 * 1024 * 1024;

/** How many lists are read at the same time: while one is read, the rows of its page and the objects of a batch are in memory. */
const MAX_PARALLEL_LISTS = 2;

/** How many single batches are read at the same time. */
const MAX_PARALLEL_BATCHES = 8;

/** How long a list or a batch may be read, in milliseconds: the service in front waits for 10 s. */
const MAX_READ_MS = 8_000;

interface InternalApiDependencies {
  reader: BatchReader;
  bearers: BearerVerifier;
  endedSessions: EndedSessions;
  log: Log;
  /** How long a list or a batch may be read, in milliseconds. @default 8000 */
  readTimeout?: number;
}

/**
 * Creates the storage service's API: it reads the data of the bearer's user, and ends the session of the bearer. The
 * bearers of ended sessions are rejected here, since only this service has the database.
 */
export function createInternalApi(
  { reader, bearers, endedSessions, log, readTimeout = MAX_READ_MS }: InternalApiDependencies,
): Hono<AuthenticatedEnv> {
  const api = new Hono<AuthenticatedEnv>().basePath(INTERNAL_PREFIX);
  api.onError((error) => respondError(error, log));
  api.use("*", traceRequests("storage"), requireHost(), requireBearer(bearers, endedSessions));
  api.notFound((context) => respondUnmatched(api, context));

  const readEnvelope = createCoalescer<Uint8Array | null>();
  const lists = new FairTurns(MAX_PARALLEL_LISTS);
  const batches = new FairTurns(MAX_PARALLEL_BATCHES);

  api.get("/", async (context) => {
    const url = new URL(context.req.url);
    const query = readListQuery(url.searchParams);
    const userId = context.get("userId");
    return await readInTurn(lists, context, readTimeout, async (signal) => {
      const page = await reader.listBatches(userId, { ...query, maxBytes: MAX_PAGE_BYTES }, signal);
      const next = nextCursor(page, query.direction);
      const link = next === null ? {} : { "Link": formatNextLink(url, next) };
      return respondBytes(context, writePage(page, next), tagPage(page), link);
    });
  });

  api.get("/widgets/:id", async (context) => {
    const id = context.req.param("id");
    const widget = isWidgetId(id) ? await reader.readWidget(context.get("userId"), id) : null;
    if (widget) return respondJson(context, widget, tagWidget(widget));
    throw notFound("widget", id, "the user has none of this id");
  });

  api.get("/bundles/:file", async (context) => {
    const hash = readBundleFile(context.req.param("file"));
    const userId = context.get("userId");
    const bundle = await reader.findBundle(userId, hash);
    if (bundle === null) throw notFound("bundle", hash, "the user has none of this hash");
    const { raw } = context.req;
    const etag = tagBundle(bundle);
    const decided = decideByConditions(raw, etag, ENVELOPE_HEADERS);
    if (decided !== null) return decided;
    if (raw.method === "HEAD" && bundle.size !== null) return respondHead(bundle.size, etag);
    const bytes = await readEnvelope(bundle.key, () => reader.readBundle(userId, bundle));
    if (bytes === null) throw notFound("bundle", hash, "the user has none of this hash");
    return bytesResponse(bytes as Uint8Array<ArrayBuffer>, raw, etag, ENVELOPE_HEADERS);
  });

  // A request that gets here has a bearer of a session that has not ended, or of none.
  api.get(SESSION_PATH, (context) => {
    requireSession(context.get("sessionId"));
    return context.json({ state: "live" }, 200, PRIVATE);
  });

  api.delete(SESSION_PATH, async (context) => {
    const isFirst = await endedSessions.end(requireSession(context.get("sessionId")));
    if (!isFirst) throw unauthenticated(SESSION_ENDED);
    return context.json({ state: "ended" }, 200, PRIVATE);
  });

  api.get("/:batchId", async (context) => {
    const batchId = context.req.param("batchId");
    const { localDate, kind } = readBatchId(batchId);
    const userId = context.get("userId");
    return await readInTurn(batches, context, readTimeout, async (signal) => {
      const batch = await reader.readBatch(userId, localDate, kind, signal);
      await pauseWork(); // Its manifests were parsed.
      if (batch) return respondJson(context, batch, tagBatch(batch));
      throw notFound("batch", batchId, "the user has none");
    });
  });
  return api;
}

/** Reads when it is the user's turn, until the client leaves or the time is over: a store may not answer. */
async function readInTurn(
  turns: FairTurns,
  context: Context<AuthenticatedEnv>,
  milliseconds: number,
  read: (signal: AbortSignal) => Promise<Response>,
): Promise<Response> {
  const client = context.req.raw.signal;
  return await turns.run(context.get("userId"), client, async () => {
    using limit = startTimeLimit(systemClock, milliseconds);
    try {
      return await read(AbortSignal.any([client, limit.signal]));
    } catch (error) {
      if (client.aborted) throw new ProblemError("request.cancelled", "The client closed the request");
      if (!limit.signal.aborted) throw error;
      const detail = `A store of the service did not answer in ${milliseconds} ms`;
      throw new ProblemError("storage.unavailable", detail, { cause: error });
    }
  });
}

function requireSession(sessionId: string | null): string {
  if (sessionId !== null) return sessionId;
  throw new ProblemError("request.forbidden", "The bearer is not that of a session");
}

/** For one user's data: only their browser may cache it, and must revalidate it. */
const PRIVATE = { ...ISOLATION_HEADERS, "Cache-Control": "private, no-cache", "Vary": "Authorization" };

/** The JSON of a page. As bytes: a text of many MiB would be in memory once more for each step to the connection. */
function writePage({ batches }: BatchPage, next: string | null): Uint8Array<ArrayBuffer> {
  const parts = batches.flatMap(({ json }, index) => index === 0 ? json : [encode(","), json]);
  return Buffer.concat([encode('{"batches":['), ...parts, encode(`],"nextCursor":${JSON.stringify(next)}}`)]);
}

function nextCursor(page: BatchPage, direction: "older" | "newer"): string | null {
  return page.next === null ? null : encodeCursor(page.next, direction);
}

/** Not the bundle hash alone: that covers only the module, and an envelope with the same module may replace this one. */
function tagBundle({ hash, version }: FoundBundle): string {
  return `"${hash}.${version}"`;
}

const ENVELOPE_HEADERS = {
  "Content-Type": "application/octet-stream",
  "Cache-Control": "private, no-cache",
  "Vary": "Authorization",
};

function respondHead(size: number, etag: string): Response {
  return new Response(null, {
    headers: {
      ...ISOLATION_HEADERS,
      ...ENVELOPE_HEADERS,
      "ETag": etag,
      "Accept-Ranges": "bytes",
      "Content-Length": String(size),
    },
  });
}

function respondJson(
  context: Context,
  body: object,
  etag: string,
  headers: { readonly [name: string]: string } = {},
): Response {
  return respondBytes(context, encode(stringifyJson(body)), etag, headers);
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function respondBytes(
  context: Context,
  json: Uint8Array<ArrayBuffer>,
  etag: string,
  headers: { readonly [name: string]: string },
): Response {
  const sent = { ...PRIVATE, ...headers, "Content-Type": "application/json", "ETag": etag };
  return notModified(context.req.raw, etag, PRIVATE) ?? context.body(json, 200, sent);
}
