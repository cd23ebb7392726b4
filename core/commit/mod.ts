/**
 * The commit of a batch without its effects: scan, plan, events, and the interfaces of the stores and queues.
 *
 * @module
 */
export type * from "./batch_target.ts";
export * from "./commit_request.ts";
export type * from "./commit_request_queue.ts";
export type * from "./commit_store.ts";
export type * from "./log_event.ts";
export * from "./notification.ts";
export type * from "./notification_queue.ts";
export type * from "./object_store.ts";
export * from "./plan.ts";
export * from "./scan.ts";
export * from "./sweep.ts";
export type * from "./sweep_store.ts";
