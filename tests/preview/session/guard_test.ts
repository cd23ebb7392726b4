import assert from "node:assert/strict";
import {
  createRequestGuard,
  createToken,
  type RequestGuard,
} from "../../../preview/server/http/request_guard.ts";
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

/** The cookie that a browser gets with the page of an address that has the token, as it sends it. */
function takeCookie(guard: RequestGuard, token: string): string {
  const request = get({ host: "localhost:5173", accept: "text/html" }, `/?tck-token=${token}`);
  return guard.replaceToken(request)!.cookie.split(";")[0]!;
}

Deno.test("a websocket needs what a request needs", () => {
  const guard = createRequestGuard({ port: 5173, host: "0.0.0.0", token: "t" });
  const cookie = takeCookie(guard, "t");
  const statusOf = (headers: { [name: string]: string }, url?: string) =>
    guard.check(get({ host: "localhost:5173", upgrade: "websocket", ...headers }, url))?.status ?? 101;
  assert.equal(statusOf({}), 401);
  assert.equal(statusOf({}, "/?token=of-the-dev-server"), 401);
  assert.equal(statusOf({ cookie, origin: "http://evil.example" }), 403);
  assert.equal(statusOf({ cookie, origin: "null" }), 403);
  assert.equal(statusOf({ cookie, origin: "http://localhost:5173" }), 101);
});

Deno.test("a link from another page can open the shell, and its token becomes a cookie", () => {
  const guard = createRequestGuard({ port: 5173, host: "0.0.0.0", token: "t" });
  const navigation = {
    host: "localhost:5173",
    accept: "text/html,*/*;q=0.8",
    "sec-fetch-site": "cross-site",
    "sec-fetch-mode": "navigate",
    "sec-fetch-dest": "document",
  };
  const request = get(navigation, "/?view=feed&tck-token=t");
  assert.equal(guard.check(request), null);
  const { cookie, target } = guard.replaceToken(request)!;
  assert.equal(target, "/?view=feed");
  assert.match(cookie, /^tck-token-5173=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
  const frame = { ...navigation, "sec-fetch-dest": "iframe" };
  assert.equal(guard.check(get(frame, "/?tck-token=t"))?.status, 403);
  assert.equal(guard.check(get(navigation, "/x/../__tck/bundles?tck-token=t"))?.status, 403);
});

// claim: preview-cookie-not-token
Deno.test("the cookie is not the token, and counts on its own port only", () => {
  const options = { port: 5173, host: "0.0.0.0", token: "t" };
  const guard = createRequestGuard(options);
  const statusOf = (headers: { [name: string]: string }) =>
    guard.check(get({ host: "localhost:5173", ...headers }))?.status ?? 200;
  const cookie = takeCookie(guard, "t");
  const [, value] = cookie.split("=");
  assert.equal(statusOf({ cookie: `a=b; tck-token-5173=wrong; ${cookie}` }), 200);
  const ofOther = takeCookie(createRequestGuard({ ...options, port: 5174 }), "t").split("=")[1];
  for (const other of ["t", ofOther, `${value}1`]) {
    assert.equal(statusOf({ cookie: `tck-token-5173=${other}` }), 401, other);
  }
  assert.equal(statusOf({ "x-tck-token": value! }), 401);
  assert.equal(statusOf({ authorization: `Bearer ${value}` }), 401);
});

// claim: preview-token-leaves-address
Deno.test("an address with the token is replaced for pages, and answered to programs", () => {
  const guard = createRequestGuard({ port: 5173, host: "0.0.0.0", token: "t" });
  const targetOf = (url: string, accept = "text/html", method = "GET") =>
    guard.replaceToken({ method, url, headers: new Headers({ host: "localhost:5173", accept }) })?.target;
  assert.equal(targetOf("/?tck-token=t"), "/");
  assert.equal(targetOf("/?a=1&tck-token=t&b=2&tck-token=t"), "/?a=1&b=2");
  assert.equal(targetOf("http://localhost:5173/a?tck-token=t"), "/a");
  assert.equal(targetOf("//evil.example/a?tck-token=t"), "/evil.example/a");
  assert.equal(targetOf("/.//evil.example?tck-token=t"), "/evil.example");
  for (const url of ["/", "/?tck-token=other", "/#?tck-token=t", "/__tck/bundles?tck-token=t"]) {
    assert.equal(targetOf(url), undefined, url);
  }
  assert.equal(targetOf("/?tck-token=t", "*/*"), undefined);
  assert.equal(targetOf("/?tck-token=t", "text/html", "POST"), undefined);
  const open = createRequestGuard({ port: 5173, host: "localhost", token: null });
  assert.equal(open.replaceToken(get({ accept: "text/html" }, "/?tck-token=")), null);
});
