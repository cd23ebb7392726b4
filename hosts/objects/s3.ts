import type { InterruptedPut, ObjectInfo, ObjectStore } from "../../core/commit/mod.ts";
import { quote } from "../../core/errors/mod.ts";
import { ObjectStoreError } from "./errors.ts";
import { isKey, splitKey } from "./key.ts";
import type { S3ObjectStoreOptions } from "./s3_address.ts";
import { readListing } from "./s3_listing.ts";
import { createS3Requests, type S3Dependencies, type S3Requests, type S3Target } from "./s3_requests.ts";

/** How many pages of a listing may be empty in a row, although more follow. */
const MAX_EMPTY_PAGES = 100;

/**
 * An object store in a bucket of Amazon S3, or of a service that speaks its protocol. It needs only `fetch` and Web
 * Crypto, so it runs on every runtime.
 *
 * Each object is one plain PUT, which is whole or not at all. Transient failures (the network, 429, 5xx) are retried with
 * growing pauses. A DELETE is retried only if the service did not execute it: otherwise the first one may still be on its
 * way, and delete an object that was written after the second one succeeded. For the same reason its signature expires before
 * the mark of its sweep does. Nothing depends on conditional requests,
 * which not every service supports. Times are whole seconds, as in HTTP.
 */
export function createS3ObjectStore(
  options: S3ObjectStoreOptions,
  dependencies: S3Dependencies,
): ObjectStore {
  const requests = createS3Requests(options, dependencies);
  return {
    async put(key, bytes, call) {
      const response = await requests.send("PUT", targetOf(key), call?.signal, { body: bytes });
      // A program before the store may answer 200 to everything, and S3 with an error in the body.
      const isStored = response !== null && response.body.length === 0 && response.headers.has("etag");
      if (!isStored) throw unexpectedAnswer("PUT", key);
    },
    async get(key, call) {
      const options = { maxBytes: call?.maxBytes };
      const response = await requests.send("GET", targetOf(key), call?.signal, options);
      if (response !== null && response.status !== 200) throw unexpectedAnswer("GET", key); // A part, or nothing.
      return response?.body ?? null;
    },
    async head(key, call) {
      const response = await requests.send("HEAD", targetOf(key), call?.signal);
      if (response !== null) return readObjectInfo(key, response.headers);
      // The answer to a HEAD has no body, which would distinguish a missing bucket from a missing object.
      await requests.send("GET", targetOf(key), call?.signal);
      return null;
    },
    async delete(key, call) {
      const response = await requests.send("DELETE", targetOf(key), call?.signal);
      if (response !== null && response.status !== 204) throw unexpectedAnswer("DELETE", key);
    },
    list: (prefix, call) => list(requests, prefix, call?.signal),
    // deno-lint-ignore require-yield -- an interrupted PUT leaves nothing
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

/** The URL path of an object. Of the characters of a key, only the percent sign is escaped in a URL. */
function targetOf(key: string): S3Target {
  return { key, path: `/${splitKey(key).join("/").replaceAll("%", "%25")}` };
}

function readObjectInfo(key: string, headers: Headers): ObjectInfo {
  const size = Number(headers.get("content-length") ?? NaN);
  const modifiedAt = Date.parse(headers.get("last-modified") ?? "");
  if (Number.isNaN(size) || Number.isNaN(modifiedAt)) throw unexpectedAnswer("HEAD", key);
  return { key, size, modifiedAt };
}

function unexpectedAnswer(method: string, key: string): ObjectStoreError {
  const message = `Cannot ${method} object ${quote(key)}: the answer is not one of S3's`;
  return new ObjectStoreError("object_store.refused", message);
}

/**
 * S3 lists by the bytes of UTF-8, which for the characters of a key is the order of code units. A listing in another
 * order might never end, and one that ignores the prefix would contain the objects of other users.
 */
async function* list(
  requests: S3Requests,
  prefix: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<ObjectInfo> {
  let token: string | null = null;
  let last: Uint8Array | null = null;
  let emptyPages = 0;
  do {
    const query = new URLSearchParams({ "list-type": "2", "max-keys": "1000", prefix });
    if (token !== null) query.set("continuation-token", token);
    const response = await requests.send("GET", { key: prefix, path: "", query }, signal);
    const page = readListing(new TextDecoder().decode(response?.body));
    emptyPages = page.objects.length === 0 ? emptyPages + 1 : 0;
    if (emptyPages > MAX_EMPTY_PAGES) throw unexpectedAnswer("list", prefix);
    for (const object of page.objects) {
      signal?.throwIfAborted();
      const name = new TextEncoder().encode(object.key);
      if (!object.key.startsWith(prefix) || (last !== null && !isBefore(last, name))) {
        throw unexpectedAnswer("list", prefix);
      }
      last = name;
      // Objects whose names are not valid keys were not written by this store.
      if (isKey(object.key)) yield object;
    }
    token = page.next;
  } while (token !== null);
}

/** Whether bytes are before others in their order. Those of a prefix are. */
function isBefore(left: Uint8Array, right: Uint8Array): boolean {
  const at = left.findIndex((byte, index) => byte !== right[index]);
  return at === -1 ? left.length < right.length : at < right.length && left[at]! < right[at]!;
}
