import assert from "node:assert/strict";
import { findAddresses } from "../../../preview/server/http/preview_addresses.ts";
import {
  createRequestGuard,
  createToken,
  isLoopbackHost,
} from "../../../preview/server/http/request_guard.ts";
import { isPublicAddress } from "../../../preview/server/remote/public_address.ts";
import { isJson } from "../../../preview/server/routes/request_body.ts";
import type { RequestGuardOptions } from "../../../preview/server/http/request_guard.ts";

const LOCAL: RequestGuardOptions = { host: "localhost", port: 4747, token: null };

/** The code of the rejection of a request, or null. */
function check(
  options: RequestGuardOptions,
  headers: { [name: string]: string },
  { url = "/", method = "GET" } = {},
): string | null {
  const given = new Headers({ host: "localhost:4747", ...headers });
  return createRequestGuard(options).check({ method, url, headers: given })?.code ?? null;
}

const FORBIDDEN = "request.forbidden";

Deno.test("a preview answers to its own names and port, and to the hosts of allowed origins", () => {
  const bound = { ...LOCAL, host: "192.168.1.9", token: "t" };
  const all = { ...LOCAL, host: "0.0.0.0", token: "t" };
  const tunnel = { ...LOCAL, allowedOrigins: ["https://preview.example/path"] };
  const cases: [options: RequestGuardOptions, host: string, code: string | null][] = [
    [LOCAL, "localhost:4747", null],
    [LOCAL, "LOCALHOST:4747", null],
    [LOCAL, "127.0.0.1:4747", null],
    [LOCAL, "[::1]:4747", null],
    [LOCAL, "a.localhost:4747", null],
    [LOCAL, "localhost", FORBIDDEN],
    [LOCAL, "localhost:4748", FORBIDDEN],
    [LOCAL, "notlocalhost:4747", FORBIDDEN],
    [LOCAL, "192.168.1.9:4747", FORBIDDEN],
    [LOCAL, "preview.example", FORBIDDEN],
    [tunnel, "preview.example", null],
    [tunnel, "preview.example:4747", FORBIDDEN],
    [tunnel, "sub.preview.example", FORBIDDEN],
    [bound, "192.168.1.9:4747", null],
    [bound, "192.168.1.8:4747", FORBIDDEN],
    [all, "192.168.1.8:4747", null],
    [all, "0.0.0.0:4747", FORBIDDEN],
    [all, "evil.example:4747", FORBIDDEN],
    [LOCAL, "local host:4747", "request.malformed"],
    [LOCAL, "user@localhost:4747", "request.malformed"],
    [LOCAL, "localhost:99999", "request.malformed"],
  ];
  for (const [options, host, code] of cases) {
    assert.equal(check(options, { host, authorization: "Bearer t" }), code, `${options.host}: ${host}`);
  }
  assert.equal(check({ ...LOCAL, port: 80 }, { host: "localhost" }), null);
  assert.equal(
    createRequestGuard(LOCAL).check({ method: "GET", url: "/", headers: new Headers() })?.code,
    "request.malformed",
  );
  assert.equal(check(LOCAL, {}, { url: "http://localhost:4747/a" }), null);
  assert.equal(check(LOCAL, {}, { url: "http://localhost:4748/a" }), "request.malformed");
});

