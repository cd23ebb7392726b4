/** How long a host may take for an answer, in milliseconds. */
const ANSWER_TIMEOUT_MS = 30_000;

/** Why a host did not do what it was asked for. */
export class HostError extends Error {
  override readonly name = "HostError";
}

interface Handlers {
  /** Called with each notification: its method and parameters, as they were sent. */
  readonly onNotification: (method: string, params: { readonly [name: string]: unknown }) => void;
  /** Called when the host is about to remove the view. The host waits for the answer. */
  readonly onTeardown: () => void;
}

interface Pending {
  readonly fulfil: (result: unknown) => void;
  readonly reject: (error: HostError) => void;
}

/**
 * The host of a view: JSON-RPC 2.0 in messages between the two windows (MCP Apps, 2026-01-26). Messages of other windows, and
 * such as are not of the protocol, are ignored: any window may send some.
 */
export class ChatHost {
  readonly #window: Window;
  readonly #handlers: Handlers;
  readonly #pending = new Map<number, Pending>();
  #requests = 0;

  /** @param window the window that shows the view */
  constructor(window: Window, handlers: Handlers) {
    this.#window = window;
    this.#handlers = handlers;
    globalThis.addEventListener("message", ({ source, data }) => {
      if (source === window && isMessage(data)) this.#receive(data);
    });
  }

  notify(method: string, params: object = {}): void {
    this.#send({ method, params });
  }

  /** @throws {HostError} when the host answers with an error, or not in time */
  async request(method: string, params: object, timeoutMs: number = ANSWER_TIMEOUT_MS): Promise<unknown> {
    const id = ++this.#requests;
    const { promise, resolve: fulfil, reject } = Promise.withResolvers<unknown>();
    this.#pending.set(id, { fulfil, reject });
    const timer = setTimeout(() => reject(new HostError(`No answer to ${method}`)), timeoutMs);
    this.#send({ id, method, params });
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#pending.delete(id);
    }
  }

  #send(message: object): void {
    // The view does not know the origin of its host, and sends nothing that another page must not have.
    this.#window.postMessage({ jsonrpc: "2.0", ...message }, "*");
  }

  #receive({ id, method, params, result, error }: Message): void {
    if (typeof method !== "string") this.#settle(id, result, error);
    else if (id === undefined) this.#handlers.onNotification(method, asFields(params));
    else this.#answer(id, method);
  }

  #settle(id: unknown, result: unknown, error: unknown): void {
    const pending = this.#pending.get(id as number);
    if (error === undefined) pending?.fulfil(result);
    else pending?.reject(new HostError(String(asFields(error)["message"])));
  }

  #answer(id: unknown, method: string): void {
    if (method === "ui/resource-teardown") this.#handlers.onTeardown();
    if (method === "ui/resource-teardown" || method === "ping") return this.#send({ id, result: {} });
    this.#send({ id, error: { code: METHOD_NOT_FOUND, message: `The view has no method ${method}` } });
  }
}

const METHOD_NOT_FOUND = -32601;

interface Message {
  id?: unknown;
  method?: unknown;
  params?: unknown;
  result?: unknown;
  error?: unknown;
}

function isMessage(data: unknown): data is Message {
  return asFields(data)["jsonrpc"] === "2.0";
}

/** The fields of an object; none for any other value. */
export function asFields(value: unknown): { readonly [name: string]: unknown } {
  return typeof value === "object" && value !== null ? value as { [name: string]: unknown } : {};
}
