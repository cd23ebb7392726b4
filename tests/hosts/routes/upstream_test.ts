import assert from "node:assert/strict";
import { LIMITS } from "../../../core/contract/mod.ts";
import { ProblemError } from "../../../core/problem/mod.ts";
import { createLocalUpstream } from "../../../hosts/routes/http/local_upstream.ts";
import { openUpstream } from "../../../hosts/routes/http/network_upstream.ts";
import { fetchUpstreamJson, type UpstreamRequest } from "../../../hosts/routes/http/upstream.ts";
import { MAX_JSON_VALUES } from "../../../hosts/routes/http/json_extent.ts";
import { within } from "../../waiting/mod.ts";
import { listen, listenRaw, type TestServer, upstreamAnswering, upstreamOf } from "./sockets.ts";

Deno.test.sanitizer({ ops: true, resources: true });

const JSON_REQUEST: UpstreamRequest = { path: "/x", bearer: "token", expect: "application/json" };
const BYTES_REQUEST: UpstreamRequest = { path: "/x", bearer: "token", expect: "application/octet-stream" };

/** Sends a request to a service and closes it. */
async function ask(
  server: TestServer,
  { request = JSON_REQUEST, timeout = 10_000 }: { request?: UpstreamRequest; timeout?: number } = {},
) {
  try {
    return await upstreamOf(server, timeout).fetch(request);
  } finally {
    await server.close();
  }
}

function fails(code: string): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof ProblemError);
    assert.equal(error.code, code, error.detail);
    return true;
  };
}

function problem(status: number, body: unknown, type = "application/problem+json"): TestServer {
  return listen(() => new Response(JSON.stringify(body), { status, headers: { "Content-Type": type } }));
}

Deno.test("a request to the upstream service has the bearer and the expected type", async () => {
  let headers = new Headers();
  const server = listen((request) => (headers = request.headers, Response.json([])));
  await ask(server, { request: { ...JSON_REQUEST, headers: { "If-None-Match": `"a"` } } });
  assert.equal(headers.get("Authorization"), "Bearer token");
  assert.equal(headers.get("Accept"), "application/json");
  assert.equal(headers.get("If-None-Match"), `"a"`);
});

Deno.test("a service that stalls before its headers is a timeout", async () => {
  await assert.rejects(ask(listenRaw(""), { timeout: 50 }), fails("upstream.timeout"));
});

// claim: upstream-limits
Deno.test("a service that stalls in its body is a timeout", async () => {
  const start = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n[1,2";
  await assert.rejects(ask(listenRaw(start), { timeout: 200 }), fails("upstream.timeout"));
});

Deno.test("a service in the same process that never responds is a timeout", async () => {
  const upstream = upstreamAnswering(() => new Promise<Response>(() => {}), 50);
  // Neither a pending promise nor the timeout keeps the process alive.
  const alive = setInterval(() => {}, 1000);
  await assert.rejects(upstream.fetch(JSON_REQUEST), fails("upstream.timeout"));
  const body = new ReadableStream({ cancel: () => new Promise(() => {}) });
  const headers = { "Content-Type": "application/json" };
  const stalling = upstreamAnswering(() => new Response(body, { headers }), 50);
  await assert.rejects(stalling.fetch(JSON_REQUEST), fails("upstream.timeout"));
  clearInterval(alive);
});

Deno.test("a service in the same process that fails is unavailable", async () => {
  const upstream = createLocalUpstream(() => Promise.reject(new Error("no connection")));
  await assert.rejects(upstream.fetch(JSON_REQUEST), fails("upstream.unavailable"));
});

Deno.test("a service that is down is unavailable", async () => {
  const server = listen(() => new Response());
  await server.close();
  await assert.rejects(upstreamOf(server).fetch(JSON_REQUEST), fails("upstream.unavailable"));
});

Deno.test("a read is sent once more where no service has answered, and that answer's body is cancelled", async () => {
  let requests = 0;
  let cancelled = 0;
  const proxy = upstreamAnswering(() => {
    requests++;
    return new Response(new ReadableStream({ cancel: () => void cancelled++ }), { status: 503 });
  }, 10_000);
  await assert.rejects(proxy.fetch(JSON_REQUEST), fails("upstream.unavailable"));
  assert.deepEqual([requests, cancelled], [2, 2]);
  const service = upstreamAnswering(() => {
    requests++;
    return Response.json({ code: "storage.unavailable" }, {
      status: 503,
      headers: { "Content-Type": "application/problem+json" },
    });
  }, 10_000);
  await assert.rejects(service.fetch(JSON_REQUEST));
  assert.equal(requests, 3, "the service has answered");
});

Deno.test("a service with a truncated body is unavailable", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const answering = (async () => {
    using connection = await listener.accept();
    await connection.read(new Uint8Array(65_536));
    const start = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n[]";
    await connection.write(new TextEncoder().encode(start));
  })();
  const { port } = listener.addr as Deno.NetAddr;
  const upstream = upstreamOf({ url: `http://127.0.0.1:${port}` });
  await assert.rejects(upstream.fetch(JSON_REQUEST), fails("upstream.unavailable"));
  await answering;
  listener.close();
});

