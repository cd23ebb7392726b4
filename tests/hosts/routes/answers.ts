import assert from "node:assert/strict";
import type { Problem } from "../../../core/problem/mod.ts";

/** Asserts that a response is a complete problem with a status and code, and not cacheable. */
export async function assertProblem(response: Response, status: number, code: string): Promise<Problem> {
  const body = await response.text();
  assert.equal(response.status, status, body);
  assert.equal(response.headers.get("Content-Type"), "application/problem+json", body);
  assertNotCacheable(response);
  assertIsolated(response);
  assert.equal(response.headers.has("WWW-Authenticate"), status === 401);
  const problem = JSON.parse(body);
  assert.deepEqual(Object.keys(problem).sort(), ["code", "detail", "status", "title", "type"]);
  assert.equal(problem.code, code, body);
  assert.equal(problem.status, status);
  for (const text of [problem.type, problem.title, problem.detail]) {
    assert.ok(typeof text === "string" && text.length > 0 && text.length < 1000, body);
  }
  return problem;
}

/** Asserts that no cache may store a response. */
export function assertNotCacheable(response: Response): void {
  assert.equal(response.headers.get("Cache-Control"), "no-store");
}

/**
 * Asserts that a response's type is not guessed, that no other origin may load it, and that it can do nothing as a
 * document, unless it is a page.
 */
export function assertIsolated(response: Response): void {
  assert.equal(response.headers.get("X-Content-Type-Options"), "nosniff");
  assert.equal(response.headers.get("Cross-Origin-Resource-Policy"), "same-origin");
  const policy = response.headers.get("Content-Security-Policy");
  if (response.headers.get("Content-Type")?.startsWith("text/html")) {
    assert.match(policy!, /^default-src 'none'; script-src 'self' .*; worker-src 'none'; /);
  } else {
    assert.equal(policy, "default-src 'none'; sandbox");
  }
}
