import type { Batch } from "../../core/feed/mod.ts";

/** Why the batches of a page could not be loaded. */
export type BatchesErrorCode = "unauthenticated" | "not_found" | "unavailable";

/** What loading batches throws. */
export class BatchesError extends Error {
  /** What is the case, for code; the message is for people. */
  readonly code: BatchesErrorCode;

  /** @param code what is the case @param message what was attempted, and what is the case @param options the cause */
  constructor(code: BatchesErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "BatchesError";
    this.code = code;
  }
}

const BATCHES_URL = "/api/daily-pages/v2/batches";

/** How long the batches may take to load, in milliseconds. */
const LOAD_TIMEOUT = 20_000;

/**
 * Loads one batch.
 *
 * @throws {BatchesError}
 */
export async function loadBatch(batchId: string): Promise<Batch[]> {
  return readBatches([await fetchJson(`${BATCHES_URL}/${encodeURIComponent(batchId)}`)]);
}

/**
 * Loads the newest batch of all, if there is one.
 *
 * @throws {BatchesError}
 */
export async function loadNewestBatch(): Promise<Batch[]> {
  return readBatches((await fetchJson(`${BATCHES_URL}?limit=1`) as { batches?: unknown } | null)?.batches);
}

async function fetchJson(url: string): Promise<unknown> {
  const response = await fetch(url, {
    headers: { accept: "application/json" },
    signal: AbortSignal.timeout(LOAD_TIMEOUT),
  }).catch((cause) => {
    throw new BatchesError("unavailable", `Cannot load "${url}": there is no answer`, { cause });
  });
  if (!response.ok) {
    throw new BatchesError(
      errorCode(response.status),
      `Cannot load "${url}": the answer is ${response.status}`,
    );
  }
  return await response.json().catch((cause) => {
    throw new BatchesError("unavailable", `Cannot load "${url}": the answer is not JSON`, { cause });
  });
}

function errorCode(status: number): BatchesErrorCode {
  if (status === 401) return "unauthenticated";
  return status === 404 || status === 400 ? "not_found" : "unavailable";
}

/** The page's own server answers; this only tells its batches from what a proxy between may say instead. */
function readBatches(value: unknown): Batch[] {
  if (Array.isArray(value) && value.every((batch) => Array.isArray(batch?.widgets))) return value;
  throw new BatchesError("unavailable", "Cannot read the batches: the answer has another shape");
}
