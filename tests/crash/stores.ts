import { randomUUID } from "node:crypto";
import type { LogEvent, ObjectStore } from "../../core/commit/mod.ts";
import { type CommitDependencies } from "../../hosts/commit/mod.ts";
import { systemClock } from "../../hosts/time/mod.ts";
import { openObjectStore, type S3Credentials } from "../../hosts/objects/mod.ts";
import { type Database, openDatabase } from "../../hosts/postgres/mod.ts";
import { objectStoreSettings } from "../hosts/objects/object_store_settings.ts";

/** The location of a commit service's stores, as plain JSON for the processes of a test. */
export interface StoresAddress {
  readonly databaseUrl: string;
  /** `s3://…`; if absent, files in the folder. */
  readonly objectsUrl?: string | undefined;
  readonly credentials?: S3Credentials | undefined;
  /** The data folder. */
  readonly folder: string;
}

/** The grace period, in milliseconds (1 hour). The tests change the recorded times instead of waiting. */
const RETENTION_MS = 3_600_000;

/** Opens the stores, and returns a commit's dependencies. */
export async function openStores(address: StoresAddress): Promise<CommitDependencies> {
  const { databaseUrl, objectsUrl, credentials, folder } = address;
  const objects: ObjectStore = await openObjectStore(objectsUrl, objectStoreSettings(folder, credentials));
  const database: Database = await openDatabase({ url: databaseUrl, dataDir: folder });
  return {
    database,
    objects,
    clock: systemClock,
    createId: randomUUID,
    log: (_event: LogEvent) => {},
    appUrl: "https://app.example",
    retention: RETENTION_MS,
  };
}
