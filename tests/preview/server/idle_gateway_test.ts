import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Gateway } from "../../../preview/server/http/gateway.ts";
import { PROTOCOL_PREFIX } from "../../../preview/protocol.ts";
import { until } from "../../waiting/mod.ts";

Deno.test("the preview is idle when the last of several answers was sent, and after each later one", async () => {
  const server = createServer();
  const gateway = new Gateway([server]);
  const answers: PromiseWithResolvers<Response>[] = [];
  let idle = 0;
  let isBroken = false;
  gateway.open({
    guard: { check: () => null, replaceToken: () => null },
    routes() {
      if (isBroken) return Promise.reject(new Error("the route fails"));
      answers.push(Promise.withResolvers());
      return answers.at(-1)!.promise;
    },
    serve: () => {},
    acceptsSocket: () => false,
    onRequest: () => {},
    onIdle: () => idle++,
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const ask = () =>
    fetch(`http://127.0.0.1:${port}${PROTOCOL_PREFIX}bundles`).then((response) => response.text());
  try {
    const asked = [ask(), ask()];
    await until("both requests have arrived", () => answers.length === 2);
    answers[0]!.resolve(new Response("one"));
    await Promise.any(asked);
    assert.equal(idle, 0);
    answers[1]!.resolve(new Response("two"));
    assert.deepEqual((await Promise.all(asked)).sort(), ["one", "two"]);
    await until("it is idle", () => idle === 1);
    const later = ask();
    await until("the third request has arrived", () => answers.length === 3);
    answers[2]!.resolve(new Response("three"));
    assert.equal(await later, "three");
    await until("it is idle again", () => idle === 2);
    isBroken = true;
    await assert.rejects(ask());
    await until("it is idle after an answer that failed", () => idle > 2);
  } finally {
    server.close();
  }
});
