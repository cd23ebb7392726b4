import { Hono } from "hono";
import type { ObjectStore } from "../../core/commit/ports.ts";
import { type BatchKind, SINGLE_BATCH_KINDS } from "../../core/contract/mod.ts";
import { type BatchPage, type BatchReader, encodeCursor } from "../../core/feed/mod.ts";
import { isBundleHash, isWidgetId, parseBatchId } from "../../core/naming/mod.ts";
import type { BearerVerifier } from "../auth/mod.ts";
import { type AuthenticatedEnv, requireBearer } from "./authorization.ts";
import { bytesResponse } from "./byte_range.ts";
import { readListQuery } from "./list_query.ts";
import { answerError, ProblemError, quote } from "./problem.ts";

/** Where the storage service's read API stands (lifecycle specification, §1). */
export const INTERNAL_PREFIX = "/v1/internal/daily-pages";

/** What the storage service's read API needs. */
export interface InternalApiPorts {
  reader: BatchReader;
  objects: ObjectStore;
  bearers: BearerVerifier;
  log: (message: string, error: unknown) => void;
}

/** The storage service's read API. Every read is scoped by the bearer's user: what is another's is not found. */
export function createInternalApi(
  { reader, objects, bearers, log }: InternalApiPorts,
): Hono<AuthenticatedEnv> {
  const api = new Hono<AuthenticatedEnv>().basePath(INTERNAL_PREFIX);
  api.onError((error) => answerError(error, log));
  api.use("*", requireBearer(bearers));

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
    const bytes = await readBundle(reader, objects, context.get("userId"), hash, context.req.raw.signal);
    return bytesResponse(bytes, context.req.raw, `"${hash}"`, {
      "Content-Type": "application/octet-stream",
      "Cache-Control": "private, no-cache",
      "Cross-Origin-Resource-Policy": "same-origin",
    });
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

/** One user's data: for their browser to keep, and to ask about again. */
const PRIVATE = { "Cache-Control": "private, no-cache", "X-Content-Type-Options": "nosniff" };

function nextCursor(page: BatchPage, direction: "older" | "newer"): string | null {
  return page.next === null ? null : encodeCursor(page.next, direction);
}

/**
 * Reads the path parameter of the single-batch route, which accepts two kinds only (lifecycle specification, phase C).
 *
 * @throws {ProblemError} `daily_page.invalid_batch_id`
 */
export function readBatchId(text: string): { localDate: string; kind: BatchKind } {
  const parsed = parseBatchId(text);
  const kinds: readonly BatchKind[] = SINGLE_BATCH_KINDS;
  if (parsed && kinds.includes(parsed.kind)) return parsed;
  throw new ProblemError(
    "daily_page.invalid_batch_id",
    `Cannot read batch id ${
      quote(text)
    }: expected a date and morning-brief or evening-brief, such as 20260131-morning-brief`,
  );
}

/**
 * Reads `{hash}.tckb`.
 *
 * @throws {ProblemError} `bundle.invalid_hash`
 */
function readBundleFile(file: string): string {
  return readBundleHash(file.endsWith(".tckb") ? file.slice(0, -".tckb".length) : "");
}

/**
 * Reads a bundle hash of a path.
 *
 * @throws {ProblemError} `bundle.invalid_hash`
 */
export function readBundleHash(hash: string): string {
  if (isBundleHash(hash)) return hash;
  throw new ProblemError(
    "bundle.invalid_hash",
    `Cannot read bundle hash ${quote(hash)}: expected 64 characters of base64url`,
  );
}

async function readBundle(
  reader: BatchReader,
  objects: ObjectStore,
  userId: string,
  hash: string,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const found = await reader.findBundle(userId, hash);
  const bytes = found ? await objects.get(found.key, { signal }) : null;
  if (bytes) return bytes as Uint8Array<ArrayBuffer>;
  throw new ProblemError(
    "bundle.not_found",
    `Cannot find bundle ${quote(hash)}: the user has none of this hash`,
  );
}
