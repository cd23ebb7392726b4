import type { BatchKind } from "../../core/contract/mod.ts";
import { isBundleHash, parseBatchId } from "../../core/naming/mod.ts";
import { ProblemError } from "./problem.ts";
import { PUBLIC_PREFIX } from "./public_api.ts";
import { askUpstreamJson, type Upstream } from "./upstream.ts";

/** What a page needs of a batch. */
export interface PageBatch {
  batchId: string;
  /** `YYYY-MM-DD`. */
  localDate: string;
  kind: BatchKind;
  bundleHashes: readonly string[];
}

/**
 * The newest batches of the bearer's user.
 *
 * @throws {ProblemError} the cloud's, or `upstream.unavailable` when it answers with something else
 */
export async function askBatches(cloud: Upstream, bearer: string, limit: number): Promise<PageBatch[]> {
  const path = `${PUBLIC_PREFIX}?limit=${limit}`;
  const { value } = await askUpstreamJson<{ batches?: unknown } | null>(cloud, { path, bearer });
  return Array.isArray(value?.batches) ? value.batches.map(readBatch) : refuse();
}

/**
 * One batch of the bearer's user.
 *
 * @throws {ProblemError} as {@linkcode askBatches}
 */
export async function askBatch(cloud: Upstream, bearer: string, batchId: string): Promise<PageBatch> {
  const { value } = await askUpstreamJson<unknown>(cloud, { path: `${PUBLIC_PREFIX}/${batchId}`, bearer });
  return readBatch(value);
}

interface UncheckedBatch {
  batchId?: unknown;
  widgets?: unknown;
}

function readBatch(value: unknown): PageBatch {
  const { batchId, widgets } = (value ?? {}) as UncheckedBatch;
  const identity = typeof batchId === "string" ? parseBatchId(batchId) : null;
  if (!identity || !Array.isArray(widgets)) return refuse();
  return { batchId: batchId as string, ...identity, bundleHashes: widgets.map(readHash) };
}

function readHash(widget: { bundle?: { hash?: unknown } } | null): string {
  const hash = widget?.bundle?.hash;
  return typeof hash === "string" && isBundleHash(hash) ? hash : refuse();
}

function refuse(): never {
  throw new ProblemError("upstream.unavailable", "The service behind sent a batch that cannot be read");
}
