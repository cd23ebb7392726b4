import { mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import type { OpenSink } from "./sink.ts";

/** Appends each notification as one line of JSON to `notifications.jsonl` in the data folder, which it creates. */
export function openLogSink(dataDir: string): OpenSink {
  return {
    async sink(event) {
      await mkdir(dataDir, { recursive: true });
      await using file = await open(join(dataDir, "notifications.jsonl"), "a");
      await file.appendFile(`${JSON.stringify(event)}\n`);
      await file.sync();
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}
