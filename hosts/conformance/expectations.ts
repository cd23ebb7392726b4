import { quote } from "../../core/errors/mod.ts";
import { CheckFault } from "./errors.ts";
import type { Answer, Sent } from "./service.ts";

/** Ends a check unless the condition holds. */
export function expect(
  condition: unknown,
  { request }: Pick<Answer, "request">,
  fault: string,
): asserts condition {
  if (!condition) throw new CheckFault(`${request}: ${fault}`);
}

export function expectStatus(answer: Answer, ...statuses: readonly number[]): void {
  const { status, text } = answer;
  const body = status >= 400 && text.startsWith("{") ? ` ${text.slice(0, 200)}` : "";
  expect(
    statuses.includes(status),
    answer,
    `expected ${statuses.join(" or ")}, it answered ${status}${body}`,
  );
}

/** The exact value of a header, or a pattern of it; null where it must be absent. */
export function expectHeader(answer: Answer, name: string, expected: string | RegExp | null): void {
  const value = answer.headers.get(name);
  const holds = expected instanceof RegExp ? expected.test(value ?? "") : value === expected;
  const found = value === null ? "it is absent" : `it is ${quote(value.slice(0, 200))}`;
  const wanted = expected === null ? "no header" : expected instanceof RegExp ? expected : quote(expected);
  expect(holds, answer, `expected ${name}: ${wanted}, ${found}`);
}

/**
 * Expects the headers that keep pages of other origins from loading the answer, and browsers from guessing its type.
 */
export function expectIsolation(answer: Answer): void {
  expectHeader(answer, "X-Content-Type-Options", "nosniff");
  expectHeader(answer, "Cross-Origin-Resource-Policy", "same-origin");
}

/** Expects an RFC 9457 problem with its code, which no cache may store. */
export function expectProblem(answer: Answer, status: number, code: string): void {
  expectStatus(answer, status);
  expectHeader(answer, "Content-Type", /^application\/problem\+json\b/);
  expectHeader(answer, "Cache-Control", "no-store");
  expectIsolation(answer);
  if (status === 401) expectHeader(answer, "WWW-Authenticate", /^Bearer\b/);
  const problem = readJson(answer);
  expect(problem["code"] === code, answer, `expected code ${code}, it is ${quote(String(problem["code"]))}`);
  expect(
    problem["status"] === status,
    answer,
    `expected status ${status} in the body, it is ${problem["status"]}`,
  );
  for (const field of ["type", "title", "detail"]) {
    const value = problem[field];
    expect(typeof value === "string" && value !== "", answer, `expected a text in ${field} of the problem`);
  }
}

/** The JSON object of a body. */
export function readJson(answer: Answer): { [field: string]: unknown } {
  try {
    const value = JSON.parse(answer.text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch { /* Reported below. */ }
  const message = `${answer.request}: expected a JSON object, the body is ${quote(answer.text.slice(0, 80))}`;
  throw new CheckFault(message);
}

/** A function that sends one request. */
type Ask = (sent?: Sent) => Promise<Answer>;

/** The strong ETag of a response. */
export function readTag(answer: Answer): string {
  expectHeader(answer, "ETag", /^"[^"]+"$/);
  return answer.headers.get("ETag")!;
}

/** A read is answered with 304 and without a body to a client that has it, and HEAD has its headers. */
export async function expectRevalidation(ask: Ask): Promise<void> {
  const whole = await ask();
  expectStatus(whole, 200);
  const tag = readTag(whole);
  for (const value of [tag, `"another", W/${tag}`, "*"]) {
    const unchanged = await ask({ headers: { "If-None-Match": value } });
    expectStatus(unchanged, 304);
    expectHeader(unchanged, "ETag", tag);
    expect(unchanged.bytes.length === 0, unchanged, "expected no body with 304");
  }
  expectStatus(await ask({ headers: { "If-None-Match": '"another"' } }), 200);
  const head = await ask({ method: "HEAD" });
  expectStatus(head, 200);
  for (const name of ["ETag", "Content-Type", "Cache-Control"]) {
    expectHeader(head, name, whole.headers.get(name));
  }
  const length = head.headers.get("Content-Length");
  const isRight = length === null || Number(length) === whole.bytes.length;
  expect(isRight, head, `expected Content-Length ${whole.bytes.length}, it is ${length}`);
}

/** Parts of a body are sent as RFC 9110, §14 says. */
export async function expectRanges(ask: Ask): Promise<void> {
  const whole = await ask();
  expectStatus(whole, 200);
  expectHeader(whole, "Accept-Ranges", "bytes");
  const [tag, size] = [readTag(whole), whole.bytes.length];
  const parts = [["bytes=0-3", 0, 4], ["bytes=4-", 4, size], ["bytes=-5", size - 5, size]] as const;
  for (const [range, start, end] of parts) {
    for (const condition of [{}, { "If-Range": tag }]) {
      const part = await ask({ headers: { "Range": range, ...condition } });
      expectStatus(part, 206);
      expectHeader(part, "Content-Range", `bytes ${start}-${end - 1}/${size}`);
      expectHeader(part, "ETag", tag);
      expect(
        isEqual(part.bytes, whole.bytes.subarray(start, end)),
        part,
        `expected bytes ${start} to ${end - 1}`,
      );
    }
  }
  const changed = await ask({ headers: { "Range": "bytes=0-3", "If-Range": '"another"' } });
  expectStatus(changed, 200);
  expect(
    isEqual(changed.bytes, whole.bytes),
    changed,
    "expected the whole body when If-Range does not match",
  );
  expectProblem(await ask({ headers: { "If-Match": '"another"' } }), 412, "request.precondition_failed");
  expectStatus(await ask({ headers: { "If-Match": tag } }), 200);
  const beyond = await ask({ headers: { "Range": `bytes=${size}-` } });
  expectProblem(beyond, 416, "request.unsatisfiable_range");
  expectHeader(beyond, "Content-Range", `bytes */${size}`);
  for (const range of ["lines=0-3", "bytes=0-1,3-4"]) {
    const ignored = await ask({ headers: { "Range": range } });
    expectStatus(ignored, 200);
    expect(isEqual(ignored.bytes, whole.bytes), ignored, `expected the whole body for the range ${range}`);
  }
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

/** Other methods are answered with 405 and the methods that the address has; OPTIONS states them. */
export async function expectMethods(ask: Ask, allow = "GET, HEAD, OPTIONS"): Promise<void> {
  for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
    const answer = await ask({ method });
    expectProblem(answer, 405, "request.method_not_allowed");
    expectHeader(answer, "Allow", allow);
  }
  const options = await ask({ method: "OPTIONS" });
  expectStatus(options, 204);
  expectHeader(options, "Allow", allow);
  expect(options.bytes.length === 0, options, "expected no body with 204");
}
