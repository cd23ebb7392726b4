import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { BUNDLES_PATH } from "../../core/contract/mod.ts";
import { quote } from "../../core/errors/mod.ts";
import { isBundleHash } from "../../core/naming/mod.ts";
import { encodeBundleRecord } from "../../core/tckb/mod.ts";
import { ProblemError, toProblem } from "./problem.ts";
import { type Caller, callerOf } from "./request_trace.ts";
import { ISOLATION_HEADERS } from "./response_headers.ts";
import { findEnvelope, type WidgetFileDependencies } from "./widget_files.ts";
import { requireWebBearer } from "./web_identity.ts";

/** The limit of a request's body: the hashes of the largest batch fit. */
const MAX_BODY_BYTES = 128 * 1024;

/** The most hashes of a request: a batch has no more bundles (lifecycle specification, §8). */
const MAX_HASHES = 999;

/** How many envelopes are fetched ahead of the one that is being sent. */
const FETCH_AHEAD = 8;

/**
 * Creates `POST /api/widgets/v1/bundles`: the envelopes of several bundles in one streamed answer, in the requested
 * order. Its body is `{ "hashes": ["…"] }`. The answer has one record for each hash (`encodeBundleRecord`): the envelope,
 * or the problem's code. The client verifies each envelope by its hash.
 */
export function createBundleStream(deps: WidgetFileDependencies): Hono {
  const routes = new Hono();
  routes.post(
    BUNDLES_PATH,
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: () => {
        throw new ProblemError(
          "request.too_large",
          `Cannot read the hashes: more than ${MAX_BODY_BYTES} bytes`,
        );
      },
    }),
    async (context) => {
      const bearer = await requireWebBearer(context, deps.sessions);
      const hashes = readHashes(await context.req.text());
      return new Response(streamEnvelopes(deps, hashes, bearer, callerOf(context)), {
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

function readHashes(text: string): string[] {
  const hashes = parseJson(text)?.hashes;
  if (!Array.isArray(hashes) || hashes.length === 0 || hashes.length > MAX_HASHES) {
    throw new ProblemError(
      "request.malformed",
      `Cannot read the body: expected {"hashes":[…]} with 1 to ${MAX_HASHES} bundle hashes`,
    );
  }
  const invalid = hashes.find((hash) => typeof hash !== "string" || !isBundleHash(hash));
  if (invalid === undefined) return [...new Set<string>(hashes)];
  throw new ProblemError(
    "bundle.invalid_hash",
    `Cannot read ${quote(String(invalid))}: it is not a bundle hash`,
  );
}

function parseJson(text: string): { hashes?: unknown } | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Sends one envelope for each request of the reader, so that a slow client does not fill the memory. */
function streamEnvelopes(
  deps: WidgetFileDependencies,
  hashes: readonly string[],
  bearer: string,
  caller: Caller,
): ReadableStream<Uint8Array> {
  const records = fetchRecords(deps, hashes, bearer, caller);
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await records.next();
      if (done) return controller.close();
      for (const part of value) controller.enqueue(part);
    },
    async cancel() {
      await records.return(undefined);
    },
  }, { highWaterMark: 0 });
}

/** The records in order, each fetched while earlier ones are sent. */
async function* fetchRecords(
  deps: WidgetFileDependencies,
  hashes: readonly string[],
  bearer: string,
  caller: Caller,
): AsyncGenerator<Uint8Array[]> {
  const pending: Promise<Uint8Array[]>[] = [];
  for (let index = 0; index < hashes.length || pending.length > 0;) {
    while (index < hashes.length && pending.length < FETCH_AHEAD) {
      pending.push(fetchRecord(deps, hashes[index++]!, bearer, caller));
    }
    yield await pending.shift()!;
  }
}

async function fetchRecord(
  deps: WidgetFileDependencies,
  hash: string,
  bearer: string,
  caller: Caller,
): Promise<Uint8Array[]> {
  try {
    const envelope = await findEnvelope(deps, hash, bearer, caller);
    return encodeBundleRecord({ hash, envelope, code: null });
  } catch (error) {
    return encodeBundleRecord({ hash, envelope: null, code: toProblem(error, deps.log).code });
  }
}
