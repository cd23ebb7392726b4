import assert from "node:assert/strict";
import { readNatsTarget } from "../../../hosts/notifications/nats_sink.ts";
import {
  type OpenSink,
  openSink,
  type SinkSettings,
  type SinkUrlSettings,
} from "../../../hosts/notifications/mod.ts";
import { systemClock } from "../../../hosts/time/mod.ts";

const SETTINGS: SinkSettings = {
  dataDir: "unused",
  clock: systemClock,
  read: (name) => name === "TCK_NOTIFY_SECRET" ? "s".repeat(32) : undefined,
};

Deno.test("a NATS URL is read with its defaults, credentials, stream and subject", () => {
  const read = (url: string) => readNatsTarget(new URL(url));
  const subject = "tck.widget_batch.committed";
  const plain = { servers: ["broker:4222"], replicas: 1, stream: "tck", subject, credentials: null };
  assert.deepEqual(read("nats://broker"), plain);
  const full = { ...plain, servers: ["[::1]:4333"], stream: "batches", subject: "a.b" };
  assert.deepEqual(read("nats://u:p%40@[::1]:4333/batches?subject=a.b"), {
    ...full,
    credentials: { user: "u", pass: "p@" },
  });
  assert.deepEqual(read("nats://token@broker"), { ...plain, credentials: { token: "token" } });
});

Deno.test("no URL opens the log, and https: and http: on loopback open a webhook", async () => {
  const urls = [
    undefined,
    "",
    "nats://broker",
    "https://example.org/hook?key=1",
    "http://localhost:1/",
    "http://[::1]/",
    "http://127.0.0.1/",
  ];
  for (const url of urls) {
    await using open = openSink(url, SETTINGS);
    assert.equal(typeof open.sink, "function");
  }
});

// claim: secrets-not-written
Deno.test("an invalid URL or secret is rejected without either in the message", () => {
  const url = { code: "sink.invalid_url" };
  const secret = { code: "sink.invalid_secret" };
  const cases: [string, string | undefined, { code: string }][] = [
    ["amqp://me:hunter2@127.0.0.1", undefined, url],
    ["hunter2", undefined, url],
    ["nats://127.0.0.1/hunter2.b", undefined, url],
    ["nats://me:%hunter2@127.0.0.1", undefined, url],
    ["http://example.org/hunter2", "s".repeat(32), url],
    ["https://me:hunter2@example.org", "s".repeat(32), url],
    ["https://example.org/hunter2", undefined, secret],
    ["https://example.org/hunter2", "hunter2", secret],
  ];
  for (const [address, value, expected] of cases) {
    assert.throws(() => openSink(address, { ...SETTINGS, read: () => value }), (error: Error) => {
      assert.ok(!error.message.includes("hunter2"), error.message);
      return (error as { code?: string }).code === expected.code;
    });
  }
});

Deno.test("a registry adds a scheme, whose opener reads its own settings", () => {
  const done = () => Promise.resolve();
  const opened: OpenSink = { sink: done, check: done, [Symbol.asyncDispose]: done };
  const seen: unknown[] = [];
  const registry = new Map([["amqp:", (url: URL, settings: SinkUrlSettings) => {
    seen.push(url.host, settings.read("TCK_NOTIFY_SECRET")?.length);
    return () => opened;
  }]]);
  assert.equal(openSink("amqp://broker", SETTINGS, registry), opened);
  assert.deepEqual(seen, ["broker", 32]);
});
