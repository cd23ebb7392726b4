/** An event that keeps the worker running until its work is done. The type library of pages lacks these. */
interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

/** A request of a page that the worker controls. */
export interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

interface ExtendableMessageEvent extends ExtendableEvent {
  readonly data: unknown;
}

interface WorkerEvents {
  install: ExtendableEvent;
  activate: ExtendableEvent;
  fetch: FetchEvent;
  message: ExtendableMessageEvent;
}

/** The part of `ServiceWorkerGlobalScope` that is used. */
interface WorkerScope {
  readonly clients: { claim(): Promise<void> };
  readonly registration: { readonly active: object | null; unregister(): Promise<boolean> };
  skipWaiting(): Promise<void>;
  addEventListener<Type extends keyof WorkerEvents>(
    type: Type,
    listener: (event: WorkerEvents[Type]) => void,
  ): void;
}

export const scope = globalThis as unknown as WorkerScope;
