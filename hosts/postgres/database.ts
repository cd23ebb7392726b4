import { PGlite } from "@electric-sql/pglite";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { Kysely, PostgresDialect, sql } from "kysely";
import { quote } from "../../core/errors/mod.ts";
import { DatabaseError } from "./errors.ts";
import { ExclusivePGliteDialect } from "./exclusive_dialect.ts";
import { lockFolder } from "./folder_lock.ts";
import { type JobQueues, openJobQueues } from "./job_queues.ts";
import { migrateDatabase } from "./migrations.ts";
import { createSessionPool } from "./session_pool.ts";
import type { Tables } from "./tables.ts";

/** The commit service's database, migrated to this version's schema. */
export interface Database extends Omit<JobQueues, "stop"> {
  /** Which PostgreSQL it is. */
  readonly engine: "postgresql" | "pglite";
  /** The tables. On PGlite never use it inside of one of its own transactions: it waits for the transaction's end. */
  readonly kysely: Kysely<Tables>;
  /** Ends all connections and gives the data folder's lock back. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Where a database is. */
export interface OpenDatabaseOptions {
  /** `postgres://…` or `postgresql://…`; absent or empty: PGlite in a folder below `dataDir`. */
  url?: string | undefined;
  /** The data folder. It is made when PGlite needs it. */
  dataDir: string;
}

/**
 * Opens the database and migrates it to this version's schema.
 *
 * PGlite loses rows without a word when two processes open one folder, so a lock file beside it names the process that
 * holds it; the lock of a process that is gone is taken over.
 *
 * @throws {DatabaseError} `database.locked`, `database.unsupported_url`, `database.unreachable`,
 * `database.newer_schema`, `database.migration_failed`
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  const connection = await connect(options);
  try {
    await migrateDatabase(connection.kysely, "newest");
    const { queue, requests, stop } = await connection.openQueues();
    const close = async (): Promise<void> => {
      await stop();
      await connection.close();
    };
    const { engine, kysely } = connection;
    return { engine, kysely, queue, requests, close, [Symbol.asyncDispose]: close };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

/**
 * Brings the database to this version's schema, or takes the whole schema back, and opens nothing else.
 *
 * @returns The migrations that were made or taken back, in that order
 * @throws {DatabaseError} What opening the database throws
 */
export async function migrate(options: OpenDatabaseOptions, target: "newest" | null): Promise<string[]> {
  const { kysely, close } = await connect(options);
  try {
    return await migrateDatabase(kysely, target);
  } finally {
    await close();
  }
}

interface Connection extends Pick<Database, "engine" | "kysely"> {
  openQueues(): Promise<JobQueues>;
  /** Ends all connections and gives the data folder's lock back. */
  close(): Promise<void>;
}

async function connect(options: OpenDatabaseOptions): Promise<Connection> {
  return options.url ? await connectPostgres(options.url) : await connectPGlite(options.dataDir);
}

async function connectPostgres(url: string): Promise<Connection> {
  if (!/^postgres(ql)?:\/\//.test(url)) {
    const scheme = URL.canParse(url) ? new URL(url).protocol : url;
    throw new DatabaseError(
      "database.unsupported_url",
      `Cannot open database ${quote(scheme)}: TCK_DATABASE_URL must begin with postgres:// or postgresql://`,
    );
  }
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: createSessionPool(url) }) });
  await sql`select 1`.execute(kysely).catch(async (error) => {
    await kysely.destroy();
    const reason = `Cannot reach the database at ${quote(new URL(url).host)}: ${error.message}`;
    throw new DatabaseError("database.unreachable", reason, { cause: error });
  });
  const openQueues = () => openJobQueues({ kysely, url });
  return { engine: "postgresql", kysely, openQueues, close: () => kysely.destroy() };
}

async function connectPGlite(dataDir: string): Promise<Connection> {
  const lock = await lockFolder(dataDir);
  try {
    const folder = join(dataDir, "database");
    await mkdir(folder, { recursive: true });
    const pglite = await PGlite.create(folder);
    const kysely = new Kysely<Tables>({ dialect: new ExclusivePGliteDialect(pglite) });
    const openQueues = () => openJobQueues({ kysely, pglite });
    const close = async (): Promise<void> => {
      await kysely.destroy();
      await lock.release();
    };
    return { engine: "pglite", kysely, openQueues, close };
  } catch (error) {
    await lock.release();
    throw error;
  }
}
