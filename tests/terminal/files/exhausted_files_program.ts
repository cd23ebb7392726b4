/**
 * Watches a folder while the process has no further files to open, and again when it has: prints what was reported, and
 * whether a change is seen afterwards. Run with a low limit of open files.
 *
 * @module
 */
import { closeSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { FolderWatches } from "../../../terminal/files/mod.ts";
import { until } from "../../waiting/mod.ts";

const folder = process.argv[2]!;
const reports: string[] = [];
let isSeen = false;
const watches = new FolderWatches(() => isSeen = true, (message) => reports.push(message));

const files = exhaustFiles();
await watches.add(folder);
await until("the fault is reported", () => reports.length > 0);
for (const file of files) closeSync(file);
const isTriedAgainAtOnce = await watches.add(folder);

watches.keep(new Set()); // A scan without the folder, and one with it.
await until("the folder is watched", async () => !await watches.add(folder));
await until("a change is seen", () => {
  writeFileSync(join(folder, "001_a.tckb"), "");
  return isSeen;
});
watches.close();
process.stdout.write(JSON.stringify({ reports, isTriedAgainAtOnce, isSeen }));

function exhaustFiles(): number[] {
  const opened: number[] = [];
  try {
    for (;;) opened.push(openSync("/dev/null", "r"));
  } catch {
    return opened;
  }
}
