import { BATCH_KINDS } from "../../core/contract/mod.ts";
import { CodedError, quote } from "../../core/errors/mod.ts";
import { type Batch, findNewestBatch, formatDayQuery } from "../../core/feed/mod.ts";
import { parseBatchId } from "../../core/naming/mod.ts";

/** Why batches could not be loaded. */
export const BATCHES_ERROR_CODES = ["unauthenticated", "not_found", "unavailable", "offline"] as const;

/** One of the reasons. */
export type BatchesErrorCode = typeof BATCHES_ERROR_CODES[number];

/** An error while loading batches. */
export class BatchesError extends CodedError<BatchesErrorCode> {
  override readonly name = "BatchesError";
}

const BATCHES_URL = "/api/daily-pages/v2/batches";

const LOAD_TIMEOUT_MS = 20_000;

/**
 * Loads the list and finds one batch in it, of any kind (lifecycle specification, D.4 step 2).
 *
 * @throws {BatchesError}
 */
export async function loadBatch(batchId: string): Promise<Batch[]> {
  const identity = parseBatchId(batchId);
  const batches = identity === null ? [] : await loadBatches(formatDayQuery(identity.localDate));
  const batch = batches.find((one) => one.batchId === batchId);
  if (batch !== undefined) return [batch];
  throw new BatchesError("not_found", `Cannot find batch ${quote(batchId)}: it is not in the list`);
}

/**
 * Loads the batch of the newest day that was committed last, if there is one.
 *
 * @param mock whether it is the batch of the fixtures
 * @throws {BatchesError}
 */
export async function loadNewestBatch(mock: boolean = false): Promise<Batch[]> {
  const batches = await loadBatches(`limit=${BATCH_KINDS.length}${mock ? "&mock=true" : ""}`);
  const newest = findNewestBatch(batches);
  return newest === null ? [] : [newest];
}

async function loadBatches(query: string): Promise<Batch[]> {
  return readBatches((await fetchJson(`${BATCHES_URL}?${query}`) as { batches?: unknown } | null)?.batches);
}

async function fetchJson(url: string): Promise<unknown> {
  const response = await fetch(url, {
    headers: { accept: "application/json" },
    signal: AbortSignal.timeout(LOAD_TIMEOUT_MS),
  }).catch((cause) => {
    const code = navigator.onLine ? "unavailable" : "offline";
    throw new BatchesError(code, `Cannot load "${url}": there is no answer`, { cause });
  });
  if (!response.ok) {
    throw new BatchesError(
      response.status === 401 ? "unauthenticated" : "unavailable",
      `Cannot load "${url}": the answer is ${response.status}`,
    );
  }
  return await response.json().catch((cause) => {
    throw new BatchesError("unavailable", `Cannot load "${url}": the answer is not JSON`, { cause });
  });
}

/** The page's own server validates its answers; this check rejects the answer of a proxy in between. */
function readBatches(value: unknown): Batch[] {
  if (Array.isArray(value) && value.every((batch) => Array.isArray(batch?.widgets))) return value;
  throw new BatchesError("unavailable", "Cannot read the batches: the answer is not a list of batches");
}
