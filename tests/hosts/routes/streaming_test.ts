import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { createPublicApi, PUBLIC_PREFIX, type Upstream } from "../../../hosts/routes/mod.ts";
import { until, whileNothingMay } from "../../waiting/mod.ts";
import { assertProblem } from "./answers.ts";
import { listen, type TestServer, upstreamAnswering, upstreamOf } from "./sockets.ts";
import { authorize, createIdentity, serveWeb } from "./stack.ts";

const { bearers } = createIdentity({ now: Date.now() });
const PATH = `${PUBLIC_PREFIX}/bundles/${"A".repeat(64)}.tckb`;
const OCTETS = { "Content-Type": "application/octet-stream" };

function servePublic(storage: Upstream, corsOrigins: readonly string[] = []): TestServer {
  return listen(createPublicApi({ storage, bearers, log: () => {}, corsOrigins }).fetch);
}

/** A storage service whose body goes on until it is cancelled, in chunks of 64 KiB. */
function listenEndless(): TestServer & { chunks(): number; cancelled: Promise<void> } {
  const { promise: cancelled, resolve } = Promise.withResolvers<void>();
  let chunks = 0;
  const server = listen(() =>
    new Response(
      new ReadableStream({
        pull(controller) {
          chunks++;
          controller.enqueue(new Uint8Array(65_536));
        },
        cancel: () => resolve(),
      }, { highWaterMark: 0 }),
      { headers: OCTETS },
    )
  );
  return { ...server, chunks: () => chunks, cancelled };
}

/** Sends a request and reads nothing but the beginning of the response. */
async function openSlowly(port: number): Promise<ReturnType<typeof connect>> {
  const { Authorization } = await authorize("ada");
  const socket = connect(port, "127.0.0.1");
  socket.write(`GET ${PATH} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${Authorization}\r\n\r\n`);
  await once(socket, "readable");
  assert.match(String(socket.read(15)), /^HTTP\/1\.1 200/);
  return socket;
}

Deno.test("a client that reads nothing stops the upstream, and one that leaves aborts it", async () => {
  const storage = listenEndless();
  const api = servePublic(upstreamOf(storage, 60_000));
  const socket = await openSlowly(api.port);
  await untilStalled(storage.chunks);
  socket.destroy();
  await storage.cancelled;
  await api.close();
  await storage.close();
});

/** Waits until a count does not grow any more, which must be before 32 MiB of chunks. */
async function untilStalled(count: () => number): Promise<void> {
  for (let seen = -1; count() !== seen;) {
    seen = count();
    assert.ok(seen < 500, `${seen} chunks were read ahead of the client`);
    await whileNothingMay("be read ahead of the client", 300);
  }
}

Deno.test("a client that leaves before the response begins aborts the upstream", async () => {
  const asked = Promise.withResolvers<Request>();
  const storage = listen((request) => {
    asked.resolve(request);
    return new Promise<Response>((resolve) =>
      request.signal.addEventListener("abort", () => resolve(new Response()))
    );
  });
  const api = servePublic(upstreamOf(storage));
  const client = new AbortController();
  const answer = fetch(api.url + PATH, { headers: await authorize("ada"), signal: client.signal });
  const { signal } = await asked.promise;
  const aborted = once(signal, "abort");
  client.abort();
  await assert.rejects(answer);
  await aborted;
  await api.close();
  await storage.close();
});

// claim: upstream-limits
Deno.test("an upstream that dribbles ends the response in an error when its time is over, never complete", async () => {
  const storage = listen(() => {
    let timer: ReturnType<typeof setInterval> | undefined;
    const body = new ReadableStream({
      start: (controller) => {
        timer = setInterval(() => controller.enqueue(new Uint8Array(1)), 10);
      },
      cancel: () => clearInterval(timer),
    });
    return new Response(body, { headers: { ...OCTETS, "Content-Length": "100000" } });
  });
  const api = servePublic(upstreamOf(storage, 300));
  const response = await fetch(api.url + PATH, { headers: await authorize("ada") });
  assert.equal(response.status, 200);
  await assert.rejects(response.arrayBuffer());
  await api.close();
  await storage.close();
});

Deno.test("a read that gets no answer is sent once more, and the end of a session is not", async () => {
  const methods: string[] = [];
  const failing = (request: Request) => {
    methods.push(request.method);
    return Promise.reject(new TypeError("connection reset"));
  };
  const api = servePublic(upstreamAnswering(failing));
  const headers = await authorize("ada");
  await assertProblem(await fetch(api.url + PATH, { headers }), 502, "upstream.unavailable");
  assert.deepEqual(methods, ["GET", "GET"]);
  methods.length = 0;
  const ended = await fetch(`${api.url}${PUBLIC_PREFIX}/session`, { method: "DELETE", headers });
  await assertProblem(ended, 502, "upstream.unavailable");
  assert.deepEqual(methods, ["DELETE"]);
  await api.close();
});

