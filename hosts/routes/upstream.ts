import { LIMITS } from "../../core/contract/mod.ts";
import { quote } from "../../core/errors/mod.ts";
import { PROBLEM_TYPE } from "../../core/problem/mod.ts";
import { ProblemError, PROBLEMS } from "./problem.ts";

/** The service to which this one forwards requests. */
export interface Upstream {
  /** Its base URL, without a path. */
  baseUrl: string;
  /** The network's `fetch`, or an application in the same process. */
  fetch: (request: Request) => Response | Promise<Response>;
  /** The time limit of a whole response with its body, in milliseconds. @default 10000 */
  timeout?: number;
}

/** A request to the upstream service. */
export interface UpstreamRequest {
  /** @default "GET" */
  method?: "GET" | "DELETE";
  /** Path and query. */
  path: string;
  /** The bearer to forward. */
  bearer: string;
  /** The expected media type of the body. */
  expect: "application/json" | "application/octet-stream";
  /** Headers to forward. */
  headers?: Record<string, string>;
}

/** A valid response: 200, or 206, 304 or 416 if it was requested, with a complete body of the expected type. */
export interface UpstreamResponse {
  status: number;
  headers: Headers;
  body: Uint8Array<ArrayBuffer>;
}

const DEFAULT_TIMEOUT_MS = 10_000;

/**
 * Fetches from the upstream service and validates the response: time and size are limited, an error is forwarded only
 * with a known code, and a response of an unexpected type is an error.
 *
 * @throws {ProblemError} the upstream's own 4xx code or `storage.object_missing`, else `upstream.unavailable` or `upstream.timeout`
 */
export async function fetchUpstream(upstream: Upstream, request: UpstreamRequest): Promise<UpstreamResponse> {
  const signal = AbortSignal.timeout(upstream.timeout ?? DEFAULT_TIMEOUT_MS);
  try {
    const response = await withAbort(
      Promise.resolve(upstream.fetch(
        new Request(new URL(request.path, upstream.baseUrl), {
          method: request.method ?? "GET",
          headers: { ...request.headers, Authorization: `Bearer ${request.bearer}`, Accept: request.expect },
          redirect: "manual",
          signal,
        }),
      )),
      signal,
    );
    const body = await readCapped(response, LIMITS.envelopeBytes, signal);
    return validateResponse(response, body, request);
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    if (signal.aborted) {
      throw new ProblemError("upstream.timeout", "The service behind did not answer in time", {
        cause: error,
      });
    }
    throw new ProblemError("upstream.unavailable", "The service behind could not be reached", {
      cause: error,
    });
  }
}

/**
 * Fetches JSON as {@linkcode fetchUpstream} does.
 *
 * @returns the response and its parsed body, of which only the syntax has been validated
 * @throws {ProblemError} as {@linkcode fetchUpstream}, also when the body is not JSON
 */
export async function fetchUpstreamJson<T>(
  upstream: Upstream,
  request: Pick<UpstreamRequest, "method" | "path" | "bearer">,
): Promise<{ response: UpstreamResponse; value: T }> {
  const response = await fetchUpstream(upstream, { ...request, expect: "application/json" });
  try {
    const value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(response.body));
    return { response, value };
  } catch (error) {
    throw new ProblemError("upstream.unavailable", "The service behind sent JSON that cannot be read", {
      cause: error,
    });
  }
}

/** The valid statuses other than 200, each with the request header that it requires and its media type. */
const CONDITIONAL: { readonly [status: number]: { header: string; type: string | null } } = {
  206: { header: "Range", type: "application/octet-stream" },
  304: { header: "If-None-Match", type: null },
  416: { header: "Range", type: PROBLEM_TYPE },
};

function validateResponse(
  response: Response,
  body: Uint8Array<ArrayBuffer>,
  { expect, headers: requested = {} }: UpstreamRequest,
): UpstreamResponse {
  const { status, headers } = response;
  const type = (headers.get("Content-Type") ?? "").split(";")[0]!.trim().toLowerCase();
  const conditional = CONDITIONAL[status];
  const isValid = conditional
    ? Object.hasOwn(requested, conditional.header) && (conditional.type === null || conditional.type === type)
    : status === 200 && type === expect;
  if (isValid) return { status, headers, body };
  if (status >= 400 && status <= 500 && type === PROBLEM_TYPE) {
    const problem = readProblem(body);
    if (status < 500 || problem.code === "storage.object_missing") throw problem;
  }
  throw new ProblemError(
    "upstream.unavailable",
    `The service behind answered ${status} with ${type ? quote(type) : "no media type"}`,
  );
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
  return new ProblemError("upstream.unavailable", "The service behind answered with an unknown problem");
}

async function readCapped(
  response: Response,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  try {
    while (reader) {
      const { done, value } = await withAbort(reader.read(), signal);
      if (done) break;
      size += value.byteLength;
      if (size > maxBytes) {
        throw new ProblemError("upstream.unavailable", `The service behind sent more than ${maxBytes} bytes`);
      }
      chunks.push(value);
    }
  } catch (error) {
    // Not awaited: a stalled body may never confirm the cancellation.
    reader?.cancel().catch(() => {});
    throw error;
  }
  return concatenate(chunks, size);
}

function concatenate(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

/** Rejects when the signal aborts, which an application in the same process does not observe. */
function withAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) return Promise.reject(signal.reason);
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
