import type { BatchKind } from "../../core/contract/mod.ts";
import { isBundleHash, parseBatchId } from "../../core/naming/mod.ts";
import { ProblemError } from "./problem.ts";
import { PUBLIC_PREFIX } from "./public_api.ts";
import { fetchUpstreamJson, type Upstream } from "./upstream.ts";

/** The fields of a batch that a page needs. */
export interface PageBatch {
  batchId: string;
  /** `YYYY-MM-DD`. */
  localDate: string;
  kind: BatchKind;
  bundleHashes: readonly string[];
}

/**
 * Fetches the newest batches of the bearer's user.
 *
 * @throws {ProblemError} the cloud's, or `upstream.unavailable` when the response is not a list of batches
 */
export async function fetchBatches(cloud: Upstream, bearer: string, limit: number): Promise<PageBatch[]> {
  const path = `${PUBLIC_PREFIX}?limit=${limit}`;
  const { value } = await fetchUpstreamJson<{ batches?: unknown } | null>(cloud, { path, bearer });
  return Array.isArray(value?.batches) ? value.batches.map(readBatch) : throwInvalid();
}

/**
 * Fetches one batch of the bearer's user.
 *
 * @throws {ProblemError} as {@linkcode fetchBatches}
 */
export async function fetchBatch(cloud: Upstream, bearer: string, batchId: string): Promise<PageBatch> {
  const { value } = await fetchUpstreamJson<unknown>(cloud, { path: `${PUBLIC_PREFIX}/${batchId}`, bearer });
  return readBatch(value);
}

interface UncheckedBatch {
  batchId?: unknown;
  widgets?: unknown;
}

function readBatch(value: unknown): PageBatch {
  const { batchId, widgets } = (value ?? {}) as UncheckedBatch;
  const identity = typeof batchId === "string" ? parseBatchId(batchId) : null;
  if (!identity || !Array.isArray(widgets)) return throwInvalid();
  return { batchId: batchId as string, ...identity, bundleHashes: widgets.map(readHash) };
}

function readHash(widget: { bundle?: { hash?: unknown } } | null): string {
  const hash = widget?.bundle?.hash;
  return typeof hash === "string" && isBundleHash(hash) ? hash : throwInvalid();
}

function throwInvalid(): never {
  throw new ProblemError("upstream.unavailable", "The service behind sent a batch that cannot be read");
}
