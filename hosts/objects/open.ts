import { join } from "node:path";
import type { ObjectStore } from "../../core/commit/mod.ts";
import { quote } from "../../core/errors/mod.ts";
import { ObjectStoreError } from "./errors.ts";
import { nodeSha256 } from "../zlib/mod.ts";
import { createFileObjectStore } from "./files.ts";
import { createS3ObjectStore } from "./s3.ts";
import { readS3Address, type S3Credentials } from "./s3_address.ts";

/**
 * Opens the object store of a setting: a bucket, or files in the folder `objects` below the data folder when there is
 * none. A bucket is not asked for anything before the first call.
 *
 * @param url The setting `TCK_OBJECTS_URL`: `s3://BUCKET?endpoint=URL&region=REGION`; absent or empty: files
 * @param dataDir The data folder. The store's folder is made below it
 * @param credentials Those of the bucket
 * @throws {ObjectStoreError} `object_store.unsupported_url`, `object_store.missing_credentials`
 */
export async function openObjectStore(
  url: string | undefined,
  dataDir: string,
  credentials?: S3Credentials | undefined,
): Promise<ObjectStore> {
  if (!url) return await createFileObjectStore(join(dataDir, "objects"));
  const parsed = URL.parse(url);
  if (parsed?.protocol === "s3:") {
    return createS3ObjectStore({ ...readS3Address(parsed, credentials), sha256: nodeSha256 });
  }
  throw new ObjectStoreError(
    "object_store.unsupported_url",
    `Cannot open object store ${
      quote(parsed === null ? url : `${parsed.protocol}//`)
    }: TCK_OBJECTS_URL must begin with s3://`,
  );
}
