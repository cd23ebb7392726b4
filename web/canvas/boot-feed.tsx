/**
 * The entry of `boot-feed.mjs`: the page of one batch, `/feed/{batchId}` (lifecycle specification, D.4), and without a
 * batch id a page of the newest one.
 *
 * @module
 */
import { loadBatch, loadNewestBatch } from "./batches.ts";
import { bootCanvas } from "./boot_canvas.tsx";
import { isMock } from "./canvas_root.ts";

await bootCanvas((root) => {
  const { batchId } = root.dataset;
  return batchId === undefined ? loadNewestBatch(isMock(root)) : loadBatch(batchId);
});
