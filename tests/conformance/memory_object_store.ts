import type { InterruptedPut, ObjectInfo, ObjectStore } from "../../core/commit/mod.ts";
import { compareKeys, splitKey } from "../../hosts/objects/key.ts";
import { checkSize } from "../../hosts/objects/object_size.ts";

/**
 * An object store in memory: its objects are lost when the process ends.
 *
 * @param now The store's clock, in milliseconds since the epoch
 */
export function createMemoryObjectStore(now: () => number): ObjectStore {
  const objects = new Map<string, { bytes: Uint8Array; modifiedAt: number }>();
  const statObject = (key: string): ObjectInfo | null => {
    const object = objects.get(key);
    return object === undefined ? null : { key, size: object.bytes.length, modifiedAt: object.modifiedAt };
  };
  const call = <Result>(signal: AbortSignal | undefined, work: () => Result): Promise<Result> =>
    Promise.resolve().then(() => {
      signal?.throwIfAborted();
      return work();
    });

  return {
    put: (key, bytes, options) =>
      call(options?.signal, () => {
        splitKey(key);
        objects.set(key, { bytes: bytes.slice(), modifiedAt: now() });
      }),
    get: (key, options) =>
      call(options?.signal, () => {
        splitKey(key);
        const object = objects.get(key);
        if (object === undefined) return null;
        checkSize(key, object.bytes.length, options?.maxBytes);
        return object.bytes.slice();
      }),
    head: (key, options) => call(options?.signal, () => (splitKey(key), statObject(key))),
    delete: (key, options) => call(options?.signal, () => (splitKey(key), void objects.delete(key))),
    async *list(prefix, options) {
      const keys = [...objects.keys()].filter((key) => key.startsWith(prefix)).sort(compareKeys);
      for (const key of keys) {
        const info = await call(options?.signal, () => statObject(key));
        if (info !== null) yield info;
      }
    },
    // deno-lint-ignore require-yield -- a put in memory is never interrupted
    async *listInterruptedPuts(options): AsyncGenerator<InterruptedPut> {
      await call(options?.signal, () => undefined);
    },
    discardInterruptedPut: (_token, options) => call(options?.signal, () => undefined),
  };
}
