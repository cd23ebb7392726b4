/**
 * The data of one user: exported as an archive, erased with a receipt, and erased again after a restore.
 *
 * @module
 */
export * from "./erase_user.ts";
export * from "./replay_erasures.ts";
export * from "./erasure_log.ts";
export * from "./errors.ts";
export * from "./export_user.ts";
