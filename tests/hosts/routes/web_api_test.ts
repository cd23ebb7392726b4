import assert from "node:assert/strict";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { COMPRESSION } from "../../../hosts/compression/mod.ts";
import { assertIsolated, assertProblem } from "./answers.ts";
import { CLOSED_CLOUD, createWeb, serveWeb } from "./stack.ts";
import { listen, listenRaw, type TestServer, upstreamOf } from "./sockets.ts";

const LIST = "/api/daily-pages/v2/batches";
const MODULE = `/api/widgets/v1/${"A".repeat(64)}/widget.mjs`;
const HEADERS = { Authorization: "Bearer a.b.c" };

/** The response of a web app in front of a cloud. */
async function askThrough(cloud: TestServer, path: string, timeout = 10_000): Promise<Response> {
  const web = serveWeb(upstreamOf(cloud, timeout));
  try {
    const response = await fetch(web.url + path, { headers: HEADERS, redirect: "manual" });
    return new Response(await response.arrayBuffer(), response);
  } finally {
    await web.close();
    await cloud.close();
  }
}

const LATE: { readonly [what: string]: (type: string) => TestServer } = {
  "stalls before its headers": () => listenRaw(""),
  "stalls in its headers": () => listenRaw("HTTP/1.1 200 OK\r\nContent-Ty"),
  "stalls in its body": (type) =>
    listenRaw(`HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n`),
};

for (const [what, cloud] of Object.entries(LATE)) {
  Deno.test(`a cloud that ${what} is a 504 on every route`, async () => {
    for (const path of [LIST, `${LIST}/20260301-morning-brief`, MODULE]) {
      const type = path === MODULE ? "application/octet-stream" : "application/json";
      await assertProblem(await askThrough(cloud(type), path, 100), 504, "upstream.timeout");
    }
  });
}

const BROKEN: { readonly [what: string]: () => Response } = {
  "answers 200 with HTML": () => new Response("<html>", { headers: { "Content-Type": "text/html" } }),
  "answers 500": () => Response.json({ code: "server.failed" }, { status: 500 }),
  "redirects": () => new Response(null, { status: 302, headers: { Location: "/login" } }),
  "answers with a problem of no known code": () =>
    new Response(`{"code":"x"}`, { status: 400, headers: { "Content-Type": "application/problem+json" } }),
  "answers 304 to nothing": () => new Response(null, { status: 304 }),
  "answers 404 in its own way": () => new Response("not found", { status: 404 }),
};

for (const [what, answer] of Object.entries(BROKEN)) {
  Deno.test(`a cloud that ${what} is a 502 on every route`, async () => {
    for (const path of [LIST, `${LIST}/20260301-morning-brief`, MODULE]) {
      await assertProblem(await askThrough(listen(answer), path), 502, "upstream.unavailable");
    }
  });
}

Deno.test("a cloud that sends invalid JSON is a 502", async () => {
  for (const path of [LIST, `${LIST}/20260301-morning-brief`]) {
    const answer = () => new Response("{", { headers: { "Content-Type": "application/json" } });
    await assertProblem(await askThrough(listen(answer), path), 502, "upstream.unavailable");
  }
});

Deno.test("a cloud that sends an invalid bundle is a 422", async () => {
  const answer = () =>
    new Response("<html>", {
      headers: { "Content-Type": "application/octet-stream", "Cache-Control": "public" },
    });
  await assertProblem(await askThrough(listen(answer), MODULE), 422, "bundle.malformed");
});

Deno.test("a cloud that is down is a 502, which is logged", async () => {
  const cloud = listen(() => new Response());
  await cloud.close();
  const logged: unknown[] = [];
  const web = serveWeb(upstreamOf(cloud), { log: (event) => void logged.push(event) });
  for (const path of [LIST, MODULE]) {
    const response = await fetch(web.url + path, { headers: HEADERS });
    await assertProblem(response, 502, "upstream.unavailable");
  }
  assert.equal(logged.length, 2);
  await web.close();
});

Deno.test("the cloud's list is forwarded, with a link to the next page on the page's own origin", async () => {
  let asked = "";
  const answer = (request: Request) => {
    asked = new URL(request.url).pathname + new URL(request.url).search;
    const headers = {
      "Set-Cookie": "a=b",
      "X-Powered-By": "x",
      "Cache-Control": "private, no-cache",
      "Link": `</v2/daily-pages?limit=7&direction=newer&cursor=abc>; rel="next"`,
    };
    return Response.json({ batches: [], nextCursor: "abc" }, { headers });
  };
  const response = await askThrough(listen(answer), `${LIST}?limit=7&direction=newer`);
  assert.equal(asked, "/v2/daily-pages?limit=7&direction=newer");
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("Link"), `<${LIST}?limit=7&direction=newer&cursor=abc>; rel="next"`);
  assert.equal(response.headers.get("Cache-Control"), "private, no-cache");
  assert.equal(response.headers.has("Set-Cookie"), false);
  assert.equal(response.headers.has("X-Powered-By"), false);
  assertIsolated(response);
  assert.deepEqual(await response.json(), { batches: [], nextCursor: "abc" });
});

Deno.test("a link of the cloud that is not one to a next page is not forwarded", async () => {
  for (const link of ["<https://elsewhere.example/next>", '</v2/daily-pages>; rel="preload"']) {
    const response = await askThrough(
      listen(() => Response.json({ batches: [], nextCursor: null }, { headers: { link } })),
      LIST,
    );
    assert.equal(response.status, 200);
    assert.equal(response.headers.get("Link"), null);
  }
});

