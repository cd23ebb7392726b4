import assert from "node:assert/strict";
import { createRequestGuard, createToken } from "../../../preview/server/http/request_guard.ts";
import { testGuard } from "./guard_cases.ts";
import { serveSession } from "./session_server.ts";

testGuard("session", serveSession, Deno.test);

const get = (headers: { [name: string]: string }, url = "/") => ({
  method: "GET",
  url,
  headers: new Headers(headers),
});

Deno.test("a guard beyond loopback needs a token", () => {
  for (const host of ["0.0.0.0", "::", "192.168.0.7", "preview.local", "127.0.0.2"]) {
    assert.throws(() => createRequestGuard({ port: 5173, host, token: null }), RangeError, host);
  }
});

// claim: preview-own-host
Deno.test("bound to all addresses, any IP address is served, and a name is not", () => {
  const token = createToken();
  const guard = createRequestGuard({ port: 5173, host: "0.0.0.0", token });
  const statusOf = (host: string) => guard.check(get({ host, "x-tck-token": token }))?.status ?? 200;
  for (const host of ["192.168.0.7:5173", "[fd00::7]:5173", "localhost:5173"]) {
    assert.equal(statusOf(host), 200, host);
  }
  for (const host of ["evil.example:5173", "0.0.0.0:5173", "[::]:5173", "192.168.0.7:80"]) {
    assert.equal(statusOf(host), 403, host);
  }
});

Deno.test("bound to one address, this one and loopback are served", () => {
  const guard = createRequestGuard({ port: 5173, host: "192.168.0.7", token: "t" });
  const statusOf = (host: string) => guard.check(get({ host, "x-tck-token": "t" }))?.status ?? 200;
  assert.equal(statusOf("192.168.0.7:5173"), 200);
  assert.equal(statusOf("192.168.0.8:5173"), 403);
});

Deno.test("a websocket needs what a request needs", () => {
  const guard = createRequestGuard({ port: 5173, host: "0.0.0.0", token: "t" });
  const statusOf = (headers: { [name: string]: string }, url?: string) =>
    guard.check(get({ host: "localhost:5173", upgrade: "websocket", ...headers }, url))?.status ?? 101;
  assert.equal(statusOf({}), 401);
  assert.equal(statusOf({}, "/?token=of-the-dev-server"), 401);
  assert.equal(statusOf({ cookie: "tck-token-5173=t", origin: "http://evil.example" }), 403);
  assert.equal(statusOf({ cookie: "tck-token-5173=t", origin: "null" }), 403);
  assert.equal(statusOf({ cookie: "tck-token-5173=t", origin: "http://localhost:5173" }), 101);
});

Deno.test("a link from another page can open the shell, and its token becomes a cookie", () => {
  const guard = createRequestGuard({ port: 5173, host: "0.0.0.0", token: "t" });
  const navigation = {
    "sec-fetch-site": "cross-site",
    "sec-fetch-mode": "navigate",
    "sec-fetch-dest": "document",
  };
  const request = get({ host: "localhost:5173", ...navigation }, "/?view=feed&tck-token=t");
  assert.equal(guard.check(request), null);
  assert.equal(guard.cookieFor(request), "tck-token-5173=t; Path=/; HttpOnly; SameSite=Strict");
  assert.equal(guard.cookieFor(get({ host: "localhost:5173" }, "/?tck-token=other")), null);
  const frame = { ...navigation, "sec-fetch-dest": "iframe" };
  assert.equal(guard.check(get({ host: "localhost:5173", ...frame }, "/?tck-token=t"))?.status, 403);
  assert.equal(
    guard.check(get({ host: "localhost:5173", ...navigation }, "/x/../__tck/bundles?tck-token=t"))?.status,
    403,
  );
});
