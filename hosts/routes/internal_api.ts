import { Hono } from "hono";
import { sha384Base64Url } from "../../core/bytes/mod.ts";
import type { ObjectStore } from "../../core/commit/mod.ts";
import { type BatchPage, type BatchReader, encodeCursor } from "../../core/feed/mod.ts";
import { quote } from "../../core/errors/mod.ts";
import { isWidgetId } from "../../core/naming/mod.ts";
import type { BearerVerifier, EndedSessions } from "../auth/mod.ts";
import { type AuthenticatedEnv, requireBearer } from "./authorization.ts";
import { bytesResponse } from "./byte_range.ts";
import { requireHost } from "./host_guard.ts";
import { readListQuery } from "./list_query.ts";
import { readBatchId, readBundleFile } from "./path_parameters.ts";
import { type Log, ProblemError, respondError } from "./problem.ts";
import { ISOLATION_HEADERS } from "./response_headers.ts";
import { respondUnmatched } from "./unmatched.ts";

/** The path of the storage service's read API (lifecycle specification, §1). */
export const INTERNAL_PREFIX = "/v1/internal/daily-pages";

/** The path below the prefix at which a session's bearer asks for its session, and ends it. */
export const SESSION_PATH = "/session";

/** What the storage service's read API works with. */
interface InternalApiDependencies {
  reader: BatchReader;
  objects: ObjectStore;
  bearers: BearerVerifier;
  endedSessions: EndedSessions;
  log: Log;
}

/**
 * Creates the storage service's API: it reads the data of the bearer's user, and ends the session of the bearer. The
 * bearers of ended sessions are rejected here, since only this service has the database.
 */
export function createInternalApi(
  { reader, objects, bearers, endedSessions, log }: InternalApiDependencies,
): Hono<AuthenticatedEnv> {
  const api = new Hono<AuthenticatedEnv>().basePath(INTERNAL_PREFIX);
  api.onError((error) => respondError(error, log));
  api.use("*", requireHost(), requireBearer(bearers, endedSessions));
  api.notFound((context) => respondUnmatched(api, context));

  api.get("/", async (context) => {
    const query = readListQuery(new URL(context.req.url).searchParams);
    const page = await reader.listBatches(context.get("userId"), query);
    return context.json(
      { batches: page.batches, nextCursor: nextCursor(page, query.direction) },
      200,
      PRIVATE,
    );
  });

  api.get("/widgets/:id", async (context) => {
    const id = context.req.param("id");
    const widget = isWidgetId(id) ? await reader.readWidget(context.get("userId"), id) : null;
    if (widget) return context.json(widget, 200, PRIVATE);
    throw new ProblemError(
      "widget.not_found",
      `Cannot find widget ${quote(id)}: the user has none of this id`,
    );
  });

  api.get("/bundles/:file", async (context) => {
    const hash = readBundleFile(context.req.param("file"));
    const bytes = await readBundle(reader, objects, context.get("userId"), hash);
    // Not the bundle hash: that covers only the module, and an envelope with the same module may replace this one.
    const etag = `"${await sha384Base64Url(bytes)}"`;
    return bytesResponse(bytes, context.req.raw, etag, {
      "Content-Type": "application/octet-stream",
      "Cache-Control": "private, no-cache",
    });
  });

  // A request that gets here has a bearer of a session that has not ended, or of none.
  api.get(SESSION_PATH, (context) => {
    requireSession(context.get("sessionId"));
    return context.json({ state: "live" }, 200, PRIVATE);
  });

  api.delete(SESSION_PATH, async (context) => {
    await endedSessions.end(requireSession(context.get("sessionId")));
    return context.json({ state: "ended" }, 200, PRIVATE);
  });

  api.get("/:batchId", async (context) => {
    const { localDate, kind } = readBatchId(context.req.param("batchId"));
    const batch = await reader.readBatch(context.get("userId"), localDate, kind);
    if (batch) return context.json(batch, 200, PRIVATE);
    throw new ProblemError(
      "daily_page.not_found",
      `Cannot find batch ${quote(context.req.param("batchId"))}: the user has none`,
    );
  });
  return api;
}

function requireSession(sessionId: string | null): string {
  if (sessionId !== null) return sessionId;
  throw new ProblemError("request.forbidden", "The bearer is not that of a session");
}

/** For one user's data: only their browser may cache it, and must revalidate it. */
const PRIVATE = { ...ISOLATION_HEADERS, "Cache-Control": "private, no-cache" };

function nextCursor(page: BatchPage, direction: "older" | "newer"): string | null {
  return page.next === null ? null : encodeCursor(page.next, direction);
}

async function readBundle(
  reader: BatchReader,
  objects: ObjectStore,
  userId: string,
  hash: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const found = await reader.findBundle(userId, hash);
  const bytes = found ? await objects.get(found.key) : null;
  if (bytes) return bytes as Uint8Array<ArrayBuffer>;
  if (found) await reader.findBundle(userId, hash); // Throws if a row still references the object.
  throw new ProblemError(
    "bundle.not_found",
    `Cannot find bundle ${quote(hash)}: the user has none of this hash`,
  );
}
