import { HTTPException } from "hono/http-exception";
import type { LogEvent } from "../../../core/commit/mod.ts";
import { CodedError, errorMessageWithCauses, quote } from "../../../core/errors/mod.ts";
import { defineProblems, ProblemError as AnyProblemError } from "../../../core/problem/mod.ts";
import { InsufficientScopeError, READ_SCOPE } from "../../auth/mod.ts";
import { ISOLATION_HEADERS } from "./response_headers.ts";

const REALM = "tck-cloud";

/** Every error code of the HTTP routes, with its status and title. */
export const PROBLEMS = defineProblems({
  "daily_page.invalid_batch_id": [400, "The batch id is not valid"],
  "daily_page.invalid_cursor": [400, "The cursor is not valid"],
  "daily_page.invalid_query": [400, "The query is not valid"],
  "bundle.invalid_hash": [400, "The bundle hash is not valid"],
  "request.malformed": [400, "The request cannot be read"],
  "auth.sign_in_expired": [400, "The sign-in is not valid any more"],
  "auth.sign_in_denied": [403, "The sign-in was not allowed"],
  "auth.sign_in_failed": [502, "The sign-in failed"],
  "auth.provider_unavailable": [502, "The identity provider does not answer"],
  "auth.unauthenticated": [401, "No valid credential was given"],
  "request.forbidden": [403, "The request was rejected"],
  "auth.insufficient_scope": [403, "The credential does not allow this"],
  "daily_page.not_found": [404, "There is no such batch"],
  "widget.not_found": [404, "There is no such widget"],
  "bundle.not_found": [404, "There is no such bundle"],
  "route.not_found": [404, "There is nothing at this address"],
  "request.method_not_allowed": [405, "This address does not have the method"],
  "batch.malformed": [400, "The batch cannot be read"],
  "batch.too_slow": [408, "The batch did not arrive in time"],
  "batch.too_large": [413, "The batch is too large"],
  "batch.other_revision": [412, "The batch is of another revision"],
  "batch.invalid": [422, "The batch has invalid bundles"],
  "batch.key_reused": [422, "The idempotency key belongs to another batch"],
  "batch.busy": [503, "Too many batches arrive at the same time"],
  "page.busy": [503, "Too many pages are made at the same time"],
  "request.too_large": [413, "The request is too large"],
  "request.url_too_long": [414, "The URL is too long"],
  "request.precondition_failed": [412, "The body has another tag"],
  "request.unsatisfiable_range": [416, "There is no such part"],
  "bundle.hash_mismatch": [422, "The bundle is not what its hash says"],
  "bundle.unsupported_format": [422, "The bundle's format is not supported"],
  "bundle.malformed": [422, "The bundle cannot be read"],
  "request.rate_limited": [429, "Too many requests"],
  "request.cancelled": [499, "The client closed the request"],
  "storage.object_missing": [500, "An object of a committed batch is missing"],
  "server.failed": [500, "The server failed"],
  "storage.unavailable": [503, "The stores do not answer"],
  "upstream.unavailable": [502, "The service behind this one did not answer properly"],
  "upstream.timeout": [504, "The service behind this one did not answer in time"],
}, REALM);

export type ProblemCode = Parameters<typeof PROBLEMS.create>[0];

/** Ends a request with one of the problems. */
export const ProblemError = AnyProblemError<ProblemCode>;

/** Ends a request with one of the problems. */
export type ProblemError = AnyProblemError<ProblemCode>;

/** Without a valid credential the request is not answered. */
export function unauthenticated(detail: string): ProblemError {
  return new ProblemError("auth.unauthenticated", detail);
}

/** The service behind did not answer properly. */
export function unavailable(detail: string, options?: ErrorOptions): ProblemError {
  return new ProblemError("upstream.unavailable", detail, options);
}

/** There is no such batch, bundle or widget. */
export function notFound(kind: "batch" | "bundle" | "widget", id: string, reason: string): ProblemError {
  const code = kind === "batch" ? "daily_page.not_found" : `${kind}.not_found` as const;
  return new ProblemError(code, `Cannot find ${kind} ${quote(id)}: ${reason}`);
}

/** A parameter of the query cannot be read. */
export function invalidQuery(detail: string): ProblemError {
  return new ProblemError("daily_page.invalid_query", detail);
}

/** The service behind rejected one request too many of the user. */
export class RateLimitedError extends AnyProblemError<"request.rate_limited"> {
  /** The headers of the response: when to retry, if that service stated it in seconds. */
  readonly headers: { readonly [name: string]: string };

  constructor(detail: string, retryAfter: string | null) {
    super("request.rate_limited", detail);
    this.headers = /^\d{1,9}$/.test(retryAfter ?? "") ? { "Retry-After": retryAfter! } : {};
  }
}

/** A batch has another revision than a request replaces. */
export class OtherRevisionError extends AnyProblemError<"batch.other_revision"> {
  /** The headers of the response: the present revision as its tag, if there is one. */
  readonly headers: { readonly [name: string]: string };

