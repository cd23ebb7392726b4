import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { quote } from "../../core/errors/mod.ts";
import { ISOLATION_HEADERS } from "./response_headers.ts";

/** The media type of every error body (RFC 9457). */
export const PROBLEM_TYPE = "application/problem+json";

/** Every error code of the HTTP routes, with its status and title. */
const PROBLEMS = {
  "daily_page.invalid_batch_id": [400, "The batch id is not valid"],
  "daily_page.invalid_cursor": [400, "The cursor is not valid"],
  "daily_page.invalid_query": [400, "The query is not valid"],
  "bundle.invalid_hash": [400, "The bundle hash is not valid"],
  "request.malformed": [400, "The request cannot be read"],
  "auth.unauthenticated": [401, "No valid credential was given"],
  "request.forbidden": [403, "The request was refused"],
  "daily_page.not_found": [404, "There is no such batch"],
  "widget.not_found": [404, "There is no such widget"],
  "bundle.not_found": [404, "There is no such bundle"],
  "route.not_found": [404, "There is nothing at this address"],
  "request.too_large": [413, "The request is too large"],
  "request.unsatisfiable_range": [416, "There is no such part"],
  "bundle.hash_mismatch": [422, "The bundle is not what its hash says"],
  "bundle.unsupported_format": [422, "The bundle's format is not supported"],
  "bundle.malformed": [422, "The bundle cannot be read"],
  "server.failed": [500, "The server failed"],
  "upstream.unavailable": [502, "The service behind this one did not answer properly"],
  "upstream.timeout": [504, "The service behind this one did not answer in time"],
} as const satisfies Record<string, readonly [status: number, title: string]>;

/** The stable name of an HTTP error. */
export type ProblemCode = keyof typeof PROBLEMS;

/** The body of an error response (RFC 9457, with `code`). */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: ProblemCode;
}

/** Ends a request with a problem; a route throws it, and the application's error handler answers with it. */
export class ProblemError extends Error {
  override name = "ProblemError";

  constructor(readonly code: ProblemCode, readonly detail: string, options?: ErrorOptions) {
    super(`${code}: ${detail}`, options);
  }
}

/** Whether a text is one of the codes. */
export function isProblemCode(code: unknown): code is ProblemCode {
  return typeof code === "string" && Object.hasOwn(PROBLEMS, code);
}

/** The problem of a code, as data. */
export function describeProblem(code: ProblemCode, detail: string): Problem {
  const [status, title] = PROBLEMS[code];
  return { type: `urn:tck:problem:${code}`, title, status, detail, code };
}

/** The challenge that every 401 carries (RFC 9110, §15.5.2). */
export const CHALLENGE = { "WWW-Authenticate": `Bearer realm="tck-cloud"` } as const;

/** The response of a problem: never cached, and with a challenge where a credential is missing. */
export function problemResponse(
  code: ProblemCode,
  detail: string,
  extra: Record<string, string> = {},
): Response {
  const problem = describeProblem(code, detail);
  const headers = {
    ...ISOLATION_HEADERS,
    "Content-Type": PROBLEM_TYPE,
    "Cache-Control": "no-store",
    ...(problem.status === 401 ? CHALLENGE : {}),
    ...extra,
  };
  return new Response(JSON.stringify(problem), { status: problem.status, headers });
}

/** Answers whatever a route threw. */
export function answerError(error: unknown, log: ProblemLog): Response {
  const { code, detail } = toProblem(error, log);
  return problemResponse(code, detail);
}

/** Answers for an address that no route has. */
export function answerNotFound(context: Context): Response {
  return problemResponse(
    "route.not_found",
    `Cannot ${context.req.method} ${quote(context.req.path)}: no route has this method and address`,
  );
}

/** Where the cause of a 5xx goes. */
export type ProblemLog = (message: string, error: unknown) => void;

/** The problem that stands for whatever a route threw. The cause of a 5xx is logged, and told to nobody. */
export function toProblem(error: unknown, log: ProblemLog): ProblemError {
  const problem = error instanceof ProblemError ? error : translate(error);
  if (PROBLEMS[problem.code][0] >= 500) log(problem.message, problem.cause ?? problem);
  return problem;
}

/** What hono's own middleware throws speaks in statuses; everything else is this server's fault. */
function translate(error: unknown): ProblemError {
  const status = error instanceof HTTPException ? error.status : 500;
  if (status === 403) return new ProblemError("request.forbidden", "The request comes from another origin");
  if (status === 413) return new ProblemError("request.too_large", "The request's body is too large");
  const detail = "The request could not be answered; the log of the server says why";
  return new ProblemError("server.failed", detail, { cause: error });
}
