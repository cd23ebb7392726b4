import type { Batch, Widget } from "../../core/feed/mod.ts";
import { connect, type ConnectionOptions } from "./connect.ts";
import { ClientError } from "./errors.ts";
import { type BatchList, readAnswer, readBatchList } from "./read_answer.ts";

/** How a client reaches the public API. */
export interface ClientOptions extends ConnectionOptions {
  /** The URL of the public API, without a path, such as `https://pages.example.com`. */
  baseUrl: string | URL;
}

/** Which batches to list. */
export interface ListQuery {
  /** How many batches a page has at most, 1 to 100. @default 20 */
  limit?: number | undefined;
  /** `older` begins at the newest batch, `newer` at the oldest. @default "older" */
  direction?: "older" | "newer" | undefined;
  /** Ends the requests. */
  signal?: AbortSignal | undefined;
}

/**
 * The reads of the public API (lifecycle specification, §4). Each throws a {@linkcode ClientError}, the reason of its
 * signal, or what `token` throws.
 */
export interface Client {
  /** One page of the user's batches. */
  listBatches(query?: ListQuery & { cursor?: string | undefined }): Promise<BatchList>;
  /** All batches of the user, page by page. */
  batches(query?: ListQuery): AsyncGenerator<Batch, void, undefined>;
  /**
   * One batch of a morning or evening brief by its id, such as `20260131-morning-brief`; null if the user has none. The
   * batches of other kinds are in the list only: their ids are `daily_page.invalid_batch_id`.
   */
  readBatch(batchId: string, options?: ReadOptions): Promise<Batch | null>;
  /** One widget; null if the user has none of this id. */
  readWidget(id: string, options?: ReadOptions): Promise<Widget | null>;
  /**
   * The envelope of a bundle, unverified; null if the user has none of this hash. `readTckb` of `@tck/tckb` verifies it, with
   * the hash as `expectedHash`.
   */
  readBundle(hash: string, options?: ReadOptions): Promise<Uint8Array<ArrayBuffer> | null>;
}

/** The options of a read. */
export interface ReadOptions {
  /** Ends the request. */
  signal?: AbortSignal | undefined;
}

const PREFIX = "/v2/daily-pages";

/**
 * Creates a client of the public API.
 *
 * @throws {TypeError} When `baseUrl` is not an `http:` or `https:` URL
 *
 * @example
 * ```ts ignore
 * import { createClient } from "@tck/client";
 * const client = createClient({ baseUrl: "https://pages.example.com", token: "…" });
 * for await (const batch of client.batches()) console.log(batch.batchId, batch.widgets.length);
 * ```
 */
export function createClient(options: ClientOptions): Client {
  const prepareRequest = connect(options, "a client", "https://pages.example.com");
  const prepare = (path: string, signal?: AbortSignal) => prepareRequest(PREFIX + path, { signal });
  const readJson = async <T>(path: string, signal?: AbortSignal): Promise<T> =>
    await readAnswer(await prepare(path, signal), "application/json", (response) => response.json());
  const readBytes = async (path: string, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>> =>
    await readAnswer(
      await prepare(path, signal),
      "application/octet-stream",
      async (response) => new Uint8Array(await response.arrayBuffer()),
    );
  const listBatches: Client["listBatches"] = async ({ signal, ...query } = {}) => {
    const parameters = Object.entries(query).filter(([, value]) => value !== undefined);
    const search = new URLSearchParams(parameters.map(([name, value]) => [name, String(value)]));
    return await readBatchList(await prepare(parameters.length === 0 ? "" : `?${search}`, signal));
  };
  return {
    listBatches,
    async *batches(query = {}) {
      let cursor: string | undefined;
      do {
        const page = await listBatches({ ...query, cursor });
        yield* page.batches;
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
    },
    readBatch: (id, { signal } = {}) => orNull(readJson(`/${encodeURIComponent(id)}`, signal)),
    readWidget: (id, { signal } = {}) => orNull(readJson(`/widgets/${encodeURIComponent(id)}`, signal)),
    readBundle: (hash, { signal } = {}) =>
      orNull(readBytes(`/bundles/${encodeURIComponent(hash)}.tckb`, signal)),
  };
}

/** The codes for data that the user does not have. An unknown route is an error. */
const NOT_FOUND: readonly string[] = ["daily_page.not_found", "widget.not_found", "bundle.not_found"];

async function orNull<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof ClientError && NOT_FOUND.includes(error.code)) return null;
    throw error;
  }
}
