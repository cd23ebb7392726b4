/**
 * The entry of `boot-feed.mjs`: the page of one batch, `/feed/{batchId}` (lifecycle specification, D.4).
 *
 * @module
 */
import { loadBatch } from "./batches.ts";
import { bootCanvas } from "./boot_canvas.tsx";

await bootCanvas(({ dataset: { batchId } }) => {
  if (batchId === undefined) throw new Error("Cannot load a batch: #canvas-feed-root has no data-batch-id");
  return loadBatch(batchId);
});
