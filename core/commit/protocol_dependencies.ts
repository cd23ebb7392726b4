import type { CommitStore } from "./commit_store.ts";
import type { LogEvent } from "./log_event.ts";
import type { ObjectStore } from "./object_store.ts";

/** The clock of a process. Deadlines that several processes share are checked by the database's clock. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `milliseconds`; rejects when the signal aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** The dependencies of the commit protocol. They are interfaces only, so that it also runs on models of the stores. */
export interface ProtocolDependencies {
  /** The records of the protocol. */
  records: CommitStore;
  /** The object store. */
  objects: ObjectStore;
  /** The clock of this process. */
  clock: Clock;
  /** Creates a random UUID. */
  createId(): string;
  /** Receives the structured log. */
  log(event: LogEvent): void;
  /** `TCK_RETENTION`: how long an unreferenced object is kept, in milliseconds. @default 86400000 (24 hours) */
  retention?: number | undefined;
}
