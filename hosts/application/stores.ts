import { randomUUID } from "node:crypto";
import type { Terminal } from "../../terminal/mod.ts";
import { openObjectStore } from "../objects/mod.ts";
import { openDatabase, type ServiceDependencies } from "../postgres/mod.ts";
import { systemClock } from "../time/mod.ts";
import { openDataFolder } from "./data_folder.ts";
import { createServerLog } from "../operations/server_log.ts";
import type { Settings } from "./settings.ts";
import { openUserData, type UserData } from "./user_data.ts";

/** The stores, and what exports and erasures of users need beside them. */
export type OpenStores = ServiceDependencies & UserData & Pick<Settings, "keepBatches">;

/** Opens the database and the object store of the settings and the data folder, and closes them after the work. */
export async function withStores<T>(
  settings: Settings,
  dataDir: string,
  { terminal, host }: { terminal: Terminal; host: { fetchOnce(request: Request): Promise<Response> } },
  work: (service: OpenStores) => Promise<T>,
): Promise<T> {
  await openDataFolder(dataDir, terminal);
  const { objectsUrl, read, retention } = settings;
  // First, so that an invalid URL is reported before a database is created, which takes seconds.
  const store = { dataDir, clock: systemClock, fetchOnce: host.fetchOnce, read };
  const objects = await openObjectStore(objectsUrl, store);
  const userData = await openUserData(settings, objects, store);
  await using database = await openDatabase({ url: settings.databaseUrl, dataDir });
  return await work({
    ...userData,
    keepBatches: settings.keepBatches,
    database,
    objects,
    clock: systemClock,
    createId: () => randomUUID(),
    log: createServerLog(settings.log, terminal),
    retention,
  });
}
