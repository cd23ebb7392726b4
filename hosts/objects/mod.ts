/**
 * Object stores: in memory, in files, and in a bucket of S3.
 *
 * @module
 */
export * from "./errors.ts";
export * from "./files.ts";
export * from "./memory.ts";
export * from "./open.ts";
export * from "./s3.ts";
export * from "./s3_address.ts";
