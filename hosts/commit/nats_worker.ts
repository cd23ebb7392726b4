/**
 * The worker of the NATS sink: publishes each event that it is sent, over one connection.
 *
 * @module
 */
import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import { connect, headers, nanos, type NatsConnection } from "@nats-io/transport-node";
import type { BatchCommittedEvent } from "../../core/commit/mod.ts";
import type { NatsAnswer, NatsQuestion, NatsTarget } from "./nats_sink.ts";

/** How long the broker remembers an id, in milliseconds: longer than the longest pause before a delivery is repeated. */
const REPEAT_WINDOW = 3_600_000;
/** How long the stream keeps a notification, in milliseconds (30 days). */
const KEPT_FOR = 30 * 86_400_000;

let opening: Promise<NatsConnection> | undefined;

addEventListener("message", async ({ data: { target, event } }: MessageEvent<NatsQuestion>) => {
  const answer: NatsAnswer = { id: event.id, failure: null };
  try {
    opening ??= openConnection(target);
    await publish(await opening, target, event);
  } catch (error) {
    answer.failure = error instanceof Error ? error.message : String(error);
  }
  postMessage(answer);
});

async function openConnection({ server, credentials, stream, subject }: NatsTarget): Promise<NatsConnection> {
  const connection = await connect({ servers: server, reconnect: false, ...credentials });
  const { streams } = await jetstreamManager(connection);
  const missing = await streams.info(stream).then(() => false, (error) => {
    if (error.code === 10059) return true; // JetStream's own number: there is no such stream
    throw error;
  });
  if (missing) {
    await streams.add({
      name: stream,
      subjects: [subject],
      duplicate_window: nanos(REPEAT_WINDOW),
      max_age: nanos(KEPT_FOR),
    });
  }
  return connection;
}

async function publish(
  connection: NatsConnection,
  { stream, subject }: NatsTarget,
  event: BatchCommittedEvent,
): Promise<void> {
  const described = headers();
  described.set("Content-Type", "application/cloudevents+json");
  const message = { msgID: event.id, headers: described, expect: { streamName: stream } };
  await jetstream(connection).publish(subject, JSON.stringify(event), message);
}
