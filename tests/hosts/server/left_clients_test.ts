import assert from "node:assert/strict";
import { connect } from "node:net";
import { once } from "node:events";
import type { LogEvent } from "../../../core/commit/mod.ts";
import { serve } from "../../../hosts/server/serve.ts";
import { CLOSED_CLOUD, createWeb, sessionCookie } from "../routes/stack.ts";
import { until } from "../../waiting/mod.ts";

/** Paths whose requests have a body, and its type. */
const BODIES = {
  "/api/widgets/v1/bundles": "application/json",
  "/login": "application/x-www-form-urlencoded",
  "/mcp": "application/json",
};

Deno.test("a client that leaves while it sends is no error of the server", async () => {
  const logged: LogEvent[] = [];
  const answered: number[] = [];
  const web = createWeb(CLOSED_CLOUD, { log: (event) => void logged.push(event) });
  const server = await serve(async (request) => {
    const response = await web.fetch(request);
    answered.push(response.status);
    return response;
  }, { hostname: "127.0.0.1", port: 0 });
  try {
    const { port, host, origin } = new URL(server.url);
    for (const [path, type] of Object.entries(BODIES)) {
      for (const body of ["Transfer-Encoding: chunked\r\n\r\n5\r\nto", "Content-Length: 100\r\n\r\nto"]) {
        const asked = answered.length;
        const socket = connect(Number(port), "127.0.0.1");
        await once(socket, "connect");
        const headers = [
          `POST ${path} HTTP/1.1`,
          `Host: ${host}`,
          `Origin: ${origin}`,
          "Sec-Fetch-Site: same-origin",
          `Cookie: ${await sessionCookie("ada")}`,
          `Content-Type: ${type}`,
          body,
        ];
        await new Promise((resolve) => socket.write(headers.join("\r\n"), resolve));
        // The server reads the body by then, or has answered.
        await new Promise((resolve) => setTimeout(resolve, 50)); // timer: nothing tells that it waits
        socket.destroy();
        await until(`${path} is answered`, () => Promise.resolve(answered.length > asked));
      }
    }
    assert.deepEqual(logged, []);
    assert.deepEqual(answered.filter((status) => status >= 500), []);
    assert.ok(answered.filter((status) => status === 499).length >= 3, answered.join());
  } finally {
    await server.close();
  }
});
