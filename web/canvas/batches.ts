import { CodedError } from "../../core/errors/mod.ts";
import type { Batch } from "../../core/feed/mod.ts";

/** An error while loading batches. */
export class BatchesError extends CodedError<"unauthenticated" | "not_found" | "unavailable"> {
  override readonly name = "BatchesError";
}

const BATCHES_URL = "/api/daily-pages/v2/batches";

const LOAD_TIMEOUT_MS = 20_000;

/**
 * Loads one batch.
 *
 * @throws {BatchesError}
 */
export async function loadBatch(batchId: string): Promise<Batch[]> {
  return readBatches([await fetchJson(`${BATCHES_URL}/${encodeURIComponent(batchId)}`)]);
}

/**
 * Loads the newest batch, if there is one.
 *
 * @throws {BatchesError}
 */
export async function loadNewestBatch(): Promise<Batch[]> {
  return readBatches((await fetchJson(`${BATCHES_URL}?limit=1`) as { batches?: unknown } | null)?.batches);
}

async function fetchJson(url: string): Promise<unknown> {
  const response = await fetch(url, {
    headers: { accept: "application/json" },
    signal: AbortSignal.timeout(LOAD_TIMEOUT_MS),
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

function errorCode(status: number): BatchesError["code"] {
  if (status === 401) return "unauthenticated";
  return status === 404 || status === 400 ? "not_found" : "unavailable";
}

/** The page's own server validates its answers; this check rejects the answer of a proxy in between. */
function readBatches(value: unknown): Batch[] {
  if (Array.isArray(value) && value.every((batch) => Array.isArray(batch?.widgets))) return value;
  throw new BatchesError("unavailable", "Cannot read the batches: the answer is not a list of batches");
}
