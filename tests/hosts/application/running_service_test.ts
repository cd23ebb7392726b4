import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startService } from "../../../hosts/application/running_service.ts";
import { readSettings } from "../../../hosts/application/settings.ts";
import { withStores } from "../../../hosts/application/stores.ts";
import { DENO_HOST } from "../../../hosts/deno/deno_host.ts";
import { systemClock } from "../../../hosts/time/mod.ts";
import { until } from "../../waiting/mod.ts";

Deno.test("the sweep and the relay that a service has started end with it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tck-running-"));
  const dataDir = join(folder, "data");
  const settings = readSettings({});
  const terminal = { print() {}, note() {}, warn() {}, progress() {} };
  let waiting = 0;
  const clock = {
    ...systemClock,
    async sleep(milliseconds: number, signal?: AbortSignal) {
      waiting++;
      await systemClock.sleep(milliseconds, signal).finally(() => waiting--);
    },
  };
  try {
    await withStores(settings, dataDir, { terminal, host: DENO_HOST }, async (service) => {
      const running = await startService({
        settings,
        dataDir,
        roles: ["storage"],
        hostname: "127.0.0.1",
        port: 0,
        localUser: "demo",
      }, {
        ...DENO_HOST,
        service: { ...service, clock },
        loadActions: () => Promise.resolve(new Map()),
        loadHostAssets: () => assert.fail("not for the storage"),
        loadSampleBundles: () => assert.fail("not for the storage"),
        log: () => {},
      });
      try {
        await until("both wait for their next turn", () => Promise.resolve(waiting === 2));
      } finally {
        await running[Symbol.asyncDispose]();
      }
      assert.equal(waiting, 0);
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});
