/**
 * Object stores: in memory, in files, and in an S3 bucket.
 *
 * @module
 */
export { ObjectStoreError, type ObjectStoreErrorCode } from "./errors.ts";
export { createFileObjectStore } from "./files.ts";
export { createMemoryObjectStore } from "./memory.ts";
export { type ObjectStoreRegistry, openObjectStore } from "./open.ts";
export type { ObjectStoreOpener, ObjectStoreSettings } from "./opener.ts";
export { createS3ObjectStore } from "./s3.ts";
export {
  readS3Address,
  type S3Address,
  type S3Credentials,
  type S3ObjectStoreOptions,
} from "./s3_address.ts";
export type { S3Dependencies } from "./s3_requests.ts";
