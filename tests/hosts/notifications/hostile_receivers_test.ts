import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import type { BatchCommittedEvent } from "../../../core/commit/mod.ts";
import { openSink } from "../../../hosts/notifications/mod.ts";
import { systemClock } from "../../../hosts/time/mod.ts";
import { nameTestsOfNats, startNats } from "../../servers/nats.ts";
import { until, within } from "../../waiting/mod.ts";

const EVENT = { id: "one", subject: "20260304-diary", data: {} } as unknown as BatchCommittedEvent;
const SETTINGS = { dataDir: "unused", clock: systemClock, read: () => "s".repeat(32) };

/** What a delivery has to end, in milliseconds. */
const DELIVERY_MS = 1_500;

/** A program that answers each connection in its own way. */
async function withReceiver(
  answer: (socket: Socket) => void,
  run: (address: string) => Promise<void>,
): Promise<void> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    answer(socket);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  try {
    await run(`127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    for (const socket of sockets) socket.destroy();
    await once(server.close(), "close");
  }
}

/** Writes a text again and again, as fast as it is taken, until the connection ends. */
function repeat(socket: Socket, text: string | Uint8Array): void {
  const write = () => {
    while (socket.writable && socket.write(text));
  };
  socket.on("drain", write);
  write();
}

const PART = `10000\r\n${"x".repeat(65_536)}\r\n`;
const BOMB = gzipSync(new Uint8Array(256 * 1024 * 1024), { level: 9 });

/** Answers of a webhook's receiver, by whether they confirm a delivery. */
const WEBHOOKS: { readonly [name: string]: [confirms: boolean, answer: (socket: Socket) => void] } = {
  "nothing": [false, (socket) => socket.resume()],
  "something else": [false, (socket) => socket.end("SSH-2.0-OpenSSH\r\n")],
  "headers without an end": [false, (socket) => {
    socket.write("HTTP/1.1 200 OK\r\n");
    repeat(socket, `X-Field: ${"x".repeat(1_000)}\r\n`);
  }],
  "one header without an end": [false, (socket) => {
    socket.write("HTTP/1.1 200 OK\r\nX-Field: ");
    repeat(socket, "x".repeat(65_536));
  }],
  "a body without an end": [true, (socket) => {
    socket.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
    repeat(socket, PART);
  }],
  "a body that does not come": [true, (socket) => {
    socket.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n");
  }],
  "a compressed body": [true, (socket) => {
    const head = `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${BOMB.length}\r\n\r\n`;
    socket.write(head);
    socket.write(BOMB);
  }],
};

/** How a broker begins. */
const GREETING = 'INFO {"version":"2.10.0","proto":1,"headers":true,"max_payload":1048576}\r\n';

/** Answers of a NATS broker. */
const BROKERS: { readonly [name: string]: (socket: Socket) => void } = {
  "nothing": (socket) => socket.resume(),
  "something else": (socket) => socket.end("SSH-2.0-OpenSSH\r\n"),
  "a line without an end": (socket) => {
    socket.write("INFO {");
    repeat(socket, "x".repeat(65_536));
  },
  "nothing after its greeting": (socket) => socket.write(GREETING),
  "a greeting that is no JSON": (socket) => socket.write("INFO {{{\r\n"),
  "an error": (socket) => socket.write(`${GREETING}-ERR 'no'\r\n`),
  "questions without an end": (socket) => {
    socket.write(GREETING);
    repeat(socket, "PING\r\n".repeat(1_000));
  },
};

/** How much more memory a delivery may leave, in MiB. */
const MOST_MIB = 256;

function readMemory(): number {
  return Deno.memoryUsage().rss / 1024 / 1024;
}

for (const [name, [confirms, answer]] of Object.entries(WEBHOOKS)) {
  // claim: receivers-limits
  Deno.test(`a webhook's receiver that answers with ${name} ends a delivery in time`, async () => {
    const before = readMemory();
    await withReceiver(answer, async (address) => {
      await using open = openSink(`http://${address}/hook`, SETTINGS);
      const sent = open.sink(EVENT, AbortSignal.timeout(DELIVERY_MS));
      const confirmed = sent.then(() => true, () => false);
      assert.equal(await within("the delivery ends", confirmed, 10_000), confirms);
    });
    const more = readMemory() - before;
    assert.ok(more < MOST_MIB, `${Math.round(more)} MiB more`);
  });
}

