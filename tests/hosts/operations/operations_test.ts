import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import type { LogEvent } from "../../../core/commit/mod.ts";
import { serve } from "../../../hosts/server/serve.ts";
import { createServerLog } from "../../../hosts/operations/mod.ts";
import { until } from "../../waiting/mod.ts";
import { assertProblem } from "../routes/answers.ts";
import { runCommandHere } from "../cli/command_here.ts";
import { preparedFolder, type RunningCommand, startCommand } from "../cli/command_process.ts";
import { sendRaw } from "../routes/sockets.ts";

const SECRET = "a secret that the processes share, 32 characters";
const TOKEN = "a token for the metrics of 32 characters or more";

async function urlOf(server: RunningCommand): Promise<string> {
  return JSON.parse((await server.printed(/^\{.*\}$/m))[0]).url;
}

async function statusOf(url: string, init: RequestInit = {}): Promise<number> {
  const response = await fetch(url, init);
  await response.body?.cancel();
  return response.status;
}

const opened = new AsyncDisposableStack();
let data: string;
/** A server on loopback with an embedded database. The last test that uses it ends it. */
let server: RunningCommand;
let url: string;
let token: string;
Deno.test.beforeAll(async () => {
  data = opened.use(await preparedFolder()).path;
  const environment = { TCK_LOG: "json", TCK_LOG_REQUESTS: "yes" };
  server = opened.use(startCommand(["serve", "--port", "0", "--data", data, "--json"], environment));
  url = await urlOf(server);
  token = (await runCommandHere(["token", "--user", "ada", "--data", data])).stdout.trim();
});
Deno.test.afterAll(() => opened.disposeAsync());

/** A request of a user, with an id. */
function listPages(): Promise<Response> {
  const headers = { Authorization: `Bearer ${token}`, "X-Request-Id": "from-the-caller.1" };
  return fetch(`${url}/v2/daily-pages?limit=5`, { headers });
}

