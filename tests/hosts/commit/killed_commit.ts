/**
 * Commits a batch, and kills itself at a failpoint: `killed_commit.ts DATABASE_URL FOLDER DIRECTORY FAILPOINT`.
 */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import process from "node:process";
import type { ObjectStore } from "../../../core/commit/mod.ts";
import { commitBatch } from "../../../hosts/commit/mod.ts";
import { systemClock } from "../../../hosts/time/mod.ts";
import { createFileObjectStore } from "../../../hosts/objects/mod.ts";
import { type Database, openDatabase } from "../../../hosts/postgres/mod.ts";
import { REQUEST } from "./service.ts";

const [url, folder, directory, failpoint] = process.argv.slice(2) as [string, string, string, string];
const database = await openDatabase({ url, dataDir: folder });
const objects = await createFileObjectStore(join(folder, "objects"));

function die(): Promise<never> {
  process.kill(process.pid, "SIGKILL");
  return new Promise(() => {});
}

const dyingObjects: ObjectStore = {
  ...objects,
  async put(key, bytes, options) {
    await objects.put(key, bytes, options);
    if (failpoint === "after the first put") await die();
  },
};
const dyingDatabase: Database = {
  ...database,
  notifications: {
    ...database.notifications,
    async enqueue(transaction, event) {
      await database.notifications.enqueue(transaction, event);
      if (failpoint === "in the flip") await die();
    },
  },
};
await commitBatch({
  database: dyingDatabase,
  objects: dyingObjects,
  clock: systemClock,
  createId: randomUUID,
  log: () => {},
  appUrl: "https://app.example",
}, { ...REQUEST, directory });
await die();
