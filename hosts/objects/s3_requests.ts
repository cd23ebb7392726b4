import { startTimeLimit } from "../time/mod.ts";
import { AwsClient } from "aws4fetch";
import { readLimitedBody, type Sha256, sha256 } from "../../core/bytes/mod.ts";
import { LIMITS } from "../../core/contract/mod.ts";
import { errorMessageWithCauses, quote } from "../../core/errors/mod.ts";
import type { Clock } from "../../core/commit/mod.ts";
import { ObjectStoreError } from "./errors.ts";
import type { S3ObjectStoreOptions } from "./s3_address.ts";
import type { ObjectStoreSettings } from "./opener.ts";
import { readErrorCode } from "./s3_listing.ts";

/** What the runtime provides for requests to a bucket. */
export interface S3Dependencies extends Pick<ObjectStoreSettings, "clock" | "fetchOnce"> {
  /** Computes the SHA-256 of bodies. @default Web Crypto's */
  readonly sha256?: Sha256 | undefined;
}

/** The object or listing that a request is about. */
export interface S3Target {
  /** The object's key or the listing's prefix, for messages. */
  readonly key: string;
  /** The path after the bucket's URL: empty, or a slash and the percent-encoded key. */
  readonly path: string;
  readonly query?: URLSearchParams | undefined;
}

