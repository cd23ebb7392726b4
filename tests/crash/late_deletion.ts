import assert from "node:assert/strict";
import { commitBatch } from "../../hosts/commit/mod.ts";
import { sweepObjects } from "../../hosts/sweep/mod.ts";
import { startFaultyGateway } from "../servers/faulty_gateway.ts";
import { BATCH } from "./batches.ts";
import type { Servers } from "./servers.ts";
import { openSite, USERS } from "./site.ts";
import { passTime } from "./time.ts";

/**
 * A sweep deletes an object, and hears nothing: its request has lost its connection, and arrives after the same object was
 * written by a commit, or while that commit waits.
 */
export async function tryLateDeletion(servers: Servers): Promise<void> {
  await using faulty = await startFaultyGateway(servers.gateway.endpoint);
  const { objectsUrl, ...address } = await servers.createStores("bucket");
  const site = await openSite({
    ...address,
    objectsUrl: objectsUrl!.replace(servers.gateway.endpoint, faulty.endpoint),
  });
  try {
    const [userId] = USERS;
    faulty.faults.push("late"); // The first request of the sweep deletes what the user's oldest version left.
    await sweepObjects(site.stores);

    const waits = Promise.withResolvers<void>();
    const { clock } = site.stores;
    const deps = {
      ...site.stores,
      clock: {
        ...clock,
        sleep: (...pause: Parameters<typeof clock.sleep>) => (waits.resolve(), clock.sleep(...pause)),
      },
    };
    const request = { ...BATCH, userId, taskId: `task of ${userId}`, directory: site.versions.oldest };
    const commit = commitBatch(deps, request);
    await Promise.race([commit, waits.promise]);
    await faulty.arrive();
    await passTime(site.stores);
    await commit;
    const { named, stored } = await site.view(userId);
    assert.deepEqual(named.filter((key) => !stored.includes(key)), []);
  } finally {
    await site.close();
  }
}
