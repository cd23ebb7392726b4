import { quote } from "../../core/errors/mod.ts";
import { ObjectStoreError } from "./errors.ts";

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Only temporary credentials have one. */
  readonly sessionToken?: string | undefined;
}

/** A bucket, and the credentials for it. */
export interface S3Address {
  readonly bucket: string;
  /** The bucket's URL, without a trailing slash. */
  readonly bucketUrl: string;
  readonly region: string;
  readonly credentials: S3Credentials;
}

export interface S3ObjectStoreOptions extends S3Address {
  /** The time limit of one attempt of a request, in milliseconds. @default 30000 */
  readonly attemptTimeout?: number | undefined;
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const REGION = /^[a-z0-9-]{1,40}$/;
const DEFAULT_REGION = "us-east-1";

/**
 * Parses `s3://BUCKET?endpoint=URL&region=REGION`. Without an endpoint the bucket is Amazon's; at an endpoint the bucket
 * is the first segment of the path, which every service supports. The default region is `us-east-1`.
 *
 * @throws {ObjectStoreError} `object_store.unsupported_url`, with a message that contains no secret;
 * `object_store.missing_credentials`
 */
export function readS3Address(url: URL, credentials: S3Credentials | undefined): S3Address {
  const [bucket, query] = [url.hostname, url.searchParams];
  if (url.username || url.password) {
    throw unsupported("it holds credentials; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY instead");
  }
  if (bucket !== "" && !BUCKET.test(bucket)) {
    throw unsupported(
      `${
        quote(bucket)
      } is not a bucket: its name has 3 to 63 characters of a-z, 0-9, "." and "-", and begins and ends ` +
        "with a letter or digit",
    );
  }
  if (bucket === "" || url.port || url.hash || !["", "/"].includes(url.pathname)) {
    throw unsupported("expected s3://BUCKET?endpoint=URL&region=REGION");
  }
  const isKnown = (name: string) => ["endpoint", "region"].includes(name) && query.getAll(name).length === 1;
  const unknown = [...query.keys()].find((name) => !isKnown(name));
  if (unknown !== undefined) {
    throw unsupported(
      `unexpected parameter ${quote(unknown)}: expected endpoint and region, each at most once`,
    );
  }
  const region = query.get("region") ?? DEFAULT_REGION;
  if (!REGION.test(region)) throw unsupported(`${quote(region)} is not a region`);
  if (credentials === undefined) {
    const message = `Cannot use bucket ${quote(bucket)}: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`;
    throw new ObjectStoreError("object_store.missing_credentials", message);
  }
  return { bucket, bucketUrl: formatBucketUrl(bucket, region, query.get("endpoint")), region, credentials };
}

function formatBucketUrl(bucket: string, region: string, endpoint: string | null): string {
  if (endpoint === null) {
    return bucket.includes(".") // A certificate's wildcard matches one label only.
      ? `https://s3.${region}.amazonaws.com/${bucket}`
      : `https://${bucket}.s3.${region}.amazonaws.com`;
  }
  const url = URL.parse(endpoint);
  if (url === null || !isPlainHttp(url)) {
    throw unsupported("its endpoint is not an http: or https: URL of host and path alone");
  }
  return `${url.href.replace(/(?<!\/)\/+$/, "")}/${bucket}`;
}

function isPlainHttp({ protocol, username, password, search, hash }: URL): boolean {
  return ["http:", "https:"].includes(protocol) && !username && !password && !search && !hash;
}

function unsupported(reason: string): ObjectStoreError {
  const message = `Cannot use TCK_OBJECTS_URL "s3://…": ${reason}`;
  return new ObjectStoreError("object_store.unsupported_url", message);
}
