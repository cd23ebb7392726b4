import type { Batch, BatchPage, Widget } from "../../../core/feed/mod.ts";

/** The version of the JSON of a batch. When that changes, so must the tags. */
const JSON_VERSION = "2";

/** The ETag of a batch, which only another commit changes. */
export function tagBatch({ batchId, committedAt }: Batch): string {
  return `"${JSON_VERSION}.${batchId}.${formatTime(committedAt)}"`;
}

/**
 * The ETag of a page of batches. A commit that changes a batch of the page, or adds one, is the newest of them; one that
 * adds a batch beyond the page changes whether there is a next page.
 */
export function tagPage({ batches, next }: BatchPage): string {
  const [first, last] = [batches[0]?.batchId ?? "", batches.at(-1)?.batchId ?? ""];
  const newest = batches.map(({ committedAt }) => committedAt).sort().at(-1);
  const time = newest === undefined ? "" : formatTime(newest);
  return `"${[JSON_VERSION, first, last, batches.length, time, next === null ? "end" : "more"].join(".")}"`;
}

/** The ETag of a widget, whose id depends on its manifest and module. */
export function tagWidget({ id, bundle }: Widget): string {
  return `"${JSON_VERSION}.${id}.${bundle.size}"`;
}

function formatTime(time: string): string {
  return Date.parse(time).toString(36);
}
