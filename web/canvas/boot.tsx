/**
 * The entry of `boot.mjs`: the embedded page of the newest batch, or of one, `/embed/daily-page/v2` (lifecycle
 * specification, D.2).
 *
 * @module
 */
import { setWindowHeight } from "@tck/kit/host-mount";
import { loadBatch, loadNewestBatch } from "./batches.ts";
import { bootCanvas } from "./boot_canvas.tsx";
import { isMock } from "./canvas_root.ts";
import { reportToParent } from "./embed/embedded_page.ts";
import { ReaderWindow } from "./reader_window.ts";

await bootCanvas((root) => {
  const reader = new ReaderWindow();
  if (globalThis.parent !== globalThis.self) reader.follow((height) => setWindowHeight(document, height));
  reportToParent(root, reader);
  const { batchId } = root.dataset;
  return batchId === undefined ? loadNewestBatch(isMock(root)) : loadBatch(batchId);
});
