/** The worker of the NATS sink: publishes each event that it is sent, over one connection. */
import net from "node:net";
import { parentPort } from "node:worker_threads";
import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import { connect, headers, nanos, type NatsConnection, RequestError } from "@nats-io/transport-node";
import type { BatchCommittedEvent } from "../../core/commit/mod.ts";
import { errorMessage } from "../../core/errors/mod.ts";
import type { NatsReply, NatsRequest, NatsTarget } from "./nats_message.ts";

/** How long a broker may take to answer, in milliseconds, before the next one is tried: a delivery has 10 s. */
const MAX_CONNECT_MS = 2_500;
/** How long the broker remembers an id, in milliseconds: longer than the longest pause before a retry. */
const DUPLICATE_WINDOW_MS = 3_600_000;
/** How long the stream keeps a notification, in milliseconds (30 days). */
const MAX_AGE_MS = 30 * 86_400_000;
/** JetStream's error code for a missing stream. */
const STREAM_NOT_FOUND = 10059;
/** How much a broker may send between two deliveries, in bytes: it answers with some hundred. */
const MAX_RECEIVED_BYTES = 1 << 20;

let opening: Promise<NatsConnection> | undefined;
let received = 0;

parentPort!.on("message", async ({ target, event }: NatsRequest) => {
  received = 0;
  opening ??= openConnection(target);
  const failure = await opening.then((connection) => event && publish(connection, target, event))
    .then(() => null, errorMessage);
  parentPort!.postMessage({ id: event?.id ?? null, failure } satisfies NatsReply);
});

// The client keeps a line that does not end, and its answers to questions while the broker does not read them. It has no
// option for a limit or a socket, and removes all listeners of its own.
const { createConnection } = net;
net.createConnection = ((...options: Parameters<typeof createConnection>) => {
  const socket = createConnection(...options);
  const { emit } = socket;
  socket.emit = (event: string, ...values: unknown[]) => {
    if (event === "data") countReceived(values[0] as Uint8Array);
    return Reflect.apply(emit, socket, [event, ...values]);
  };
  return socket;
}) as typeof createConnection;

function countReceived({ length }: Uint8Array): void {
  received += length;
  if (received > MAX_RECEIVED_BYTES) throw new Error("The broker sent more than answers");
}

async function openConnection(target: NatsTarget): Promise<NatsConnection> {
  const { servers, credentials, stream, subject, replicas } = target;
  const connection = await connect({
    servers: [...servers],
    reconnect: false,
    timeout: MAX_CONNECT_MS,
    ...credentials,
  });
  const { streams } = await jetstreamManager(connection);
  const missing = await streams.info(stream).then(() => false, (error) => {
    if (error.code === STREAM_NOT_FOUND) return true;
    throw error;
  });
  if (missing) {
    await streams.add({
      name: stream,
      subjects: [subject],
      duplicate_window: nanos(DUPLICATE_WINDOW_MS),
      max_age: nanos(MAX_AGE_MS),
      num_replicas: replicas,
    });
  }
  return connection;
}

async function publish(
  connection: NatsConnection,
  { stream, subject }: NatsTarget,
  event: BatchCommittedEvent,
): Promise<void> {
  const messageHeaders = headers();
  messageHeaders.set("Content-Type", "application/cloudevents+json");
  const options = { msgID: event.id, headers: messageHeaders, expect: { streamName: stream } };
  const stored = await jetstream(connection).publish(subject, JSON.stringify(event), options).catch(
    (error) => {
      // The client reports that JetStream is not enabled. It is: the stream was found.
      if (!(error.cause instanceof RequestError && error.cause.isNoResponders())) throw error;
      throw new Error(`no stream takes subject "${subject}": add it to stream "${stream}"`, { cause: error });
    },
  );
  // Who subscribes to the subject can answer as well, and the client takes any JSON.
  if (stored.stream === stream && Number.isSafeInteger(stored.seq) && stored.seq > 0) return;
  throw new Error(`what was answered on subject "${subject}" is no acknowledgement of stream "${stream}"`);
}
