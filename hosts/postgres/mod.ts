/**
 * The commit service's tables and queues in PostgreSQL or PGlite, and the reads of the storage service.
 *
 * @module
 */
export * from "./batch_reader.ts";
export * from "./commit_store.ts";
export * from "./database.ts";
export * from "./ended_sessions.ts";
export * from "./errors.ts";
export * from "./job_counts.ts";
export * from "./revisions.ts";
export * from "./row_references.ts";
export type * from "./commit_requests.ts";
export type { DeadLetter } from "./job_queue.ts";
export type * from "./notification_queue.ts";
export type * from "./tables.ts";
