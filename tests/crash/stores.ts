import { randomUUID } from "node:crypto";
import type { LogEvent, ObjectStore } from "../../core/commit/mod.ts";
import { type CommitDependencies } from "../../hosts/commit/mod.ts";
import { systemClock } from "../../hosts/protocol/mod.ts";
import { openObjectStore, type S3Credentials } from "../../hosts/objects/mod.ts";
import { type Database, openDatabase } from "../../hosts/postgres/mod.ts";

/** Where the stores of a commit service are, as plain JSON: every process of a test opens them for itself. */
export interface StoresAddress {
  readonly databaseUrl: string;
  /** `s3://…`; absent: files in the folder. */
  readonly objectsUrl?: string | undefined;
  readonly credentials?: S3Credentials | undefined;
  /** The data folder. */
  readonly folder: string;
}

/** How long a replaced object stays, in milliseconds (1 hour): the tests move the times on record instead of waiting. */
export const RETENTION = 3_600_000;

/** Opens the stores, and what a commit works with. */
export async function openStores(address: StoresAddress): Promise<CommitDependencies> {
  const { databaseUrl, objectsUrl, credentials, folder } = address;
  const objects: ObjectStore = await openObjectStore(objectsUrl, folder, credentials);
  const database: Database = await openDatabase({ url: databaseUrl, dataDir: folder });
  return {
    database,
    objects,
    clock: systemClock,
    createId: randomUUID,
    log: (_event: LogEvent) => {},
    appUrl: "https://app.example",
    retention: RETENTION,
  };
}
