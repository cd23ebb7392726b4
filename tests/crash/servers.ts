import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type PostgresServer, startPostgres } from "../servers/postgres.ts";
import { type RadosGateway, startRadosGateway } from "../servers/radosgw.ts";
import type { StoresAddress } from "./stores.ts";

/** One PostgreSQL and one radosgw for all tests of a file. */
export interface Servers {
  readonly postgres: PostgresServer;
  readonly gateway: RadosGateway;
  /** Makes an empty database, and an empty bucket or folder of files. */
  createStores(objects: "bucket" | "files"): Promise<StoresAddress>;
  stop(): Promise<void>;
}

/** Starts both. */
export async function startServers(): Promise<Servers> {
  const room = await mkdtemp(join(tmpdir(), "tck-crash-"));
  const postgres = await startPostgres();
  const gateway = await startRadosGateway().catch(async (error) => {
    await postgres.stop();
    throw error;
  });
  return {
    postgres,
    gateway,
    async createStores(objects) {
      const folder = await mkdtemp(join(room, "stores-"));
      const databaseUrl = await postgres.createDatabase();
      if (objects === "files") return { databaseUrl, folder };
      const objectsUrl = `s3://${await gateway.createBucket()}?endpoint=${gateway.endpoint}`;
      return { databaseUrl, objectsUrl, credentials: gateway.credentials, folder };
    },
    async stop() {
      await gateway.stop();
      await postgres.stop();
      await rm(room, { recursive: true });
    },
  };
}
