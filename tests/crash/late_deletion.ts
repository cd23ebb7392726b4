import assert from "node:assert/strict";
import { commitBatch } from "../../hosts/commit/mod.ts";
import { sweepObjects } from "../../hosts/sweep/mod.ts";
import { startFaultyGateway } from "../servers/faulty_gateway.ts";
import type { BucketServer } from "../servers/radosgw.ts";
import { BATCH } from "./batches.ts";
import type { Servers } from "./servers.ts";
import { openSite, USERS } from "./site.ts";
import { passTime } from "./time.ts";

/**
 * A sweep deletes an object without an answer: the request loses its connection, and arrives after a commit has written the
 * same object, or while that commit waits.
 */
export async function tryLateDeletion(servers: Servers, gateway: BucketServer): Promise<void> {
  await using faulty = await startFaultyGateway(gateway.endpoint);
  const { objectsUrl, ...address } = await servers.createStores("bucket");
  const site = await openSite({
    ...address,
    objectsUrl: objectsUrl!.replace(gateway.endpoint, faulty.endpoint),
  });
  try {
    const [userId] = USERS;
    faulty.faults.push("late"); // The sweep's first request deletes an object of the user's oldest version.
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
    const { referenced, stored } = await site.view(userId);
    assert.deepEqual(referenced.filter((key) => !stored.includes(key)), []);
  } finally {
    await site.close();
  }
}
