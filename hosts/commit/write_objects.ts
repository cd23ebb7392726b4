import { Buffer } from "node:buffer";
import type { CommitPlan, LogEvent, PlannedPut } from "../../core/commit/mod.ts";
import type { ObjectStore } from "../../core/commit/mod.ts";
import { describeCollision } from "../../core/commit/mod.ts";
import { LIMITS } from "../../core/contract/mod.ts";
import { quote } from "../../core/errors/mod.ts";
import { CommitError } from "./errors.ts";

/** How many objects are on their way to the store at once. */
const PARALLEL_PUTS = 48;
/** How large they may be together, in bytes (16 MiB), since each is in memory meanwhile. A larger one goes alone. */
const PARALLEL_BYTES = 16_777_216;

/** What writing needs. */
export interface WriteContext {
  readonly objects: ObjectStore;
  /** Reads what an object is to hold; null for a source that is left out. */
  readonly read: (put: PlannedPut, log: (event: LogEvent) => void) => Promise<Uint8Array | null>;
  readonly log: (event: LogEvent) => void;
  readonly onWritten: (done: number, total: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Writes the objects of a plan (lifecycle specification, B.2 step 2): always, whether or not the key exists, because a
 * sweep may be about to delete what exists. A source that cannot be written is reported and left out.
 *
 * @returns The keys that were written
 * @throws {CommitError} `commit.bundle_changed`, `commit.write_failed`, `commit.aborted`
 */
export async function writeObjects(plan: CommitPlan, context: WriteContext): Promise<Set<string>> {
  const written = new Set<string>();
  const failure = new AbortController();
  const signal = AbortSignal.any([context.signal, failure.signal]);
  const waiting = plan.puts.values();
  const room = new Room(PARALLEL_BYTES);
  let done = 0;
  const work = async (): Promise<void> => {
    for (const put of waiting) {
      using _ = await room.enter(estimateSize(put));
      if (signal.aborted) return;
      if (await writeObject(put, { ...context, signal })) written.add(put.key);
      context.onWritten(++done, plan.puts.length);
    }
  };
  // Every put has ended before a failure is told, so that nothing of this commit is still being written afterwards.
  await Promise.all(
    Array.from({ length: PARALLEL_PUTS }, () => work().catch((error) => failure.abort(error))),
  );
  throwIfAborted(context.signal);
  failure.signal.throwIfAborted();
  return written;
}

/** Room in memory for what is being written. */
class Room {
  #taken = 0;
  #left = Promise.withResolvers<void>();
  readonly #size: number;

  constructor(size: number) {
    this.#size = size;
  }

  /** Waits until there is room for so many bytes, or nothing else is in it. */
  async enter(bytes: number): Promise<Disposable> {
    while (this.#taken > 0 && this.#taken + bytes > this.#size) await this.#left.promise;
    this.#taken += bytes;
    return { [Symbol.dispose]: () => this.#leave(bytes) };
  }

  #leave(bytes: number): void {
    this.#taken -= bytes;
    this.#left.resolve();
    this.#left = Promise.withResolvers();
  }
}

function estimateSize({ type, spec }: PlannedPut): number {
  if (type === "bundle") return spec.bundleSize;
  return type === "manifest" ? spec.manifestBytes.length : LIMITS.sourceArchiveBytes;
}

/** @throws {CommitError} `commit.aborted` */
export function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) {
    throw new CommitError("commit.aborted", "Cannot commit: it was given up", { cause: signal.reason });
  }
}

async function writeObject(put: PlannedPut, context: WriteContext): Promise<boolean> {
  const bytes = await context.read(put, context.log);
  if (bytes === null) return false;
  if (put.type === "bundle" && !put.spec.stylesCovered) await reportCollision(put, bytes, context);
  try {
    await context.objects.put(put.key, bytes, { signal: context.signal });
    return true;
  } catch (error) {
    if (put.type === "source" && !context.signal.aborted) {
      context.log(describeLostSource(put, `it could not be written: ${messageOf(error)}`));
      return false;
    }
    throw new CommitError(
      "commit.write_failed",
      `Cannot write object ${quote(put.key)}: ${messageOf(error)}`,
      {
        cause: error,
      },
    );
  }
}

async function reportCollision(put: PlannedPut, bytes: Uint8Array, context: WriteContext): Promise<void> {
  // Only a report depends on it: that the store does not answer is for the put to find out.
  const stored = await context.objects.get(put.key, { signal: context.signal }).catch(() => null);
  if (stored === null || Buffer.compare(stored, bytes) === 0) return;
  context.log(describeCollision(put.key, put.spec.fileName));
}

/** The event that reports a source which its widget goes without. */
export function describeLostSource(put: PlannedPut, reason: string): LogEvent {
  return {
    event: "source_not_stored",
    level: "warning",
    message: `Cannot store the source of widget ${quote(put.spec.name)}: ${reason}`,
    fileName: put.spec.fileName,
    key: put.key,
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
