import { AwsClient } from "aws4fetch";
import { sha256 } from "../../core/bytes/mod.ts";
import { quote } from "../../core/errors/mod.ts";
import { ObjectStoreError } from "./errors.ts";
import type { S3ObjectStoreOptions } from "./s3.ts";
import { readErrorCode } from "./s3_listing.ts";

/** Where a request goes. */
export interface S3Target {
  /** The object's key or the listing's prefix, for messages. */
  readonly key: string;
  /** What follows the bucket's URL: empty, or a slash and the key in the spelling of URLs. */
  readonly path: string;
  readonly query?: URLSearchParams | undefined;
}

/** What a service answered: a status of 2xx. */
export interface S3Answer {
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** Signed requests to one bucket. */
export interface S3Requests {
  /**
   * Sends a request, again and again while it fails for reasons that pass.
   *
   * @returns null when there is no such object
   * @throws {ObjectStoreError} for every other answer; the signal's reason when it aborts
   */
  send(
    method: "GET" | "HEAD" | "PUT" | "DELETE",
    target: S3Target,
    signal: AbortSignal | undefined,
    body?: Uint8Array,
  ): Promise<S3Answer | null>;
}

/** The SHA-256 of an empty body. */
const HASH_OF_NOTHING = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

const DEFAULT_ATTEMPT_TIMEOUT = 30_000;
const ATTEMPTS = 5;
/** The longest pause before the second attempt, in milliseconds; before each later one it is twice as long. */
const FIRST_PAUSE = 100;

/** Statuses of failures that pass. 409 is what some services answer to two writes of one key at once. */
const PASSING = new Set([408, 409, 429, 500, 502, 503, 504]);

/** Statuses of requests that have not been carried out, and are not on their way any more. */
const REFUSED = new Set([429, 503]);

/**
 * How a request is sent that must not be repeated. When a connection that was used before is closed without an answer,
 * Deno's fetch sends the request once more by itself; on a new connection it does not.
 */
const NEW_CONNECTION: RequestInit & { client?: Deno.HttpClient } = "Deno" in globalThis
  ? { client: Deno.createHttpClient({ poolMaxIdlePerHost: 0 }) }
  : {};

/** Signs requests by AWS Signature Version 4, the hash of the body included, and sends them. */
export function createS3Requests(options: S3ObjectStoreOptions): S3Requests {
  const { bucket, bucketUrl, region, credentials: { accessKeyId, secretAccessKey, sessionToken } } = options;
  const hash = options.sha256 ?? sha256;
  const timeout = options.attemptTimeout ?? DEFAULT_ATTEMPT_TIMEOUT;
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    region,
    service: "s3",
    ...(sessionToken === undefined ? {} : { sessionToken }),
  });
  return {
    async send(method, { key, path, query }, signal, body) {
      const action = `${method} ${quote(key)} in bucket ${quote(bucket)}`;
      const headers = {
        "x-amz-content-sha256": body === undefined ? HASH_OF_NOTHING : formatHex(await hash(body)),
      };
      const mayRepeat = method !== "DELETE";
      const attempt = async (): Promise<Outcome> => {
        const limit = AbortSignal.timeout(timeout);
        // Signed for each attempt, since a signature is good for some minutes only.
        const request = await client.sign(
          query === undefined ? bucketUrl + path : `${bucketUrl}${path}?${query}`,
          {
            method,
            headers,
            redirect: "manual", // A signature names its host.
            signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
            ...(body === undefined ? {} : { body: body as Uint8Array<ArrayBuffer> }),
          },
        );
        return await readOutcome(await fetch(request, mayRepeat ? undefined : NEW_CONNECTION), action);
      };
      return await insist(attempt, action, signal, mayRepeat);
    },
  };
}

/** What an attempt led to: an answer, no such object, or a failure that may pass. What was not refused may still happen. */
type Outcome = { answer: S3Answer | null } | { failure: string; refused: boolean };

async function readOutcome(response: Response, action: string): Promise<Outcome> {
  const body = new Uint8Array(await response.arrayBuffer());
  if (response.ok) return { answer: { headers: response.headers, body } };
  const code = readErrorCode(new TextDecoder().decode(body));
  const failure = code === null ? `${response.status}` : `${response.status} ${code.slice(0, 80)}`;
  if (PASSING.has(response.status) || code === "RequestTimeout") {
    return { failure, refused: REFUSED.has(response.status) };
  }
  if (code === "NoSuchBucket") throw failed("object_store.missing_bucket", action, failure);
  if (response.status === 404) return { answer: null };
  const denied = response.status === 401 || response.status === 403;
  throw failed(denied ? "object_store.access_denied" : "object_store.refused", action, failure);
}

/** @param mayRepeat Whether an attempt that was not refused does no harm when it happens after one that succeeded */
async function insist(
  attempt: () => Promise<Outcome>,
  action: string,
  signal: AbortSignal | undefined,
  mayRepeat: boolean,
): Promise<S3Answer | null> {
  for (let count = 1;; count++) {
    signal?.throwIfAborted();
    const outcome = await attempt().catch((error: unknown): Outcome => {
      signal?.throwIfAborted();
      if (error instanceof ObjectStoreError) throw error;
      return { failure: describeFailure(error), refused: false };
    });
    if ("answer" in outcome) return outcome.answer;
    if (!mayRepeat && !outcome.refused) {
      throw failed("object_store.unavailable", action, outcome.failure);
    }
    if (count === ATTEMPTS) {
      throw failed("object_store.unavailable", action, `${outcome.failure}, ${ATTEMPTS} times`);
    }
    await pause(Math.random() * FIRST_PAUSE * 2 ** (count - 1), signal);
  }
}

function failed(code: ObjectStoreError["code"], action: string, failure: string): ObjectStoreError {
  return new ObjectStoreError(code, `Cannot ${action}: the store's answer is ${failure}`);
}

/** A failure without an answer. The URL that some runtimes add is no secret, but long. */
function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return "none";
  return error.name === "TimeoutError" ? "none in time" : `none (${error.message.slice(0, 80)})`;
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((fulfil, reject) => {
    const giveUp = () => (clearTimeout(timer), reject(signal?.reason));
    const timer = setTimeout(() => (signal?.removeEventListener("abort", giveUp), fulfil()), milliseconds);
    signal?.addEventListener("abort", giveUp, { once: true });
  });
}

function formatHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
