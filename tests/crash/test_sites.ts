import assert from "node:assert/strict";
import process from "node:process";
import type { CrashReport } from "./crash_matrix.ts";
import { hasGateway, type Servers } from "./servers.ts";
import { openSite, type Site } from "./site.ts";
import { formatTable } from "./table.ts";

/** Runs a test on new sites. */
export async function withSites(
  servers: Servers,
  count: number,
  test: (sites: readonly Site[]) => Promise<void>,
): Promise<void> {
  const sites: Site[] = [];
  try {
    while (sites.length < count) {
      sites.push(await openSite(await servers.createStores(hasGateway ? "bucket" : "files")));
    }
    await test(sites);
  } finally {
    for (const site of sites) await site.close();
  }
}

/** Prints the matrix, and fails if an invariant was violated. */
export function printMatrix(heading: readonly string[], reports: readonly CrashReport[]): void {
  process.stdout.write(`\n${formatTable(heading, reports.map(({ row }) => row))}`);
  assert.deepEqual(reports.flatMap(({ faults }) => faults), []);
}
