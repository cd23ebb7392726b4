/** The names of bundle files, batches, objects and widgets, each with its parser, and those of this machine. */
export * from "./batch_id.ts";
export * from "./bundle_file_name.ts";
export * from "./bundle_hash.ts";
export * from "./errors.ts";
export * from "./kind.ts";
export * from "./dates.ts";
export * from "./loopback.ts";
export * from "./object_key.ts";
export { formatUserSegment, isUserId } from "./user_id.ts";
export * from "./widget_id.ts";
