/** The media type of every error body (RFC 9457). */
export const PROBLEM_TYPE = "application/problem+json";

/** Every error code of the HTTP routes, with its status and title. */
const PROBLEMS = {
  "daily_page.invalid_batch_id": [400, "The batch id is not valid"],
  "daily_page.invalid_cursor": [400, "The cursor is not valid"],
  "daily_page.invalid_query": [400, "The query is not valid"],
  "bundle.invalid_hash": [400, "The bundle hash is not valid"],
  "auth.unauthenticated": [401, "No valid credential was given"],
  "request.forbidden": [403, "The request was refused"],
  "daily_page.not_found": [404, "There is no such batch"],
  "widget.not_found": [404, "There is no such widget"],
  "bundle.not_found": [404, "There is no such bundle"],
  "route.not_found": [404, "There is nothing at this address"],
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

/** The response of a problem: never cached, and with a challenge where a credential is missing. */
export function problemResponse(code: ProblemCode, detail: string): Response {
  const problem = describeProblem(code, detail);
  const headers = new Headers({
    "Content-Type": PROBLEM_TYPE,
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
  });
  if (problem.status === 401) headers.set("WWW-Authenticate", `Bearer realm="tck-cloud"`);
  return new Response(JSON.stringify(problem), { status: problem.status, headers });
}

/** Answers whatever a route threw; what is not a {@linkcode ProblemError} is logged and told to nobody. */
export function answerError(error: unknown, log: (message: string, error: unknown) => void): Response {
  if (error instanceof ProblemError) return problemResponse(error.code, error.detail);
  log("request failed", error);
  return problemResponse(
    "server.failed",
    "The request could not be answered; the log of the server says why",
  );
}

/** A value as it may stand in a message: in quotes, and cut when long. */
export function quote(value: string): string {
  return JSON.stringify(value.length > 80 ? `${value.slice(0, 79)}…` : value);
}
