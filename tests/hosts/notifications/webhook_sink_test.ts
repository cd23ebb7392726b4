import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import type { BatchCommittedEvent } from "../../../core/commit/mod.ts";
import { readWebhookSink } from "../../../hosts/notifications/webhook_sink.ts";
import { listen } from "../routes/sockets.ts";

Deno.test.sanitizer({ ops: true, resources: true });

const EVENT = { id: "one", data: { text: "ä" } } as unknown as BatchCommittedEvent;
const NOW = Date.UTC(2026, 2, 4, 6, 0, 0, 999);

function settings(secret: string) {
  return { dataDir: "unused", clock: { now: () => NOW, sleep: () => Promise.resolve() }, read: () => secret };
}

// claim: webhook-signed
Deno.test("a webhook gets the event with its time in whole seconds and its signature; any 2xx confirms it and nothing else", async () => {
  const secret = "s".repeat(32);
  const received: { method: string; headers: Headers; body: string }[] = [];
  let status = 200;
  const server = listen(async (request) => {
    received.push({ method: request.method, headers: request.headers, body: await request.text() });
    const headers: HeadersInit = status < 400 && status >= 300 ? { Location: "/ok" } : {};
    return new Response(status === 204 ? null : "text", { status, headers });
  });
  try {
    const { sink } = readWebhookSink(new URL(`${server.url}/hook?key=hidden`), settings(secret))();
    const { signal } = new AbortController();
    for (status of [200, 202, 204]) await sink(EVENT, signal);
    for (status of [302, 307, 400, 404, 410, 500, 503]) {
      await assert.rejects(() => sink(EVENT, signal), { message: `${server.url} answers ${status}` });
    }
    await assert.rejects(() => sink(EVENT, AbortSignal.abort()), { name: "AbortError" });
    assert.equal(received.length, 10, "no redirect is followed, and nothing is sent after an abort");
    const [{ method, headers, body }] = received as [typeof received[0]];
    assert.deepEqual([method, headers.get("Content-Type")], ["POST", "application/cloudevents+json"]);
    assert.equal(headers.get("Tck-Timestamp"), String(Math.floor(NOW / 1000)));
    const signature = createHmac("sha256", secret).update(`${Math.floor(NOW / 1000)}.${body}`).digest("hex");
    assert.equal(headers.get("Tck-Signature"), `sha256=${signature}`);
    assert.deepEqual(JSON.parse(body), EVENT);
  } finally {
    await server.close();
  }
  const { sink } = readWebhookSink(new URL(`${server.url}/hook?key=hidden`), settings(secret))();
  await assert.rejects(() => sink(EVENT, new AbortController().signal), ({ message }: Error) => {
    assert.ok(message.startsWith(`Cannot reach ${server.url}: fetch failed: `), message);
    assert.match(message, /Connect|ECONN/, "why it failed");
    assert.doesNotMatch(message, /hidden/, "the URL may contain a secret");
    return true;
  });
  assert.throws(() => readWebhookSink(new URL(server.url), settings("s".repeat(31))), {
    code: "sink.invalid_secret",
  });
  for (const host of ["localhost.example.com", "127.0.0.1.example.com", "128.0.0.1", "[::2]"]) {
    assert.throws(() => readWebhookSink(new URL(`http://${host}/`), settings(secret)), {
      code: "sink.invalid_url",
    });
  }
  for (const address of ["http://127.255.0.3:1/", "https://example.com"]) {
    readWebhookSink(new URL(address), settings(secret));
  }
  assert.throws(() => readWebhookSink(new URL("https://me@example.com"), settings(secret)), {
    code: "sink.invalid_url",
  });
});
