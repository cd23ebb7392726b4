import { type FileHandle, mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import type { OpenSink } from "./sink.ts";

/**
 * Appends each notification as one line of JSON to `notifications.jsonl` in the data folder, which it creates. A line that
 * a crash or a full disk has cut off is removed: its notification was not confirmed, and is delivered again.
 */
export function openLogSink(dataDir: string): OpenSink {
  return {
    async sink(event) {
      await mkdir(dataDir, { recursive: true });
      await using file = await open(join(dataDir, "notifications.jsonl"), "a+");
      await removeIncompleteLine(file);
      await file.appendFile(`${JSON.stringify(event)}\n`);
      await file.sync();
    },
    check: () => Promise.resolve(),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

const CHUNK_BYTES = 4_096;

async function removeIncompleteLine(file: FileHandle): Promise<void> {
  const { size } = await file.stat();
  const chunk = new Uint8Array(CHUNK_BYTES);
  let complete = 0;
  for (let end = size; end > 0 && complete === 0; end -= Math.min(end, CHUNK_BYTES)) {
    const start = Math.max(0, end - CHUNK_BYTES);
    const { bytesRead } = await file.read(chunk, 0, end - start, start);
    complete = chunk.subarray(0, bytesRead).lastIndexOf(LINE_FEED) + 1;
    if (complete > 0) complete += start;
  }
  if (complete < size) await file.truncate(complete);
}

const LINE_FEED = 0x0a;
