import { tryCommitKills } from "./killed_commit.ts";
import { openServers, type Servers } from "./servers.ts";
import { withSites } from "./test_sites.ts";

/** How many sites try crashes at the same time: while one waits for a process or a server, another continues. */
const SITES = 3;

let servers: Servers;
Deno.test.beforeAll(async () => void (servers = await openServers()));
Deno.test.afterAll(() => servers.stop());

Deno.test("a commit that is killed at any call loses, leaks and reveals nothing", () =>
  withSites(servers, SITES, (sites) => tryCommitKills(sites)));
