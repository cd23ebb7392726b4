import { createHash, type Hash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../../core/commit/mod.ts";
import { readBatchStream, RecordStreamError } from "../../core/streams/mod.ts";
import { startTimeLimit } from "../time/mod.ts";
import { SubmissionError } from "./errors.ts";

/** Largest body of a submission, in bytes (128 MiB). */
const MAX_SUBMISSION_BYTES = 134_217_728;

/** Most bundles of a submission: a batch has no more positions (lifecycle specification, §8). */
const MAX_BUNDLES = 999;

/** How long a body may take to arrive, in milliseconds: less than the listener allows, which closes the connection. */
const RECEIVE_TIMEOUT_MS = 25_000;

interface Arrival {
  readonly body: ReadableStream<Uint8Array>;
  /** Aborts when the sender has left. */
  readonly signal: AbortSignal;
  /** The folder to write to. */
  readonly dist: string;
  /** How long the body may take, in milliseconds. @default 25000 */
  readonly timeout?: number | undefined;
}

/**
 * Writes the bundles of a body to a folder while they arrive: of each envelope, only a part is in memory.
 *
 * @returns The SHA-256 of the body, to which the caller may add
 * @throws {SubmissionError} `batch.malformed`, `batch.too_large`, `batch.too_slow`, `batch.aborted`
 */
export async function receiveBatch(
  clock: Clock,
  { body, signal, dist, timeout = RECEIVE_TIMEOUT_MS }: Arrival,
): Promise<Hash> {
  using limit = startTimeLimit(clock, timeout);
  const digest = createHash("sha256");
  const measured = measure(digest);
  const ended = AbortSignal.any([signal, limit.signal]);
  const arrival = body.pipeTo(measured.writable, { signal: ended }).then(() => null, (error) => ({ error }));
  try {
    await writeBundles(dist, measured.readable);
    return digest;
  } catch (error) {
    if (limit.signal.aborted) throw createTimeError(timeout);
    if (error instanceof RecordStreamError) throw new SubmissionError("batch.malformed", error.message);
    const hasLeft = !(error instanceof SubmissionError) && (await arrival)?.error === error;
    throw hasLeft ? createLeftError(error) : error;
  }
}

function createTimeError(timeout: number): SubmissionError {
  return new SubmissionError(
    "batch.too_slow",
    `Cannot read the batch: it took more than ${timeout} ms to arrive`,
  );
}

function createLeftError(cause: unknown): SubmissionError {
  return new SubmissionError("batch.aborted", "Cannot read the batch: its sender has left", { cause });
}

/** Adds the bytes to a digest, up to the limit. */
function measure(digest: Hash): TransformStream<Uint8Array, Uint8Array> {
  let size = 0;
  return new TransformStream({
    transform(chunk, controller) {
      size += chunk.byteLength;
      if (size > MAX_SUBMISSION_BYTES) {
        throw createSizeError(`it has more than ${MAX_SUBMISSION_BYTES} bytes`);
      }
      digest.update(chunk);
      controller.enqueue(chunk);
    },
  });
}

async function writeBundles(dist: string, body: ReadableStream<Uint8Array>): Promise<void> {
  let count = 0;
  for await (const { name, parts } of readBatchStream(body)) {
    if (++count > MAX_BUNDLES) throw createSizeError(`it has more than ${MAX_BUNDLES} bundles`);
    await writeFile(join(dist, name), parts, { flag: "wx" });
  }
  if (count === 0) throw new SubmissionError("batch.malformed", "Cannot read the batch: it has no bundle");
}

function createSizeError(reason: string): SubmissionError {
  return new SubmissionError("batch.too_large", `Cannot read the batch: ${reason}`);
}
