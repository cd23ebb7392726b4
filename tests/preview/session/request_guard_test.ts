import assert from "node:assert/strict";
import { findAddresses } from "../../../preview/server/http/preview_addresses.ts";
import {
  createRequestGuard,
  createToken,
  isLoopbackHost,
} from "../../../preview/server/http/request_guard.ts";
import { isPublicAddress } from "../../../preview/server/remote/public_address.ts";
import { isJson } from "../../../preview/server/routes/request_body.ts";
import {
  labelOfUrl,
  readFeedBatch,
  readLabelHeader,
  readRemoteUrl,
} from "../../../preview/server/routes/request_fields.ts";
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
    [{ ...navigation, "sec-fetch-dest": "iframe", referer: "http://127.0.0.1:4747/" }, {}, null],
    [{ ...navigation, "sec-fetch-dest": "iframe", referer: "http://frame-1-0.localhost:4747/" }, {}, null],
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

Deno.test("labels, addresses and feed batches of a request are checked field by field", () => {
  const label = (value: string | null) =>
    readLabelHeader(new Headers(value === null ? {} : { "x-tck-label": value }));
  assert.equal(label("001_a.tckb"), "001_a");
  assert.equal(label("%C3%A4.tckb.tckb"), "ä.tckb");
  assert.equal(label("x".repeat(255)), "x".repeat(255));
  for (const value of [null, "", ".tckb", "x".repeat(256), "%", "a%0Ab", "a%E2%80%A8b", "%00"]) {
    assert.throws(() => label(value), { code: "request.malformed" }, String(value));
  }
  const ofUrl = (url: string) => labelOfUrl(new URL(url));
  assert.equal(ofUrl("https://a.example/b/001_c%20d.tckb?e=f"), "001_c d");
  for (
    const url of [
      "https://a.example/",
      "https://a.example/b/",
      "https://a.example/%",
      "https://a.example/%0A",
    ]
  ) {
    assert.equal(ofUrl(url), "a.example", url);
  }
  assert.equal(readRemoteUrl({ url: "https://a.example" }).href, "https://a.example/");
  for (
    const body of [null, "https://a.example", {}, { url: 7 }, Object.create({ url: "https://a.example" })]
  ) {
    assert.throws(() => readRemoteUrl(body), { code: "request.malformed" });
  }
  assert.throws(() => readRemoteUrl({ url: "/a" }), { code: "fetch.invalid_url" });
  const batch = { id: "b", label: "B", bundles: [{ id: "1", label: "l" }] };
  assert.deepEqual(readFeedBatch({ ...batch, more: 1 }), batch);
  for (
    const [changes, path] of [
      [{ id: "" }, "id is"],
      [{ label: "a\nb" }, "label is"],
      [{ label: "\ud800" }, "label is"],
      [{ bundles: {} }, "bundles is"],
      [{ bundles: [{ id: "1", label: "l" }, { id: "2" }] }, "bundles[1].label is"],
      [{ bundles: [null] }, "bundles[0].id is"],
      [{ id: "x".repeat(256) }, "id is"],
    ] as const
  ) {
    assert.throws(
      () => readFeedBatch({ ...batch, ...changes }),
      (error: { code: string; message: string }) =>
        error.code === "feed_batch.invalid" && error.message.includes(path),
    );
  }
});
