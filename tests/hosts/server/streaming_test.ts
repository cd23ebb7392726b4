import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { serve } from "../../../hosts/server/serve.ts";
import { whileNothingMay } from "../../waiting/mod.ts";

Deno.test("a client that reads nothing stops a streamed body, and one that leaves cancels it", async () => {
  const cancelled = Promise.withResolvers<void>();
  let chunks = 0;
  const body = new ReadableStream({
    pull(controller) {
      chunks++;
      controller.enqueue(new Uint8Array(65_536));
    },
    cancel: () => cancelled.resolve(),
  }, { highWaterMark: 0 });
  const server = await serve(() => new Response(body), { hostname: "127.0.0.1", port: 0 });
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
  socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await once(socket, "readable");
  for (let seen = -1; chunks !== seen;) {
    seen = chunks;
    assert.ok(seen < 500, `${seen} chunks were read ahead of the client`);
    await whileNothingMay("be read ahead of the client", 300);
  }
  socket.destroy();
  await cancelled.promise;
  await server.close();
});

Deno.test("a body that fails while it is sent is not completed", async () => {
  const body = () =>
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode("half"));
      },
      pull: () => Promise.reject(new Error("the upstream is gone")),
    });
  const server = await serve(() => new Response(body()), { hostname: "127.0.0.1", port: 0 });
  await assert.rejects(fetch(server.url).then((response) => response.text()));
  await server.close();
});

/** More than the buffers of a connection hold. */
const LARGE_BYTES = 32 * 1024 * 1024;

const LIMITS = { stall: 1_500, rate: 1e9, bytes: 1e9 };

/** Asks for a body, from an address of this machine, and reads its beginning. */
async function ask(url: string, localAddress = "127.0.0.1"): Promise<Socket> {
  const socket = connect({ port: Number(new URL(url).port), host: "127.0.0.1", localAddress });
  socket.on("error", () => {});
  socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await once(socket, "readable");
  return socket;
}

/** The bodies of the routes: one that is there, and parts that are requested one by one. */
const BODIES: { readonly [name: string]: () => BodyInit } = {
  "one body": () => new Uint8Array(LARGE_BYTES),
  "a text": () => "x".repeat(LARGE_BYTES),
  "a stream": () =>
    new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(LARGE_BYTES)),
    }, { highWaterMark: 0 }),
};

/** Reads until more than a body or nothing more comes. Returns whether the body came. */
async function readBody(socket: Socket): Promise<boolean> {
  let size = 0;
  socket.on("data", (chunk) => {
    size += chunk.length;
    if (size > LARGE_BYTES) socket.destroy();
  });
  if (!socket.closed) await once(socket, "close");
  return size > LARGE_BYTES;
}

/** Resolves when the connection of the request of this number is closed before its end. */
function watchClosing(): { closed(index: number): Promise<void>; see(request: Request): number } {
  const closings: PromiseWithResolvers<void>[] = [];
  const at = (index: number) => closings[index] ??= Promise.withResolvers();
  let count = 0;
  return {
    closed: (index) => at(index).promise,
    see({ signal }) {
      const { resolve } = at(count);
      signal.addEventListener("abort", () => resolve());
      return count++;
    },
  };
}

for (const [name, body] of Object.entries(BODIES)) {
  // claim: unread-answers-end
  Deno.test(`a client that reads nothing more of ${name} is closed, and one that reads is not`, async () => {
    const { closed, see } = watchClosing();
    const respond = async (request: Request) => {
      await null; // What is answered at once has no signal.
      return new Response(see(request) === 0 ? "small" : body());
    };
    const server = await serve(respond, { hostname: "127.0.0.1", port: 0, unread: LIMITS });
    const idle = await ask(server.url);
    const unread = await ask(server.url);
    const reading = await ask(server.url);
    const read = readBody(reading);
    await closed(1);
    assert.deepEqual([await read, await readBody(unread), idle.closed], [true, false, false]);
    idle.destroy();
    await server.close();
  });
}

// claim: unread-answers-end
Deno.test("where too much waits, the oldest connection of the address with the most is closed", async () => {
  const { closed, see } = watchClosing();
  // The system itself takes up to 36 MiB of each (`tcp_wmem` and `tcp_rmem`): three are beyond the limit even so, and two are not.
  const size = 4 * LARGE_BYTES;
  const unread = { ...LIMITS, stall: 60_000, bytes: 2.1 * size };
  const respond = async (request: Request) => {
    await null;
    see(request);
    return new Response(new Uint8Array(size));
  };
  const server = await serve(respond, { hostname: "127.0.0.1", port: 0, unread });
  const other = await ask(server.url, "127.0.0.2");
  const first = await ask(server.url);
  const second = await ask(server.url);
  await closed(1);
  const read = await Promise.all([other, first, second].map(readBody));
  assert.deepEqual(read, [true, false, true]);
  await server.close();
});
