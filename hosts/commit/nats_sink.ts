import type { BatchCommittedEvent } from "../../core/commit/mod.ts";
import type { OpenNotificationSink } from "./notification_sink.ts";

/** A stream of NATS JetStream. */
export interface NatsTarget {
  /** `HOST:PORT`. */
  readonly server: string;
  readonly stream: string;
  readonly subject: string;
  /** What signs in: a user with a password, or a token. */
  readonly credentials: { user: string; pass: string } | { token: string } | null;
}

/** What the worker is asked. */
export interface NatsQuestion {
  target: NatsTarget;
  event: BatchCommittedEvent;
}

/** What it answers. */
export interface NatsAnswer {
  /** The event's id. */
  id: string;
  /** Why it was not stored, or null when it was. */
  failure: string | null;
}

/**
 * Publishes each notification to a stream, with its id as the message's: the broker drops a repeat, and its
 * acknowledgement means that the message is stored. A stream that is not there is made; one that is there is used as it
 * is.
 *
 * The client runs in a worker. When a broker refuses it and resets the connection, it takes its listeners off the socket
 * before the socket tells of the reset, now and then, which would end the whole process. Whatever fails ends the worker,
 * and the next delivery begins with a new one and a new connection.
 */
export function createNatsSink(target: NatsTarget): OpenNotificationSink {
  let worker: Worker | null = null;
  const end = () => {
    worker?.terminate();
    worker = null;
  };
  return {
    async sink(event, signal) {
      worker ??= startWorker();
      try {
        await publish(worker, { target, event }, signal);
      } catch (error) {
        end();
        throw error;
      }
    },
    [Symbol.asyncDispose]: () => Promise.resolve(end()),
  };
}

function startWorker(): Worker {
  const worker = new Worker(new URL("./nats_worker.ts", import.meta.url), { type: "module", name: "nats" });
  worker.addEventListener("error", (event) => event.preventDefault());
  return worker;
}

async function publish(worker: Worker, question: NatsQuestion, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const done = Promise.withResolvers<void>();
  const ended = new AbortController();
  const listen = { signal: ended.signal };
  signal.addEventListener("abort", () => done.reject(signal.reason), listen);
  worker.addEventListener("error", ({ message }) => done.reject(new Error(message)), listen);
  worker.addEventListener("message", ({ data: { id, failure } }: MessageEvent<NatsAnswer>) => {
    if (id !== question.event.id) return;
    if (failure === null) done.resolve();
    else done.reject(new Error(failure));
  }, listen);
  try {
    worker.postMessage(question);
    await done.promise;
  } finally {
    ended.abort();
  }
}
