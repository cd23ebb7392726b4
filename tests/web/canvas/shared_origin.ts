/** What the feeds of an origin share, without a browser: a channel that tells the others at once, and locks. */
export interface SharedOrigin {
  readonly globals: { readonly BroadcastChannel: unknown; readonly AbortSignal: unknown };
  /** For the `navigator` of a page. */
  readonly locks: { request(name: string, options: LockOptions, run: () => unknown): Promise<unknown> };
  /** Ends the time for which every feed waits for its turn. */
  readonly endWaiting: () => void;
}

interface Asked {
  readonly isExclusive: boolean;
  readonly run: () => unknown;
  readonly done: PromiseWithResolvers<unknown>;
}

export function createOrigin(): SharedOrigin {
  const channels = new Set<EventTarget>();
  const waiting: Asked[] = [];
  const held = new Set<Asked>();
  const limits: AbortController[] = [];
  const grant = () => {
    for (let [first] = waiting; first !== undefined; [first] = waiting) {
      if (held.size > 0 && (first.isExclusive || [...held].some(({ isExclusive }) => isExclusive))) return;
      void hold(waiting.shift()!);
    }
  };
  const hold = async (asked: Asked) => {
    held.add(asked);
    asked.done.resolve(await asked.run());
    held.delete(asked);
    grant();
  };
  return {
    globals: {
      BroadcastChannel: class extends EventTarget {
        constructor() {
          super();
          channels.add(this);
        }
        postMessage(data: unknown) {
          if (!channels.has(this)) throw new DOMException("The channel is closed", "InvalidStateError");
          for (const channel of channels) {
            if (channel !== this) channel.dispatchEvent(Object.assign(new Event("message"), { data }));
          }
        }
        close() {
          channels.delete(this);
        }
      },
      AbortSignal: {
        timeout() {
          const limit = new AbortController();
          limits.push(limit);
          return limit.signal;
        },
      },
    },
    locks: {
      request(_name, { mode, signal }, run) {
        const asked = { isExclusive: mode === "exclusive", run, done: Promise.withResolvers<unknown>() };
        waiting.push(asked);
        signal!.addEventListener("abort", () => {
          if (!waiting.includes(asked)) return;
          waiting.splice(waiting.indexOf(asked), 1);
          asked.done.reject(signal!.reason);
        });
        queueMicrotask(grant);
        return asked.done.promise;
      },
    },
    endWaiting: () => limits.forEach((limit) => limit.abort()),
  };
}
