import type * as v from "valibot";
import {
  BATCH_ID,
  BUNDLE_HASH,
  CURSOR,
  DIRECTION,
  LIMIT,
  type ProblemCode,
  WIDGET_ID,
} from "../routes/http/mod.ts";

export interface Parameter {
  name: string;
  in: "path" | "query";
  schema: v.GenericSchema;
}

/** One operation of the public API. */
export interface Operation {
  id: string;
  method: "get" | "delete";
  /** The path as in the document, with parameters in braces. */
  path: string;
  tag: "pages" | "sessions";
  summary: string;
  parameters: readonly Parameter[];
  /** The name of the schema of the answer, or the media type of bytes. */
  answer: "BatchList" | "Batch" | "Widget" | "Session" | "application/octet-stream";
  /** The codes of its own problems. */
  problems: readonly ProblemCode[];
}

/** The problems of every operation. */
export const COMMON_PROBLEMS: readonly ProblemCode[] = [
  "auth.unauthenticated",
  "auth.insufficient_scope",
  "request.rate_limited",
  "server.failed",
  "storage.unavailable",
  "upstream.unavailable",
  "upstream.timeout",
];

const query = (name: string, schema: v.GenericSchema): Parameter => ({ name, in: "query", schema });
const path = (name: string, schema: v.GenericSchema): Parameter => ({ name, in: "path", schema });

/** Every operation of the public API (lifecycle specification, §4). */
export const OPERATIONS: readonly Operation[] = [
  {
    id: "listBatches",
    method: "get",
    path: "/v2/daily-pages",
    tag: "pages",
    summary: "List the user's batches, newest first",
    parameters: [query("cursor", CURSOR), query("limit", LIMIT), query("direction", DIRECTION)],
    answer: "BatchList",
    problems: ["daily_page.invalid_query", "daily_page.invalid_cursor"],
  },
  {
    id: "readBatch",
    method: "get",
    path: "/v2/daily-pages/{batchId}",
    tag: "pages",
    summary: "Read one batch",
    parameters: [path("batchId", BATCH_ID)],
    answer: "Batch",
    problems: ["daily_page.invalid_batch_id", "daily_page.not_found"],
  },
  {
    id: "readWidget",
    method: "get",
    path: "/v2/daily-pages/widgets/{id}",
    tag: "pages",
    summary: "Read one widget",
    parameters: [path("id", WIDGET_ID)],
    answer: "Widget",
    problems: ["widget.not_found"],
  },
  {
    id: "readBundle",
    method: "get",
    path: "/v2/daily-pages/bundles/{hash}.tckb",
    tag: "pages",
    summary: "Read the envelope of a bundle. Ranges and conditional requests are answered",
    parameters: [path("hash", BUNDLE_HASH)],
    answer: "application/octet-stream",
    problems: [
      "bundle.invalid_hash",
      "bundle.not_found",
      "request.precondition_failed",
      "request.unsatisfiable_range",
      "storage.object_missing",
    ],
  },
  {
    id: "readSession",
    method: "get",
    path: "/v2/daily-pages/session",
    tag: "sessions",
    summary: "Whether the session that the bearer was exchanged for is live",
    parameters: [],
    answer: "Session",
    problems: ["request.forbidden"],
  },
  {
    id: "endSession",
    method: "delete",
    path: "/v2/daily-pages/session",
    tag: "sessions",
    summary: "End the session that the bearer was exchanged for",
    parameters: [],
    answer: "Session",
    problems: ["request.forbidden"],
  },
];
