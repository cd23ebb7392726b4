// runs first
import type { Failpoint } from "./call_watch.ts";
import { type CrashReport, HEADING, listFailpoints, runCrashFree, tryCrashes } from "./crash_matrix.ts";
import { openServers, type Servers } from "./servers.ts";
import { printMatrix, withSites } from "./test_sites.ts";

/** How many sites try crashes at the same time: while one waits for a process or a server, another continues. */
const SITES = 3;

let servers: Servers;
Deno.test.beforeAll(async () => void (servers = await openServers()));
Deno.test.afterAll(() => servers.stop());

Deno.test("a commit that is killed at any call loses, leaks and reveals nothing", () =>
  withSites(servers, SITES, async (sites) => {
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
