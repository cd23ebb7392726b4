/**
 * Object stores: in memory, and in files.
 *
 * @module
 */
export * from "./errors.ts";
export * from "./files.ts";
export * from "./memory.ts";
export * from "./open.ts";
