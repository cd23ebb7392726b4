import { PGlite } from "@electric-sql/pglite";
import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Kysely, PostgresDialect, sql } from "kysely";
import type { ProtocolDependencies } from "../../core/commit/mod.ts";
import { errorMessageWithCauses, quote } from "../../core/errors/mod.ts";
import { syncFolder } from "../../terminal/files/mod.ts";
import { type ConnectionPoolOptions, createConnectionPool } from "./connections/connection_pool.ts";
import { DatabaseError } from "./errors.ts";
import { PooledPGliteDialect } from "./connections/pglite_dialect.ts";
import { lockFolder } from "./folder_lock/folder_lock.ts";
import { followConnections, type OpenConnections } from "./connections/open_connections.ts";
import { countPendingMigrations, migrateSchema } from "./migrations/migrate_schema.ts";
import { type JobQueues, openQueues } from "./queues/open_queues.ts";
import { readPostgresUrl } from "./connections/postgres_url.ts";
import type { Tables } from "./tables.ts";

/** The commit service's database, migrated to this version's schema. */
export interface Database extends Omit<JobQueues, "stop"> {
  readonly engine: "postgresql" | "pglite";
  /** The tables. On PGlite never use it inside one of its own transactions, which deadlocks. */
  readonly kysely: Kysely<Tables>;
  /** The server behind the address, which others may exchange. That of PGlite is always the same. */
  readonly server: DatabaseServer;
  /** Closes all connections and releases the data folder's lock. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** The server of a database while a process runs. */
export interface DatabaseServer {
  /** Rises when what the server confirmed may be lost: another one was promoted, or it was started again or set back. */
  readonly generation: number;
  /** Compares the server with the one before, as each new connection does; behind a pooler that may be too rare. */
  check(): Promise<void>;
  /** Brings a server that was set back to this version's schema. */
  migrate(): Promise<void>;
}

/** The dependencies of the commit protocol, as a process opens them. */
export interface ServiceDependencies extends Omit<ProtocolDependencies, "records"> {
  database: Database;
}

export interface OpenDatabaseOptions {
  /** `postgres://…` or `postgresql://…`; if absent or empty: PGlite in a folder below `dataDir`. */
  url?: string | undefined;
  /** The data folder. It is created if PGlite needs it. */
  dataDir: string;
  /** How long a statement on PostgreSQL may take, in milliseconds; migrations may take longer. @default 70000 */
  answerTimeout?: number | undefined;
}

/**
 * Opens the database and migrates it to this version's schema.
 *
 * PGlite loses rows if two processes open the same folder, so a lock file beside it contains the process that has opened
 * it. The lock of a process that has ended is replaced.
 *
 * @throws {DatabaseError} `database.locked`, `database.unsupported_url`, `database.unreachable`,
 * `database.newer_schema`, `database.migration_failed`
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  const connection = await connect(options);
  try {
    await connection.migrate("newest");
    const { notifications, commitRequests, stop } = await connection.openQueues();
    const close = async (): Promise<void> => {
      await stop();
      await connection.close();
    };
    const { engine, kysely, server } = connection;
    return { engine, kysely, server, notifications, commitRequests, close, [Symbol.asyncDispose]: close };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

/**
 * Migrates the database to this version's schema, or reverts all migrations, and closes it.
 *
 * @returns The migrations that were applied or reverted, in that order
 * @throws {DatabaseError} As `openDatabase`
 */
export async function migrateDatabase(
  options: OpenDatabaseOptions,
  target: "newest" | null,
): Promise<string[]> {
  const { migrate, close } = await connect(options);
  try {
    return await migrate(target);
  } finally {
    await close();
  }
}

/**
 * Connects to PostgreSQL, writes and reads in a transaction that is rolled back, and so changes nothing.
 *
 * @returns How many migrations this version would apply
 * @throws {DatabaseError} `database.unsupported_url`, `database.unreachable`, `database.newer_schema`
 */
export async function checkPostgres(url: string): Promise<number> {
  const { kysely, close } = await connectPostgres(url, {});
  try {
    const pending = await countPendingMigrations(kysely);
    await checkWrites(kysely, pending > 0);
    return pending;
  } finally {
    await close();
  }
}

/** Thrown to end a transaction that must change nothing. */
class Undone extends Error {}

/** Writes a row and reads it, as commits do, in a transaction that is rolled back. */
async function checkWrites(kysely: Kysely<Tables>, createsTables: boolean): Promise<void> {
  try {
    await kysely.transaction().execute(async (transaction) => {
      const table = sql.table("tck_check");
      await sql`create ${createsTables ? sql`` : sql`temporary`} table ${table} (at timestamptz not null)`
        .execute(transaction);
      await sql`insert into ${table} values (now())`.execute(transaction);
      const { rows: [row] } = await sql<{ at: Date }>`select at from ${table}`.execute(transaction);
      if (!(row?.at instanceof Date)) throw new Error("a time that was written is read as something else");
      throw new Undone();
    });
  } catch (error) {
    if (error instanceof Undone) return;
    const message = `Cannot write the database: ${errorMessageWithCauses(error)}`;
    throw new DatabaseError("database.unreachable", message, { cause: error });
  }
}

interface Connection extends Pick<Database, "engine" | "kysely" | "server"> {
  /** Migrates the schema, and returns the migrations that were applied or reverted. */
  migrate(target: "newest" | null): Promise<string[]>;
  openQueues(): Promise<JobQueues>;
  /** Closes all connections and releases the data folder's lock. */
  close(): Promise<void>;
}

async function connect(options: OpenDatabaseOptions): Promise<Connection> {
  const { url, dataDir } = options;
  return url ? await connectPostgres(url, options) : await connectPGlite(dataDir);
}

async function connectPostgres(
  url: string,
  { answerTimeout }: Pick<OpenDatabaseOptions, "answerTimeout">,
): Promise<Connection> {
  const host = readHosts(url);
  const connections = followConnections();
  const kysely = openPool(url, connections, { answerTimeout });
  await sql`select 1`.execute(kysely).catch(async (error) => {
    await kysely.destroy();
    if (error instanceof DatabaseError && error.code !== "database.unreachable") throw error;
    const reason = `Cannot reach the database at ${quote(host)}: ${
      errorMessageWithCauses(error.cause ?? error)
    }`;
    throw new DatabaseError("database.unreachable", reason, { cause: error });
  });
  const migrate = (target: "newest" | null) =>
    migrateSchema(kysely, target, async (work) => {
      const unlimited = openPool(url, connections, { answerTimeout: null });
      return await work(unlimited).finally(() => unlimited.destroy());
    });
  const { history } = connections;
  return {
    engine: "postgresql",
    kysely,
    server: {
      get generation() {
        return history.generation;
      },
      check: () =>
        kysely.connection().execute((connection) =>
          history.check((text) => sql.raw(text).execute(connection))
        ),
      migrate: async () => void await migrate("newest"),
    },
    migrate,
    openQueues: () => openQueues({ kysely, url, connections, answerTimeout }),
    close: () => kysely.destroy(),
  };
}

function openPool(
  url: string,
  connections: OpenConnections,
  options: ConnectionPoolOptions,
): Kysely<Tables> {
  const pool = createConnectionPool(url, options, connections);
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

/** The hosts and ports of the database. The rest of the URL is not part of a message, because it may contain a password. */
function readHosts(url: string): string {
  return readPostgresUrl(url).map(({ host }) => host).join(",");
}

async function connectPGlite(dataDir: string): Promise<Connection> {
  const lock = await lockFolder(dataDir);
  try {
    const pglite = await openPGlite(join(dataDir, "database"));
    const kysely = new Kysely<Tables>({ dialect: new PooledPGliteDialect(pglite) });
    const close = async (): Promise<void> => {
      await kysely.destroy();
      await lock.release();
    };
    return {
      engine: "pglite",
      kysely,
      server: { generation: 0, check: () => Promise.resolve(), migrate: () => Promise.resolve() },
      migrate: (target) => migrateSchema(kysely, target),
      openQueues: () => openQueues({ kysely, pglite }),
      close,
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** All of its buffers are in the memory of this process from the start, of which 128 MB by default are written at once. */
const SETTINGS = ["-c", "shared_buffers=16MB"];

/** Opens the folder. One whose creation did not end, such as on a full disk, is unusable and has no rows: it is replaced. */
async function openPGlite(folder: string): Promise<PGlite> {
  const incomplete = `${folder}.incomplete`;
  if (existsSync(incomplete)) await rm(folder, { recursive: true, force: true });
  const isNew = !existsSync(folder);
  try {
    if (isNew) await writeFile(incomplete, "");
    await mkdir(folder, { recursive: true });
    const pglite = await PGlite.create(folder, { startParams: [...PGlite.defaultStartParams, ...SETTINGS] });
    if (isNew) {
      await rm(incomplete);
      // Else the mark could come back after a power cut, and the next start would remove the database.
      await syncFolder(dirname(folder));
    }
    return pglite;
  } catch (error) {
    const reason = `Cannot open the database in ${quote(folder)}: ${describeFailure(error)}`;
    throw new DatabaseError("database.unreachable", reason, { cause: error });
  }
}

/** The number in WASI for a full device. */
const ENOSPC = 51;

/** PGlite throws the errors of its file system as objects with only a number. */
function describeFailure(error: unknown): string {
  if (error instanceof Error) return errorMessageWithCauses(error);
  const { errno } = error as { errno?: number };
  return errno === ENOSPC ? "no space left on device" : `its files cannot be used (errno ${errno})`;
}