/** A response with a status of 2xx. */
interface S3Response {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** Signed requests to one bucket. */
export interface S3Requests {
  /**
   * Sends a request, and retries it after transient failures.
   *
   * @returns null when the object does not exist
   * @throws {ObjectStoreError} for every other failure; the signal's reason when it aborts
   */
  send(
    method: "GET" | "HEAD" | "PUT" | "DELETE",
    target: S3Target,
    signal: AbortSignal | undefined,
    options?: { readonly body?: Uint8Array | undefined; readonly maxBytes?: number | undefined },
  ): Promise<S3Response | null>;
}

const EMPTY_BODY_SHA256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/** How long an attempt may take, with the whole answer, in milliseconds. */
const MAX_ATTEMPT_MS = 30_000;
/** How often a request is sent at most. */
const MAX_ATTEMPTS = 5;
/** The largest answer of a bucket that is not an object or a listing, in bytes (64 KiB). */
const MAX_ERROR_BYTES = 65_536;
/** The maximum length of the reason in a message about a missing answer, in characters. */
const MAX_REASON_LENGTH = 400;
/** The longest pause before the second attempt; it doubles before each further one. */
const FIRST_PAUSE_MS = 100;

/** Statuses of transient failures. Some services answer 409 to two writes of one key at the same time. */
const RETRYABLE = new Set([408, 409, 429, 500, 502, 503, 504]);

/** Statuses of requests that were not executed and will not be. */
const NOT_EXECUTED = new Set([429, 503]);

/**
 * How long after its signature the service takes a DELETE, in seconds. A request that arrives later is rejected by the service
 * itself: by then a commit may have written the object again. A sweep signs within 30 s of its mark, which lasts 60 s.
 */
const DELETE_LIFETIME_SECONDS = 20;

/** Creates the requests to a bucket: signed by AWS Signature Version 4, which includes the hash of the body. */
export function createS3Requests(options: S3ObjectStoreOptions, dependencies: S3Dependencies): S3Requests {
  const { bucket, bucketUrl, attemptTimeout = MAX_ATTEMPT_MS } = options;
  const { clock, fetchOnce, sha256: hash = sha256 } = dependencies;
  const client = createClient(options);
  // The service's clock in comparison with this one, by which it decides whether a signature has expired.
  let ahead = 0;
  const noteClock = (headers: Headers): void => {
    const time = Date.parse(headers.get("date") ?? "");
    if (!Number.isNaN(time)) ahead = time - clock.now();
  };
  return {
    async send(method, { key, path, query }, signal, { body, maxBytes } = {}) {
      const isDelete = method === "DELETE";
      const parameters = isDelete
        ? new URLSearchParams({ "X-Amz-Expires": String(DELETE_LIFETIME_SECONDS) })
        : query;
      const url = parameters === undefined ? bucketUrl + path : `${bucketUrl}${path}?${parameters}`;
      const headers: Record<string, string> = isDelete ? {} : {
        "x-amz-content-sha256": body === undefined ? EMPTY_BODY_SHA256 : formatHex(await hash(body)),
      };
      const action = `${method} ${quote(key)} in bucket ${quote(bucket)}`;
      const isRepeatable = !isDelete;
      const attempt = async () => {
        using limit = startTimeLimit(clock, attemptTimeout);
        // Each attempt is signed, because a signature expires after some minutes.
        const request = await client.sign(url, {
          method,
          headers,
          aws: {
            datetime: formatDatetime(clock.now() + (isDelete ? ahead : 0)),
            signQuery: isDelete,
          },
          redirect: "manual", // A signature is valid for one host.
          signal: signal === undefined ? limit.signal : AbortSignal.any([signal, limit.signal]),
          ...(body === undefined ? {} : { body: body as Uint8Array<ArrayBuffer> }),
        });
        const response = await (isRepeatable ? fetch(request) : fetchOnce(request));
        noteClock(response.headers);
        return await readOutcome(response, action, method === "GET" ? maxBytes : MAX_ERROR_BYTES);
      };
      return await retry(attempt, { action, isRepeatable, clock, signal });
    },
  };
}

function createClient({ region, credentials }: S3ObjectStoreOptions): AwsClient {
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  return new AwsClient({
    accessKeyId,
    secretAccessKey,
    region,
    service: "s3",
    ...(sessionToken === undefined ? {} : { sessionToken }),
  });
}

/** The time format of AWS signatures: `20260131T060000Z`. */
function formatDatetime(now: number): string {
  return new Date(now).toISOString().replace(/[:-]|\.\d{3}/g, "");
}

/** The outcome of an attempt: a response, a missing object (null), or a transient failure. */
type Outcome =
  | { response: S3Response | null }
  /** Unless it was not executed, the request may still take effect. */
  | { failure: string; notExecuted: boolean };

async function readOutcome(
  response: Response,
  action: string,
  maxBytes: number = LIMITS.envelopeBytes,
): Promise<Outcome> {
  const most = response.ok ? maxBytes : MAX_ERROR_BYTES;
  const body = await readLimitedBody(response, most);
  if (body === null) throw requestError("object_store.refused", action, `more than ${most} bytes`);
  if (response.ok) return { response: { status: response.status, headers: response.headers, body } };
  const code = readErrorCode(new TextDecoder().decode(body));
  const failure = code === null ? `${response.status}` : `${response.status} ${code.slice(0, 80)}`;
  if (RETRYABLE.has(response.status) || code === "RequestTimeout") {
    return { failure, notExecuted: NOT_EXECUTED.has(response.status) };
  }
  if (code === "NoSuchBucket") throw requestError("object_store.missing_bucket", action, failure);
  if (response.status === 404) return { response: null };
  const isDenied = response.status === 401 || response.status === 403;
  throw requestError(isDenied ? "object_store.access_denied" : "object_store.refused", action, failure);
}

interface RetryOptions {
  /** The request, for messages: `GET "key" in bucket "name"`. */
  readonly action: string;
  /** Whether a late effect of an earlier attempt does no harm after a later one succeeded. */
  readonly isRepeatable: boolean;
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
}

async function retry(
  attempt: () => Promise<Outcome>,
  { action, isRepeatable, clock, signal }: RetryOptions,
): Promise<S3Response | null> {
  for (let count = 1;; count++) {
    signal?.throwIfAborted();
    const outcome = await attempt().catch((error: unknown): Outcome => {
      signal?.throwIfAborted();
      if (error instanceof ObjectStoreError) throw error;
      return { failure: describeNoAnswer(error), notExecuted: false };
    });
    if ("response" in outcome) return outcome.response;
    if (!isRepeatable && !outcome.notExecuted) {
      throw requestError("object_store.unavailable", action, outcome.failure);
    }
    if (count === MAX_ATTEMPTS) {
      throw requestError("object_store.unavailable", action, `${outcome.failure}, ${MAX_ATTEMPTS} times`);
    }
    await clock.sleep(Math.random() * FIRST_PAUSE_MS * 2 ** (count - 1), signal).catch((error) => {
      signal?.throwIfAborted();
      throw error;
    });
  }
}

function requestError(code: ObjectStoreError["code"], action: string, failure: string): ObjectStoreError {
  return new ObjectStoreError(code, `Cannot ${action}: the store's answer is ${failure}`);
}

/** A failure without a response. Some runtimes put the whole URL before the reason: the query of a DELETE is its signature. */
function describeNoAnswer(error: unknown): string {
  if (!(error instanceof Error)) return "none";
  return error.name === "TimeoutError"
    ? "none in time"
    : `none (${errorMessageWithCauses(error).replaceAll(QUERY, "").slice(0, MAX_REASON_LENGTH)})`;
}

const QUERY = /\?[^\s)]*/g;

function formatHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
