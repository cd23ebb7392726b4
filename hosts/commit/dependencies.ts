import type { LogEvent, ObjectStore } from "../../core/commit/mod.ts";
import type { Database } from "../postgres/mod.ts";
import type { Clock } from "./clock.ts";

/** What the parts of the commit service work with. */
export interface ServiceDependencies {
  database: Database;
  objects: ObjectStore;
  clock: Clock;
  /** A new random UUID. */
  createId(): string;
  /** Takes the structured log. */
  log(event: LogEvent): void;
  /** `TCK_RETENTION`: how long an object stays after nothing names it, in milliseconds. @default 86400000 (24 hours) */
  retention?: number | undefined;
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
