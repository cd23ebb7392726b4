import { quote } from "../../core/errors/mod.ts";
import { ObjectStoreError } from "./errors.ts";

/** Who asks. */
export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Temporary credentials have one. */
  readonly sessionToken?: string | undefined;
}

/** Which bucket, where, and who asks. */
export interface S3Address {
  readonly bucket: string;
  /** The bucket's URL, without a slash at its end. */
  readonly bucketUrl: string;
  readonly region: string;
  readonly credentials: S3Credentials;
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const REGION = /^[a-z0-9-]{1,40}$/;
const DEFAULT_REGION = "us-east-1";

/**
 * Reads `s3://BUCKET?endpoint=URL&region=REGION`. Without an endpoint the bucket is Amazon's; at one, the bucket is the
 * first segment of the path, which every service takes. The region is `us-east-1` when none is given.
 *
 * @throws {ObjectStoreError} `object_store.unsupported_url`, never showing what may be a secret;
 * `object_store.missing_credentials`
 */
export function readS3Address(url: URL, credentials: S3Credentials | undefined): S3Address {
  const [bucket, query] = [url.hostname, url.searchParams];
  if (url.username || url.password) {
    throw unsupported("it holds credentials; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY instead");
  }
  if (!BUCKET.test(bucket) || url.port || url.hash || !["", "/"].includes(url.pathname)) {
    throw unsupported("expected s3://BUCKET?endpoint=URL&region=REGION");
  }
  const isKnown = (name: string) => ["endpoint", "region"].includes(name) && query.getAll(name).length === 1;
  const unknown = [...query.keys()].find((name) => !isKnown(name));
  if (unknown !== undefined) throw unsupported(`${quote(unknown)} is not endpoint or region, given once`);
  const region = query.get("region") ?? DEFAULT_REGION;
  if (!REGION.test(region)) throw unsupported(`${quote(region)} is no region`);
  if (credentials === undefined) {
    throw new ObjectStoreError(
      "object_store.missing_credentials",
      `Cannot use bucket ${quote(bucket)}: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`,
    );
  }
  return { bucket, bucketUrl: formatBucketUrl(bucket, region, query.get("endpoint")), region, credentials };
}

function formatBucketUrl(bucket: string, region: string, endpoint: string | null): string {
  if (endpoint === null) {
    return bucket.includes(".") // A certificate's wildcard stands for one label only.
      ? `https://s3.${region}.amazonaws.com/${bucket}`
      : `https://${bucket}.s3.${region}.amazonaws.com`;
  }
  const url = URL.parse(endpoint);
  const isPlain = url !== null && ["http:", "https:"].includes(url.protocol) && !url.username &&
    !url.password &&
    !url.search && !url.hash;
  if (!isPlain) throw unsupported("its endpoint is no http: or https: URL of host and path alone");
  return `${url.href.replace(/\/+$/, "")}/${bucket}`;
}

function unsupported(reason: string): ObjectStoreError {
  return new ObjectStoreError(
    "object_store.unsupported_url",
    `Cannot use TCK_OBJECTS_URL "s3://…": ${reason}`,
  );
}
