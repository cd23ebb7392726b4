/** The sinks of notifications, from a commit to a receiver, on a real PostgreSQL and a real broker. */
import assert from "node:assert/strict";
import { jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { sql } from "kysely";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import type { BatchCommittedEvent } from "../../../core/commit/mod.ts";
import {
  deliverNotifications,
  type NotificationSink,
  openSink,
  type SinkSettings,
} from "../../../hosts/notifications/mod.ts";
import { systemClock } from "../../../hosts/time/mod.ts";
import type { Database } from "../../../hosts/postgres/mod.ts";
import { nameTestsOfNats, type NatsServer, startNats } from "../../servers/nats.ts";
import { nameTests, type TestName } from "../../servers/programs.ts";
import { Engines, type Service } from "../commit/service.ts";

const engines = new Engines();
Deno.test.afterAll(() => engines.close());

const SECRET = "a secret of more than thirty-two letters";
const SUBJECT = "tck.widget_batch.committed";
const SETTINGS: SinkSettings = {
  dataDir: "unused",
  clock: systemClock,
  read: (name) => name === "TCK_NOTIFY_SECRET" ? SECRET : undefined,
};

function testSink(
  sentence: string,
  run: (service: Service) => Promise<void>,
  nameTest: TestName = nameTests(null),
): void {
  Deno.test(nameTest(sentence), () => engines.run("postgresql", run));
}

function deliver(database: Database, sink: NotificationSink): Promise<number> {
  return deliverNotifications({ database, sink, clock: systemClock, log: () => {} });
}

/** Ends the pauses before retries. */
async function endPauses({ kysely }: Database): Promise<void> {
  await sql`update tck_queue.job set start_after = now() - interval '1 second' where state = 'retry'`
    .execute(kysely);
}

const nameNatsTest = await nameTestsOfNats();

async function withNats(run: (nats: NatsServer, sink: NotificationSink) => Promise<void>): Promise<void> {
  await using nats = await startNats();
  await using open = openSink(`nats://${nats.address}/batches`, SETTINGS);
  await run(nats, open.sink);
}

/** The messages of the stream, read from the broker. */
async function readStream(
  { address }: NatsServer,
  credentials?: { user: string; pass: string },
): Promise<{ id: string; event: BatchCommittedEvent }[]> {
  const connection = await connect({ servers: address, ...credentials });
  try {
    const { streams } = await jetstreamManager(connection);
    const { state } = await streams.info("batches");
    const numbers = Array.from({ length: state.messages }, (_, index) => state.first_seq + index);
    return await Promise.all(numbers.map(async (seq) => {
      const message = await streams.getMessage("batches", { seq });
      return { id: message!.header.get("Nats-Msg-Id"), event: message!.json<BatchCommittedEvent>() };
    }));
  } finally {
    await connection.close();
  }
}

testSink(
  "nats: a notification is stored with its commit's id, and the broker drops a repeat",
  async (service) => {
    const { commit, database } = service;
    await withNats(async (nats, sink) => {
      const first = await commit({ "001_a.tckb": "a" });
      const unconfirmed: Database = {
        ...database,
        notifications: {
          ...database.notifications,
          confirm: () => Promise.reject(new Error("the answer was lost")),
        },
      };
      await assert.rejects(() => deliver(unconfirmed, sink), /the answer was lost/);
      await sql`update tck_queue.job set state = 'retry'`.execute(database.kysely);
      await endPauses(database);
      assert.equal(await deliver(database, sink), 1, "it is delivered a second time");
      const second = await commit({ "001_a.tckb": "b" });
      assert.equal(await deliver(database, sink), 1);
      const stored = await readStream(nats);
      assert.deepEqual(stored.map(({ id }) => id), [first.commitId, second.commitId]);
      assert.deepEqual(stored.map(({ event }) => event.id), [first.commitId, second.commitId]);
    });
  },
  nameNatsTest,
);

testSink(
  "nats: what could not be delivered while the broker was down is delivered when it is up again",
  async (service) => {
    const { commit, database } = service;
    await withNats(async (nats, sink) => {
      const first = await commit({ "001_a.tckb": "a" });
      assert.equal(await deliver(database, sink), 1);
      await nats.kill();
      const second = await commit({ "001_a.tckb": "b" });
      assert.equal(await deliver(database, sink), 0);
      await endPauses(database);
      assert.equal(await deliver(database, sink), 0);
      await nats.start();
      await endPauses(database);
      assert.equal(await deliver(database, sink), 1);
      assert.deepEqual((await readStream(nats)).map(({ id }) => id), [first.commitId, second.commitId]);
    });
  },
  nameNatsTest,
);

testSink(
  "nats: an existing stream is not changed, and rejects a subject that it does not have",
  async (service) => {
    const { commit, database } = service;
    await withNats(async (nats, sink) => {
      const connection = await connect({ servers: nats.address });
      const { streams } = await jetstreamManager(connection);
      await streams.add({ name: "batches", subjects: ["other"] });
      await commit({ "001_a.tckb": "a" });
      const [taken] = await database.notifications.take(1);
      await assert.rejects(() => sink(taken!.event, AbortSignal.timeout(10_000)), {
        message: `NATS at ${nats.address}: no stream takes subject "${SUBJECT}": add it to stream "batches"`,
      });
      await database.notifications.giveBack(taken!.jobId, "rejected");
      await streams.update("batches", { subjects: ["other", SUBJECT] });
      await connection.close();
      await endPauses(database);
      assert.equal(await deliver(database, sink), 1);
      assert.equal((await readStream(nats)).length, 1);
    });
  },
  nameNatsTest,
);

testSink(
  "nats: a broker that repeatedly rejects the credentials does not end the process",
  async (service) => {
    const { commit, database } = service;
    const credentials = { user: "tck", pass: "right" };
    await using nats = await startNats(credentials);
    const { commitId } = await commit({ "001_a.tckb": "a" });
    await using rejected = openSink(`nats://tck:hunter2@${nats.address}/batches`, SETTINGS);
    const [taken] = await database.notifications.take(1);
    for (let attempt = 0; attempt < 15; attempt++) {
      await assert.rejects(() => rejected.sink(taken!.event, AbortSignal.timeout(10_000)), {
        message: /^NATS at 127\.0\.0\.1:\d+: (Authorization Violation|Uncaught Error: read ECONNRESET)$/,
      });
    }
    await using open = openSink(`nats://tck:right@${nats.address}/batches`, SETTINGS);
    await open.sink(taken!.event, AbortSignal.timeout(10_000));
    assert.deepEqual((await readStream(nats, credentials)).map(({ id }) => id), [commitId]);
  },
  nameNatsTest,
);

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A receiver that answers with the statuses in order (0: no answer), and then with 200. */
async function withReceiver(
  statuses: number[],
  run: (sink: NotificationSink, received: Received[]) => Promise<void>,
): Promise<void> {
  const received: Received[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const chunks = await Array.fromAsync(incoming);
    received.push({ headers: incoming.headers, body: chunks.join("") });
    const status = statuses.shift() ?? 200;
    if (status !== 0) outgoing.writeHead(status, { Location: "/elsewhere" }).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const open = openSink(`http://127.0.0.1:${port}/hook?key=hunter2`, SETTINGS);
  try {
    await run(open.sink, received);
  } finally {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  }
}

/** Verifies the signature like a receiver. */
function isSigned({ headers, body }: Received, secret: string): boolean {
  const expected = createHmac("sha256", secret).update(`${headers["tck-timestamp"]}.${body}`).digest("hex");
  return headers["tck-signature"] === `sha256=${expected}`;
}

// claim: webhook-no-redirects
testSink(
  "webhook: a delivery that is answered with 500 or a redirect is retried until it is answered with 200",
  async (service) => {
    const { commit, database } = service;
    await withReceiver([500, 307], async (sink, received) => {
      const { commitId } = await commit({ "001_a.tckb": "a" });
      for (const delivered of [0, 0, 1, 0]) {
        assert.equal(await deliver(database, sink), delivered);
        await endPauses(database);
      }
      assert.deepEqual(received.map(({ body }) => JSON.parse(body).id), [commitId, commitId, commitId]);
      assert.equal(received[0]?.headers["content-type"], "application/cloudevents+json");
    });
  },
);

testSink("webhook: a delivery without an answer is aborted in time and retried", async (service) => {
  const { commit, database } = service;
  await withReceiver([0], async (sink, received) => {
    const { commitId } = await commit({ "001_a.tckb": "a" });
    const relay = { database, sink, clock: systemClock, log: () => {} };
    assert.equal(await deliverNotifications(relay, { deliveryTimeout: 100 }), 0);
    await endPauses(database);
    assert.equal(await deliverNotifications(relay), 1);
    assert.deepEqual(received.map(({ body }) => JSON.parse(body).id), [commitId, commitId]);
  });
});

// claim: webhook-signed
testSink("webhook: a receiver can detect another secret, another body and another time", async (service) => {
  const { commit, database } = service;
  await withReceiver([], async (sink, received) => {
    await commit({ "001_a.tckb": "a" });
    await deliver(database, sink);
    const [delivery] = received as [Received];
    assert.ok(isSigned(delivery, SECRET));
    assert.match(delivery.headers["tck-timestamp"] as string, /^\d{10}$/);
    assert.ok(!isSigned(delivery, `${SECRET}!`));
    assert.ok(!isSigned({ ...delivery, body: delivery.body.replace("demo", "ada") }, SECRET));
    const later = {
      ...delivery.headers,
      "tck-timestamp": `${Number(delivery.headers["tck-timestamp"]) + 1}`,
    };
    assert.ok(!isSigned({ ...delivery, headers: later }, SECRET));
  });
});

testSink(
  "webhook: the error of a failed delivery does not contain the URL's path and query",
  async (service) => {
    await withReceiver([503], async (sink) => {
      const { commitId: id } = await service.commit({ "001_a.tckb": "a" });
      const [taken] = await service.database.notifications.take(1);
      assert.equal(taken?.event.id, id);
      await assert.rejects(() => sink(taken!.event, new AbortController().signal), {
        message: /^http:\/\/127\.0\.0\.1:\d+ answers 503$/,
      });
    });
  },
);
