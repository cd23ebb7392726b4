import { mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import type { NotificationSink } from "./relay.ts";

/**
 * The local sink: appends each notification as one line of JSON to `notifications.jsonl` in the data folder.
 *
 * @param dataDir The data folder; it is made if it is not there
 */
export function createNotificationLog(dataDir: string): NotificationSink {
  return async (event) => {
    await mkdir(dataDir, { recursive: true });
    const file = await open(join(dataDir, "notifications.jsonl"), "a");
    try {
      await file.appendFile(`${JSON.stringify(event)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
  };
}
