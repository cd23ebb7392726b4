import { quote } from "../../../core/errors/mod.ts";
import { PROBLEM_TYPE } from "../../../core/problem/mod.ts";
import { ProblemError, PROBLEMS, RateLimitedError, unavailable } from "./problem.ts";
import type { UpstreamRequest } from "./upstream.ts";
import type { WaitLimit } from "./wait_limit.ts";

/** The valid statuses other than 200, each with the request header that it requires and its media type. */
const CONDITIONAL: { readonly [status: number]: { header: string; type: string | null } } = {
  206: { header: "Range", type: "application/octet-stream" },
  304: { header: "If-None-Match", type: null },
  412: { header: "If-Match", type: PROBLEM_TYPE },
  416: { header: "Range", type: PROBLEM_TYPE },
};

/** Whether a response is one of those that a request can have, with a body of the expected type. */
export function isExpected(
  status: number,
  type: string,
  { expect, headers: requested = {} }: UpstreamRequest,
): boolean {
  const conditional = CONDITIONAL[status];
  if (!conditional) return status === 200 && type === expect;
  return Object.hasOwn(requested, conditional.header) &&
    (conditional.type === null || conditional.type === type);
}

/** The media type of a response in lower case, or an empty string. */
export function readMediaType({ headers }: Response): string {
  return (headers.get("Content-Type") ?? "").split(";")[0]!.trim().toLowerCase();
}

/** The faults of a service behind that are passed on to the client. */
const PASSED_ON: readonly string[] = ["storage.object_missing", "storage.unavailable"];

/** The problem of an unexpected response. */
export function toFailure({ status, headers }: Response, type: string, body: Uint8Array): ProblemError {
  if (isReadable(status, type)) {
    const problem = readProblem(body);
    if (status === 429) return new RateLimitedError(problem.detail, headers.get("Retry-After"));
    if (status < 500 || PASSED_ON.includes(problem.code)) return problem;
  }
  return unavailable(`The service behind answered ${status} with ${type ? quote(type) : "no media type"}`);
}

/** Whether a response is a problem whose document says which one. */
export function isReadable(status: number, type: string): boolean {
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

/** The problem of a request that got no response, or whose waiting has ended. */
export function toUpstreamProblem(error: unknown, { signal }: WaitLimit): ProblemError {
  if (error instanceof ProblemError) return error;
  const cause = { cause: error };
  if (!signal.aborted) return unavailable("The service behind could not be reached", cause);
  const { reason } = signal;
  if (reason instanceof ProblemError) return reason;
  return reason instanceof DOMException && reason.name === "TimeoutError"
    ? new ProblemError("upstream.timeout", "The service behind did not answer in time", cause)
    : new ProblemError("request.cancelled", "The client closed the request", cause);
}
