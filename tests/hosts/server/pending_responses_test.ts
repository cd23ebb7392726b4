import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { serve } from "../../../hosts/server/serve.ts";
import { within } from "../../waiting/mod.ts";

const LOCAL = { hostname: "127.0.0.1", port: 0 };

/** Ends a server that has a connection without a response. */
async function endIdleServer(): Promise<void> {
  const server = await serve(() => new Response(), LOCAL);
  const socket = connect(Number(new URL(server.url).port), LOCAL.hostname);
  await once(socket, "connect");
  await server.close();
  socket.destroy();
}

Deno.test("a server that ends waits for its responses although the connection of another one was closed", async () => {
  const left = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const arrived = { "/leaves": Promise.withResolvers<void>(), "/stays": Promise.withResolvers<void>() };
  const server = await serve(async ({ url, signal }) => {
    const path = new URL(url).pathname as keyof typeof arrived;
    if (path === "/leaves") signal.addEventListener("abort", () => left.resolve());
    arrived[path].resolve();
    await held.promise;
    return new Response("whole");
  }, LOCAL);
  const leaving = new AbortController();
  const rejected = assert.rejects(fetch(`${server.url}/leaves`, { signal: leaving.signal }));
  const stays = fetch(`${server.url}/stays`).then((response) => response.text());
  await within("both requests arrive", Promise.all(Object.values(arrived).map(({ promise }) => promise)));
  leaving.abort();
  await rejected;
  await within("the server sees that one has left", left.promise);
  const closed = server.close(10);
  assert.equal(server.close(), closed, "who closes it again waits for the same end");
  // It would have ended in as many steps, and cut the response off.
  await endIdleServer();
  held.resolve();
  assert.equal(await stays, "whole");
  await closed;
});
