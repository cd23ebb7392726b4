/** The sweep: deletes objects that nothing references, once their grace period is over. */
export * from "./delete_batch.ts";
export * from "./execute_sweep_plan.ts";
export * from "./missing_objects.ts";
export { sweepAfterCommit, sweepObjects, sweepUser } from "./sweep_objects.ts";
export type { SweepOptions } from "./sweep.ts";
export * from "./sweep_document.ts";
export * from "./sweep_timer.ts";
