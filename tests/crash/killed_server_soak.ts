// runs first
import { type CrashReport, HEADING, runCrashFree } from "./crash_matrix.ts";
import { SERVER_CRASHES, tryServerCrash } from "./server_crashes.ts";
import { hasGateway, type KillableServers, startServers } from "./servers.ts";
import { printMatrix, withSites } from "./test_sites.ts";

let servers: KillableServers;
Deno.test.beforeAll(async () => void (servers = await startServers()));
Deno.test.afterAll(() => servers.stop());

Deno.test("a server that is killed during a commit loses, leaks and reveals nothing, and the outcome is correct", () =>
  withSites(servers, 1, async ([site]) => {
    const crashFree = await runCrashFree(site!);
    const crashes = SERVER_CRASHES.filter(({ server }) => server === "postgres" || hasGateway);
    const reports: CrashReport[] = [];
    for (const crash of crashes) reports.push(await tryServerCrash(servers, site!, crash, crashFree));
    printMatrix([...HEADING, "outcomes"], reports);
  }));
