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

/** How many sites try crashes at the same time: while one waits for a process or a server, another continues. */
const SITES = 3;

/** Without radosgw, the objects are in files and only PostgreSQL is killed. */
const hasGateway = await hasRadosGateway();
const objects = hasGateway ? "bucket" : "files";

let servers: Servers;
Deno.test.beforeAll(async () => void (servers = await startServers(hasGateway)));
Deno.test.afterAll(() => servers.stop());

Deno.test("a commit that is killed at any call loses, leaks and reveals nothing", () =>
  withSites(SITES, async (sites) => {
    const crashFree = await Promise.all(sites.map(runCrashFree));
    const failpoints = listFailpoints(crashFree[0]!.calls);
    const reports = new Map<Failpoint, CrashReport>();
    const pending = failpoints.values();
    await Promise.all(
      sites.map((site, index) =>
        tryCrashes(site, pending, crashFree[index]!, (failpoint, report) => reports.set(failpoint, report))
      ),
    );
    printMatrix(HEADING, failpoints.map((failpoint) => reports.get(failpoint)!));
  }));

Deno.test("a server that is killed during a commit loses, leaks and reveals nothing, and the outcome is correct", () =>
  withSites(1, async ([site]) => {
    const crashFree = await runCrashFree(site!);
    const crashes = SERVER_CRASHES.filter(({ server }) => server === "postgres" || hasGateway);
    const reports: CrashReport[] = [];
    for (const crash of crashes) reports.push(await tryServerCrash(servers, site!, crash, crashFree));
    printMatrix([...HEADING, "outcomes"], reports);
  }));

Deno.test({
  name: "a late deletion does not delete what a commit has written since",
  ignore: !hasGateway,
  fn: () => tryLateDeletion(servers, servers.gateway!),
});

for (const objects of ["bucket", "files"] as const) {
  Deno.test({
    name:
      `processes that race on one batch and its neighbours, with objects in ${objects}, lose and reveal nothing`,
    ignore: objects === "bucket" && !hasGateway,
    async fn() {
      const address = await servers.createStores(objects);
      const report = await runRace(address);
      assert.deepEqual(report.faults, []);
      const stores = await openStores(address);
      try {
        assert.deepEqual(await checkRaceEnd(stores, report), []);
      } finally {
        await stores.database.close();
      }
    },
  });
}

/** Runs a test on new sites. */
async function withSites(count: number, test: (sites: readonly Site[]) => Promise<void>): Promise<void> {
  const sites: Site[] = [];
  try {
    while (sites.length < count) sites.push(await openSite(await servers.createStores(objects)));
    await test(sites);
  } finally {
    for (const site of sites) await site.close();
  }
}

/** Prints the matrix, and fails if an invariant was violated. */
function printMatrix(heading: readonly string[], reports: readonly CrashReport[]): void {
  process.stdout.write(`\n${formatTable(heading, reports.map(({ row }) => row))}`);
  assert.deepEqual(reports.flatMap(({ faults }) => faults), []);
}
