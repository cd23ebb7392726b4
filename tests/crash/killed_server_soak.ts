import { SERVER_CRASHES, tryServerCrashes } from "./server_crashes.ts";
import { type KillableServers, startServers } from "./servers.ts";
import { withSites } from "./test_sites.ts";

let servers: KillableServers;
Deno.test.beforeAll(async () => void (servers = await startServers()));
Deno.test.afterAll(() => servers.stop());

Deno.test("a server that is killed during a commit loses, leaks and reveals nothing, and the outcome is correct", () =>
  withSites(servers, 1, ([site]) => tryServerCrashes(servers, site!, SERVER_CRASHES)));