// claim: operators-routes-anonymous
Deno.test("metrics have the durations by route and status, and no path of a request", async () => {
  const list = await listPages();
  await list.body?.cancel();
  assert.deepEqual([list.status, list.headers.get("X-Request-Id")], [200, "from-the-caller.1"]);
  const unknown = await fetch(`${url}/v2/daily-pages/bundles/${"a".repeat(64)}.tckb`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  await unknown.body?.cancel();
  const other = await fetch(`${url}/secret-name`, { headers: { "X-Request-Id": "two words" } });
  await other.body?.cancel();
  assert.match(other.headers.get("X-Request-Id")!, /^[0-9a-f-]{36}$/);

  const metrics = await fetch(`${url}/metrics`);
  assert.match(metrics.headers.get("Content-Type")!, /^text\/plain; version=0\.0\.4/);
  const text = await metrics.text();
  const count = (route: string, status: number) =>
    new RegExp(
      `^tck_http_request_duration_seconds_count\\{method="GET",route="${
        RegExp.escape(route)
      }",status="${status}"\\} (\\d+)$`,
      "m",
    ).exec(text)?.[1];
  assert.equal(count("/v2/daily-pages", 200), "1", text);
  assert.equal(count("/v2/daily-pages/bundles/:file", 404), "1", text);
  assert.equal(count("unmatched", 404), "1", text);
  assert.doesNotMatch(text, /secret-name|aaaa/);
  assert.match(text, /^tck_dependency_up\{dependency="database"\} 1$/m);
  assert.match(text, /^tck_http_requests_in_flight 1$/m);
  assert.match(text, /^process_resident_memory_bytes \d+$/m);
});

Deno.test("commits that serve executes and the jobs of the queues are measured", async () => {
  const failed = await runCommandHere([
    ...["commit", "--user", "ada", "--task", "t", "--date", "2026-01-31", "--kind", "morning_brief"],
    ...["--data", data, `${data}/nothing`],
  ]);
  assert.equal(failed.code, 1);
  const text = await (await fetch(`${url}/metrics`)).text();
  assert.match(text, /^tck_action_duration_seconds_count\{action="commit",outcome="failed"\} 1$/m);
  assert.match(text, /^# TYPE tck_queue_jobs gauge$/m);
});

// claim: metrics-closed
Deno.test("metrics need the token where there is one, and elsewhere only a client that names the loopback listener gets them", async () => {
  const port = Number(new URL(url).port);
  assert.match(await sendRaw(port, ["GET /metrics HTTP/1.1", "Host: pages.example.com"]), /^HTTP\/1\.1 404 /);
  assert.match(await sendRaw(port, ["GET /metrics HTTP/1.1", "Host: localhost"]), /^HTTP\/1\.1 200 /);
  // A role without a database starts sooner.
  const args = ["serve", "--role", "public", "--port", "0", "--data", data, "--json"];
  const environment = { TCK_AUTH_SECRET: SECRET, TCK_INTERNAL_URL: "http://127.0.0.1:9" };
  {
    await using guarded = startCommand(args, { ...environment, TCK_METRICS_TOKEN: TOKEN });
    const metrics = `${await urlOf(guarded)}/metrics`;
    await assertProblem(await fetch(metrics), 401, "auth.unauthenticated");
    for (const authorization of [TOKEN, "Bearer", `Bearer ${TOKEN}x`, `Basic ${TOKEN}`]) {
      assert.equal(await statusOf(metrics, { headers: { Authorization: authorization } }), 401);
    }
    assert.equal(await statusOf(metrics, { headers: { Authorization: `Bearer ${TOKEN}` } }), 200);
    const post = await fetch(metrics, { method: "POST" });
    assert.deepEqual([post.status, post.headers.get("Allow")?.startsWith("GET, HEAD")], [405, true]);
    await post.body?.cancel();
  }
  await using wide = startCommand([...args, "--host", "0.0.0.0"], environment);
  const { port: widePort } = new URL(await urlOf(wide));
  await assertProblem(await fetch(`http://127.0.0.1:${widePort}/metrics`), 404, "route.not_found");
});

Deno.test("a URL that is too long is a 414, a stated body that is too large a 413", async () => {
  await assertProblem(await fetch(`${url}/${"a".repeat(9_000)}`), 414, "request.url_too_long");
  const body = new Uint8Array(1_048_577);
  await assertProblem(await fetch(`${url}/login`, { method: "POST", body }), 413, "request.too_large");
  assert.equal(await statusOf(`${url}/healthz`), 200);
  const { port } = new URL(url);
  const headers = Array.from({ length: 5_000 }, (_, index) => `A${index}: a`);
  const answer = await sendRaw(Number(port), ["GET / HTTP/1.1", "Host: localhost", ...headers]);
  assert.match(answer, /^HTTP\/1\.1 431 /);
});

Deno.test("a body that is too large is read to its end, and the next request of the connection is answered", async () => {
  const socket = await Deno.connect({
    hostname: "127.0.0.1",
    port: Number(new URL(url).port),
  });
  const writer = socket.writable.getWriter();
  const encode = (text: string) => new TextEncoder().encode(text);
  const size = 4 * 1_048_576;
  await writer.write(encode(`POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${size}\r\n\r\n`));
  const answers = socket.readable.pipeThrough(new TextDecoderStream());
  const reading = Array.fromAsync(answers);
  for (let sent = 0; sent < size; sent += 65_536) await writer.write(new Uint8Array(65_536));
  await writer.write(encode("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"));
  const statuses = [...(await reading).join("").matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
  assert.deepEqual(statuses, ["413", "200"]);
});

Deno.test("closing answers what has arrived on kept connections and tells their clients to close them", async () => {
  const entered = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const server = await serve(async () => {
    entered.resolve();
    await gate.promise;
    return new Response("late");
  }, { hostname: "127.0.0.1", port: 0 });
  const answer = fetch(server.url);
  await entered.promise;
  const closed = server.close();
  await assert.rejects(() => fetch(server.url), "a new connection was accepted");
  gate.resolve();
  const response = await answer;
  assert.deepEqual([response.headers.get("Connection"), await response.text()], ["close", "late"]);
  await closed;
  await server.close();
});

Deno.test("closing does not wait for a response longer than its time limit", async () => {
  const entered = Promise.withResolvers<void>();
  const stall = () => {
    entered.resolve();
    return new Promise<Response>(() => {});
  };
  const server = await serve(stall, { hostname: "127.0.0.1", port: 0, shutdownTimeout: 500 });
  const socket = connect({ host: "127.0.0.1", port: Number(new URL(server.url).port) });
  socket.on("error", () => {});
  socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const cut = once(socket, "close");
  await entered.promise;
  const started = performance.now();
  await server.close();
  const waited = performance.now() - started;
  await cut;
  assert.ok(waited >= 490 && waited < 5_000, `closing took ${waited} ms`); // Without its limit, 10 s.
});

Deno.test("SIGTERM under load cuts no response, the process ends, and its log is JSON with the ids of requests", async () => {
  await (await listPages()).body?.cancel();
  const headers = { "Accept-Encoding": "identity" }; // A decoded body has another length.
  const whole: boolean[] = [];
  const clients = Array.from({ length: 8 }, async () => {
    while (true) {
      const response = await fetch(`${url}/__tck/v1/react-runtime.mjs`, { headers }).catch(() => null);
      if (response === null) return; // The listener is closed.
      const length = Number(response.headers.get("Content-Length"));
      const body = await response.arrayBuffer().catch(() => new ArrayBuffer(0));
      whole.push(response.status === 200 && body.byteLength > 0 && body.byteLength === length);
    }
  });
  await until("50 responses", () => whole.length >= 50);
  const { code, stderr } = await server.stop("SIGTERM");
  assert.equal(code, 0);
  await Promise.all(clients);
  assert.deepEqual(whole.filter((isWhole) => !isWhole), []);
  const lines = stderr.trim().split("\n").filter((line) => line.startsWith("{")).map((line) =>
    JSON.parse(line)
  );
  const answered = lines.filter(({ event }) => event === "request_answered");
  assert.ok(
    answered.some(({ requestId, route, status }) =>
      requestId === "from-the-caller.1" && route === "/v2/daily-pages" && status === 200
    ),
  );
  for (const line of lines) {
    assert.deepEqual(Object.keys(line).slice(0, 4), ["time", "level", "event", "message"]);
    assert.equal(new Date(line.time).toISOString(), line.time);
  }
  assert.equal(stderr.includes(token), false);
});

Deno.test("the further lines of a cause are indented", () => {
  const lines: string[] = [];
  const log = createServerLog({ format: "text", level: "info" }, {
    note: (line) => void lines.push(line),
    warn: (line) => void lines.push(line),
  });
  const cause = "Error: a\nerror: forged\u001b\n    at place";
  log({ event: "failed", level: "error", message: "no", cause });
  assert.deepEqual(lines, ["error: failed: no: Error: a\n    error: forged\\u001b\n        at place"]);
});

// claim: secrets-not-written
Deno.test("a log leaves out credentials and what is less severe than its level, in both formats", () => {
  const event: LogEvent = {
    event: "request_failed",
    level: "error",
    message: "Cannot reach postgres://ada:p4ss@db.example.com/tck with Bearer abc.def",
    cause: "Error: eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl at nats://t0ken@mq:4222",
    code: "server.failed",
  };
  for (const format of ["text", "json"] as const) {
    const lines: string[] = [];
    const write = (line: string) => void lines.push(line);
    const log = createServerLog({ format, level: "warning" }, { note: write, warn: write });
    log({ event: "started", level: "info", message: "Started" });
    log(event);
    assert.equal(lines.length, 1);
    assert.doesNotMatch(lines[0]!, /p4ss|abc\.def|eyJ|t0ken/);
    assert.match(lines[0]!, /db\.example\.com/);
    if (format === "json") assert.equal(JSON.parse(lines[0]!).code, "server.failed");
  }
});
