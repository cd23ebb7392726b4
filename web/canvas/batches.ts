import { BATCH_KINDS } from "../../core/contract/mod.ts";
import { CodedError, errorMessage, quote } from "../../core/errors/mod.ts";
import { type Batch, findNewestBatch, formatDayQuery } from "../../core/feed/mod.ts";
import { parseBatchId } from "../../core/naming/mod.ts";
import { ClientError, readUncheckedBatches } from "../client/mod.ts";
import { readListedBatches } from "./listed_widgets.ts";

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
  const list = identity === null ? NO_BATCHES : await loadBatches(formatDayQuery(identity.localDate));
  const batch = list.batches.find((one) => one.batchId === batchId);
  if (batch !== undefined) return [batch];
  if (list.isWhole) {
    throw new BatchesError("not_found", `Cannot find batch ${quote(batchId)}: it is not in the list`);
  }
  throw new BatchesError(
    "unavailable",
    `Cannot find batch ${quote(batchId)}: the list has batches that cannot be read`,
  );
}

/**
 * Loads the batch of the newest day that was committed last, if there is one.
 *
 * @param mock whether it is the batch of the fixtures
 * @throws {BatchesError}
 */
export async function loadNewestBatch(mock: boolean = false): Promise<Batch[]> {
  const { batches, isWhole } = await loadBatches(`limit=${BATCH_KINDS.length}${mock ? "&mock=true" : ""}`);
  const newest = findNewestBatch(batches);
  if (newest !== null) return [newest];
  if (isWhole) return [];
  throw new BatchesError("unavailable", "Cannot show the newest batch: no batch of the list can be read");
}

/** The batches of a page of the list. */
interface LoadedBatches {
  /** Those that can be read. */
  batches: Batch[];
  /** Whether these are all. */
  isWhole: boolean;
}

const NO_BATCHES: LoadedBatches = { batches: [], isWhole: true };

async function loadBatches(query: string): Promise<LoadedBatches> {
  try {
    const signal = AbortSignal.timeout(LOAD_TIMEOUT_MS);
    const send = (url: string, init: RequestInit) => fetch(url, init);
    const listed = await readUncheckedBatches({ url: `${BATCHES_URL}?${query}`, send, signal });
    const batches = readListedBatches(listed);
    return { batches, isWhole: batches.length === listed.length };
  } catch (cause) {
    throw new BatchesError(codeOf(cause), `Cannot load the batches: ${errorMessage(cause)}`, { cause });
  }
}

function codeOf(error: unknown): BatchesErrorCode {
  const status = error instanceof ClientError ? error.status : null;
  if (status === null) return navigator.onLine ? "unavailable" : "offline";
  return status === 401 ? "unauthenticated" : "unavailable";
}
