import assert from "node:assert/strict";
import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import type { ObjectStore } from "../../core/commit/mod.ts";
import { commitBatch, type CommitDependencies } from "../../hosts/commit/mod.ts";
import { BATCH, type BatchVersions, buildVersions } from "./batches.ts";
import { saveState } from "./saved_state.ts";
import { openStores, type StoresAddress } from "./stores.ts";
import { deliverEverything, passTime, sweepAfterGrace } from "./time.ts";
import { type View, viewUser } from "./view.ts";

/** The users of a site: the first one's commit is retried directly after the crash, the second one's after a sweep. */
export const USERS = ["retried-first", "swept-first"] as const;

/** A commit service that can be restored to the same state before each crash. */
export interface Site {
  readonly address: StoresAddress;
  readonly stores: CommitDependencies;
  readonly versions: BatchVersions;
  /** The folder of the notification log since the last restore. */
  readonly logFolder: string;
  /** Restores the state after {@link openSite}. */
  restore(): Promise<void>;
  view(userId: string): Promise<View>;
  /** Commits the new version, and returns the commit's id. */
  retry(userId: string): Promise<string>;
  /** Ends all deadlines, leases and grace periods, and sweeps. */
  sweepAfterGrace(): Promise<void>;
  /** Ends all pauses of the queue, and delivers everything. */
  deliver(): Promise<void>;
  close(): Promise<void>;
}

/** Opens empty stores, and prepares the state that a commit of the new version starts from. */
export async function openSite(address: StoresAddress): Promise<Site> {
  const stores = await openStores(address);
  const versions = await buildVersions(address.folder);
  for (const userId of USERS) await prepareUser(stores, versions, userId);
  const saved = await saveState(stores);
  let logFolder = await mkdtemp(join(address.folder, "log-"));
  const commit = async (userId: string) =>
    await commitBatch(stores, { ...createOptions(userId), directory: versions.new });
  return {
    address,
    stores,
    versions,
    get logFolder() {
      return logFolder;
    },
    async restore() {
      await saved.restore();
      logFolder = await mkdtemp(join(address.folder, "log-"));
    },
    view: (userId) => viewUser(stores, userId, logFolder),
    retry: async (userId) => (await commit(userId)).commitId,
    sweepAfterGrace: () => sweepAfterGrace(stores),
    deliver: () => deliverEverything(stores, logFolder),
    close: () => stores.database.close(),
  };
}

function createOptions(userId: string) {
  return { ...BATCH, userId, taskId: `task of ${userId}` };
}

/**
 * Prepares a user whose batch has the old version. An object of the oldest version is due for deletion, and an object of a
 * failed commit for a tombstone: the sweep after the next commit finds both.
 */
async function prepareUser(
  stores: CommitDependencies,
  versions: BatchVersions,
  userId: string,
): Promise<void> {
  const options = createOptions(userId);
  await commitBatch(stores, { ...options, directory: versions.oldest });
  await commitBatch(stores, { ...options, directory: versions.old });
  const objects: ObjectStore = {
    ...stores.objects,
    async put(key, bytes) {
      await stores.objects.put(key, bytes);
      throw new Error("no answer");
    },
  };
  const failed = commitBatch({ ...stores, objects }, { ...options, directory: versions.failed });
  await assert.rejects(failed, { code: "commit.write_failed" });
  await passTime(stores);
}
