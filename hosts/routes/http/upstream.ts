import { LIMITS } from "../../../core/contract/mod.ts";
import { quote } from "../../../core/errors/mod.ts";
import { PROBLEM_TYPE } from "../../../core/problem/mod.ts";
import { isExcessiveJson } from "./json_extent.ts";
import { ProblemError, PROBLEMS, RateLimitedError, unavailable } from "./problem.ts";
import type { Caller } from "./request_trace.ts";
import { WaitLimit } from "./wait_limit.ts";

/** The service to which this one forwards requests. */
export interface Upstream {
  /** Its base URL, without a path. */
  baseUrl: string;
  /** The network's `fetch`, or an application in the same process. */
  fetch: (request: Request) => Response | Promise<Response>;
  /** How long all waiting for a response and its body may take together, in milliseconds. @default 10000 */
  timeout?: number;
  /** Whether it is an application in the same process, whose responses need no validation. @default false */
  sameProcess?: boolean;
}

/** A request to the upstream service. */
export interface UpstreamRequest {
  /** @default "GET" */
  method?: "GET" | "HEAD" | "DELETE";
  /** Path and query. */
  path: string;
  /** The bearer to forward. */
  bearer: string;
  /** The expected media type of the body. */
  expect: "application/json" | "application/octet-stream";
  /** Headers to forward. */
  headers?: Record<string, string>;
  /** The request that is being answered. When its client leaves, the upstream request is aborted. */
  caller?: Caller;
}

/** A response: 200, or 206, 304 or 416 if it was requested, with a body of the expected type. */
interface ValidResponse<Body> {
  status: number;
  headers: Headers;
  body: Body;
}

/** A valid response with its complete body. */
export type UpstreamResponse = ValidResponse<Uint8Array<ArrayBuffer>>;

/** A valid response whose body is read while it arrives. A body that cannot be completed ends in an error. */
export type UpstreamStream = ValidResponse<ReadableStream<Uint8Array<ArrayBuffer>> | null>;

const DEFAULT_TIMEOUT_MS = 10_000;

/** The largest problem document of an upstream, in bytes. */
const MAX_PROBLEM_BYTES = 65_536;

/** How often a read is sent at most. */
const MAX_ATTEMPTS = 2;
/** The longest pause before the second attempt. */
const PAUSE_MS = 100;
/** Statuses of a proxy in front of a service that is restarting. */
const RETRYABLE: readonly number[] = [502, 503];

/**
 * Sends a request to the upstream service and validates the beginning of the response. The time that is spent waiting is
 * limited, also for the body, but not the time in which nobody reads the body. An error is forwarded only with a known
 * code, and a response of an unexpected type is an error. A read that gets no answer is sent once more.
 *
 * @throws {ProblemError} the upstream's own 4xx code or that of its stores, else `upstream.unavailable` or
 * `upstream.timeout`; `request.cancelled` when the client has left
 */
export async function openUpstream(upstream: Upstream, request: UpstreamRequest): Promise<UpstreamStream> {
  const limit = createLimit(upstream, request);
  try {
    const { response, type } = await send(upstream, request, limit);
    if (!isExpected(response.status, type, request)) {
      if (request.method === "HEAD" && type === PROBLEM_TYPE) return await askByGet(upstream, request);
      throw await readFailure(response, type, limit);
    }
    const { status, headers, body } = response;
    const hasBody = body !== null && status !== 304 && request.method !== "HEAD";
    return { status, headers, body: hasBody ? limitBody(body, limit) : null };
  } catch (error) {
    throw toUpstreamProblem(error, limit);
  }
}

/** The response to a HEAD that failed. Its problem is in a body, which only GET has. */
async function askByGet(upstream: Upstream, request: UpstreamRequest): Promise<UpstreamStream> {
  const { status, headers, body } = await openUpstream(upstream, { ...request, method: "GET" });
  await body?.cancel();
  return { status, headers, body: null };
}

/**
 * As {@linkcode openUpstream}, and reads the body, whose size is limited.
 *
 * @throws {ProblemError} as {@linkcode openUpstream}, also when the body cannot be completed
 */
export async function fetchUpstream(upstream: Upstream, request: UpstreamRequest): Promise<UpstreamResponse> {
  if (upstream.sameProcess) return await fetchSameProcess(upstream, request);
  const { status, headers, body } = await openUpstream(upstream, request);
  return { status, headers, body: body === null ? new Uint8Array(0) : await readAll(body) };
}

