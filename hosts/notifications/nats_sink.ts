import { Worker } from "node:worker_threads";
import { errorMessage } from "../../core/errors/mod.ts";
import { invalidUrl } from "./errors.ts";
import type { NatsReply, NatsRequest, NatsTarget } from "./nats_message.ts";
import type { OpenSink, SinkUrlSettings } from "./sink.ts";

/**
 * Publishes each notification to a stream, with its id as the message's id: the broker drops a repeat, and its
 * acknowledgement means that the message is stored. A missing stream is created; an existing one is not changed.
 *
 * The client runs in a worker: it can drop its socket listeners before ECONNRESET, and the unhandled error would end the
 * process. Any failure ends the worker; the next delivery starts a new one with a new connection.
 */
export function readNatsSink(
  url: URL,
  _settings?: SinkUrlSettings,
  otherHosts: readonly string[] = [],
): () => OpenSink {
  const target = readNatsTarget(url, otherHosts);
  return () => openNatsSink(target);
}

function openNatsSink(target: NatsTarget): OpenSink {
  let worker: Worker | null = null;
  const end = () => {
    void worker?.terminate();
    worker = null;
  };
  /** An error without a listener would end the process. */
  const start = (): Worker => {
    const started = new Worker(WORKER, { name: "nats" });
    started.on("error", () => {
      if (worker === started) end();
    });
    return started;
  };
  const send = async (event: NatsRequest["event"], signal: AbortSignal): Promise<void> => {
    worker ??= start();
    try {
      await publish(worker, { target, event }, signal);
    } catch (error) {
      end();
      signal.throwIfAborted();
      throw new Error(`NATS at ${target.servers.join(", ")}: ${errorMessage(error)}`, { cause: error });
    }
  };
  return {
    sink: send,
    check: (signal) => send(null, signal),
    [Symbol.asyncDispose]: () => Promise.resolve(end()),
  };
}

/** JavaScript in a package, and the source in this project. */
const WORKER = import.meta.url.endsWith(".ts")
  ? new URL("./nats_worker.ts", import.meta.url)
  : new URL("./nats_worker.js", import.meta.url);

async function publish(worker: Worker, request: NatsRequest, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const done = Promise.withResolvers<void>();
  const onAbort = () => done.reject(signal.reason);
  const onMessage = ({ id, failure }: NatsReply) => {
    if (id !== (request.event?.id ?? null)) return;
    if (failure === null) done.resolve();
    else done.reject(new Error(failure));
  };
  signal.addEventListener("abort", onAbort);
  worker.on("error", done.reject).on("message", onMessage);
  try {
    worker.postMessage(request);
    await done.promise;
  } finally {
    signal.removeEventListener("abort", onAbort);
    worker.off("error", done.reject).off("message", onMessage);
  }
}

const STREAM = /^[A-Za-z0-9_-]{1,64}$/;
const SUBJECT = /^[A-Za-z0-9_-]{1,64}(\.[A-Za-z0-9_-]{1,64}){0,15}$/;

const PARAMETERS = ["subject", "replicas"];

/**
 * Reads `nats://USER:PASSWORD@HOST:PORT/STREAM?subject=SUBJECT&replicas=NUMBER`, where only the host is required. A user
 * without a password is a token. With three hosts or more a stream is created with three replicas, else with one.
 *
 * @throws {SinkError}
 */
export function readNatsTarget(url: URL, otherHosts: readonly string[] = []): NatsTarget {
  const stream = url.pathname.slice(1) || "tck";
  const subject = url.searchParams.get("subject") ?? "tck.widget_batch.committed";
  const isPlain = !url.hash && [...url.searchParams.keys()].every((name) => PARAMETERS.includes(name));
  const servers = [url, ...otherHosts.map((host) => URL.parse(`nats://${host}`))].map(formatServer);
  const replicas = url.searchParams.get("replicas") ?? (servers.length >= 3 ? "3" : "1");
  if (
    !servers.every((server) => server !== null) || !isPlain || !/^[1-5]$/.test(replicas) ||
    !STREAM.test(stream) || !SUBJECT.test(subject)
  ) {
    throw invalidUrl("expected nats://HOST:PORT,HOST:PORT/STREAM?subject=SUBJECT&replicas=1");
  }
  const credentials = readCredentials(url);
  return { servers, stream, subject, replicas: Number(replicas), credentials };
}

/** Null for what is more or less than a host and a port. */
function formatServer(url: URL | null, index: number): string | null {
  if (!url?.hostname || (index > 0 && url.href !== `nats://${url.host}`)) return null;
  return `${url.hostname}:${url.port || 4222}`;
}

function readCredentials(url: URL): NatsTarget["credentials"] {
  try {
    const [user, pass] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
    return user === "" ? null : pass === "" ? { token: user } : { user, pass };
  } catch {
    throw invalidUrl("its user or password is not percent-encoded");
  }
}
