/**
 * The commit of a batch, without its effects: what is found, what is to be done, what may be deleted.
 *
 * @module
 */
export * from "./commit_request.ts";
export type * from "./log_event.ts";
export * from "./notification.ts";
export * from "./plan.ts";
export type * from "./ports.ts";
export * from "./scan.ts";
export * from "./sweep.ts";