Deno.test("a read that a restarting service rejects succeeds with the second attempt", async () => {
  let attempts = 0;
  const storage = listen(() =>
    ++attempts === 1 ? new Response("restarting", { status: 503 }) : new Response("ok", { headers: OCTETS })
  );
  const api = servePublic(upstreamOf(storage));
  const response = await fetch(api.url + PATH, { headers: await authorize("ada") });
  assert.deepEqual([response.status, await response.text(), attempts], [200, "ok", 2]);
  await api.close();
  await storage.close();
});

Deno.test("the request id and the trace context are forwarded, and the id and the times returned", async () => {
  let headers = new Headers();
  const storage = listen((request) => {
    headers = request.headers;
    return new Response("ok", { headers: { ...OCTETS, "Server-Timing": "storage;dur=1.0" } });
  });
  const api = servePublic(upstreamOf(storage));
  const trace = { traceparent: `00-${"a".repeat(32)}-${"b".repeat(16)}-01`, tracestate: "vendor=1" };
  const sent = { ...await authorize("ada"), ...trace, "X-Request-Id": "request-7" };
  const response = await fetch(api.url + PATH, { headers: sent });
  await response.text();
  for (const [name, value] of Object.entries({ ...trace, "X-Request-Id": "request-7" })) {
    assert.equal(headers.get(name), value);
  }
  assert.equal(response.headers.get("X-Request-Id"), "request-7");
  assert.match(response.headers.get("Server-Timing")!, /^storage;dur=1\.0, public;dur=\d+\.\d$/);
  for (const id of ["", "a b", "x".repeat(129), `"`]) {
    const other = await fetch(api.url + PATH, { headers: { ...sent, "X-Request-Id": id } });
    await other.text();
    assert.match(other.headers.get("X-Request-Id")!, /^[0-9a-f-]{36}$/);
    assert.equal(headers.get("X-Request-Id"), other.headers.get("X-Request-Id"));
  }
  const rejected = await fetch(api.url + PATH, { headers: { "X-Request-Id": "request-8" } });
  assert.equal(rejected.headers.get("X-Request-Id"), "request-8");
  await assertProblem(rejected, 401, "auth.unauthenticated");
  await api.close();
  await storage.close();
});

Deno.test("a page forwards the request id and the trace context with each of its reads", async () => {
  const received: Headers[] = [];
  const cloud = listen((request) => {
    received.push(request.headers);
    return Response.json({ batches: [], nextCursor: null });
  });
  const web = serveWeb(upstreamOf(cloud));
  const trace = { traceparent: `00-${"a".repeat(32)}-${"b".repeat(16)}-01`, "X-Request-Id": "request-9" };
  for (const path of ["/", "/feed/20260301-diary", "/embed/daily-page/v2"]) {
    const response = await fetch(web.url + path, { headers: { ...await authorize("ada"), ...trace } });
    await response.body?.cancel();
  }
  assert.ok(received.length >= 3);
  for (const headers of received) {
    for (const [name, value] of Object.entries(trace)) assert.equal(headers.get(name), value);
  }
  await web.close();
  await cloud.close();
});

// claim: limits-hold
Deno.test("the lists of one user are read by one page at a time, and those of another user meanwhile", async () => {
  const asked: string[] = [];
  const answers = Promise.withResolvers<void>();
  const other = Promise.withResolvers<void>();
  const [ada, eve] = [await authorize("ada"), await authorize("eve")];
  const cloud = listen(async (request) => {
    const user = request.headers.get("Authorization") === ada.Authorization ? "ada" : "eve";
    asked.push(user);
    if (user === "eve") other.resolve();
    await answers.promise;
    return Response.json({ batches: [], nextCursor: null });
  });
  const web = serveWeb(upstreamOf(cloud));
  const read = async (headers: HeadersInit) => {
    const response = await fetch(`${web.url}/feed`, { headers });
    await response.body?.cancel();
    return response.status;
  };
  const pages = Array.from({ length: 20 }, () => read(ada));
  await until("the first list", () => asked.length === 1);
  const page = read(eve);
  await other.promise;
  assert.deepEqual(asked, ["ada", "eve"]);
  answers.resolve();
  assert.deepEqual(await Promise.all([...pages, page]), Array(21).fill(200));
  assert.equal(asked.length, 21);
  await web.close();
  await cloud.close();
});
