import { BATCH_KINDS } from "../../core/contract/mod.ts";
import { CodedError, errorMessage, quote } from "../../core/errors/mod.ts";
import { type Batch, findNewestBatch, formatDayQuery } from "../../core/feed/mod.ts";
import { parseBatchId } from "../../core/naming/mod.ts";
import { ClientError, readUncheckedList } from "../client/mod.ts";
import { readListedBatches } from "./listed_widgets.ts";

/** Why batches could not be loaded. */
export const BATCHES_ERROR_CODES = ["unauthenticated", "not_found", "unavailable", "offline"] as const;

/** One of the reasons. */
export type BatchesErrorCode = typeof BATCHES_ERROR_CODES[number];

/** An error while loading batches. */
export class BatchesError extends CodedError<BatchesErrorCode> {
  override readonly name = "BatchesError";
}

/** Reports an error to the page, unless it is one of the address, such as an unknown batch: the reader sees a notice of it. */
export function reportBatchesError(error: unknown): void {
  if (!(error instanceof BatchesError && error.code === "not_found")) reportError(error);
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
  const isWanted = (one: Batch) => one.batchId === batchId;
  const list = identity === null
    ? NO_BATCHES
    : await loadBatches(formatDayQuery(identity.localDate), (batches) => batches.some(isWanted));
  const batch = list.batches.find(isWanted);
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
  const query = `limit=${BATCH_KINDS.length}${mock ? "&mock=true" : ""}`;
  const { batches, isWhole } = await loadBatches(query, isNewestDayWhole);
  const newest = findNewestBatch(batches);
  if (newest !== null) return [newest];
  if (isWhole) return [];
  throw new BatchesError("unavailable", "Cannot show the newest batch: no batch of the list can be read");
}

/** Whether an older day has begun. */
function isNewestDayWhole(batches: readonly Batch[]): boolean {
  return batches.some(({ localDate }) => localDate !== batches[0]!.localDate);
}

interface LoadedBatches {
  /** Those that can be read. */
  batches: Batch[];
  /** Whether these are all. */
  isWhole: boolean;
}

const NO_BATCHES: LoadedBatches = { batches: [], isWhole: true };

/**
 * Loads as many batches as the query asks for, or fewer when they are enough. An answer may end earlier because of its size,
 * and its cursor continues.
 */
async function loadBatches(
  query: string,
  isEnough: (batches: readonly Batch[]) => boolean,
): Promise<LoadedBatches> {
  try {
    const signal = AbortSignal.timeout(LOAD_TIMEOUT_MS);
    const send = (url: string, init: RequestInit) => fetch(url, init);
    const parameters = new URLSearchParams(query);
    const listed: unknown[] = [];
    for (let search = query;; search = parameters.toString()) {
      const page = await readUncheckedList({ url: `${BATCHES_URL}?${search}`, send, signal });
      listed.push(...page.batches);
      const batches = readListedBatches(listed);
      const left = BATCH_KINDS.length - listed.length;
      if (page.nextCursor === null || page.batches.length === 0 || left <= 0 || isEnough(batches)) {
        return { batches, isWhole: batches.length === listed.length };
      }
      parameters.set("cursor", page.nextCursor);
      parameters.set("limit", String(left));
    }
  } catch (cause) {
    throw new BatchesError(codeOf(cause), `Cannot load the batches: ${errorMessage(cause)}`, { cause });
  }
}

function codeOf(error: unknown): BatchesErrorCode {
  const status = error instanceof ClientError ? error.status : null;
  if (status === null) return navigator.onLine ? "unavailable" : "offline";
  return status === 401 ? "unauthenticated" : "unavailable";
}
