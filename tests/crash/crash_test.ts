// runs alone: it runs as many processes as the machine can bear
import assert from "node:assert/strict";
import process from "node:process";
import { hasRadosGateway } from "../servers/radosgw.ts";
import type { Failpoint } from "./call_watch.ts";
import { type CrashReport, HEADING, listFailpoints, runCrashFree, tryCrashes } from "./crash_matrix.ts";
import { tryLateDeletion } from "./late_deletion.ts";
import { checkRaceEnd } from "./race_end.ts";
import { runRace } from "./races.ts";
import { SERVER_CRASHES, tryServerCrash } from "./server_crashes.ts";
import { type Servers, startServers } from "./servers.ts";
import { openSite, type Site } from "./site.ts";
import { openStores } from "./stores.ts";
import { formatTable } from "./table.ts";

/** How many sites try crashes at once: while one waits for a process or a server, another goes on. */
const SITES = 3;

let servers: Servers;

if (await hasRadosGateway()) {
  Deno.test.beforeAll(async () => void (servers = await startServers()));
  Deno.test.afterAll(() => servers.stop());

  Deno.test("a commit that is killed at any call loses, leaks and reveals nothing", () =>
    withSites(SITES, async (sites) => {
      const crashFree = await Promise.all(sites.map(runCrashFree));
      const failpoints = listFailpoints(crashFree[0]!.calls);
      const reports = new Map<Failpoint, CrashReport>();
      const waiting = failpoints.values();
      await Promise.all(
        sites.map((site, index) =>
          tryCrashes(site, waiting, crashFree[index]!, (failpoint, report) => reports.set(failpoint, report))
        ),
      );
      settle(HEADING, failpoints.map((failpoint) => reports.get(failpoint)!));
    }));

  Deno.test("a server that is killed in a commit loses, leaks and reveals nothing, and the commit tells the truth", () =>
    withSites(1, async ([site]) => {
      const crashFree = await runCrashFree(site!);
      const reports: CrashReport[] = [];
      for (const crash of SERVER_CRASHES) {
        reports.push(await tryServerCrash(servers, site!, crash, crashFree));
      }
      settle([...HEADING, "the commits' answers"], reports);
    }));

  Deno.test("a deletion that is late finds nothing that a commit has written since", () =>
    tryLateDeletion(servers));

  for (const objects of ["bucket", "files"] as const) {
    Deno.test(`processes that race on one batch and its neighbours, with objects in ${objects}, lose and reveal nothing`, async () => {
      const address = await servers.createStores(objects);
      const report = await runRace(address);
      assert.deepEqual(report.faults, []);
      const stores = await openStores(address);
      try {
        assert.deepEqual(await checkRaceEnd(stores, report), []);
      } finally {
        await stores.database.close();
      }
    });
  }
}

/** Runs a test on sites of its own. */
async function withSites(count: number, test: (sites: readonly Site[]) => Promise<void>): Promise<void> {
  const sites: Site[] = [];
  try {
    while (sites.length < count) sites.push(await openSite(await servers.createStores("bucket")));
    await test(sites);
  } finally {
    for (const site of sites) await site.close();
  }
}

/** Prints the matrix, and fails when an invariant did not hold. */
function settle(heading: readonly string[], reports: readonly CrashReport[]): void {
  process.stdout.write(`\n${formatTable(heading, reports.map(({ row }) => row))}`);
  assert.deepEqual(reports.flatMap(({ faults }) => faults), []);
}