Deno.test("another origin reaches nothing but the shell, by a link", () => {
  const navigation = {
    "sec-fetch-site": "cross-site",
    "sec-fetch-mode": "navigate",
    "sec-fetch-dest": "document",
  };
  const framed = { ...navigation, "sec-fetch-dest": "iframe", host: "frame-0-0.localhost:4747" };
  const cases: [
    headers: { [name: string]: string },
    request: { url?: string; method?: string },
    code: string | null,
  ][] = [
    [{ origin: "http://localhost:4747" }, {}, null],
    [{ origin: "https://localhost:4747" }, {}, null],
    [{ origin: "http://localhost:4748" }, {}, FORBIDDEN],
    [{ origin: "null" }, {}, FORBIDDEN],
    [{ "sec-fetch-site": "same-origin" }, {}, null],
    [{ "sec-fetch-site": "none" }, {}, null],
    [{ "sec-fetch-site": "same-site" }, {}, FORBIDDEN],
    [navigation, {}, null],
    [navigation, { url: "/feed?a=b" }, null],
    [navigation, { method: "POST" }, FORBIDDEN],
    [navigation, { url: "/__tck/bundles" }, FORBIDDEN],
    [navigation, { url: "/a/../__tck/bundles" }, FORBIDDEN],
    [navigation, { url: "http://localhost:4747/__tck/bundles" }, FORBIDDEN],
    [{ ...navigation, "sec-fetch-dest": "iframe" }, {}, FORBIDDEN],
    [{ ...framed, referer: "http://127.0.0.1:4747/" }, {}, null],
    [{ ...framed, referer: "http://frame-1-0.localhost:4747/" }, {}, null],
    [{ ...framed, referer: "http://127.0.0.1:4747/", host: "localhost:4747" }, {}, FORBIDDEN],
    [{ ...framed, referer: "http://127.0.0.1:4747/", host: "review.localhost:4747" }, {}, FORBIDDEN],
    [{ host: "review.localhost:4747" }, { url: "/__tck/bundle/a/widget.mjs" }, FORBIDDEN],
    [{ ...navigation, "sec-fetch-dest": "iframe", referer: "http://localhost:4748/" }, {}, FORBIDDEN],
    [{ ...navigation, "sec-fetch-dest": "iframe", referer: "http://evil.example:4747/" }, {}, FORBIDDEN],
    [{ ...navigation, "sec-fetch-dest": "iframe", referer: "http://localhost.evil.example/" }, {}, FORBIDDEN],
    [{ ...navigation, "sec-fetch-dest": "iframe", referer: "about:client" }, {}, FORBIDDEN],
    [
      { ...navigation, "sec-fetch-dest": "iframe", referer: "http://localhost:4747/" },
      { url: "/__tck/bundles" },
      FORBIDDEN,
    ],
    [
      { ...navigation, "sec-fetch-dest": "iframe", referer: "http://localhost:4747/" },
      { method: "POST" },
      FORBIDDEN,
    ],
    [{ ...navigation, "sec-fetch-dest": "object", referer: "http://localhost:4747/" }, {}, FORBIDDEN],
    [
      { "sec-fetch-site": "cross-site", "sec-fetch-mode": "cors", referer: "http://localhost:4747/" },
      {},
      FORBIDDEN,
    ],
    [{ origin: "http://frame-1-0.localhost:4747", referer: "http://localhost:4747/" }, {}, FORBIDDEN],
    [{ ...navigation, "sec-fetch-mode": "no-cors" }, {}, FORBIDDEN],
  ];
  for (const [headers, request, code] of cases) {
    assert.equal(check(LOCAL, headers, request), code, JSON.stringify([headers, request]));
  }
  const tunnel = { ...LOCAL, allowedOrigins: ["https://preview.example/path"] };
  assert.equal(check(tunnel, { origin: "https://preview.example" }), null);
  assert.equal(check(tunnel, { origin: "http://preview.example" }), FORBIDDEN);
});

// claim: review-by-a-person
Deno.test("a browser sends verdicts from the review's own origin only, also where a token is needed", () => {
  const request = { url: "/__tck/review/verdict", method: "POST" };
  const from = (host: string): { [name: string]: string } => ({ host, origin: `http://${host}` });
  const tokened = { ...LOCAL, token: "t", allowedOrigins: ["https://preview.example"] };
  for (const url of ["/__tck/review/verdict", "/__tck/review/end", "/a/../__tck/review/end"]) {
    assert.equal(check(LOCAL, from("review.localhost:4747"), { ...request, url }), null);
    for (
      const host of [
        "localhost:4747",
        "127.0.0.1:4747",
        "frame-0-0.localhost:4747",
        "x.review.localhost:4747",
      ]
    ) {
      assert.equal(check(LOCAL, from(host), { ...request, url }), FORBIDDEN, host);
      assert.equal(
        check(LOCAL, { host, "sec-fetch-site": "same-origin" }, { ...request, url }),
        FORBIDDEN,
        host,
      );
    }
    const headers = { host: "preview.example", origin: "https://preview.example", "x-tck-token": "t" };
    assert.equal(check(tokened, headers, { ...request, url }), FORBIDDEN);
  }
  assert.equal(check(LOCAL, {}, request), null, "a program");
  assert.equal(check(LOCAL, from("localhost:4747"), { url: "/__tck/review" }), null);
});