// claim: upstream-caching
Deno.test("what the cloud says about caching is not passed on: a list is for one user's browser", async () => {
  for (const stated of [undefined, "public, max-age=31536000, immutable", "no-store", "s-maxage=60"]) {
    const headers: Record<string, string> = stated === undefined ? {} : { "Cache-Control": stated };
    const answer = () => Response.json({ batches: [] }, { headers: { ...headers, "Vary": "*", "Age": "9" } });
    const response = await askThrough(listen(answer), LIST);
    const read = ["Cache-Control", "Vary", "Age"].map((name) => response.headers.get(name));
    assert.deepEqual(read, ["private, no-cache", "Authorization, Cookie", null], stated ?? "none");
  }
});

Deno.test("an invalid request is rejected before the cloud is called", async () => {
  let asked = 0;
  const cloud = listen(() => (asked++, Response.json({})));
  const web = serveWeb(upstreamOf(cloud));
  const get = (path: string) => fetch(web.url + path, { headers: HEADERS });
  for (
    const query of [
      "limit=0",
      "limit=1e9",
      "direction=x",
      "mock=TRUE",
      "mock=true&mock=true",
      "mock=",
      "limit=1&limit=1",
    ]
  ) {
    await assertProblem(await get(`${LIST}?${query}`), 400, "daily_page.invalid_query");
  }
  await assertProblem(await get(`${LIST}?cursor=${"A".repeat(3000)}`), 400, "daily_page.invalid_cursor");
  for (const batchId of ["20260230-morning-brief", "20260301-diary", "20260301-morning_brief", "x%2fy"]) {
    await assertProblem(await get(`${LIST}/${batchId}`), 400, "daily_page.invalid_batch_id");
  }
  for (const mock of ["mock=TRUE", "mock=true&mock=true", "mock=1"]) {
    await assertProblem(await get(`${MODULE}?${mock}`), 400, "daily_page.invalid_query");
  }
  for (
    const path of [
      ...["/api/", "/api/x", `${LIST}/a/b`, "/__tck/v1/", "/__tck/v1/none.mjs", "/__tck/v1/..%2fx"],
      ...["/v2/x", "/v1/x"],
    ]
  ) {
    await assertProblem(await get(path), 404, "route.not_found");
  }
  assert.equal(asked, 0);
  await web.close();
  await cloud.close();
});

Deno.test("host assets are sent in the coding that the client prefers, each with a tag of its own", async () => {
  const source = "export const text = 'a line that repeats itself; ';\n".repeat(50);
  const bytes = new TextEncoder().encode(source);
  const small = { bytes: new Uint8Array([59]), contentType: "application/javascript", hash: "s".repeat(64) };
  const assets = new Map([
    ["tck.mjs", { bytes, contentType: "application/javascript", hash: "t".repeat(64) }],
    ["small.mjs", small],
  ]);
  const { compressAssets } = COMPRESSION;
  const web = createWeb(CLOSED_CLOUD, { assets: await compressAssets(assets) });
  const get = (name: string, headers: Record<string, string>) =>
    web.fetch(new Request(`http://localhost/__tck/v1/${name}`, { headers }));
  const decode: { [coding: string]: (bytes: Uint8Array) => Uint8Array } = {
    br: brotliDecompressSync,
    zstd: zstdDecompressSync,
    gzip: gunzipSync,
  };
  for (
    const [accepted, coding] of [
      ["gzip, deflate, br, zstd", "br"],
      ["gzip, zstd", "zstd"],
      ["gzip", "gzip"],
      ["br;q=0, gzip", "gzip"],
    ] as const
  ) {
    const response = await get("tck.mjs", { "Accept-Encoding": accepted });
    const tag = `"${"t".repeat(64)}.${coding}"`;
    const read = ["Content-Encoding", "ETag", "Vary"].map((name) => response.headers.get(name));
    assert.deepEqual(read, [coding, tag, "Accept-Encoding"]);
    const body = await response.bytes();
    assert.ok(body.length < bytes.length / 4);
    assert.equal(new TextDecoder().decode(decode[coding]!(body)), source);
    const unchanged = await get("tck.mjs", { "Accept-Encoding": accepted, "If-None-Match": tag });
    assert.equal(unchanged.status, 304);
  }
  for (
    const [name, headers] of [
      ["tck.mjs", {}],
      ["tck.mjs", { "Accept-Encoding": "identity" }],
      ["tck.mjs", { "Accept-Encoding": "br", "Range": "bytes=0-5" }],
      ["small.mjs", { "Accept-Encoding": "br" }],
    ] as const
  ) {
    const response = await get(name, headers);
    assert.equal(response.headers.get("Content-Encoding"), null);
    assert.equal(response.headers.get("Vary"), "Accept-Encoding");
    await response.body!.cancel();
  }
});

Deno.test("host assets are revalidated each time, and sent once", async () => {
  const cloud = listen(() => new Response());
  const web = serveWeb(upstreamOf(cloud));
  for (const name of ["boot-feed.mjs", "style.css"]) {
    const response = await fetch(`${web.url}/__tck/v1/${name}`);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get("Cache-Control"), "no-cache");
    assert.match(
      response.headers.get("Content-Type")!,
      /^(application\/javascript|text\/css); charset=utf-8$/,
    );
    assert.equal(response.headers.get("Content-Security-Policy"), "default-src 'none'; sandbox");
    assert.equal(response.headers.get("Access-Control-Allow-Origin"), "*", "a sealed frame has no origin");
    assert.equal(response.headers.get("Cross-Origin-Resource-Policy"), "cross-origin");
    await response.body!.cancel();
    const headers = { "If-None-Match": response.headers.get("ETag")! };
    const unchanged = await fetch(`${web.url}/__tck/v1/${name}`, { headers });
    assert.equal(unchanged.status, 304);
  }
  await web.close();
  await cloud.close();
});
