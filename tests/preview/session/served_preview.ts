import assert from "node:assert/strict";
import type { BundleList, PublicBundle } from "../../../preview/protocol.ts";
import type { RequestGuardOptions } from "../../../preview/server/http/request_guard.ts";
import type { PreviewSessionOptions } from "./preview_session.ts";

/** A preview on loopback, with or without a dev server. */
export interface ServedPreview {
  readonly baseUrl: string;
  readonly port: number;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Serves a project: the same cases run on a session without a dev server and on the whole preview. */
export type ServePreview = (
  options: PreviewSessionOptions,
  guarding?: Pick<Partial<RequestGuardOptions>, "token" | "allowedOrigins">,
) => Promise<ServedPreview>;

/** Registers a test: `Deno.test`, or its replacement on another runtime. */
export type RegisterTest = (name: string, run: () => Promise<void> | void) => void;

/** Sends a request with JSON and reads the JSON response. */
export async function ask<Answer = unknown>(
  { baseUrl }: ServedPreview,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: Answer; headers: Headers }> {
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() as Answer, headers: response.headers };
}

/** The bundles in the store. */
export async function listBundles(preview: ServedPreview): Promise<PublicBundle[]> {
  return (await ask<BundleList>(preview, "GET", "/__tck/bundles")).body.bundles;
}

/** Uploads a bundle, which must succeed. */
export async function uploadBundle(
  { baseUrl }: ServedPreview,
  label: string,
  bytes: Uint8Array,
): Promise<PublicBundle> {
  const response = await fetch(`${baseUrl}/__tck/bundle/upload`, {
    method: "POST",
    headers: { "x-tck-label": encodeURIComponent(label) },
    body: bytes as Uint8Array<ArrayBuffer>,
  });
  const body = await response.json();
  assert.equal(response.status, 200, JSON.stringify(body));
  return body;
}

/** Asserts that a response is a complete problem document. */
export function assertProblem(
  { status, body, headers }: { status: number; body: unknown; headers: Headers },
  expectedStatus: number,
  code: string,
): void {
  const problem = (typeof body === "string" ? JSON.parse(body) : body) as { [name: string]: unknown };
  assert.deepEqual([status, problem["code"]], [expectedStatus, code], JSON.stringify(problem));
  assert.equal(problem["status"], expectedStatus);
  assert.equal(problem["type"], `urn:tck:problem:${code}`);
  assert.equal(headers.get("content-type"), "application/problem+json");
  assert.equal(headers.get("cache-control"), "no-store");
  assert.match(String(problem["detail"]), /^Cannot [^\n]{1,400}[^.]$/);
}