// claim: upstream-known-answers
Deno.test("a response of an unexpected type is an error, whatever its status", async () => {
  const html = () => new Response("<h1>Welcome</h1>", { headers: { "Content-Type": "text/html" } });
  await assert.rejects(ask(listen(html)), fails("upstream.unavailable"));
  await assert.rejects(ask(listen(html), { request: BYTES_REQUEST }), fails("upstream.unavailable"));
  await assert.rejects(ask(listen(() => new Response("[]"))), fails("upstream.unavailable"));
  await assert.rejects(
    ask(listen(() => Response.json([])), { request: BYTES_REQUEST }),
    fails("upstream.unavailable"),
  );
});

Deno.test("a redirect is not followed", async () => {
  let followed = false;
  const elsewhere = listen(() => (followed = true, Response.json([])));
  for (const status of [301, 302, 303, 307, 308]) {
    const server = listen(() => new Response(null, { status, headers: { Location: elsewhere.url } }));
    await assert.rejects(ask(server), fails("upstream.unavailable"));
  }
  assert.equal(followed, false);
  await elsewhere.close();
});

// claim: upstream-known-answers
Deno.test("the detail of an upstream 5xx is not forwarded", async () => {
  await assert.rejects(ask(listen(() => new Response("secret stack trace", { status: 500 }))), (error) => {
    assert.ok(error instanceof ProblemError);
    assert.equal(error.code, "upstream.unavailable");
    assert.doesNotMatch(error.detail, /secret/);
    return true;
  });
  await assert.rejects(
    ask(problem(500, { code: "server.failed", detail: "secret" })),
    fails("upstream.unavailable"),
  );
});

Deno.test("a known problem is forwarded with its code and a cut detail", async () => {
  await assert.rejects(
    ask(problem(404, { code: "bundle.not_found", detail: "d".repeat(10_000) })),
    (error) => {
      assert.ok(error instanceof ProblemError);
      assert.equal(error.code, "bundle.not_found");
      assert.equal(error.detail, "d".repeat(500));
      return true;
    },
  );
  const known = await ask(problem(401, { code: "auth.unauthenticated" })).catch((error) => error);
  assert.equal(known.code, "auth.unauthenticated");
  assert.doesNotMatch(known.detail, /undefined/);
});

// claim: upstream-known-answers
Deno.test("an unknown problem is an unavailable service", async () => {
  const bodies = [{ code: "made.up" }, { code: "constructor" }, { code: 7 }, {}, null, "text", []];
  for (const body of bodies) {
    await assert.rejects(ask(problem(400, body)), fails("upstream.unavailable"), JSON.stringify(body));
  }
  const untyped = problem(404, { code: "bundle.not_found" }, "application/json");
  await assert.rejects(ask(untyped), fails("upstream.unavailable"));
});

Deno.test("a partial or empty response that was not requested is an error", async () => {
  for (const status of [204, 206, 304, 416]) {
    const type = status === 416 ? "application/problem+json" : "application/octet-stream";
    const answer = () =>
      new Response(status === 304 || status === 204 ? null : "{}", {
        status,
        headers: { "Content-Type": type },
      });
    await assert.rejects(
      ask(listen(answer), { request: BYTES_REQUEST }),
      fails("upstream.unavailable"),
      `${status}`,
    );
    if (status === 204) continue;
    const asking = { ...BYTES_REQUEST, headers: { Range: "bytes=0-1", "If-None-Match": `"a"` } };
    assert.equal((await ask(listen(answer), { request: asking })).status, status);
  }
});

Deno.test("a body of the maximum envelope size is read whole, and one byte more is rejected", async () => {
  const chunk = new Uint8Array(65_536);
  const stream = (extra: number) =>
    ReadableStream.from((function* () {
      for (let sent = 0; sent < LIMITS.envelopeBytes; sent += chunk.length) yield chunk;
      if (extra > 0) yield new Uint8Array(extra);
    })());
  const answer = (extra: number) => () =>
    new Response(stream(extra), { headers: { "Content-Type": "application/octet-stream" } });
  const { body } = await ask(listen(answer(0)), { request: BYTES_REQUEST });
  assert.equal(body.byteLength, LIMITS.envelopeBytes);
  await assert.rejects(ask(listen(answer(1)), { request: BYTES_REQUEST }), fails("upstream.unavailable"));
});

