import { errorMessageWithCauses } from "../../core/errors/mod.ts";
import type { Batch } from "../../core/feed/mod.ts";
import { PROBLEM_TYPE } from "../../core/problem/mod.ts";
import { ClientError } from "./errors.ts";

/** A request to the API. */
export interface ReadRequest {
  url: string;
  /** The headers beside `Accept`. @default none */
  headers?: { readonly [name: string]: string };
  /** Sends the request. */
  send: (url: string, init: RequestInit) => Promise<Response>;
  signal?: AbortSignal | undefined;
  /** What makes it another request than a read. */
  write?: RequestInit;
}

/** One page of the list. */
export interface BatchList {
  /** Newest first. */
  batches: Batch[];
  /** The cursor of the next page, or null on the last. */
  nextCursor: string | null;
}

/**
 * Reads one page of the list, from the public API or from a web app, which forwards it.
 *
 * @throws {ClientError} or the reason of the signal
 */
export async function readBatchList(request: ReadRequest): Promise<BatchList> {
  return await readList(
    request,
    (batches): batches is Batch[] =>
      batches.every((batch) => Array.isArray((batch as Partial<Batch> | null)?.widgets)),
  );
}

/**
 * Reads one page of the list as {@linkcode readBatchList} does, for a reader that checks each batch itself.
 *
 * @throws {ClientError} or the reason of the signal
 */
export async function readUncheckedList(
  request: ReadRequest,
): Promise<{ batches: unknown[]; nextCursor: string | null }> {
  return await readList(request, Array.isArray);
}

async function readList<Entry>(
  request: ReadRequest,
  isValid: (batches: unknown[]) => batches is Entry[],
): Promise<{ batches: Entry[]; nextCursor: string | null }> {
  return await readAnswer(request, "application/json", async (response) => {
    const list: { batches: unknown[]; nextCursor: string | null } | null = await response.json();
    if (Array.isArray(list?.batches) && isValid(list.batches)) return { ...list, batches: list.batches };
    throw new Error("it is not a list of batches");
  });
}

/**
 * Sends a request and returns what `read` makes of its answer.
 *
 * @param expected the media type that the answer must have
 * @throws {ClientError} or the reason of the signal
 */
export async function readAnswer<Value>(
  request: ReadRequest,
  expected: string,
  read: (response: Response) => Promise<Value>,
): Promise<Value> {
  const response = await sendRequest(request, expected);
  try {
    return await read(response);
  } catch (error) {
    request.signal?.throwIfAborted();
    throw unreadable(response, error);
  }
}

async function sendRequest(
  { url, headers, send, signal, write }: ReadRequest,
  expected: string,
): Promise<Response> {
  const init = {
    ...write,
    headers: { ...headers, Accept: expected },
    ...(signal === undefined ? {} : { signal }),
  };
  const response = await send(url, init).catch((error: unknown) => {
    signal?.throwIfAborted();
    const message = `Cannot reach ${url}: ${errorMessageWithCauses(error)}`;
    throw new ClientError("client.unreachable", message, { cause: error });
  });
  const type = (response.headers.get("Content-Type") ?? "").split(";")[0]!.trim().toLowerCase();
  if ([200, 201].includes(response.status) && type === expected) return response;
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
