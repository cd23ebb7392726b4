import assert from "node:assert/strict";
import { CLOSED_CLOUD, createWeb } from "./stack.ts";
import { authorize } from "./stack.ts";

type Web = ReturnType<typeof createWeb>;

async function post(
  web: Web,
  url: string,
  method: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return await web.fetch(
    new Request(`${url}/mcp`, {
      method: "POST",
      headers: {
        ...await authorize("ada"),
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
        ...headers,
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method,
        params: {
          protocolVersion: "2025-06-18",
          capabilities: {},
          clientInfo: { name: "test", version: "1" },
        },
      }),
    }),
  );
}

// claim: chat-own-origin
Deno.test("a page is this application's by the URL that is set, or on loopback, and not by the Host that it names", async () => {
  const [open, named] = [
    createWeb(CLOSED_CLOUD),
    createWeb(CLOSED_CLOUD, { appUrl: "https://pages.example" }),
  ];
  for (
    const [web, host, origin, status] of [
      [open, "http://evil.test", "http://evil.test", 403],
      [open, "http://10.0.0.5:8787", "http://10.0.0.5:8787", 403],
      [open, "http://localhost:8787", "http://localhost:8787", 200],
      [named, "http://evil.test", "http://evil.test", 403],
      [named, "http://evil.test", "https://pages.example", 200],
      [named, "http://127.0.0.1:8787", "http://127.0.0.1:8787", 200],
      [named, "http://127.0.0.1:8787", "http://evil.test", 403],
    ] as const
  ) {
    const answer = await post(web, host, "initialize", { Origin: origin });
    assert.equal(answer.status, status, `${host} ${origin}`);
    await answer.body?.cancel();
  }
});

// claim: rate-limit-per-user
Deno.test("requests at /mcp are counted", async () => {
  const counted: string[] = [];
  const web = createWeb(CLOSED_CLOUD, {
    requestCounter: {
      count: (userId: string) =>
        Promise.resolve({
          isExceeded: counted.push(userId) > 1,
          resetSeconds: 9,
          window: { limit: 1, seconds: 9, remaining: 0 },
        }),
    },
  });
  const first = await post(web, "http://localhost", "initialize");
  assert.equal(first.status, 200);
  const text = await first.text();
  assert.doesNotMatch(text, /"listChanged":true/);
  const second = await post(web, "http://localhost", "initialize");
  assert.deepEqual([second.status, second.headers.get("Retry-After")], [429, "9"]);
  assert.deepEqual(counted, ["ada", "ada"]);
});
