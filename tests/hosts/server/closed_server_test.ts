import assert from "node:assert/strict";
import { serve } from "../../../hosts/server/serve.ts";

Deno.test.sanitizer({ ops: true, resources: true });

Deno.test("a server that was closed, or could not listen, leaves neither a timer nor a socket", async () => {
  const server = await serve(() => new Response("whole"), { hostname: "127.0.0.1", port: 0 });
  assert.equal(await (await fetch(server.url)).text(), "whole");
  const port = Number(new URL(server.url).port);
  await assert.rejects(serve(() => new Response(), { hostname: "127.0.0.1", port }));
  await server.close();
});