/**
 * Fetches JSON as {@linkcode fetchUpstream} does.
 *
 * @returns the response and its parsed body, of which only the syntax has been validated; null for a 304
 * @throws {ProblemError} as {@linkcode fetchUpstream}, also when the body is not JSON
 */
export async function fetchUpstreamJson<T>(
  upstream: Upstream,
  request: Omit<UpstreamRequest, "expect">,
): Promise<{ response: UpstreamResponse; value: T }> {
  const response = await fetchUpstream(upstream, { ...request, expect: "application/json" });
  if (response.status === 304) return { response, value: null as T };
  if (!upstream.sameProcess && isExcessiveJson(response.body)) {
    throw unavailable("The service behind sent JSON of too many values or levels");
  }
  try {
    const value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(response.body));
    return { response, value };
  } catch (error) {
    throw unavailable("The service behind sent JSON that cannot be read", { cause: error });
  }
}

/**
 * The response of an application in the same process, as it is.
 *
 * @throws {ProblemError} `upstream.timeout`
 */
export async function callSameProcess(upstream: Upstream, request: UpstreamRequest): Promise<Response> {
  const limit = new WaitLimit(upstream.timeout ?? DEFAULT_TIMEOUT_MS);
  try {
    return await limit.wait(Promise.resolve(upstream.fetch(createRequest(upstream, request))));
  } catch (error) {
    throw toUpstreamProblem(error, limit);
  }
}

/** A body in the same process is in memory already. */
async function fetchSameProcess(upstream: Upstream, request: UpstreamRequest): Promise<UpstreamResponse> {
  const response = await callSameProcess(upstream, request);
  const type = readMediaType(response);
  const body = new Uint8Array(await response.arrayBuffer());
  const { status, headers } = response;
  if (isExpected(status, type, request)) return { status, headers, body };
  // The problem of a HEAD is in a body, which only GET has.
  if (request.method === "HEAD") return await fetchSameProcess(upstream, { ...request, method: "GET" });
  throw toFailure(response, type, body);
}

function createLimit({ timeout = DEFAULT_TIMEOUT_MS }: Upstream, { caller }: UpstreamRequest): WaitLimit {
  const limit = new WaitLimit(timeout);
  const client = caller?.request.signal;
  if (client?.aborted) limit.abort(client.reason);
  client?.addEventListener("abort", () => limit.abort(client.reason), { once: true, signal: limit.signal });
  return limit;
}

function createRequest(
  { baseUrl }: Upstream,
  { path, method = "GET", headers, bearer, expect, caller }: UpstreamRequest,
  signal?: AbortSignal,
): Request {
  return new Request(new URL(path, baseUrl), {
    method,
    headers: {
      ...caller?.headers,
      ...headers,
      Authorization: `Bearer ${bearer}`,
      Accept: expect,
      // A body that is not decoded has no more bytes than arrive.
      "Accept-Encoding": "identity",
    },
    redirect: "manual",
    ...(signal === undefined ? {} : { signal }),
  });
}

/** Sends a request, and a read that got no answer once more. */
async function send(
  upstream: Upstream,
  request: UpstreamRequest,
  limit: WaitLimit,
): Promise<{ response: Response; type: string }> {
  for (let attempt = 1;; attempt++) {
    const isLast = attempt === MAX_ATTEMPTS || request.method === "DELETE";
    try {
      const sent = upstream.fetch(createRequest(upstream, request, limit.signal));
      const response = await limit.wait(Promise.resolve(sent));
      rejectCoding(response);
      const type = readMediaType(response);
      if (isLast || type === PROBLEM_TYPE || !RETRYABLE.includes(response.status)) return { response, type };
      response.body?.cancel().catch(() => {});
    } catch (error) {
      if (isLast || limit.signal.aborted || error instanceof ProblemError) throw error;
    }
    await limit.wait(new Promise((resolve) => setTimeout(resolve, Math.random() * PAUSE_MS)));
  }
}

/**
 * Rejects a body in a coding, which was not asked for: `fetch` would decode it before its size is known.
 *
 * @throws {ProblemError} `upstream.unavailable`
 */
