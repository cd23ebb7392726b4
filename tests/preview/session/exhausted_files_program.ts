/**
 * Watches a folder while the process has no further files to open, and again when it has: prints what was reported, and
 * whether a change is seen afterwards. Run with a low limit of open files.
 *
 * @module
 */
import { closeSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { FolderWatches } from "../../../preview/server/model/watching/folder_watches.ts";

const folder = process.argv[2]!;
const reports: string[] = [];
let isSeen = false;
const watches = new FolderWatches(() => isSeen = true, (message) => reports.push(message));

const files = exhaustFiles();
await watches.add(folder);
await waitFor(() => reports.length > 0);
for (const file of files) closeSync(file);
const isTriedAgainAtOnce = await watches.add(folder);

watches.keep(new Set()); // A scan without the folder, and one with it.
while (await watches.add(folder)) await pause(60);
await waitFor(() => {
  writeFileSync(join(folder, "001_a.tckb"), "");
  return isSeen;
});
watches.close();
process.stdout.write(JSON.stringify({ reports, isTriedAgainAtOnce, isSeen }));

async function waitFor(isDone: () => boolean): Promise<void> {
  for (let count = 0; !isDone() && count < 200; count++) await pause(20);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function exhaustFiles(): number[] {
  const opened: number[] = [];
  try {
    for (;;) opened.push(openSync("/dev/null", "r"));
  } catch {
    return opened;
  }
}
