// budget: 35 s: it kills a process or a server of each kind, starts them again, and recovers
/**
 * One kill of each kind. The others are in the `_soak.ts` files beside it.
 */
import { runCrashFree } from "./crash_matrix.ts";
import type { CrashFree } from "./invariants.ts";
import { choose, tryCommitKills } from "./killed_commit.ts";
import { tryErasureKills } from "./killed_erasure.ts";
import { tryLateDeletion } from "./late_deletion.ts";
import { tryRace } from "./race_end.ts";
import { SMALL_RACE } from "./races.ts";
import { SERVER_CRASHES, tryServerCrashes } from "./server_crashes.ts";
import { hasGateway, type KillableServers, nameGatewayTest, startServers } from "./servers.ts";
import { openSite, type Site } from "./site.ts";

const PLACE = hasGateway ? "bucket" : "files";

let servers: KillableServers;
let site: Site;
let crashFree: CrashFree;
Deno.test.beforeAll(async () => {
  servers = await startServers();
  site = await openSite(await servers.createStores(PLACE));
  crashFree = await runCrashFree(site);
});
Deno.test.afterAll(async () => {
  await site.close();
  await servers.stop();
});

Deno.test("a commit that is killed before its flip, with all that it wrote, and after it loses, leaks and reveals nothing", () =>
  tryCommitKills([site], choose("before flip: commit", "after flip: commit"), [crashFree]));

// claim: erasure-complete
Deno.test("an erasure that is killed before its commit and as it deletes shows all of a user or nothing, and ends whole when it is run again", () =>
  tryErasureKills([site], choose("after erase: update erasures (2)", "after sweep: delete bundle")));

Deno.test("a server that is killed during a commit loses, leaks and reveals nothing, and the outcome is correct", () =>
  tryServerCrashes(servers, site, [
    SERVER_CRASHES.find(({ outcomes, back }) => back === "at once" && outcomes.includes("committed"))!,
    SERVER_CRASHES.find(({ server, back }) => server === "gateway" && back === "late")!,
  ], crashFree));

Deno.test("processes that race on one batch and its neighbours lose and reveal nothing", async () =>
  await tryRace(await servers.createStores(PLACE), SMALL_RACE));

Deno.test({
  ...nameGatewayTest("a late deletion does not delete what a commit has written since"),
  fn: () => tryLateDeletion(servers, servers.gateway!),
});
