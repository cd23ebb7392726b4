/** Object stores: in files, and in an S3 bucket. */
export { createFileObjectStore } from "./files.ts";
export { openObjectStore } from "./open.ts";
export type { BucketSettings, ObjectStoreSettings } from "./opener.ts";
export { createS3ObjectStore } from "./s3.ts";
export { readS3Address, type S3Credentials } from "./s3_address.ts";
