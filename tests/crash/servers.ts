import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type DatabaseServer,
  openPostgres,
  type PostgresServer,
  startPostgres,
} from "../servers/postgres.ts";
import {
  type BucketServer,
  hasRadosGateway,
  nameTestsOfRadosGateway,
  openRadosGateway,
  type RadosGateway,
  startRadosGateway,
} from "../servers/radosgw.ts";
import type { StoresAddress } from "./stores.ts";

/** Where the objects of a test are. */
export type ObjectPlace = "bucket" | "files";

/** The servers for all tests of a file. */
export interface Servers<
  Postgres extends DatabaseServer = DatabaseServer,
  Gateway extends BucketServer = BucketServer,
> {
  readonly postgres: Postgres;
  /** Null if radosgw is not installed. */
  readonly gateway: Gateway | null;
  /** Creates an empty database, and an empty bucket or folder of files. */
  createStores(objects: ObjectPlace): Promise<StoresAddress>;
  stop(): Promise<void>;
}

/** Servers that a test may kill. */
export type KillableServers = Servers<PostgresServer, RadosGateway>;

/** Without radosgw, the objects are in files and only PostgreSQL is killed. */
export const hasGateway = await hasRadosGateway();

/** Names tests that cannot do without it. */
export const nameGatewayTest = await nameTestsOfRadosGateway();

/** Opens the servers that the tests of a run share. They are not to be killed. */
export function openServers(): Promise<Servers> {
  return combine(openPostgres, openRadosGateway);
}

/** Starts servers of a test file's own. */
export function startServers(): Promise<KillableServers> {
  return combine(startPostgres, startRadosGateway);
}

async function combine<Postgres extends DatabaseServer, Gateway extends BucketServer>(
  openDatabaseServer: () => Promise<Postgres>,
  openBucketServer: () => Promise<Gateway>,
): Promise<Servers<Postgres, Gateway>> {
  await using stack = new AsyncDisposableStack();
  const root = await mkdtemp(join(tmpdir(), "tck-crash-"));
  stack.defer(() => rm(root, { recursive: true }));
  const postgres = stack.use(await openDatabaseServer());
  const gateway = hasGateway ? stack.use(await openBucketServer()) : null;
  const opened = stack.move();
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
    stop: () => opened.disposeAsync(),
  };
}
