import type { ObjectStore } from "../../core/commit/mod.ts";
import { nodeSha256 } from "../zlib/mod.ts";
import type { BucketSettings } from "./opener.ts";
import { createS3ObjectStore } from "./s3.ts";
import { readS3Address, type S3Credentials } from "./s3_address.ts";

/**
 * Opens the bucket at `s3://BUCKET?endpoint=URL&region=REGION`, with the credentials in `AWS_ACCESS_KEY_ID`,
 * `AWS_SECRET_ACCESS_KEY` and, for temporary ones, `AWS_SESSION_TOKEN`.
 *
 * @throws {ObjectStoreError} `object_store.unsupported_url`, `object_store.missing_credentials`
 */
export function openS3ObjectStore(url: URL, { read, clock, fetchOnce }: BucketSettings): ObjectStore {
  return createS3ObjectStore(readS3Address(url, readCredentials(read)), {
    clock,
    fetchOnce,
    sha256: nodeSha256,
  });
}

function readCredentials(read: BucketSettings["read"]): S3Credentials | undefined {
  const [accessKeyId, secretAccessKey] = [read("AWS_ACCESS_KEY_ID"), read("AWS_SECRET_ACCESS_KEY")];
  if (accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  return { accessKeyId, secretAccessKey, sessionToken: read("AWS_SESSION_TOKEN") };
}
