import { tryErasureKills } from "./killed_erasure.ts";
import { openServers, type Servers } from "./servers.ts";
import { withSites } from "./test_sites.ts";

let servers: Servers;
Deno.test.beforeAll(async () => void (servers = await openServers()));
Deno.test.afterAll(() => servers.stop());

Deno.test("an erasure that is killed at any call shows all of a user or nothing, and ends whole when it is run again", () =>
  withSites(servers, 2, (sites) => tryErasureKills(sites)));
