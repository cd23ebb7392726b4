import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { listen } from "../../../preview/server/http/listener.ts";

/** Whether something listens at an address. */
async function isListening(host: string, port: number): Promise<boolean> {
  const socket = connect(port, host);
  const answer = await Promise.race([
    once(socket, "connect").then(() => true),
    once(socket, "error").then(() => false),
  ]).catch(() => false);
  socket.destroy();
  return answer;
}

Deno.test("a port that one of localhost's addresses has not is left, and the next one is listened to at both", async () => {
  const taken = createServer().listen(0, "::1");
  await once(taken, "listening");
  const { port } = taken.address() as AddressInfo;
  const { servers, port: found } = await listen({ host: "localhost", port, strictPort: false });
  try {
    assert.ok(found > port);
    assert.equal(servers.length, 2);
    assert.deepEqual(await Promise.all(["127.0.0.1", "::1"].map((host) => isListening(host, found))), [
      true,
      true,
    ]);
    assert.equal(await isListening("127.0.0.1", port), false);
  } finally {
    for (const server of [...servers, taken]) server.close();
  }
});
