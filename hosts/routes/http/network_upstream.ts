import { LIMITS } from "../../../core/contract/mod.ts";
import { quote } from "../../../core/errors/mod.ts";
import { PROBLEM_TYPE } from "../../../core/problem/mod.ts";
import { isExcessiveJson } from "./json_extent.ts";
import { ProblemError, unavailable } from "./problem.ts";
import { ISOLATION_HEADERS, pickHeaders } from "./response_headers.ts";
import {
  createListTurns,
  createRequest,
  fetchUpstreamJson,
  type ListTurnOptions,
  MAX_WAITING_MS,
  type SendRequest,
  type Upstream,
  type UpstreamRequest,
  type UpstreamStream,
} from "./upstream.ts";
import { isExpected, isReadable, readMediaType, toFailure, toUpstreamProblem } from "./upstream_failures.ts";
import { WaitLimit } from "./wait_limit.ts";

export interface NetworkService extends ListTurnOptions {
  /** Its base URL, without a path. */
  readonly baseUrl: string;
  readonly fetch: SendRequest;
  /** How long all waiting for a response and its body may take together, in milliseconds. @default 10000 */
  readonly timeout?: number;
}

/** The largest problem document of an upstream, in bytes. */
const MAX_PROBLEM_BYTES = 65_536;

/** How often a read is sent at most. */
const MAX_ATTEMPTS = 2;
/** The longest pause before the second attempt. */
const PAUSE_MS = 100;
/** Statuses of a proxy in front of a service that is restarting. */
const RETRYABLE: readonly number[] = [502, 503];

/** The service behind the network: what it sends is limited and validated, and a client gets only what is safe of it. */
export function createNetworkUpstream(service: NetworkService): Upstream {
  const upstream: Upstream = {
    lists: createListTurns(service),
    async fetch(request) {
      const { status, headers, body } = await openUpstream(service, request);
      const bytes = body === null ? new Uint8Array(0) : await readAll(body);
      if (request.expect === "application/json" && isExcessiveJson(bytes)) {
        throw unavailable("The service behind sent JSON of too many values or levels");
      }
      return { status, headers, body: bytes };
    },
    async forward(request) {
      if (request.expect === "application/octet-stream") {
        return createResponse(await openUpstream(service, request));
      }
      // JSON is validated, also for a HEAD.
      const read = request.method === "HEAD" ? { ...request, method: "GET" as const } : request;
      const { response } = await fetchUpstreamJson(upstream, read);
      const forwarded = createResponse(response);
      if (response.status !== 304) forwarded.headers.set("Content-Length", String(response.body.byteLength));
      const link = response.headers.get("Link");
      if (link !== null) forwarded.headers.set("Link", link);
      return forwarded;
    },
  };
  return upstream;
}

/**
 * Sends a request to a service and validates the beginning of the response, whose body is read while it arrives. The
 * time of waiting is limited, also for the body; the time between two reads of the body is not. An error is forwarded
 * only with a known code, and a response of an unexpected type is an error. A read that gets no answer is sent once
 * more.
 *
 * @throws {ProblemError} the upstream's own 4xx code or that of its stores, else `upstream.unavailable` or
 * `upstream.timeout`; `request.cancelled` when the client has left
 */
export async function openUpstream(
  service: NetworkService,
  request: UpstreamRequest,
): Promise<UpstreamStream> {
  const limit = WaitLimit.ofCaller(service.timeout ?? MAX_WAITING_MS, request.caller);
  try {
    const { response, type } = await send(service, request, limit);
    if (!isExpected(response.status, type, request)) {
      if (request.method === "HEAD" && type === PROBLEM_TYPE) return await askByGet(service, request);
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
async function askByGet(service: NetworkService, request: UpstreamRequest): Promise<UpstreamStream> {
  const { status, headers, body } = await openUpstream(service, { ...request, method: "GET" });
  await body?.cancel();
  return { status, headers, body: null };
}

/** Sends a request, and a read that got no answer once more. */
async function send(
  service: NetworkService,
  request: UpstreamRequest,
  limit: WaitLimit,
): Promise<{ response: Response; type: string }> {
  for (let attempt = 1;; attempt++) {
    const isLast = attempt === MAX_ATTEMPTS || request.method === "DELETE";
    try {
      const sent = service.fetch(createRequest(service.baseUrl, request, limit.signal));
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

async function readFailure(response: Response, type: string, limit: WaitLimit): Promise<ProblemError> {
  const { body, status } = response;
  if (body !== null && isReadable(status, type)) {
    return toFailure(response, type, await readAll(limitBody(body, limit, MAX_PROBLEM_BYTES)));
  }
  body?.cancel().catch(() => {});
  return toFailure(response, type, new Uint8Array(0));
}

function createSizeProblem(maxBytes: number): ProblemError {
  const detail = `The service behind sent more than ${maxBytes} bytes`;
  return unavailable(detail);
}

const FORWARDED_HEADERS = [
  "Content-Type",
  "Content-Length",
  "Content-Range",
  "Accept-Ranges",
  "ETag",
  "Server-Timing",
];

/** For one user's data, whatever the upstream says: only their browser may cache it, and must revalidate it. */
const PRIVATE = { "Cache-Control": "private, no-cache", "Vary": "Authorization" };

/** Responds with the status, the safe headers and the body of an upstream response. */
function createResponse(
  { status, headers, body }: Pick<UpstreamStream, "status" | "headers"> & { body: BodyInit | null },
): Response {
  const names = status === 304
    ? FORWARDED_HEADERS.filter((name) => name !== "Content-Length")
    : FORWARDED_HEADERS;
  return new Response(status === 304 ? null : body, {
    status,
    headers: {
      ...pickHeaders(headers, names),
      ...ISOLATION_HEADERS,
      ...PRIVATE,
      ...(status >= 400 ? { "Cache-Control": "no-store" } : {}),
    },
  });
}
