/**
 * What the attacks on a server send and read.
 *
 * @module
 */
import { connect } from "node:net";
import { encodeBatchFile } from "../../../core/streams/mod.ts";
import { formatBatchId } from "../../../core/naming/mod.ts";
import { bearerOf, credentialOf, PATH, type WritingServer } from "../submissions/writing_server.ts";
import { buildBundle, type LargeBundle } from "./large_bundles.ts";

/** The parts of a running server that are attacked. */
export type Attacked = Pick<WritingServer, "url" | "run" | "data">;

/** An attack that sends a server the largest inputs that limits let through. */
export interface Attack {
  /** What must be there before it is measured. */
  prepare?(server: Attacked, scale: number): Promise<void>;
  /** @param scale how much is sent: 1 in each run of the tests, more in the soak */
  send(server: Attacked, scale: number): Promise<void>;
}

/** Sends a batch, and returns the status and code. */
export async function putBatch(
  { url }: Attacked,
  target: { user: string; date: string; kind?: string },
  bundles: readonly LargeBundle[],
): Promise<string> {
  const query = new URLSearchParams({ kind: "diary", task: "t1", ...target });
  const files = bundles.flatMap(({ envelope }, index) =>
    encodeBatchFile({ name: `${String(index + 1).padStart(3, "0")}_card.tckb`, envelope })
  );
  const sent = fetch(`${url}${PATH}?${query}`, {
    method: "PUT",
    headers: {
      Authorization: `Bearer ${await credentialOf([target.user], target.user)}`,
      "Idempotency-Key": crypto.randomUUID(),
    },
    body: new Blob(files),
  });
  // A large body that is rejected before its end is not read to its end.
  const response = await sent.catch(() => null);
  if (response === null) return "closed";
  const { code = "" } = await response.json();
  return `${response.status} ${code}`.trim();
}

/** Sends a batch that has to be committed. */
export async function commit(...args: Parameters<typeof putBatch>): Promise<void> {
  const answer = await putBatch(...args);
  if (answer !== "201") throw new Error(`The batch was not committed: ${answer}`);
}

/** Sends a batch that has to be answered so. */
export async function requireAnswer(expected: string, ...args: Parameters<typeof putBatch>): Promise<void> {
  const answer = await putBatch(...args);
  if (answer !== expected) throw new Error(`The batch was answered ${answer}, expected ${expected}`);
}

/** Reads addresses at once, to their ends, with the bearer of a user. */
export async function readAll({ url }: Attacked, user: string, paths: readonly string[]): Promise<number[]> {
  const headers = { Authorization: `Bearer ${await bearerOf(user)}`, "Accept-Encoding": "gzip" };
  return await Promise.all(paths.map(async (path) => {
    const read = () => fetch(url + path, { headers, redirect: "manual" });
    const response = await read().catch(read); // A kept connection may just have been closed.
    for await (const _ of response.body ?? []);
    return response.status;
  }));
}

/** Reads pages that are there. */
export async function requirePages(...args: Parameters<typeof readAll>): Promise<void> {
  const statuses = await readAll(...args);
  if (statuses.some((status) => status !== 200)) throw new Error(`${args[2]} were answered ${statuses}`);
}

/** Commits and reads something small, since the embedded database takes most of its memory with the first commit. */
export async function warmUp(server: Attacked): Promise<void> {
  await commit(server, { user: "first", date: "2026-01-01" }, [buildBundle({})]);
  await readAll(server, "first", ["/v2/daily-pages", "/feed", "/"]);
}

/** The numbers from 0 on. */
export const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** As many copies, each with a hash of its own. */
export function buildEach(count: number, build: (index: number) => LargeBundle): LargeBundle[] {
  return range(count).map(build);
}

/** The day of most batches. */
export const DAY = "2026-03-01";

/** The paths of a user's lists and pages, with the days of some morning briefs. */
export function listPaths(dates: readonly string[]): string[] {
  const ids = dates.map((date) => formatBatchId(date, "morning_brief"));
  return [
    "/v2/daily-pages?limit=100",
    "/api/daily-pages/v2/batches?limit=100",
    "/",
    "/feed",
    "/embed/daily-page/v2",
    ...ids.slice(0, 2).map((id) => `/feed/${id}`),
    ...ids.slice(0, 2).map((id) => `/api/daily-pages/v2/batches/${id}`),
  ];
}

/** Days with batches, a month before. */
export const DATES = range(12).map((index) => `2026-02-${String(index + 1).padStart(2, "0")}`);

/** A call of a tool of the chat endpoint. */
export async function callTool({ url }: Attacked, user: string, name: string, input: object): Promise<void> {
  const response = await fetch(`${url}/mcp`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${await bearerOf(user)}`,
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      "MCP-Protocol-Version": "2025-06-18",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: input } }),
  });
  const text = await response.text();
  if (response.status !== 200 || !text.includes('"result"')) {
    throw new Error(`${name} answered ${response.status}: ${text.slice(0, 200)}`);
  }
}

/** Sends bytes on a connection of their own, and waits until it is closed or nothing comes for a while. */
export function sendRaw({ url }: Attacked, parts: readonly (string | Uint8Array)[]): Promise<void> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      for (const part of parts) socket.write(part);
    });
    socket.setTimeout(1_000, () => socket.destroy()); // timer: a server may leave the connection open
    socket.on("error", () => {}).on("data", () => {}).on("close", () => resolve());
  });
}

/** The head of a request, as it is sent. */
export const head = (path: string, ...fields: string[]): string =>
  [`GET ${path} HTTP/1.1`, "Host: 127.0.0.1", ...fields, "", ""].join("\r\n");
