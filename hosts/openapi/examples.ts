import { type ProblemCode, PROBLEMS } from "../routes/http/mod.ts";
import recorded from "./examples.json" with { type: "json" };

/** Answers by operation: of the status 200, and of each problem by its code. */
export interface Examples {
  readonly [operation: string]: { readonly [statusOrCode: string]: unknown };
}

/**
 * What the public API answered in a run of `deno task conformance` on the test's batches, except times and cursors. The test
 * of the document records them again, and writes them with `--update`.
 */
const RECORDED: Examples = recorded;

/** The details of problems that no request of a conformance run can cause. */
const DETAILS: { readonly [code in ProblemCode]?: string } = {
  "auth.insufficient_scope": "The bearer does not have scope tck.read",
  "server.failed": "The request could not be answered; the log of the server says why",
  "storage.object_missing":
    "A committed batch references an object that does not exist; the log of the server says which",
  "storage.unavailable": "A store of the service does not answer; the log of the server says which",
  "upstream.unavailable": "The service behind answered 200 with text/html",
  "upstream.timeout": "The service behind did not answer in time",
  "request.rate_limited": "Cannot answer more than 1200 requests of a user in 60 s: retry in 17 s",
};

/** A conformance run has no session of a web app. */
const SESSIONS: { readonly [operation: string]: unknown } = {
  readSession: { state: "live" },
  endSession: { state: "ended" },
};

/** An answer of an operation. */
export function exampleOf(operation: string): unknown {
  return RECORDED[operation]?.["200"] ?? SESSIONS[operation];
}

/** An answer of an operation that ended with a problem. */
export function exampleOfProblem(operation: string, code: ProblemCode): unknown {
  const found = RECORDED[operation]?.[code];
  if (found !== undefined) return found;
  const { type, title, status } = PROBLEMS.create(code, "");
  return { type, title, status, detail: DETAILS[code] ?? title, code };
}
