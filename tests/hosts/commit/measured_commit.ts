/**
 * Commits a project in a process of its own, and prints its report and the maximum of its resident memory, in MiB:
 * `measured_commit.ts DATABASE_URL FOLDER PROJECT`.
 */
import { randomUUID } from "node:crypto";
import process from "node:process";
import { commitBatch } from "../../../hosts/commit/mod.ts";
import { systemClock } from "../../../hosts/time/mod.ts";
import { createFileObjectStore } from "../../../hosts/objects/mod.ts";
import { openDatabase } from "../../../hosts/postgres/mod.ts";

const [url, folder, directory] = process.argv.slice(2) as [string, string, string];
let memory = 0;
const measure = () => memory = Math.max(memory, process.memoryUsage().rss / 1_048_576);

await using database = await openDatabase({ url, dataDir: folder });
const { widgets, written } = await commitBatch({
  database,
  objects: await createFileObjectStore(folder),
  clock: systemClock,
  createId: randomUUID,
  log: () => {},
  appUrl: "https://app.example",
}, {
  userId: "demo",
  taskId: "task-1",
  localDate: "2026-03-04",
  kind: "morning_brief",
  directory,
  onProgress: measure,
});
measure();
process.stdout.write(JSON.stringify({ widgets: widgets.length, written: written.length, memory }));
