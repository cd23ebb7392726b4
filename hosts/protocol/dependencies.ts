import type { CommitStore, LogEvent, ObjectStore } from "../../core/commit/mod.ts";
import type { Database } from "../postgres/mod.ts";
import type { Clock } from "./clock.ts";

/** The dependencies of the commit protocol. They are interfaces only, so that it also runs on models of the stores. */
export interface ProtocolDependencies {
  /** The records of the protocol. */
  records: CommitStore;
  objects: ObjectStore;
  clock: Clock;
  /** Creates a random UUID. */
  createId(): string;
  /** Receives the structured log. */
  log(event: LogEvent): void;
  /** `TCK_RETENTION`: how long an unreferenced object is kept, in milliseconds. @default 86400000 (24 hours) */
  retention?: number | undefined;
}

/** The dependencies of the commit service. */
export interface ServiceDependencies extends Omit<ProtocolDependencies, "records"> {
  database: Database;
}

/** The grace period if none is set: 24 hours, in milliseconds. */
export const DEFAULT_RETENTION_MS = 86_400_000;
