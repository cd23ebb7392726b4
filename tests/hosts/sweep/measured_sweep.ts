/**
 * Runs a dry sweep in a process of its own, and prints the used and the resident memory after a tenth of the steps and after
 * all of them, in MiB: `measured_sweep.ts DATABASE_URL FOLDER STEPS`, with `--v8-flags=--expose-gc`.
 */
import { randomUUID } from "node:crypto";
import process from "node:process";
import { createFileObjectStore } from "../../../hosts/objects/mod.ts";
import { systemClock } from "../../../hosts/time/mod.ts";
import { sweepObjects } from "../../../hosts/sweep/mod.ts";
import { openDatabase } from "../../../hosts/postgres/mod.ts";

const [url, folder, expected] = process.argv.slice(2) as [string, string, string];
const measured: { used: number; resident: number }[] = [];
let seen = 0;

await using database = await openDatabase({ url, dataDir: folder });
const objects = await createFileObjectStore(folder);
const deps = { database, objects, clock: systemClock, createId: randomUUID, log: () => {} };
const { steps } = await sweepObjects(deps, {
  dryRun: true,
  onStep() {
    seen++;
    if (seen === Number(expected) / 10 || seen === Number(expected)) measured.push(measureMemory());
  },
});
process.stdout.write(JSON.stringify({ steps, measured }));

function measureMemory(): { used: number; resident: number } {
  (globalThis as unknown as { gc(): void }).gc();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { used: (heapUsed + external) / 1_048_576, resident: rss / 1_048_576 };
}
