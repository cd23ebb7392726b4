import type { Batch, Widget } from "../../core/feed/mod.ts";
import { isBundleHash, parseBatchId } from "../../core/naming/mod.ts";

/** The limit of a widget id's length, in characters. */
export const MAX_WIDGET_ID_LENGTH = 200;

/** What an invalid entry has in place of a bundle: no bundle is registered under this hash, so that its card fails. */
const NO_BUNDLE: Widget["bundle"] = { hash: "", size: 0 };

/**
 * Reads each of the listed batches separately, and each widget of one. A batch that cannot be read is left out. A widget of
 * which something is missing or invalid, or whose id another one has already, becomes one whose card fails. The others are
 * shown.
 */
export function readListedBatches(batches: readonly unknown[]): Batch[] {
  const ids = new Set<string>();
  return batches.flatMap(readBatch).map((batch) => ({
    ...batch,
    widgets: batch.widgets.map((value: unknown, index) => {
      const widget = readWidget(value, ids) ?? createFailing(`${batch.batchId}#${index}`, value);
      ids.add(widget.id);
      return widget;
    }),
  }));
}

/** The hashes of the batches' bundles, each once. */
export function listBundleHashes(batches: readonly Batch[]): string[] {
  const hashes = batches.flatMap(({ widgets }) => widgets.map(({ bundle }) => bundle.hash));
  return [...new Set(hashes)].filter(isBundleHash);
}

function readBatch(value: unknown): Batch[] {
  const batch = (value ?? {}) as { [field in keyof Batch]?: unknown };
  const identity = typeof batch.batchId === "string" ? parseBatchId(batch.batchId) : null;
  const isValid = identity !== null && typeof batch.committedAt === "string" && Array.isArray(batch.widgets);
  return isValid ? [{ ...batch as Batch, ...identity }] : [];
}

function readWidget(value: unknown, ids: ReadonlySet<string>): Widget | null {
  const { id, bundle } = (value ?? {}) as { id?: unknown; bundle?: { hash?: unknown } | null };
  const isValid = typeof id === "string" && id !== "" && id.length <= MAX_WIDGET_ID_LENGTH && !ids.has(id) &&
    typeof bundle?.hash === "string" && isBundleHash(bundle.hash);
  return isValid ? value as Widget : null;
}

/** The card of an invalid entry is named by its manifest, if it has one. */
function createFailing(id: string, value: unknown): Widget {
  const { manifest } = (value ?? {}) as Partial<Widget>;
  return { id, manifest: manifest ?? {}, bundle: NO_BUNDLE };
}