  constructor(detail: string, present: string | null) {
    super("batch.other_revision", detail);
    this.headers = present === null ? {} : { "ETag": `"${present}"` };
  }
}

/** The challenge of a page with status 401 (RFC 9110, §15.5.2). */
export const CHALLENGE = { "WWW-Authenticate": `Bearer realm="${REALM}"` } as const;

/** The challenge of a bearer without the scope (RFC 6750, §3.1). */
const SCOPE_CHALLENGE = {
  "WWW-Authenticate": `Bearer realm="${REALM}", error="insufficient_scope", scope="${READ_SCOPE}"`,
} as const;

/** The log event of a row whose object is missing. */
export const OBJECT_MISSING_EVENT = "object_missing";

export type Log = (event: LogEvent) => void;

/** The response of a problem, which no page of another origin may load. */
export function respondProblem(
  code: ProblemCode,
  detail: string,
  headers: { readonly [name: string]: string } = {},
): Response {
  const challenge = code === "auth.insufficient_scope" ? SCOPE_CHALLENGE : {};
  return PROBLEMS.respond(code, detail, { ...ISOLATION_HEADERS, ...challenge, ...headers });
}

/** The response to an error that a route threw. */
export function respondError(error: unknown, log: Log): Response {
  const problem = toProblem(error, log);
  return respondProblem(problem.code, problem.detail, headersOf(problem));
}

/** The problems of a process that has enough to do. */
const BUSY: readonly ProblemCode[] = ["batch.busy", "page.busy"];

/** The problems after which the same request can succeed in a moment. */
const RETRYABLE: readonly ProblemCode[] = ["storage.unavailable", ...BUSY];

/** The headers that a problem needs in addition to those of its code. */
export function headersOf(problem: ProblemError): { readonly [name: string]: string } {
  if (problem instanceof RateLimitedError || problem instanceof OtherRevisionError) return problem.headers;
  return RETRYABLE.includes(problem.code) ? { "Retry-After": "1" } : {};
}

/** The problem of an error that a route threw. The cause of a 5xx is logged and not sent. */
export function toProblem(error: unknown, log: Log): ProblemError {
  const problem = error instanceof ProblemError ? error : translate(error);
  if (PROBLEMS.statusOf(problem.code) >= 500) log(buildFailureEvent(problem));
  return problem;
}

/**
 * A missing object is an event of its own where it is found, that is in the storage service, which has the cause. The
 * services in front of it log a failed request.
 */
function buildFailureEvent({ code, detail, cause }: ProblemError): LogEvent {
  if (BUSY.includes(code)) return { event: "request_failed", level: "warning", message: detail, code };
  const isMissingObject = code === "storage.object_missing" && cause !== undefined;
  const event = isMissingObject ? OBJECT_MISSING_EVENT : "request_failed";
  const failure = { event, level: "error", message: `${code}: ${detail}`, code } as const;
  if (cause === undefined) return failure;
  // While a store is down, every request fails in the same way: its stack says nothing.
  if (code === "storage.unavailable") return { ...failure, cause: errorMessageWithCauses(cause) };
  return { ...failure, cause: describeCause(cause) };
}

/** The stack of a cause. Its first line has the messages of the further causes too. */
function describeCause(cause: unknown): string {
  const messages = errorMessageWithCauses(cause);
  return cause instanceof Error ? cause.stack?.replace(cause.message, () => messages) ?? messages : messages;
}

/** The codes of stores that do not answer now. */
const UNAVAILABLE: readonly string[] = [
  "database.unreachable",
  "database.standby",
  "database.other_server",
  "database.former_primary",
  "object_store.unavailable",
];

/** hono's own middleware throws HTTP exceptions; any other error is a fault of this server. */
function translate(error: unknown): ProblemError {
  const status = error instanceof HTTPException ? error.status : 500;
  if (status === 403) return new ProblemError("request.forbidden", "The request comes from another origin");
  if (status === 413) return new ProblemError("request.too_large", "The request's body is too large");
  if (error instanceof CodedError && error.code === "database.object_missing") {
    const detail =
      "A committed batch references an object that does not exist; the log of the server says which";
    return new ProblemError("storage.object_missing", detail, { cause: error });
  }
  if (error instanceof CodedError && UNAVAILABLE.includes(error.code)) {
    const detail = "A store of the service does not answer; the log of the server says which";
    return new ProblemError("storage.unavailable", detail, { cause: error });
  }
  if (isOfLeftClient(error)) {
    return new ProblemError("request.cancelled", "The client closed the request", { cause: error });
  }
  if (error instanceof InsufficientScopeError) return new ProblemError(error.code, error.message);
  const detail = "The request could not be answered; the log of the server says why";
  return new ProblemError("server.failed", detail, { cause: error });
}

/** Whether `node:http` ended a request's body with it, since the client has left. No store and no service fails in this way. */
function isOfLeftClient(error: unknown): boolean {
  return error instanceof Error && error.message === "aborted" && "code" in error &&
    error.code === "ECONNRESET";
}
