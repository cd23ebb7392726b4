import assert from "node:assert/strict";
import { checkUpstream } from "../../../hosts/operations/service_checks.ts";
import { listen } from "../routes/sockets.ts";

const { signal } = new AbortController();

// claim: upstream-bomb
Deno.test("of a service's readiness, an endless body is not read", async () => {
  let taken = 0;
  let cancelled = Promise.withResolvers<void>();
  const respond = (status: number) => {
    const pull = (controller: ReadableStreamDefaultController) => {
      taken++;
      controller.enqueue(new Uint8Array(65_536).fill(32));
    };
    return new Response(new ReadableStream({ pull, cancel: () => cancelled.resolve() }), { status });
  };
  for (const [status, failure] of [[200, null], [503, "it answers 503"]] as const) {
    cancelled = Promise.withResolvers();
    const server = listen(() => respond(status));
    const check = checkUpstream(server.url)(AbortSignal.timeout(2_000));
    assert.equal(await check.then(() => null, (error: Error) => error.message), failure);
    await cancelled.promise;
    await server.close();
  }
  // What fits the buffers of the connections.
  assert.ok(taken < 300, `${taken} parts of 64 KiB were taken`);
});

Deno.test("a service that is ready is up; one that is not, redirects or answers otherwise is down with the reason", async () => {
  let answer = () => Response.json({ status: "ready" });
  const paths: string[] = [];
  const server = listen((request) => (paths.push(new URL(request.url).pathname), answer()));
  try {
    const check = checkUpstream(`${server.url}/base`);
    await check(signal);
    assert.deepEqual(paths, ["/readyz"]);
    answer = () => Response.json({ down: ["database", "objects"] }, { status: 503 });
    await assert.rejects(() => check(signal), { message: "it answers 503 and names database, objects" });
    answer = () => Response.json({ down: ["x".repeat(500)] }, { status: 503 });
    await assert.rejects(() => check(signal), { message: `it answers 503 and names ${"x".repeat(200)}` });
    answer = () => Response.json({ status: "ready", down: ["objects"] });
    await assert.rejects(() => check(signal), { message: "it answers 200 and names objects" });
    answer = () => Response.json({ status: "draining", down: [] }, { status: 503 });
    await check(signal);
    answer = () => new Response("<html>", { status: 502 });
    await assert.rejects(() => check(signal), { message: "it answers 502" });
    answer = () => new Response(null, { status: 204 });
    await assert.rejects(() => check(signal), { message: "it answers 204" });
    answer = () => new Response(null, { status: 302, headers: { Location: "/elsewhere" } });
    await assert.rejects(() => check(signal));
    assert.ok(!paths.includes("/elsewhere"));
    await assert.rejects(() => check(AbortSignal.abort()), { name: "AbortError" });
  } finally {
    await server.close();
  }
});
