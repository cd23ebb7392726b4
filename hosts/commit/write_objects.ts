import { Buffer } from "node:buffer";
import pLimit from "p-limit";
import {
  buildCollisionEvent,
  type CommitPlan,
  type LogEvent,
  type ObjectStore,
  type PlannedPut,
} from "../../core/commit/mod.ts";
import { LIMITS } from "../../core/contract/mod.ts";
import { errorMessage, quote } from "../../core/errors/mod.ts";
import { CommitError, throwIfAborted } from "./errors.ts";

/** How many objects are written at the same time. */
const MAX_PARALLEL_PUTS = 48;
/** The maximum size of the objects that are written at the same time, in bytes (16 MiB). */
const MAX_PARALLEL_BYTES = 16_777_216;

/** Where the bytes of a plan's objects come from. */
export interface ObjectLoader {
  /** Loads the bytes of an object; null for a source that is omitted. */
  readonly load: (put: PlannedPut) => Promise<Uint8Array | null>;
  /** Called after each written object. */
  readonly onWritten?: (done: number, total: number) => void;
}

interface WriteDependencies {
  readonly objects: ObjectStore;
  readonly log: (event: LogEvent) => void;
  readonly signal: AbortSignal;
}

/**
 * Writes the objects of a plan (lifecycle specification, B.2 step 2), including those that already exist, because a sweep
 * may be about to delete them. A source that cannot be written is reported and omitted.
 *
 * @returns The keys that were written
 * @throws {CommitError} `commit.bundle_changed`, `commit.write_failed`, `commit.aborted`
 */
export async function writeObjects(
  plan: CommitPlan,
  { load, onWritten }: ObjectLoader,
  deps: WriteDependencies,
): Promise<Set<string>> {
  const written = new Set<string>();
  const failure = new AbortController();
  const signal = AbortSignal.any([deps.signal, failure.signal]);
  const memory = new ByteSemaphore(MAX_PARALLEL_BYTES);
  let done = 0;
  const write = async (put: PlannedPut): Promise<void> => {
    using _ = await memory.acquire(estimateSize(put));
    if (signal.aborted) return;
    const bytes = await load(put);
    if (bytes !== null && await writeObject(put, bytes, { ...deps, signal })) written.add(put.key);
    onWritten?.(++done, plan.puts.length);
  };
  // All puts have ended before a failure is thrown, so that none of this commit can still take effect afterwards.
  const limit = pLimit(MAX_PARALLEL_PUTS);
  await limit.map(plan.puts, (put) => write(put).catch((error) => failure.abort(error)));
  throwIfAborted(deps.signal);
  failure.signal.throwIfAborted();
  return written;
}

export function buildSourceWarning(put: PlannedPut, reason: string): LogEvent {
  return {
    event: "source_not_stored",
    level: "warning",
    message: `Cannot store the source of widget ${quote(put.spec.name)}: ${reason}`,
    fileName: put.spec.fileName,
    key: put.key,
  };
}

function estimateSize({ type, spec }: PlannedPut): number {
  if (type === "bundle") return spec.bundleSize;
  return type === "manifest" ? spec.manifestBytes.length : LIMITS.sourceArchiveBytes;
}

async function writeObject(put: PlannedPut, bytes: Uint8Array, deps: WriteDependencies): Promise<boolean> {
  if (put.type === "bundle" && !put.spec.stylesCovered) await reportCollision(put, bytes, deps);
  try {
    await deps.objects.put(put.key, bytes, { signal: deps.signal });
    return true;
  } catch (error) {
    const reason = errorMessage(error);
    if (put.type === "source" && !deps.signal.aborted) {
      deps.log(buildSourceWarning(put, `it could not be written: ${reason}`));
      return false;
    }
    const message = `Cannot write object ${quote(put.key)}: ${reason}`;
    throw new CommitError("commit.write_failed", message, { cause: error });
  }
}

async function reportCollision(put: PlannedPut, bytes: Uint8Array, deps: WriteDependencies): Promise<void> {
  // The result is only reported, so a failure is ignored here; the put fails for the same reason.
  const stored = await deps.objects.get(put.key, { signal: deps.signal }).catch(() => null);
  if (stored === null || Buffer.compare(stored, bytes) === 0) return;
  deps.log(buildCollisionEvent(put.key, put.spec.fileName));
}

/** Limits the total size of what is in memory at the same time. */
export class ByteSemaphore {
  readonly #limit: number;
  #used = 0;
  #released = Promise.withResolvers<void>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Waits until `bytes` are available. More than the limit can be acquired while nothing else is in use. */
  async acquire(bytes: number): Promise<Disposable> {
    while (this.#used > 0 && this.#used + bytes > this.#limit) await this.#released.promise;
    this.#used += bytes;
    return { [Symbol.dispose]: () => this.#release(bytes) };
  }

  #release(bytes: number): void {
    this.#used -= bytes;
    this.#released.resolve();
    this.#released = Promise.withResolvers();
  }
}
