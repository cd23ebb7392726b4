import type { Sha256 } from "../../core/bytes/mod.ts";
import type { InterruptedPut, ObjectInfo, ObjectStore } from "../../core/commit/mod.ts";
import { ObjectStoreError } from "./errors.ts";
import { isKey, splitKey } from "./key.ts";
import type { S3Address } from "./s3_address.ts";
import { readListing } from "./s3_listing.ts";
import { createS3Requests, type S3Requests } from "./s3_requests.ts";

/** How a bucket is used. */
export interface S3ObjectStoreOptions extends S3Address {
  /** Milliseconds after which an attempt of a request counts as failed. @default 30000 */
  attemptTimeout?: number | undefined;
  /** Computes the SHA-256 of bodies. @default Web Crypto's */
  sha256?: Sha256 | undefined;
}

/**
 * An object store in a bucket of Amazon S3, or of a service that speaks its protocol. It needs `fetch` and Web Crypto
 * only, so it runs on every runtime.
 *
 * Each object is one plain PUT, which is whole or not at all. What fails for a while (the network, 429, 5xx) is tried
 * again with growing pauses. Only a deletion that the service did not refuse is not repeated: the first one may still be
 * on its way, and when the second has succeeded, somebody may write the object again before the first arrives. Nothing
 * here depends on conditional requests, which not every service honours. Times are whole seconds, as HTTP tells them.
 */
export function createS3ObjectStore(options: S3ObjectStoreOptions): ObjectStore {
  const requests = createS3Requests(options);
  return {
    async put(key, bytes, call) {
      const answer = await requests.send("PUT", locate(key), call?.signal, bytes);
      if (answer === null) throw refused("PUT", key);
    },
    async get(key, call) {
      return (await requests.send("GET", locate(key), call?.signal))?.body ?? null;
    },
    async head(key, call) {
      const answer = await requests.send("HEAD", locate(key), call?.signal);
      if (answer !== null) return describe(key, answer.headers);
      // An answer to HEAD has no body that would tell a missing object from a missing bucket.
      await requests.send("GET", locate(key), call?.signal);
      return null;
    },
    async delete(key, call) {
      await requests.send("DELETE", locate(key), call?.signal);
    },
    list: (prefix, call) => list(requests, prefix, call?.signal),
    // deno-lint-ignore require-yield -- a plain PUT that is cut short leaves nothing
    async *listInterruptedPuts(call): AsyncGenerator<InterruptedPut> {
      await Promise.resolve();
      call?.signal?.throwIfAborted();
    },
    // deno-lint-ignore require-await -- a rejection, not an exception
    async discardInterruptedPut(_token, call) {
      call?.signal?.throwIfAborted();
    },
  };
}

/** An object's place in its bucket. Of the letters of a key only the percent sign has another meaning in a URL. */
function locate(key: string): { key: string; path: string } {
  return { key, path: `/${splitKey(key).join("/").replaceAll("%", "%25")}` };
}

function describe(key: string, headers: Headers): ObjectInfo {
  const size = Number(headers.get("content-length") ?? NaN);
  const modifiedAt = Date.parse(headers.get("last-modified") ?? "");
  if (Number.isNaN(size) || Number.isNaN(modifiedAt)) throw refused("HEAD", key);
  return { key, size, modifiedAt };
}

function refused(method: string, key: string): ObjectStoreError {
  return new ObjectStoreError(
    "object_store.refused",
    `Cannot ${method} object ${JSON.stringify(key.slice(0, 80))}: the answer is not one of S3's`,
  );
}

/** S3 lists by the bytes of UTF-8, which for the letters of a key is the order of code units. */
async function* list(
  requests: S3Requests,
  prefix: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<ObjectInfo> {
  let token: string | null = null;
  do {
    const query = new URLSearchParams({ "list-type": "2", "max-keys": "1000", prefix });
    if (token !== null) query.set("continuation-token", token);
    const answer = await requests.send("GET", { key: prefix, path: "", query }, signal);
    const page = readListing(new TextDecoder().decode(answer?.body));
    for (const object of page.objects) {
      signal?.throwIfAborted();
      // What others put into the bucket under a name that is no key is not this store's, as no call could name it.
      if (isKey(object.key)) yield object;
    }
    if (page.next !== null && page.next === token) throw refused("list", prefix);
    token = page.next;
  } while (token !== null);
}
