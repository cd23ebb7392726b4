import type { InterruptedPut, ObjectInfo, ObjectStore } from "../../core/commit/mod.ts";
import { makeCall } from "./model_calls.ts";
import type { ModelProcess, Scheduler } from "./scheduler.ts";

/**
 * A deletion in flight takes effect within this time or never, in milliseconds. The protocol depends on it: together with
 * the time after which a sweep sends no deletion, it is less than the lease of the sweep's mark.
 */
const MAX_DELETION_DELAY_MS = 25_000;

/** The model of the object store. */
export class ModelObjects {
  readonly stored = new Map<string, { bytes: Uint8Array; modifiedAt: number }>();
  readonly interrupted = new Map<string, InterruptedPut>();

  /** @param onDelete Called with each key before its deletion takes effect */
  constructor(private readonly scheduler: Scheduler, private readonly onDelete: (key: string) => void) {}

  /** The store as a process sees it. */
  connect(process: ModelProcess): ObjectStore {
    const { scheduler, stored } = this;
    return {
      put: (key, bytes, options) => this.#put(process, key, bytes, options?.signal),
      get: (key, options) =>
        makeCall(scheduler, {
          process,
          label: `get ${key}`,
          apply: () => stored.get(key)?.bytes ?? null,
          signal: options?.signal,
        }),
      head: (key, options) =>
        makeCall(scheduler, {
          process,
          label: `head ${key}`,
          apply: () => this.#stat(key),
          signal: options?.signal,
        }),
      delete: (key, options) => this.#delete(process, key, options?.signal),
      list: (prefix) => this.#list(process, prefix),
      listInterruptedPuts: () => this.#listInterrupted(process),
      discardInterruptedPut: (token) =>
        makeCall(scheduler, {
          process,
          label: `discard ${token}`,
          apply: () => void this.interrupted.delete(token),
        }),
    };
  }

  #put(process: ModelProcess, key: string, bytes: Uint8Array, signal?: AbortSignal): Promise<void> {
    return makeCall(this.scheduler, {
      process,
      label: `put ${key}`,
      apply: () => void this.stored.set(key, { bytes, modifiedAt: this.scheduler.now }),
      outlivesCaller: true,
      onLost: () => {
        const token = `put-${this.interrupted.size}-${this.scheduler.now}`;
        this.interrupted.set(token, { token, size: 1, modifiedAt: this.scheduler.now });
      },
      signal,
    });
  }

  #delete(process: ModelProcess, key: string, signal?: AbortSignal): Promise<void> {
    return makeCall(this.scheduler, {
      process,
      label: `delete ${key}`,
      apply: () => {
        this.onDelete(key);
        this.stored.delete(key);
      },
      outlivesCaller: true,
      maxDelay: MAX_DELETION_DELAY_MS,
      signal,
    });
  }

  async *#list(process: ModelProcess, prefix: string): AsyncGenerator<ObjectInfo> {
    const page = await makeCall(this.scheduler, {
      process,
      label: "list",
      apply: () =>
        [...this.stored.keys()].filter((key) => key.startsWith(prefix)).sort().map((key) => this.#stat(key)!),
    });
    yield* page;
  }

  async *#listInterrupted(process: ModelProcess): AsyncGenerator<InterruptedPut> {
    yield* await makeCall(this.scheduler, {
      process,
      label: "list interrupted puts",
      apply: () => [...this.interrupted.values()],
    });
  }

  #stat(key: string): ObjectInfo | null {
    const object = this.stored.get(key);
    return object === undefined ? null : { key, size: object.bytes.length, modifiedAt: object.modifiedAt };
  }
}
