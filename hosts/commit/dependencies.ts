import type { CommitStore, LogEvent, ObjectStore } from "../../core/commit/mod.ts";
import { createCommitStore, type Database } from "../postgres/mod.ts";
import type { Clock } from "./clock.ts";

/** What the commit protocol works with: nothing but ports, so that it runs on models as it does on real stores. */
export interface ProtocolPorts {
  /** The records of the protocol. */
  records: CommitStore;
  objects: ObjectStore;
  clock: Clock;
  /** A new random UUID. */
  createId(): string;
  /** Takes the structured log. */
  log(event: LogEvent): void;
  /** `TCK_RETENTION`: how long an object stays after nothing names it, in milliseconds. @default 86400000 (24 hours) */
  retention?: number | undefined;
}

/** What the parts of the commit service work with. */
export interface ServiceDependencies extends Omit<ProtocolPorts, "records"> {
  database: Database;
}

/** The ports, with the records in the service's database. */
export function openPorts<Dependencies extends ServiceDependencies>(
  deps: Dependencies,
): Dependencies & ProtocolPorts {
  return { ...deps, records: createCommitStore(deps.database) };
}

/** Progress of a commit, for a person who waits. */
export interface CommitProgress {
  /** What is being done. */
  stage: "scan" | "write";
  /** How many pieces of the stage are done. */
  done: number;
  /** How many pieces there are. */
  total: number;
}

/** The grace period when none is set: 24 hours, in milliseconds. */
export const DEFAULT_RETENTION = 86_400_000;
