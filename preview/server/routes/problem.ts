import type { ProblemDocument } from "../../protocol.ts";

/** Every error code of the dev protocol, with its status and title. */
const PROBLEMS = {
  "request.malformed": [400, "The request cannot be read"],
  "feed_batch.invalid": [400, "The feed batch is not valid"],
  "fetch.invalid_url": [400, "The address cannot be fetched"],
  "fetch.forbidden_address": [400, "The address is not a public one"],
  "auth.unauthenticated": [401, "The token is missing or not valid"],
  "request.forbidden": [403, "The request was refused"],
  "bundle.not_found": [404, "There is no such bundle"],
  "route.not_found": [404, "There is nothing at this address"],
  "request.method_not_allowed": [405, "The address has no such method"],
  "request.timeout": [408, "The request took too long"],
  "request.too_large": [413, "The request is too large"],
  "request.unsupported_type": [415, "The request's type is not supported"],
  "bundle.hash_mismatch": [422, "The bundle is not what its hash says"],
  "bundle.unsupported_format": [422, "The bundle's format is not supported"],
  "bundle.malformed": [422, "The bundle cannot be read"],
  "bundle.invalid_manifest": [422, "The bundle's manifest is not valid"],
  "server.failed": [500, "The preview failed"],
  "upstream.unavailable": [502, "The address did not answer properly"],
  "upstream.too_large": [502, "The address answers with too much"],
  "upstream.timeout": [504, "The address did not answer in time"],
} as const satisfies Record<string, readonly [status: number, title: string]>;

/** The stable name of an error. */
export type ProblemCode = keyof typeof PROBLEMS;

/** An error as a client gets it. */
export interface Problem extends ProblemDocument {
  code: ProblemCode;
}

/** Ends a request with a problem. */
export class ProblemError extends Error {
  override name = "ProblemError";

  /** @param detail What is the case, for people */
  constructor(readonly code: ProblemCode, readonly detail: string, options?: ErrorOptions) {
    super(`${code}: ${detail}`, options);
  }
}

/** The problem of a code, as data. */
export function describeProblem(code: ProblemCode, detail: string): Problem {
  const [status, title] = PROBLEMS[code];
  return { type: `urn:tck:problem:${code}`, title, status, detail, code };
}

/** The response of a problem. It ends the connection, since the request may not have been read, nor ever end. */
export function problemResponse(problem: Problem, headers: { [name: string]: string } = {}): Response {
  const { status } = problem;
  return new Response(JSON.stringify(problem), {
    status,
    headers: {
      "content-type": "application/problem+json",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "connection": "close",
      ...(status === 401 ? { "www-authenticate": `Bearer realm="tck-preview"` } : {}),
      ...headers,
    },
  });
}