Deno.test("a token is taken from a header or the address", () => {
  const options = { ...LOCAL, token: "right" };
  const accepted: [headers: { [name: string]: string }, url?: string][] = [
    [{ "x-tck-token": "right" }],
    [{ authorization: "bearer right" }],
    [{}, "/?tck-token=right"],
    [{}, "/a?b=c&tck-token=right#top"],
  ];
  for (const [headers, url] of accepted) {
    assert.equal(check(options, headers, { url }), null, JSON.stringify(headers));
  }
  const rejected: [headers: { [name: string]: string }, url?: string][] = [
    [{}],
    [{ "x-tck-token": "wrong" }],
    [{ "x-tck-token": "" }],
    [{ authorization: "Basic right" }],
    [{ cookie: "tck-token-4747=right" }],
    [{}, "/#?tck-token=right"],
    [{}, "/?token=right"],
  ];
  for (const [headers, url] of rejected) {
    assert.equal(check(options, headers, { url }), "auth.unauthenticated", JSON.stringify([headers, url]));
  }
  for (const host of ["0.0.0.0", "::", "192.168.1.9", "preview.example"]) {
    assert.throws(() => createRequestGuard({ ...LOCAL, host }), RangeError, host);
    assert.equal(isLoopbackHost(host), false);
  }
  for (const host of ["localhost", "LocalHost", "127.0.0.1", "::1"]) createRequestGuard({ ...LOCAL, host });
  assert.match(createToken(), /^[A-Za-z0-9_-]{32}$/);
  assert.notEqual(createToken(), createToken());
});

Deno.test("the addresses have the token, brackets around IPv6, and other machines' ones only beyond loopback", () => {
  assert.deepEqual(findAddresses({ host: "localhost", port: 1, token: null }), {
    url: "http://localhost:1/",
    networkUrls: [],
  });
  assert.deepEqual(findAddresses({ host: "fd00::1", port: 2, token: "t" }), {
    url: "http://[fd00::1]:2/?tck-token=t",
    networkUrls: ["http://[fd00::1]:2/?tck-token=t"],
  });
  const { url, networkUrls } = findAddresses({ host: "0.0.0.0", port: 3, token: "t" });
  assert.equal(url, "http://localhost:3/?tck-token=t");
  for (const address of networkUrls) assert.match(address, /^http:\/\/(?!127\.)[\d.]+:3\/\?tck-token=t$/);
});

Deno.test("only unicast addresses of the internet are public, in any notation", () => {
  for (const address of ["8.8.8.8", "172.32.0.1", "100.128.0.1", "2606:4700::1111"]) {
    assert.equal(isPublicAddress(address), true, address);
  }
  for (
    const address of [
      "10.0.0.1",
      "127.0.0.1",
      "169.254.169.254",
      "172.31.255.255",
      "192.168.0.1",
      "100.64.0.1",
      "0.0.0.0",
      "224.0.0.1",
      "255.255.255.255",
      "198.18.0.1",
      "::",
      "::1",
      "::808:808",
      "::ffff:10.0.0.1",
      "fe80::1",
      "fd00::1",
      "ff02::1",
      "2001:db8::1",
      "64:ff9b::a00:1",
      "2002:a00:1::",
      "localhost",
      "8.8.8",
      "",
    ]
  ) {
    assert.equal(isPublicAddress(address), false, address);
  }
});

Deno.test("a body is JSON by its type, in any case and with parameters", () => {
  const isJsonOf = (type: string | null) =>
    isJson(new Request("http://localhost", { headers: type === null ? {} : { "content-type": type } }));
  for (const type of ["application/json", "Application/JSON", "application/json; charset=utf-8"]) {
    assert.equal(isJsonOf(type), true, type);
  }
  for (const type of [null, "text/plain", "application/jsonp", "text/json", "application/json-patch+json"]) {
    assert.equal(isJsonOf(type), false, String(type));
  }
});
