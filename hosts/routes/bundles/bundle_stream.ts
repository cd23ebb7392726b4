import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { BUNDLES_PATH, LIMITS } from "../../../core/contract/mod.ts";
import { quote } from "../../../core/errors/mod.ts";
import { isBundleHash } from "../../../core/naming/mod.ts";
import { encodeBundleRecord, leaveOutCards, TckbUnpackError } from "../../../core/tckb/mod.ts";
import { pauseWork } from "../../time/mod.ts";
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

/** How many envelopes an answer fetches in advance. */
const FETCH_AHEAD = 3;

/**
 * How many bytes all answers together fetch ahead (32 MiB). Beyond that, each answer holds only the envelope that it
 * is sending.
 */
const MAX_AHEAD_BYTES: number = 8 * LIMITS.committedBytes;

/**
 * Creates `POST /api/widgets/v1/bundles`: the envelopes of several bundles in one streamed answer, in the requested
 * order. Its body is `{ "hashes": ["…"] }`. The answer has one record for each hash (`encodeBundleRecord`): the envelope
 * without the markup of its card, or the problem's code. With `mock=true` they are those of the fixtures. The client verifies each envelope by its hash.
 */
export function createBundleStream(deps: BundleRouteDependencies): Hono {
  const routes = new Hono();
  const room = new AheadRoom(MAX_AHEAD_BYTES);
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
      const records = fetchRecords(hashes, (hash) => fetchRecord(hash, find, deps.log), room);
      return new Response(streamRecords(records), {
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
 * a reader that has left: what is being fetched is aborted with the caller's request.
 */
function streamRecords(records: AsyncGenerator<Uint8Array[]>): ReadableStream<Uint8Array> {
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

/** The bytes that may be fetched ahead. A bundle that has not arrived yet counts as the largest. */
class AheadRoom {
  #left: number;

  constructor(bytes: number) {
    this.#left = bytes;
  }

  /** Room for one bundle, to be given back; null when there is none. */
  take(): { settle(bytes: number): void; release(): void } | null {
    if (this.#left < LIMITS.committedBytes) return null;
    let taken = 0;
    const settle = (bytes: number): void => {
      this.#left -= bytes - taken;
      taken = bytes;
    };
    settle(LIMITS.committedBytes);
    return { settle, release: () => settle(0) };
  }
}

/** A record that is being fetched. */
interface PendingRecord {
  readonly record: Promise<Uint8Array[]>;
  release(): void;
}

/** The records in order, each fetched while earlier ones are sent, as far as there is room. */
async function* fetchRecords(
  hashes: readonly string[],
  fetchOne: (hash: string) => Promise<Uint8Array[]>,
  room: AheadRoom,
): AsyncGenerator<Uint8Array[]> {
  const pending: PendingRecord[] = [];
  let index = 0;
  const fetchAhead = (): void => {
    while (index < hashes.length && pending.length < FETCH_AHEAD) {
      const taken = room.take();
      if (taken === null) return;
      let isGone = false;
      const record = fetchOne(hashes[index++]!).then((parts) => {
        if (!isGone) taken.settle(parts.reduce((sum, { length }) => sum + length, 0));
        return parts;
      });
      pending.push({ record, release: () => (isGone = true, taken.release()) });
    }
  };
  try {
    while (index < hashes.length || pending.length > 0) {
      const next = pending.shift() ?? { record: fetchOne(hashes[index++]!), release() {} };
      next.release();
      fetchAhead();
      await pauseWork(); // A bundle that is not there takes little time, and they may be 999.
      yield await next.record;
    }
  } finally {
    for (const { release } of pending) release();
  }
}

/** The markup of the card is not sent to who mounts it; bytes that are no archive are, and the client says what is wrong. */
function shorten(envelope: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  try {
    return leaveOutCards(envelope);
  } catch (error) {
    if (error instanceof TckbUnpackError) return envelope;
    throw error;
  }
}

async function fetchRecord(hash: string, find: EnvelopeSource, log: Log): Promise<Uint8Array[]> {
  try {
    return encodeBundleRecord({ hash, envelope: shorten(await find(hash)), code: null });
  } catch (error) {
    return encodeBundleRecord({ hash, envelope: null, code: toProblem(error, log).code });
  }
}
