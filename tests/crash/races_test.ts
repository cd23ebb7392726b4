// runs first
import assert from "node:assert/strict";
import { checkRaceEnd } from "./race_end.ts";
import { runRace } from "./races.ts";
import { hasGateway, openServers, type Servers } from "./servers.ts";
import { openStores } from "./stores.ts";

let servers: Servers;
Deno.test.beforeAll(async () => void (servers = await openServers()));
Deno.test.afterAll(() => servers.stop());

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
