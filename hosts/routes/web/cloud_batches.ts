import { type Batch, type BatchPosition, encodeCursor, formatDayQuery } from "../../../core/feed/mod.ts";
import { isBundleHash, parseBatchId } from "../../../core/naming/mod.ts";
import { notFound, unavailable } from "../http/problem.ts";
import { PUBLIC_PREFIX } from "../public/public_api.ts";
import type { User } from "../bundles/permission.ts";
import { fetchUpstreamJson, type Upstream } from "../http/upstream.ts";

/** The fields of a batch that a page needs. */
export interface PageBatch extends Omit<Batch, "widgets"> {
  bundleHashes: readonly string[];
  /** The manifests of its widgets, as they were received. */
  manifests: readonly unknown[];
}

/**
 * Fetches a page of the list of the bearer's batches.
 *
 * @throws {ProblemError} the cloud's, or `upstream.unavailable` when the response is not a list of batches
 */
export async function fetchBatches(cloud: Upstream, reader: User, query: string): Promise<PageBatch[]> {
  const path = `${PUBLIC_PREFIX}?${query}`;
  const { value } = await fetchUpstreamJson<{ batches?: unknown } | null>(cloud, { path, ...reader });
  return Array.isArray(value?.batches) ? value.batches.map(readPageBatch) : throwInvalid();
}

/**
 * Finds one batch of the bearer's user, of any kind, in the list (lifecycle specification, D.4 step 2).
 *
 * @throws {ProblemError} as {@linkcode fetchBatches}, or `daily_page.not_found`
 */
export async function findBatch(
  cloud: Upstream,
  reader: User,
  { batchId, localDate }: { batchId: string; localDate: string },
): Promise<PageBatch> {
  const batches = await fetchBatches(cloud, reader, formatDayQuery(localDate));
  const batch = batches.find((one) => one.batchId === batchId);
  if (batch) return batch;
  throw notFound("batch", batchId, "the user has none");
}

/** The batches before and after one in the list. */
export interface Neighbours {
  older: PageBatch | null;
  newer: PageBatch | null;
}

/**
 * Finds the batches next to one, whether that one exists or not.
 *
 * @throws {ProblemError} as {@linkcode fetchBatches}
 */
export async function findNeighbours(
  cloud: Upstream,
  reader: User,
  position: BatchPosition,
): Promise<Neighbours> {
  const find = async (direction: "older" | "newer") => {
    const query = `limit=1&cursor=${encodeCursor(position, direction)}&direction=${direction}`;
    return (await fetchBatches(cloud, reader, query))[0] ?? null;
  };
  const [older, newer] = await Promise.all([find("older"), find("newer")]);
  return { older, newer };
}

interface UncheckedBatch {
  batchId?: unknown;
  committedAt?: unknown;
  widgets?: unknown;
}

export function readPageBatch(value: unknown): PageBatch {
  const { batchId, committedAt, widgets } = (value ?? {}) as UncheckedBatch;
  const identity = typeof batchId === "string" ? parseBatchId(batchId) : null;
  if (!identity || typeof committedAt !== "string" || !Array.isArray(widgets)) return throwInvalid();
  return {
    batchId: batchId as string,
    ...identity,
    committedAt,
    bundleHashes: widgets.flatMap(readHash),
    manifests: widgets.map((widget) => widget?.manifest),
  };
}

/** An invalid widget has none: its card fails, and the canvas shows the others. */
function readHash(widget: { bundle?: { hash?: unknown } | null } | null): string[] {
  const hash = widget?.bundle?.hash;
  return typeof hash === "string" && isBundleHash(hash) ? [hash] : [];
}

function throwInvalid(): never {
  throw unavailable("The service behind sent a batch that cannot be read");
}
