import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
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
