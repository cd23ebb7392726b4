/** What a worker of the page sends: null when it is ready, then an answer to each request. */
export type WorkerMessage<Answer> =
  | { readonly failure: string; readonly answer?: undefined }
  | { readonly failure?: undefined; readonly answer: Answer };

/** A worker cannot start: its files are missing, or the browser lacks what it needs. */
export class WorkerStartError extends Error {
  override readonly name = "WorkerStartError";
}

/**
 * Starts a worker and waits until it is ready.
 *
 * @param request what it is sent first
 * @throws {WorkerStartError}
 */
export async function startWorker(name: string, program: string, request: unknown): Promise<Worker> {
  const worker = new Worker(program, { type: "module", name });
  const message = await exchange<null>(worker, request, null);
  if (message?.failure === undefined) return worker;
  worker.terminate();
  throw new WorkerStartError(`Cannot start the worker of the ${name}: ${message.failure}`);
}

/** Sends a message and waits for the next one; null after the deadline. */
export async function exchange<Answer>(
  worker: Worker,
  request: unknown,
  deadline: number | null,
): Promise<WorkerMessage<Answer> | null> {
  const { promise, resolve } = Promise.withResolvers<WorkerMessage<Answer> | null>();
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = ({ message }) => resolve({ failure: message ?? "its program cannot be loaded" });
  const timer = deadline === null ? undefined : setTimeout(() => resolve(null), deadline);
  worker.postMessage(request);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
  }
}
