import { LIMITS } from "../../core/contract/mod.ts";
import { quote } from "../../core/errors/mod.ts";
import { isProblemCode, PROBLEM_TYPE, ProblemError } from "./problem.ts";

/** The service behind this one. */
export interface Upstream {
  /** Its base URL, without a path. */
  baseUrl: string;
  /** How to reach it: the network's `fetch`, or an application in the same process. */
  fetch: (request: Request) => Response | Promise<Response>;
  /** Milliseconds for the whole answer, body included. @default 10000 */
  timeout?: number;
}

/** What is asked of the service behind. */
export interface UpstreamRequest {
  /** Path and query. */
  path: string;
  /** The bearer to pass on. */
  bearer: string;
  /** The body's media type that is expected. */
  expect: "application/json" | "application/octet-stream";
  /** Headers to pass on. */
  headers?: Record<string, string>;
}

/** A good answer: 200, or the 206, 304 or 416 that was asked for; its body complete and of the expected type. */
export interface UpstreamAnswer {
  status: number;
  headers: Headers;
  body: Uint8Array<ArrayBuffer>;
}

const DEFAULT_TIMEOUT = 10_000;

/**
 * Asks the service behind, and trusts nothing about its answer: time and size are capped, an error is passed on only as
 * one of the known codes, and an answer of another type than expected is none.
 *
 * @throws {ProblemError} the upstream's own 4xx code, else `upstream.unavailable` or `upstream.timeout`
 */
export async function askUpstream(upstream: Upstream, request: UpstreamRequest): Promise<UpstreamAnswer> {
  const signal = AbortSignal.timeout(upstream.timeout ?? DEFAULT_TIMEOUT);
  try {
    const response = await withAbort(
      Promise.resolve(upstream.fetch(
        new Request(new URL(request.path, upstream.baseUrl), {
          headers: { ...request.headers, Authorization: `Bearer ${request.bearer}`, Accept: request.expect },
          redirect: "manual",
          signal,
        }),
      )),
      signal,
    );
    const body = await readCapped(response, LIMITS.envelopeBytes, signal);
    return checkAnswer(response, body, request);
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
 * As {@linkcode askUpstream}, for JSON.
 *
 * @returns the answer, and what its body says, of which only the syntax has been checked
 * @throws {ProblemError} as {@linkcode askUpstream}, also when the body is no JSON
 */
export async function askUpstreamJson<T>(
  upstream: Upstream,
  request: Pick<UpstreamRequest, "path" | "bearer">,
): Promise<{ answer: UpstreamAnswer; value: T }> {
  const answer = await askUpstream(upstream, { ...request, expect: "application/json" });
  try {
    const value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(answer.body));
    return { answer, value };
  } catch (error) {
    throw new ProblemError("upstream.unavailable", "The service behind sent JSON that cannot be read", {
      cause: error,
    });
  }
}

/** The good answers beside 200, each with the request header without which nobody asked for it. */
const CONDITIONAL: { readonly [status: number]: { asked: string; type: string | null } } = {
  206: { asked: "Range", type: "application/octet-stream" },
  304: { asked: "If-None-Match", type: null },
  416: { asked: "Range", type: PROBLEM_TYPE },
};

function checkAnswer(
  response: Response,
  body: Uint8Array<ArrayBuffer>,
  { expect, headers: asked = {} }: UpstreamRequest,
): UpstreamAnswer {
  const { status, headers } = response;
  const type = (headers.get("Content-Type") ?? "").split(";")[0]!.trim().toLowerCase();
  const conditional = CONDITIONAL[status];
  const isGood = conditional
    ? Object.hasOwn(asked, conditional.asked) && (conditional.type === null || conditional.type === type)
    : status === 200 && type === expect;
  if (isGood) return { status, headers, body };
  if (status >= 400 && status < 500 && type === PROBLEM_TYPE) throw readProblem(body);
  throw new ProblemError(
    "upstream.unavailable",
    `The service behind answered ${status} with ${type ? quote(type) : "no media type"}`,
  );
}

function readProblem(body: Uint8Array): ProblemError {
  try {
    const { code, detail } = JSON.parse(new TextDecoder().decode(body));
    if (isProblemCode(code)) {
      return new ProblemError(
        code,
        typeof detail === "string" ? detail.slice(0, 500) : "The service behind refused",
      );
    }
  } catch { /* What is no problem document is answered as an unavailable service. */ }
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
    // Not waited for: what stalled may stall at this too.
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

/** An application in the same process does not look at the signal: the wait for it must. */
function withAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) return Promise.reject(signal.reason);
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
