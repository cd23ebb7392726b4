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

/** The users of a site: the first one's commit is retried right after the crash, the second one's after a sweep. */
export const USERS = ["retried-first", "swept-first"] as const;

/** A commit service of its own, on which one crash after another can be tried from one and the same beginning. */
export interface Site {
  readonly address: StoresAddress;
  readonly stores: CommitDependencies;
  readonly versions: BatchVersions;
  /** Where the notifications since the last beginning are delivered to. */
  readonly logFolder: string;
  /** Goes back to the beginning: what {@link openSite} made, and nothing else. */
  restore(): Promise<void>;
  view(userId: string): Promise<View>;
  /** Commits the new version, and gives the commit's id. */
  retry(userId: string): Promise<string>;
  /** Lets all deadlines, leases and grace periods pass, and sweeps. */
  sweepAfterGrace(): Promise<void>;
  /** Lets all pauses of the queue pass, and delivers everything. */
  deliver(): Promise<void>;
  close(): Promise<void>;
}

/** Opens empty stores, and commits to them what a commit of the new version may meet. */
export async function openSite(address: StoresAddress): Promise<Site> {
  const stores = await openStores(address);
  const versions = await buildVersions(address.folder);
  for (const userId of USERS) await prepareUser(stores, versions, userId);
  const saved = await saveState(stores);
  let logFolder = await mkdtemp(join(address.folder, "log-"));
  const commit = async (userId: string) =>
    await commitBatch(stores, { ...describeRequest(userId), directory: versions.new });
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

function describeRequest(userId: string) {
  return { ...BATCH, userId, taskId: `task of ${userId}` };
}

/**
 * A user whose batch is of the old version. What the oldest version left is due for deletion, and what a commit that failed
 * left is due for burial: the sweep of the next commit finds both.
 */
async function prepareUser(
  stores: CommitDependencies,
  versions: BatchVersions,
  userId: string,
): Promise<void> {
  const request = describeRequest(userId);
  await commitBatch(stores, { ...request, directory: versions.oldest });
  await commitBatch(stores, { ...request, directory: versions.old });
  const objects: ObjectStore = {
    ...stores.objects,
    async put(key, bytes) {
      await stores.objects.put(key, bytes);
      throw new Error("no answer");
    },
  };
  const failed = commitBatch({ ...stores, objects }, { ...request, directory: versions.failed });
  await assert.rejects(failed, { code: "commit.write_failed" });
  await passTime(stores);
}
