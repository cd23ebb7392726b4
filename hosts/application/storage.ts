import type { BatchReader } from "../../core/feed/mod.ts";
import type { EndedSessions } from "../auth/mod.ts";
import { checkDatabase, checkObjects, type ReadinessChecks } from "../operations/mod.ts";
import {
  countJobs,
  createBatchReader,
  createEndedSessions,
  type JobCount,
  type ServiceDependencies,
} from "../postgres/mod.ts";

/** The stores as the storage service's API uses them. */
export interface Storage {
  reader: BatchReader;
  endedSessions: EndedSessions;
  checks: ReadinessChecks;
  countJobs(): Promise<JobCount[]>;
}

/** Reads the stores of the service. */
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