function rejectCoding({ headers, body }: Response): void {
  const coding = headers.get("Content-Encoding") ?? "identity";
  if (coding.trim().toLowerCase() === "identity") return;
  body?.cancel().catch(() => {});
  const detail = `The service behind sent a body with the coding ${quote(coding)}, which was not asked for`;
  throw unavailable(detail);
}

/** The body, until the limit's time, the largest size, or the client's end of reading is reached. */
function limitBody(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  limit: WaitLimit,
  maxBytes: number = LIMITS.envelopeBytes,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  let size = 0;
  const stop = (reason: unknown) => {
    limit.abort(reason);
    // Not awaited: a stalled body may never confirm the cancellation.
    reader.cancel(reason).catch(() => {});
  };
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await limit.wait(reader.read());
        if (done) return controller.close();
        size += value.byteLength;
        if (size > maxBytes) throw createSizeProblem(maxBytes);
        controller.enqueue(value);
      } catch (error) {
        const problem = toUpstreamProblem(error, limit);
        stop(problem);
        throw problem;
      }
    },
    cancel: stop,
  }, { highWaterMark: 0 });
}

async function readAll(body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(body).arrayBuffer());
}

/** The valid statuses other than 200, each with the request header that it requires and its media type. */
const CONDITIONAL: { readonly [status: number]: { header: string; type: string | null } } = {
  206: { header: "Range", type: "application/octet-stream" },
  304: { header: "If-None-Match", type: null },
  412: { header: "If-Match", type: PROBLEM_TYPE },
  416: { header: "Range", type: PROBLEM_TYPE },
};

function isExpected(
  status: number,
  type: string,
  { expect, headers: requested = {} }: UpstreamRequest,
): boolean {
  const conditional = CONDITIONAL[status];
  if (!conditional) return status === 200 && type === expect;
  return Object.hasOwn(requested, conditional.header) &&
    (conditional.type === null || conditional.type === type);
}

function readMediaType({ headers }: Response): string {
  return (headers.get("Content-Type") ?? "").split(";")[0]!.trim().toLowerCase();
}

async function readFailure(response: Response, type: string, limit: WaitLimit): Promise<ProblemError> {
  const { body, status } = response;
  if (body !== null && isReadable(status, type)) {
    return toFailure(response, type, await readAll(limitBody(body, limit, MAX_PROBLEM_BYTES)));
  }
  body?.cancel().catch(() => {});
  return toFailure(response, type, new Uint8Array(0));
}

/** The faults of a service behind that are passed on to the client. */
const PASSED_ON: readonly string[] = ["storage.object_missing", "storage.unavailable"];

/** The problem of an unexpected response. */
function toFailure({ status, headers }: Response, type: string, body: Uint8Array): ProblemError {
  if (isReadable(status, type)) {
    const problem = readProblem(body);
    if (status === 429) return new RateLimitedError(problem.detail, headers.get("Retry-After"));
    if (status < 500 || PASSED_ON.includes(problem.code)) return problem;
  }
  return unavailable(`The service behind answered ${status} with ${type ? quote(type) : "no media type"}`);
}

function isReadable(status: number, type: string): boolean {
  return status >= 400 && (status <= 500 || status === 503) && type === PROBLEM_TYPE;
}

function readProblem(body: Uint8Array): ProblemError {
  try {
    const { code, detail } = JSON.parse(new TextDecoder().decode(body));
    if (PROBLEMS.isCode(code)) {
      return new ProblemError(
        code,
        typeof detail === "string" ? detail.slice(0, 500) : "The upstream service rejected the request",
      );
    }
  } catch { /* An invalid problem document means that the service is unavailable. */ }
  return unavailable("The service behind answered with an unknown problem");
}

function createSizeProblem(maxBytes: number): ProblemError {
  const detail = `The service behind sent more than ${maxBytes} bytes`;
  return unavailable(detail);
}

function toUpstreamProblem(error: unknown, { signal }: WaitLimit): ProblemError {
  if (error instanceof ProblemError) return error;
  const cause = { cause: error };
  if (!signal.aborted) return unavailable("The service behind could not be reached", cause);
  const { reason } = signal;
  if (reason instanceof ProblemError) return reason;
  return reason instanceof DOMException && reason.name === "TimeoutError"
    ? new ProblemError("upstream.timeout", "The service behind did not answer in time", cause)
    : new ProblemError("request.cancelled", "The client closed the request", cause);
}
