/** What the feeds of an origin share, without a browser: a channel that tells the others at once, and locks. */
export interface SharedOrigin {
  readonly globals: { readonly BroadcastChannel: unknown; readonly AbortSignal: unknown };
  /** For the `navigator` of a page. */
  readonly locks: {
    request(name: string, ...asked: [() => unknown] | [LockOptions, () => unknown]): Promise<unknown>;
  };
  /** Ends the time for which every feed waits for its turn. */
  readonly endWaiting: () => void;
}

interface Asked {
  readonly isExclusive: boolean;
  readonly run: () => unknown;
  readonly done: PromiseWithResolvers<unknown>;
}

/** Who has a lock, and who waits for it. */
class Lock {
  readonly #waiting: Asked[] = [];
  readonly #held = new Set<Asked>();

  request({ mode = "exclusive", signal }: LockOptions, run: () => unknown): Promise<unknown> {
    const asked = { isExclusive: mode === "exclusive", run, done: Promise.withResolvers<unknown>() };
    this.#waiting.push(asked);
    signal?.addEventListener("abort", () => {
      if (!this.#waiting.includes(asked)) return;
      this.#waiting.splice(this.#waiting.indexOf(asked), 1);
      asked.done.reject(signal.reason);
    });
    queueMicrotask(() => this.#grant());
    return asked.done.promise;
  }

  #grant(): void {
    for (let [first] = this.#waiting; first !== undefined; [first] = this.#waiting) {
      const held = [...this.#held];
      if (held.length > 0 && (first.isExclusive || held.some(({ isExclusive }) => isExclusive))) return;
      void this.#hold(this.#waiting.shift()!);
    }
  }

  async #hold(asked: Asked): Promise<void> {
    this.#held.add(asked);
    asked.done.resolve(await asked.run());
    this.#held.delete(asked);
    this.#grant();
  }
}

export function createOrigin(): SharedOrigin {
  const channels = new Set<EventTarget>();
  const locks = new Map<string, Lock>();
  const limits: AbortController[] = [];
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
      AbortSignal: class extends AbortSignal {
        static override timeout() {
          const limit = new AbortController();
          limits.push(limit);
          return limit.signal;
        }
      },
    },
    locks: {
      request(name, ...asked) {
        const lock = locks.get(name) ?? new Lock();
        locks.set(name, lock);
        const [options, run] = asked.length === 1 ? [{}, asked[0]] : asked;
        return lock.request(options, run);
      },
    },
    endWaiting: () => limits.forEach((limit) => limit.abort()),
  };
}