// claim: upstream-limits
Deno.test("an endless body is rejected when it exceeds the limit, and cancelled", async () => {
  const endless = (cancel: () => void) => {
    const pull = (controller: ReadableStreamDefaultController) =>
      controller.enqueue(new Uint8Array(1_000_000));
    return new Response(new ReadableStream({ pull, cancel }), {
      headers: { "Content-Type": "application/json" },
    });
  };
  await assert.rejects(ask(listen(() => endless(() => {}))), fails("upstream.unavailable"));
  const cancelled = Promise.withResolvers<void>();
  const inProcess = upstreamAnswering(() => endless(cancelled.resolve));
  await assert.rejects(inProcess.fetch(JSON_REQUEST), fails("upstream.unavailable"));
  await cancelled.promise;
});

Deno.test("a reader that cancels a body cancels the upstream's", async () => {
  const cancelled = Promise.withResolvers<unknown>();
  const body = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(1_000)),
    cancel: cancelled.resolve,
  });
  const headers = { "Content-Type": "application/octet-stream" };
  let signal: AbortSignal | undefined;
  const answer = (request: Request) => {
    signal = request.signal;
    return new Response(body, { headers });
  };
  const opened = await openUpstream({ baseUrl: "http://localhost", fetch: answer }, BYTES_REQUEST);
  const reader = opened.body!.getReader();
  await reader.read();
  await reader.cancel("enough");
  assert.equal(await cancelled.promise, "enough");
  assert.equal(signal!.aborted, true, "the request goes on");
});

// claim: upstream-bomb
Deno.test("a body in a coding is asked for by nobody, and rejected before it is decoded, once", async () => {
  for (
    const coding of ["gzip", "br", "GZIP", "deflate", "zstd", "x-gzip", "gzip, gzip", "identity, gzip", ""]
  ) {
    const accepted: (string | null)[] = [];
    const server = listen((request) => {
      accepted.push(request.headers.get("Accept-Encoding"));
      const headers = { "Content-Type": "application/json", "Content-Encoding": coding };
      return new Response("[]", { headers });
    });
    await assert.rejects(ask(server), fails("upstream.unavailable"), coding);
    assert.deepEqual(accepted, ["identity"], coding);
  }
  const identity = { "Content-Type": "application/json", "Content-Encoding": "identity" };
  assert.equal((await ask(listen(() => new Response("[]", { headers: identity })))).status, 200);
});

Deno.test("a body in a coding is cancelled, so that its connection ends", async () => {
  const cancelled = Promise.withResolvers<void>();
  const body = new ReadableStream({ cancel: () => cancelled.resolve() });
  const headers = { "Content-Type": "application/json", "Content-Encoding": "gzip" };
  const answer = () => Promise.resolve(new Response(body, { headers }));
  const asked = openUpstream({ baseUrl: "http://localhost", fetch: answer }, JSON_REQUEST);
  await assert.rejects(asked, fails("upstream.unavailable"));
  await within("the body is cancelled", cancelled.promise);
});

Deno.test("a problem of more than 64 KiB is read no further", async () => {
  const detail = "d".repeat(65_536);
  const large = problem(404, { code: "bundle.not_found", detail });
  await assert.rejects(ask(large), fails("upstream.unavailable"));
  const small = problem(404, { code: "bundle.not_found", detail: detail.slice(0, 65_000) });
  await assert.rejects(ask(small), fails("bundle.not_found"));
});

// claim: upstream-bomb
Deno.test("JSON of too many values or levels is not parsed, and large texts are", async () => {
  const levels = (count: number) => "[".repeat(count) + "]".repeat(count);
  const excessive = [
    `[${"{},".repeat(MAX_JSON_VALUES)}1]`,
    `[${"1,".repeat(MAX_JSON_VALUES)}1]`,
    levels(81),
    "[".repeat(1_000_000),
    `["\\\\",${"[".repeat(100)}`,
  ];
  const accepted = [
    `["${",[{".repeat(MAX_JSON_VALUES)}"]`,
    `["\\"${"[".repeat(100)}"]`,
    `[${"1,".repeat(MAX_JSON_VALUES - 3)}1]`,
    levels(80),
  ];
  for (const [texts, isAccepted] of [[excessive, false], [accepted, true]] as const) {
    for (const text of texts) {
      const server = listen(() => new Response(text, { headers: { "Content-Type": "application/json" } }));
      const asked = fetchUpstreamJson(upstreamOf(server), { path: "/x", bearer: "token" });
      if (isAccepted) assert.equal(JSON.stringify((await asked).value), text);
      else {await assert.rejects(asked, {
          detail: "The service behind sent JSON of too many values or levels",
        });}
      await server.close();
    }
  }
});

Deno.test("invalid JSON makes the service unavailable", async () => {
  const bodies = ["", "{", "[1,]", "\u0000", new Uint8Array([0x22, 0xff, 0x22]), "<!doctype html>"];
  for (const body of bodies) {
    const server = listen(() => new Response(body, { headers: { "Content-Type": "application/json" } }));
    const asked = fetchUpstreamJson(upstreamOf(server), { path: "/x", bearer: "token" });
    await assert.rejects(asked, fails("upstream.unavailable"), String(body));
    await server.close();
  }
});
