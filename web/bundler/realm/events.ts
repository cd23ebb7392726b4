/** What happens, to who listens. */
export class Event {
  readonly #type: string;
  readonly cancelable: boolean;
  target: EventTarget | null = null;
  defaultPrevented = false;
  isStopped = false;

  constructor(type: unknown, { cancelable = false }: { cancelable?: boolean } = {}) {
    this.#type = `${type}`;
    this.cancelable = cancelable;
  }

  get type(): string {
    return this.#type;
  }

  get currentTarget(): EventTarget | null {
    return this.target;
  }

  preventDefault(): void {
    this.defaultPrevented = this.cancelable;
  }

  stopPropagation(): void {}

  stopImmediatePropagation(): void {
    this.isStopped = true;
  }
}

/** An event with a value of its own. */
export class CustomEvent extends Event {
  readonly detail: unknown;

  constructor(type: unknown, options: { cancelable?: boolean; detail?: unknown } = {}) {
    super(type, options);
    this.detail = options.detail ?? null;
  }
}

type Listener = ((event: Event) => void) | { handleEvent(event: Event): void };

/** Who can be listened to, without a tree around it. */
export class EventTarget {
  readonly #listeners = new Map<string, Map<Listener, { once: boolean }>>();

  addEventListener(type: unknown, listener: Listener | null, options?: { once?: boolean } | boolean): void {
    if (listener === null || listener === undefined) return;
    const listeners = this.#listeners.get(`${type}`) ?? new Map();
    this.#listeners.set(`${type}`, listeners);
    const once = typeof options === "object" && options.once === true;
    if (!listeners.has(listener)) listeners.set(listener, { once });
  }

  removeEventListener(type: unknown, listener: Listener): void {
    this.#listeners.get(`${type}`)?.delete(listener);
  }

  dispatchEvent(event: Event): boolean {
    event.target = this;
    for (const [listener, { once }] of [...this.#listeners.get(event.type) ?? []]) {
      if (event.isStopped) break;
      if (once) this.removeEventListener(event.type, listener);
      if (typeof listener === "function") listener.call(this, event);
      else listener.handleEvent(event);
    }
    return !event.defaultPrevented;
  }
}

/** An error of the platform, by its name. */
export class DOMException extends Error {
  constructor(message: string = "", name: string = "Error") {
    super(message);
    Object.defineProperty(this, "name", { value: name, configurable: true });
  }
}

const abort = new WeakMap<AbortSignal, (reason: unknown) => void>();

/** Tells when something is no longer wanted. */
export class AbortSignal extends EventTarget {
  aborted = false;
  reason: unknown = undefined;
  onabort: ((event: Event) => void) | null = null;

  constructor() {
    super();
    abort.set(this, (reason) => {
      if (this.aborted) return;
      this.aborted = true;
      this.reason = reason;
      const event = new Event("abort");
      this.onabort?.(event);
      this.dispatchEvent(event);
    });
  }

  static abort(reason: unknown = new DOMException("signal is aborted", "AbortError")): AbortSignal {
    const signal = new AbortSignal();
    abort.get(signal)!(reason);
    return signal;
  }

  static any(signals: Iterable<AbortSignal>): AbortSignal {
    const any = new AbortSignal();
    for (const signal of signals) {
      const follow = () => abort.get(any)!(signal.reason);
      if (signal.aborted) follow();
      else signal.addEventListener("abort", follow);
    }
    return any;
  }

  /** Nothing waits for a realm's time to pass. */
  static timeout(): AbortSignal {
    return new AbortSignal();
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }
}

/** Aborts its signal. */
export class AbortController {
  readonly signal: AbortSignal = new AbortSignal();

  abort(reason: unknown = new DOMException("signal is aborted", "AbortError")): void {
    abort.get(this.signal)!(reason);
  }
}
