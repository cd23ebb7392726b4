// runs first
import assert from "node:assert/strict";
import { nameTests } from "../servers/programs.ts";
import { checkRaceEnd } from "./race_end.ts";
import { runRace } from "./races.ts";
import { nameGatewayTest, openServers, type Servers } from "./servers.ts";
import { openStores } from "./stores.ts";

let servers: Servers;
Deno.test.beforeAll(async () => void (servers = await openServers()));
Deno.test.afterAll(() => servers.stop());

for (const objects of ["bucket", "files"] as const) {
  const nameTest = objects === "bucket" ? nameGatewayTest : nameTests(null);
  Deno.test({
    ...nameTest(
      `processes that race on one batch and its neighbours, with objects in ${objects}, lose and reveal nothing`,
    ),
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
