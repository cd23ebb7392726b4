import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { serve } from "../../../hosts/server/serve.ts";

/** Sends a request as it is, and returns the status of the answer. */
async function send(port: number, request: string): Promise<number> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.end(request);
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(await text(socket))?.[1]);
}

Deno.test("a health check needs no Host in HTTP/1.0, every other request does, and a user in a URL is rejected", async () => {
  const seen: string[] = [];
  const server = await serve((request) => (seen.push(request.url), new Response("ok")), {
    hostname: "127.0.0.1",
    port: 0,
  });
  const port = Number(new URL(server.url).port);
  const host = `Host: 127.0.0.1:${port}\r\n`;
  try {
    for (
      const [status, request] of [
        [200, "OPTIONS /readyz HTTP/1.0\r\n"],
        [200, "GET /readyz HTTP/1.0\r\n"],
        [200, "GET /healthz HTTP/1.0\r\n"],
        [400, "GET /readyz HTTP/1.1\r\n"],
        [400, "GET / HTTP/1.0\r\n"],
        [400, "GET /readyz/../v2/daily-pages HTTP/1.0\r\n"],
        [400, "GET http://127.0.0.1/readyz HTTP/1.0\r\n"],
        [200, `GET http://127.0.0.1:${port}/ HTTP/1.1\r\n${host}Connection: close\r\n`],
        [400, `GET http://a@127.0.0.1:${port}/ HTTP/1.1\r\n${host}`],
        [400, `GET http://a:b@127.0.0.1:${port}/ HTTP/1.1\r\n${host}`],
        [400, `GET http://:b@127.0.0.1:${port}/ HTTP/1.1\r\n${host}`],
      ] as const
    ) assert.equal(await send(port, `${request}\r\n`), status, request);
    assert.deepEqual(seen.slice(0, 2), ["http://localhost/readyz", "http://localhost/readyz"]);
  } finally {
    await server.close();
  }
});
