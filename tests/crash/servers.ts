import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type PostgresServer, startPostgres } from "../servers/postgres.ts";
import { type RadosGateway, startRadosGateway } from "../servers/radosgw.ts";
import type { StoresAddress } from "./stores.ts";

/** The servers for all tests of a file. */
export interface Servers {
  readonly postgres: PostgresServer;
  /** Null if radosgw is not installed. */
  readonly gateway: RadosGateway | null;
  /** Creates an empty database, and an empty bucket or folder of files. */
  createStores(objects: "bucket" | "files"): Promise<StoresAddress>;
  stop(): Promise<void>;
}

/** Starts PostgreSQL, and radosgw if `hasGateway`. */
export async function startServers(hasGateway: boolean): Promise<Servers> {
  const root = await mkdtemp(join(tmpdir(), "tck-crash-"));
  const postgres = await startPostgres();
  const gateway = !hasGateway ? null : await startRadosGateway().catch(async (error) => {
    await postgres.stop();
    throw error;
  });
  return {
    postgres,
    gateway,
    async createStores(objects) {
      const folder = await mkdtemp(join(root, "stores-"));
      const databaseUrl = await postgres.createDatabase();
      if (objects === "files") return { databaseUrl, folder };
      if (gateway === null) throw new Error("radosgw is not installed");
      const objectsUrl = `s3://${await gateway.createBucket()}?endpoint=${gateway.endpoint}`;
      return { databaseUrl, objectsUrl, credentials: gateway.credentials, folder };
    },
    async stop() {
      await gateway?.stop();
      await postgres.stop();
      await rm(root, { recursive: true });
    },
  };
}
