import { sql } from "kysely";
import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { LogEvent, ObjectStore } from "../../../core/commit/mod.ts";
import { createFileObjectStore } from "../../../hosts/objects/mod.ts";
import {
  commitBatch,
  type CommitDependencies,
  type CommitOptions,
  type CommitReport,
} from "../../../hosts/commit/mod.ts";
import { systemClock } from "../../../hosts/time/mod.ts";
import { createBatchReader, type Database, openDatabase } from "../../../hosts/postgres/mod.ts";
import type { BatchReader } from "../../../core/feed/batch.ts";
import {
  type DatabaseServer,
  openPostgres,
  type PostgresOrigin,
  startPostgres,
} from "../../servers/postgres.ts";
import { findMemoryFolder } from "../../servers/memory_folder.ts";
import { makeBundle } from "../../core/commit/bundles.ts";
import { preparedFolder } from "../cli/command_process.ts";
import { assertNothingOpen } from "../../terminal/files/open_descriptors.ts";

/** An empty commit service on real stores. */
export interface Service {
  readonly folder: string;
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly reader: BatchReader;
  /** The logged events. */
  readonly events: LogEvent[];
  readonly deps: CommitDependencies;
  /** Writes bundles to the `dist` of a new workspace, by default below the service's folder, and returns its path. */
  build(bundles: { [fileName: string]: string | Uint8Array }, below?: string): Promise<string>;
  /** Builds and commits them. */
  commit(
    bundles: { [fileName: string]: string | Uint8Array },
    options?: Partial<CommitOptions>,
    deps?: Partial<CommitDependencies>,
  ): Promise<CommitReport>;
  /** The keys in the object store. */
  listKeys(): Promise<string[]>;
  /** The keys that the rows of `widgets` reference. */
  listReferencedKeys(): Promise<string[]>;
}

/** A batch to commit. */
export const REQUEST = {
  userId: "demo",
  taskId: "task-1",
  localDate: "2026-03-04",
  kind: "morning_brief",
} as const;

export type Engine = Database["engine"];

/** The databases of a test file, opened on demand. */
export class Engines {
  #origin: PostgresOrigin | undefined;
  #folder: string | null = null;
  #prepared: AsyncDisposable & { path: string } | null = null;
  #server: DatabaseServer | null = null;
  #databases = new Map<Engine, Database>();

  /** @param origin Which PostgreSQL to start. @default the one on the PATH, else the one from npm */
  constructor(origin?: PostgresOrigin) {
    this.#origin = origin;
  }

  /** Runs a test on an empty service. */
  async run(engine: Engine, test: (service: Service) => Promise<void>): Promise<void> {
    const database = this.#databases.get(engine) ?? await this.open(engine);
    this.#databases.set(engine, database);
    const folder = await mkdtemp(join(await findMemoryFolder(), "tck-commit-"));
    try {
      await empty(database);
      await test(await createService(database, folder));
      assertNothingOpen(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Opens further connections to the database; on `pglite` a new database. */
  async open(engine: Engine): Promise<Database> {
    if (engine === "pglite") {
      this.#prepared ??= await preparedFolder();
      return await openDatabase({ dataDir: this.#prepared.path });
    }
    this.#folder ??= await mkdtemp(join(await findMemoryFolder(), "tck-engines-"));
    return await openDatabase({ url: await this.url(), dataDir: this.#folder });
  }

  /** The address of the PostgreSQL database. */
  async url(): Promise<string> {
    this.#server ??=
      await (this.#origin === undefined
        ? openPostgres()
        : startPostgres({ origin: this.#origin, fsync: false }));
    return this.#url ??= await this.#server.createDatabase();
  }
  #url: string | undefined;

  async close(): Promise<void> {
    for (const database of this.#databases.values()) await database.close();
    await this.#server?.stop();
    await this.#prepared?.[Symbol.asyncDispose]();
    if (this.#folder !== null) await rm(this.#folder, { recursive: true });
  }
}

async function empty({ kysely }: Database): Promise<void> {
  await sql`truncate widgets, worker_agent_tasks, object_intents, tombstones, commits, erasures`.execute(
    kysely,
  );
  await sql`delete from tck_queue.job`.execute(kysely);
}

async function createService(database: Database, folder: string): Promise<Service> {
  const objects = await createFileObjectStore(join(folder, "objects"));
  const events: LogEvent[] = [];
  const deps: CommitDependencies = {
    database,
    objects,
    clock: systemClock,
    createId: randomUUID,
    log: (event) => void events.push(event),
    appUrl: "https://app.example",
  };
  const build: Service["build"] = async (bundles, below = folder) => {
    const directory = join(below, randomUUID());
    const dist = join(directory, "widget-batch", "dist");
    await mkdir(dist, { recursive: true });
    for (const [name, content] of Object.entries(bundles)) {
      await writeFile(join(dist, name), typeof content === "string" ? await makeBundle(content) : content);
    }
    return directory;
  };
  return {
    folder,
    database,
    objects,
    reader: createBatchReader(database, objects),
    events,
    deps,
    build,
    commit: async (bundles, options, changes) =>
      await commitBatch({ ...deps, ...changes }, { ...REQUEST, directory: await build(bundles), ...options }),
    listKeys: async () => (await Array.fromAsync(objects.list(""))).map(({ key }) => key),
    listReferencedKeys: () => listReferencedKeys(database),
  };
}

/** By plain SQL, so that it does not depend on the tested code. */
async function listReferencedKeys({ kysely }: Database): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select 'widgets/' || user_id || '/bundles/' || bundle_hash || '.tckb' as key from widgets
    union select manifest_object_key from widgets where manifest_object_key is not null
    union select source_object_key from widgets where source_object_key is not null`.execute(kysely);
  return rows.map(({ key }) => key).sort();
}
