import { errorMessageWithCauses } from "../../core/errors/mod.ts";
import type { Batch, Widget } from "../../core/feed/mod.ts";
import { PROBLEM_TYPE } from "../../core/problem/mod.ts";
import { ClientError } from "./errors.ts";

/** How a client reaches the public API. */
export interface ClientOptions {
  /** The URL of the public API, without a path, such as `https://pages.example.com`. */
  baseUrl: string | URL;
  /** The bearer, or a function that returns one that is valid now. */
  token: string | (() => string | Promise<string>);
  /** Sends the requests. @default the global `fetch` */
  fetch?: ((request: Request) => Promise<Response>) | undefined;
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
 * The reads of the public API (lifecycle specification, §4). Each throws a {@linkcode ClientError}, or the reason of its
 * signal.
 */
export interface Client {
  /** One page of the user's batches. */
  listBatches(query?: ListQuery & { cursor?: string | undefined }): Promise<BatchList>;
  /** All batches of the user, page by page. */
  batches(query?: ListQuery): AsyncGenerator<Batch, void, undefined>;
  /** One batch by its id, such as `20260131-morning-brief`; null if the user has none. */
  readBatch(batchId: string, options?: ReadOptions): Promise<Batch | null>;
  /** One widget; null if the user has none of this id. */
  readWidget(id: string, options?: ReadOptions): Promise<Widget | null>;
  /** The envelope of a bundle, unverified; null if the user has none of this hash. `readTckb` of `@tck/tckb` verifies it. */
  readBundle(hash: string, options?: ReadOptions): Promise<Uint8Array<ArrayBuffer> | null>;
}

/** The options of a read. */
export interface ReadOptions {
  /** Ends the request. */
  signal?: AbortSignal | undefined;
}

/** One page of the list. */
export interface BatchList {
  /** Newest first. */
  batches: Batch[];
  /** The cursor of the next page, or null on the last. */
  nextCursor: string | null;
}

const PREFIX = "/v2/daily-pages";

/**
 * Creates a client of the public API.
 *
 * @example
 * ```ts ignore
 * import { createClient } from "@tck/client";
 * const client = createClient({ baseUrl: "https://pages.example.com", token: "…" });
 * for await (const batch of client.batches()) console.log(batch.batchId, batch.widgets.length);
 * ```
 */
export function createClient(options: ClientOptions): Client {
  const readJson = async <T>(path: string, signal?: AbortSignal): Promise<T> => {
    const response = await send(options, path, "application/json", signal);
    try {
      return await response.json();
    } catch (error) {
      signal?.throwIfAborted();
      throw unreadable(response, error);
    }
  };
  const listBatches: Client["listBatches"] = ({ signal, ...query } = {}) => {
    const parameters = Object.entries(query).filter(([, value]) => value !== undefined);
    const search = new URLSearchParams(parameters.map(([name, value]) => [name, String(value)]));
    return readJson(parameters.length === 0 ? PREFIX : `${PREFIX}?${search}`, signal);
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
    readBatch: (id, { signal } = {}) => orNull(readJson(`${PREFIX}/${encodeURIComponent(id)}`, signal)),
    readWidget: (id, { signal } = {}) =>
      orNull(readJson(`${PREFIX}/widgets/${encodeURIComponent(id)}`, signal)),
    readBundle: (hash, { signal } = {}) => orNull(readBytes(options, hash, signal)),
  };
}

async function readBytes(
  options: ClientOptions,
  hash: string,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const path = `${PREFIX}/bundles/${encodeURIComponent(hash)}.tckb`;
  const response = await send(options, path, "application/octet-stream", signal);
  try {
    return new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    signal?.throwIfAborted();
    throw unreadable(response, error);
  }
}

/** The codes of what the user does not have. An address that is no route is an error. */
const NOT_FOUND: readonly string[] = ["daily_page.not_found", "widget.not_found", "bundle.not_found"];

async function orNull<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof ClientError && NOT_FOUND.includes(error.code)) return null;
    throw error;
  }
}

async function send(
  { baseUrl, token, fetch: sendRequest = (request) => fetch(request) }: ClientOptions,
  path: string,
  expected: string,
  signal?: AbortSignal,
): Promise<Response> {
  const bearer = typeof token === "function" ? await token() : token;
  const headers = { Authorization: `Bearer ${bearer}`, Accept: expected };
  const request = new Request(new URL(path, baseUrl), {
    headers,
    ...(signal === undefined ? {} : { signal }),
  });
  const response = await sendRequest(request).catch((error: unknown) => {
    signal?.throwIfAborted();
    const message = `Cannot reach ${new URL(baseUrl).origin}: ${errorMessageWithCauses(error)}`;
    throw new ClientError("client.unreachable", message, { cause: error });
  });
  const type = (response.headers.get("Content-Type") ?? "").split(";")[0]!.trim().toLowerCase();
  if (response.status === 200 && type === expected) return response;
  throw type === PROBLEM_TYPE ? await readProblem(response) : unexpected(response, type);
}

async function readProblem(response: Response): Promise<ClientError> {
  const { status, headers } = response;
  const seconds = headers.get("Retry-After");
  const retryAfter = seconds !== null && /^\d{1,9}$/.test(seconds) ? Number(seconds) : null;
  try {
    const { code, detail } = await response.json();
    if (typeof code === "string") return new ClientError(code, `${code}: ${detail}`, { status, retryAfter });
  } catch (error) {
    return unreadable(response, error);
  }
  return unexpected(response, PROBLEM_TYPE);
}

function unexpected({ status, url, body }: Response, type: string): ClientError {
  body?.cancel().catch(() => {});
  const message = `Cannot read the answer of ${url}: status ${status} with ${type || "no media type"}`;
  return new ClientError("client.invalid_answer", message, { status });
}

function unreadable({ status, url }: Response, cause: unknown): ClientError {
  const message = `Cannot read the answer of ${url}: ${errorMessageWithCauses(cause)}`;
  return new ClientError("client.invalid_answer", message, { status, cause });
}
