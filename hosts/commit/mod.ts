/**
 * The commit service: commits batches, sweeps what nothing names any more, relays notifications.
 *
 * @module
 */
export * from "./clock.ts";
export { commitBatch } from "./commit_batch.ts";
export type * from "./commit_batch.ts";
export * from "./commit_worker.ts";
export * from "./dependencies.ts";
export * from "./enqueue_commit.ts";
export * from "./errors.ts";
export type { LogEvent } from "../../core/commit/mod.ts";
export * from "./notification_log.ts";
export * from "./notification_sink.ts";
export * from "./relay.ts";
export * from "./rollback.ts";
export { locateWorkspace, openSharedWorkspaces } from "./shared_workspaces.ts";
export { sweepObjects, type SweepOptions, type SweepReport } from "./sweep_objects.ts";
export * from "./sweep_document.ts";
export * from "./sweep_plan.ts";
export * from "./sweep_timer.ts";
