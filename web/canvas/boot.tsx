/**
 * The entry of `boot.mjs`: the embedded page of the newest batch, `/embed/daily-page/v2` (lifecycle specification, D.2).
 *
 * @module
 */
import { loadNewestBatch } from "./batches.ts";
import { bootCanvas } from "./boot_canvas.tsx";
import { isMock } from "./canvas_root.ts";

await bootCanvas((root) => loadNewestBatch(isMock(root)));
