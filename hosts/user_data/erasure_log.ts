import type { ObjectStore } from "../../core/commit/mod.ts";
import { UserDataError } from "./errors.ts";

/** One erasure as it is logged: enough to repeat it on a database that is restored from an older dump. */
export interface LoggedErasure {
  readonly erasureId: string;
  /** The hash of the user's id. */
  readonly user: string;
  /** RFC 3339, UTC. */
  readonly requestedAt: string;
}

/** The erasures of all time, kept apart from the database and its dumps. */
export interface ErasureLog {
  /** Records an erasure before anything is deleted. Recording it again changes nothing. */
  record(erasure: LoggedErasure): Promise<void>;
  /** The ids of all erasures. */
  list(): AsyncIterable<string>;
  /**
   * @param latest the time after which none can have been requested, in milliseconds
   * @throws {UserDataError} `user_data.invalid_log`
   */
  read(erasureId: string, latest: number): Promise<LoggedErasure>;
}

/** The largest entry, in bytes. Others may write to the store. */
const MAX_ENTRY_BYTES = 4096;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Keeps each erasure as one object below the prefix. Objects of others there are ignored. */
export function createErasureLog(objects: ObjectStore, prefix: string): ErasureLog {
  const keyOf = (erasureId: string) => `${prefix}${erasureId}.json`;
  return {
    async record(erasure) {
      await objects.put(keyOf(erasure.erasureId), new TextEncoder().encode(`${JSON.stringify(erasure)}\n`));
    },
    async *list() {
      for await (const { key } of objects.list(prefix)) {
        const id = key.slice(prefix.length, -".json".length);
        if (UUID.test(id) && key === keyOf(id)) yield id;
      }
    },
    async read(erasureId, latest) {
      const bytes = await objects.get(keyOf(erasureId)) ?? new Uint8Array();
      return parseErasure(erasureId, bytes, latest);
    },
  };
}

function parseErasure(erasureId: string, bytes: Uint8Array, latest: number): LoggedErasure {
  try {
    const { user, requestedAt, ...rest } = JSON.parse(
      new TextDecoder().decode(bytes.subarray(0, MAX_ENTRY_BYTES)),
    );
    const isWhole = rest.erasureId === erasureId && /^[0-9a-f]{64}$/.test(user) &&
      Date.parse(requestedAt) <= latest;
    if (isWhole) return { erasureId, user, requestedAt };
  } catch { /* not JSON */ }
  throw new UserDataError(
    "user_data.invalid_log",
    `Cannot read erasure "${erasureId}" in the log of erasures: it is not the JSON that an erasure writes`,
  );
}
