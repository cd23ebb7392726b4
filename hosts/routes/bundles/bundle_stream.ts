import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { BUNDLES_PATH } from "../../../core/contract/mod.ts";
import { quote } from "../../../core/errors/mod.ts";
import { isBundleHash } from "../../../core/naming/mod.ts";
import { encodeBundleRecord } from "../../../core/tckb/mod.ts";
import { invalidHash } from "../http/path_parameters.ts";
import { type Log, ProblemError, toProblem } from "../http/problem.ts";
import { ISOLATION_HEADERS } from "../http/response_headers.ts";
import { identifyUser } from "./permission.ts";
import { readEnvelope } from "./verified_bytes.ts";
import type { BundleRouteDependencies } from "./widget_files.ts";

/** The limit of a request's body: the hashes of the largest batch fit. */
const MAX_BODY_BYTES = 128 * 1024;

/** The most hashes of a request: a batch has no more bundles (lifecycle specification, §8). */
const MAX_HASHES = 999;

/** How many envelopes are fetched ahead of the one that is being sent. */
const FETCH_AHEAD = 8;

/**
 * Creates `POST /api/widgets/v1/bundles`: the envelopes of several bundles in one streamed answer, in the requested
 * order. Its body is `{ "hashes": ["…"] }`. The answer has one record for each hash (`encodeBundleRecord`): the envelope,
 * or the problem's code. With `mock=true` they are those of the fixtures. The client verifies each envelope by its hash.
 */
export function createBundleStream(deps: BundleRouteDependencies): Hono {
  const routes = new Hono();
  routes.post(
    BUNDLES_PATH,
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: () => {
        const detail = `Cannot read the hashes: more than ${MAX_BODY_BYTES} bytes`;
        throw new ProblemError("request.too_large", detail);
      },
    }),
    async (context) => {
      const user = await identifyUser(context, deps);
      const find: EnvelopeSource = (hash) => readEnvelope(deps, hash, user);
      const hashes = readHashes(await context.req.text());
      return new Response(streamEnvelopes(hashes, find, deps.log), {
        headers: {
          ...ISOLATION_HEADERS,
          "Content-Type": "application/octet-stream",
          "Cache-Control": "no-store",
        },
      });
    },
  );
  return routes;
}

/** Finds the envelope of a bundle. */
type EnvelopeSource = (hash: string) => Promise<Uint8Array<ArrayBuffer>>;

function readHashes(text: string): string[] {
  const hashes = parseJson(text)?.hashes;
  if (!Array.isArray(hashes) || hashes.length === 0 || hashes.length > MAX_HASHES) {
    const detail = `Cannot read the body: expected {"hashes":[…]} with 1 to ${MAX_HASHES} bundle hashes`;
    throw new ProblemError("request.malformed", detail);
  }
  const invalid = hashes.find((hash) => typeof hash !== "string" || !isBundleHash(hash));
  if (invalid === undefined) return [...new Set<string>(hashes)];
  throw invalidHash(`${quote(String(invalid))}: it is not a bundle hash`);
}

function parseJson(text: string): { hashes?: unknown } | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Sends one envelope for each request of the reader, so that a slow client does not fill the memory. Nothing is fetched for
 * a reader that has left: it requests nothing, and what is being fetched is aborted with the caller's request.
 */
function streamEnvelopes(
  hashes: readonly string[],
  find: EnvelopeSource,
  log: Log,
): ReadableStream<Uint8Array> {
  const records = fetchRecords(hashes, find, log);
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await records.next();
      if (done) return controller.close();
      for (const part of value) controller.enqueue(part);
    },
  }, { highWaterMark: 0 });
}

/** The records in order, each fetched while earlier ones are sent. */
async function* fetchRecords(
  hashes: readonly string[],
  find: EnvelopeSource,
  log: Log,
): AsyncGenerator<Uint8Array[]> {
  const pending: Promise<Uint8Array[]>[] = [];
  for (let index = 0; index < hashes.length || pending.length > 0;) {
    while (index < hashes.length && pending.length < FETCH_AHEAD) {
      pending.push(fetchRecord(hashes[index++]!, find, log));
    }
    yield await pending.shift()!;
  }
}

async function fetchRecord(hash: string, find: EnvelopeSource, log: Log): Promise<Uint8Array[]> {
  try {
    return encodeBundleRecord({ hash, envelope: await find(hash), code: null });
  } catch (error) {
    return encodeBundleRecord({ hash, envelope: null, code: toProblem(error, log).code });
  }
}
