import type { ObjectStore } from "../../../core/commit/mod.ts";
import type { BatchReader } from "../../../core/feed/mod.ts";
import { bundleKey } from "../../../core/naming/mod.ts";
import type { BearerVerifier } from "../../auth/mod.ts";
import { createInternalApi, INTERNAL_PREFIX } from "../storage/internal_api.ts";
import type { Log } from "../http/problem.ts";
import type { SendRequest } from "../http/upstream.ts";

interface BucketBundleDependencies {
  /** The bucket that the storage service writes. */
  bucket: Pick<ObjectStore, "head" | "get">;
  bearers: BearerVerifier;
  log: Log;
}

/**
 * Sends requests to the storage service, except that bundles are read from the bucket: an object has the key of its user, so no other user
 * reaches it. The storage service still answers for an object that the bucket does not have, and for the bearer of a
 * session, of which only it knows whether the session has ended.
 */
export function readBundlesFrom(
  storage: SendRequest,
  { bucket, bearers, log }: BucketBundleDependencies,
): SendRequest {
  const isSession = async (request: Request) => {
    const [, token] = /^Bearer (.+)$/.exec(request.headers.get("Authorization") ?? "") ?? [];
    const claims = token === undefined ? null : await bearers.verify(token).catch(() => null);
    return claims === null || claims.sessionId !== null;
  };
  const api = createInternalApi({
    reader: createBucketReader(bucket),
    bearers,
    endedSessions: NO_SESSIONS,
    log,
  });
  return async (request) => {
    const isBundle = new URL(request.url).pathname.startsWith(`${INTERNAL_PREFIX}/bundles/`);
    if (!isBundle || await isSession(request)) return await storage(request);
    const response = await api.fetch(request);
    return response.status === 404 ? await storage(request) : response;
  };
}

const NO_SESSIONS = { has: () => Promise.resolve(false), end: reject };

function createBucketReader(bucket: Pick<ObjectStore, "head" | "get">): BatchReader {
  return {
    async findBundle(userId, hash) {
      const found = await bucket.head(bundleKey(userId, hash));
      if (found === null) return null;
      const { key, size, modifiedAt } = found;
      return { hash, key, size, version: `${modifiedAt.toString(36)}.${size}` };
    },
    readBundle: (_, { key }) => bucket.get(key),
    listBatches: reject,
    readBatch: reject,
    readWidget: reject,
  };
}

function reject(): Promise<never> {
  return Promise.reject(new Error("The bucket holds bundles only"));
}