for (const [name, answer] of Object.entries(BROKERS)) {
  // claim: receivers-limits
  Deno.test(`a broker that answers with ${name} ends a delivery in time, and not the process`, async () => {
    const before = readMemory();
    await withReceiver(answer, async (address) => {
      await using open = openSink(`nats://${address}/stream`, SETTINGS);
      const sent = open.sink(EVENT, AbortSignal.timeout(DELIVERY_MS));
      await within("the delivery ends", assert.rejects(sent), 10_000);
    });
    const more = readMemory() - before;
    assert.ok(more < MOST_MIB, `${Math.round(more)} MiB more`);
  });
}

/** A broker that has the stream and stores nothing: it answers each publication with a text. */
function answerPublications(answer: string): (socket: Socket) => void {
  return (socket) => {
    let [rest, sid] = ["", ""];
    socket.write(GREETING);
    socket.on("data", (bytes) => {
      const lines = `${rest}${bytes}`.split("\r\n");
      rest = lines.pop()!;
      for (const [verb, subject, inbox, ...more] of lines.map((line) => line.split(/ +/))) {
        if (verb === "PING") socket.write("PONG\r\n");
        if (verb === "SUB") sid = [subject, inbox, ...more].at(-1)!;
        if (verb !== "PUB" && verb !== "HPUB") continue;
        const text = subject!.startsWith("$JS.API.") ? '{"config":{},"state":{}}' : answer;
        socket.write(`MSG ${inbox} ${sid} ${text.length}\r\n${text}\r\n`);
      }
    });
  };
}

/** Answers to a publication on the subject of the stream `stream`, by whether they confirm it. */
const ANSWERS: readonly [confirms: boolean, answer: string][] = [
  [true, '{"stream":"stream","seq":1}'],
  [true, '{"stream":"stream","seq":1,"duplicate":true}'],
  [false, "{}"],
  [false, "[]"],
  [false, '{"ok":true}'],
  [false, '{"stream":"stream"}'],
  [false, '{"stream":"stream","seq":0}'],
  [false, '{"stream":"stream","seq":"1"}'],
  [false, '{"stream":"other","seq":1}'],
];

// claim: receivers-limits
Deno.test("a broker's answer confirms a delivery only if it is an acknowledgement of the stream", async () => {
  for (const [confirms, answer] of ANSWERS) {
    await withReceiver(answerPublications(answer), async (address) => {
      await using open = openSink(`nats://${address}/stream`, SETTINGS);
      const failure = await open.sink(EVENT, AbortSignal.timeout(10_000)).then(() => null, String);
      assert.equal(failure === null, confirms, `${answer}: ${failure}`);
      assert.match(failure ?? "no acknowledgement", /no acknowledgement/);
    });
  }
});

/** Runs a test with a broker behind a receiver, which keeps the connections of the sink. */
async function withRelayedBroker(
  test: (address: string, asked: readonly Socket[]) => Promise<void>,
): Promise<void> {
  await using broker = await startNats();
  const port = Number(broker.address.split(":")[1]);
  const asked: Socket[] = [];
  await withReceiver((socket) => {
    asked.push(socket);
    const upstream = connect(port, "127.0.0.1").on("error", () => socket.destroy());
    socket.on("close", () => upstream.destroy()).pipe(upstream).pipe(socket, { end: false });
  }, (address) => test(address, asked));
}

const name = await nameTestsOfNats();

// claim: receivers-limits
Deno.test(
  name("a broker that asks without an end between deliveries is left, and the next is made in time"),
  async () => {
    await withRelayedBroker(async (address, asked) => {
      await using open = openSink(`nats://${address}/stream`, SETTINGS);
      await open.sink(EVENT, AbortSignal.timeout(10_000));
      const before = readMemory();
      const first = asked[0]!;
      first.pause().unpipe();
      repeat(first, "PING\r\n".repeat(1_000));
      await until("the connection ends", () => first.destroyed);
      const more = readMemory() - before;
      assert.ok(more < MOST_MIB, `${Math.round(more)} MiB more`);
      await open.sink({ ...EVENT, id: "two" }, AbortSignal.timeout(10_000));
      assert.equal(asked.length, 2);
    });
  },
);

// claim: receivers-limits
Deno.test(
  name("what a broker sends is counted for each delivery, and a connection that is used for long stays"),
  async () => {
    await withRelayedBroker(async (address, asked) => {
      await using open = openSink(`nats://${address}/stream`, SETTINGS);
      for (const id of ["one", "two", "three", "four", "five", "six", "seven"]) {
        await open.sink({ ...EVENT, id }, AbortSignal.timeout(10_000));
        asked[0]!.write("+OK\r\n".repeat(60_000));
      }
      assert.equal(asked.length, 1);
    });
  },
);
