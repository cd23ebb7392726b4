import type { BatchReader } from "../../core/feed/mod.ts";
import type { EndedSessions } from "../auth/mod.ts";
import { checkDatabase, checkObjects, type ReadinessChecks } from "../operations/mod.ts";
import {
  countJobs,
  createBatchReader,
  createEndedSessions,
  type Database,
  type JobCount,
  type ServiceDependencies,
} from "../postgres/mod.ts";
import type { ErasureGuard } from "../user_data/mod.ts";

/** The stores as the storage service's API uses them. */
export interface Storage {
  reader: BatchReader;
  endedSessions: EndedSessions;
  checks: ReadinessChecks;
  countJobs(): Promise<JobCount[]>;
}

/** Creates the reads of the storage service on its stores. */
export function createStorage(
  { database, objects }: Pick<ServiceDependencies, "database" | "objects">,
): Storage {
  return {
    reader: createBatchReader(database, objects),
    endedSessions: createEndedSessions(database),
    checks: { essential: {}, others: { database: checkDatabase(database), objects: checkObjects(objects) } },
    countJobs: () => countJobs(database),
  };
}

/** Makes every read of a storage wait until the erasures have been replayed on the present server of the database. */
export function guardStorage(
  storage: Storage,
  { server }: Pick<Database, "server">,
  guard: ErasureGuard,
): Storage {
  const { reader, endedSessions, checks } = storage;
  return {
    ...storage,
    reader: {
      listBatches: (...query) => guard.read(() => reader.listBatches(...query)),
      readBatch: (...batch) => guard.read(() => reader.readBatch(...batch)),
      readWidget: (...widget) => guard.read(() => reader.readWidget(...widget)),
      findBundle: (...bundle) => guard.read(() => reader.findBundle(...bundle)),
      readBundle: (...bundle) => guard.read(() => reader.readBundle(...bundle)),
    },
    // An erasure ends the sessions of its user.
    endedSessions: { ...endedSessions, has: (session) => guard.read(() => endedSessions.has(session)) },
    checks: {
      ...checks,
      others: {
        ...checks.others,
        async database(signal) {
          await checks.others.database?.(signal);
          await server.check();
          await guard.ready();
        },
      },
    },
  };
}
