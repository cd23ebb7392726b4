import { nameTests } from "../servers/programs.ts";
import { tryRace } from "./race_end.ts";
import { LARGE_RACE } from "./races.ts";
import { nameGatewayTest, openServers, type Servers } from "./servers.ts";

let servers: Servers;
Deno.test.beforeAll(async () => void (servers = await openServers()));
Deno.test.afterAll(() => servers.stop());

for (const objects of ["bucket", "files"] as const) {
  const nameTest = objects === "bucket" ? nameGatewayTest : nameTests(null);
  Deno.test({
    ...nameTest(
      `processes that race on one batch and its neighbours, with objects in ${objects}, lose and reveal nothing`,
    ),
    fn: async () => await tryRace(await servers.createStores(objects), LARGE_RACE),
  });
}
