/** The commit service's tables and queues in PostgreSQL or PGlite, and the reads of the storage service. */
export * from "./batch_reader.ts";
export * from "./commit_store.ts";
export * from "./database.ts";
export * from "./ended_sessions.ts";
export * from "./erasures.ts";
export * from "./errors.ts";
export { countJobs, type JobCount } from "./queues/open_queues.ts";
export * from "./remove_batch.ts";
export * from "./revisions.ts";
export { keysOfRow, listUsersWithBatches, readRowReferences, type RowReference } from "./references.ts";
export type * from "./queues/commit_requests.ts";
export type { DeadLetter } from "./queues/job_queue.ts";
export type * from "./queues/notification_queue.ts";
export * from "./stored_manifest.ts";
export type * from "./tables.ts";
export { type HostPools, openHostPools } from "./connections/host_pools.ts";
export { readPostgresUrl } from "./connections/postgres_url.ts";
export { readUserRows, USER_TABLES } from "./user_rows.ts";
