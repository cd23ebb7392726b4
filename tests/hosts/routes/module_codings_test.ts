import assert from "node:assert/strict";
import zstd from "@bokuweb/zstd-wasm";
import { sha384Base64Url } from "../../../core/bytes/mod.ts";
import { loadCompression } from "../../../hosts/compression/mod.ts";
import { createVerifiedBundles } from "../../../hosts/routes/mod.ts";
import { openChromium } from "../../browser/chromium.ts";
import { assertProblem } from "./answers.ts";
import { type Envelope, makeEnvelope } from "./envelopes.ts";
import { authorize, createIdentity, openStores, serveStack, type Stack, type Stores } from "./stack.ts";

let stores: Stores;
let stack: Stack;
let yesterday: Envelope;
let today: Envelope;
/** Eve's, with the module of today, and one that only she has. */
let hers: Envelope;
/** Resolves when the files of a bundle are compressed. */
let compressed: PromiseWithResolvers<void>;

/** Numbers, so that Brotli and gzip gain something, but not nearly as much as a dictionary does. */
function writeModule(date: string): string {
  const numbers = Array.from({ length: 3_000 }, (_, index) => Math.imul(index, 2654435761).toString(36));
  return `export const date = "${date}";\nexport default "${numbers.join(" ")}";\n`;
}

Deno.test.beforeAll(async () => {
  stores = await openStores();
  const identity = createIdentity({ now: Date.now() });
  compressed = Promise.withResolvers();
  const { compressBody, compressWithDictionary } = await loadCompression();
  stack = serveStack(stores, undefined, identity, {
    verified: createVerifiedBundles(() => Date.now()),
    compressWithDictionary,
    compressBody: (bytes) => {
      setTimeout(compressed.resolve); // After the bundle is kept with it.
      return compressBody(bytes);
    },
  });
  yesterday = await makeEnvelope({ module: writeModule("2026-03-01") });
  today = await makeEnvelope({ module: writeModule("2026-03-02") });
  hers = await makeEnvelope({ module: writeModule("eve") });
  await stores.commit("ada", "2026-03-01", "morning_brief", [yesterday.bytes]);
  await stores.commit("ada", "2026-03-02", "morning_brief", [today.bytes]);
  await stores.commit("eve", "2026-03-02", "morning_brief", [hers.bytes, today.bytes]);
});

Deno.test.afterAll(async () => {
  await stack.close();
  await stores.close();
});

async function get(
  { hash }: Envelope,
  headers: Record<string, string> = {},
  { user = "ada", query = "" } = {},
): Promise<Response> {
  return await fetch(`${stack.web.url}/api/widgets/v1/${hash}/widget.mjs${query}`, {
    headers: { "Accept-Encoding": "identity", ...await authorize(user), ...headers },
  });
}

/** The headers of a client that has the module of a bundle. */
async function having({ hash, module }: Envelope): Promise<Record<string, string>> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", module));
  return {
    "Accept-Encoding": "gzip, br, dcz",
    "Available-Dictionary": `:${digest.toBase64()}:`,
    "Dictionary-ID": `"${hash}"`,
  };
}

async function assertWhole(response: Response, { module }: Envelope): Promise<void> {
  assert.equal(response.status, 200);
  assert.notEqual(response.headers.get("Content-Encoding"), "dcz");
  assert.deepEqual(new Uint8Array(await response.arrayBuffer()), module);
}

Deno.test("a module is sent as its difference to the former one that the client has", async () => {
  const headers = await having(yesterday);
  for (let turn = 0; turn < 2; turn++) {
    const response = await get(today, headers);
    assert.equal(response.headers.get("Content-Encoding"), "dcz");
    assert.equal(response.headers.get("Vary"), "Accept-Encoding, Available-Dictionary");
    assert.equal(response.headers.get("Cache-Control"), "public, max-age=31536000, immutable");
    assert.equal(response.headers.get("ETag"), `"${today.hash}.dcz.${yesterday.hash}"`);
    const body = new Uint8Array(await response.arrayBuffer());
    assert.ok(body.length < 200, `${body.length} bytes instead of ${today.module.length}`);
    assert.deepEqual(body.slice(0, 8), Uint8Array.of(0x5e, 0x2a, 0x4d, 0x18, 0x20, 0, 0, 0));
    assert.deepEqual(
      body.slice(8, 40),
      new Uint8Array(await crypto.subtle.digest("SHA-256", yesterday.module)),
    );
    const context = zstd.createDCtx();
    const decoded = zstd.decompressUsingDict(context, body.slice(40), yesterday.module);
    assert.equal(await sha384Base64Url(decoded), today.hash);
  }
  const tag = { "If-None-Match": `"${today.hash}.dcz.${yesterday.hash}"` };
  assert.equal((await get(today, { ...headers, ...tag })).status, 304);
  const part = await get(today, { ...headers, Range: "bytes=0-5" });
  assert.deepEqual([part.status, part.headers.get("ETag")], [206, `"${today.hash}"`]);
  assert.deepEqual(new Uint8Array(await part.arrayBuffer()), today.module.slice(0, 6));
});

Deno.test("without a dictionary that the user may read and the client has, the whole module is sent", async () => {
  const headers = await having(yesterday);
  const other = await having(today);
  const cases: Record<string, string>[] = [
    { ...headers, "Accept-Encoding": "gzip, br" },
    { ...headers, "Accept-Encoding": "gzip, dcz;q=0" },
    { ...headers, "Available-Dictionary": other["Available-Dictionary"]! },
    { ...headers, "Available-Dictionary": ":AAAA:" },
    { ...headers, "Dictionary-ID": `"${"A".repeat(64)}"` },
    { ...headers, "Dictionary-ID": "../widget.mjs" },
    { "Accept-Encoding": "dcz" },
    await having(hers),
  ];
  for (const sent of cases) await assertWhole(await get(today, sent), today);
  // The same dictionary is one for the user who may read it, before and after.
  for (const [user, coding] of [["eve", "dcz"], ["ada", null], ["eve", "dcz"]] as const) {
    const response = await get(today, { ...await having(hers), "Accept-Encoding": "dcz" }, { user });
    assert.equal(response.headers.get("Content-Encoding"), coding, user);
    await response.body?.cancel();
  }
});

Deno.test("a module is offered as a dictionary only to a client that names its widget", async () => {
  assert.equal((await get(today)).headers.get("Use-As-Dictionary"), null);
  const named = await get(today, {}, { query: "?widget=weather.1" });
  assert.equal(
    named.headers.get("Use-As-Dictionary"),
    `match="/api/widgets/v1/*/widget.mjs?widget=weather.1", id="${today.hash}"`,
  );
  for (const query of ["?widget=", "?widget=a&widget=b", "?widget=a%22", "?widget=*", "?widget=a%0D%0Ab"]) {
    await assertProblem(await get(today, {}, { query }), 400, "daily_page.invalid_query");
  }
});

Deno.test("a kept module is sent in the coding that the client prefers, with a tag of its own", async () => {
  await (await get(today)).arrayBuffer();
  await compressed.promise;
  for (
    const [accepted, coding] of [
      ["gzip, deflate, br, zstd", "br"],
      ["gzip, br;q=0.5", "gzip"],
      ["br;q=0, *", "gzip"],
      ["*", "br"],
      ["identity", null],
    ] as const
  ) {
    const response = await get(today, { "Accept-Encoding": accepted });
    const tag = coding === null ? today.hash : `${today.hash}.${coding}`;
    assert.equal(response.headers.get("ETag"), `"${tag}"`, accepted);
    assert.deepEqual(new Uint8Array(await response.arrayBuffer()), today.module, accepted);
  }
  const part = await get(today, { "Accept-Encoding": "br", Range: "bytes=0-5" });
  assert.deepEqual([part.status, part.headers.get("ETag")], [206, `"${today.hash}"`]);
  await part.body?.cancel();
});

Deno.test("Chromium decodes the difference to the module that it has stored", async () => {
  const { hostname, port } = new URL(stack.web.url);
  assert.equal(hostname, "127.0.0.1");
  const browser = await openChromium();
  try {
    const page = await browser.newPage();
    await page.goto(`http://localhost:${port}/login`);
    const load = ({ hash }: Envelope, authorization: string) =>
      page.evaluate(async ({ url, authorization }) => {
        const response = await fetch(url, { headers: { Authorization: authorization } });
        const bytes = await response.arrayBuffer();
        const [entry] = performance.getEntriesByName(response.url) as PerformanceResourceTiming[];
        const digest = new Uint8Array(await crypto.subtle.digest("SHA-384", bytes));
        return {
          coding: response.headers.get("Content-Encoding"),
          digest: btoa(String.fromCharCode(...digest)).replaceAll("+", "-").replaceAll("/", "_"),
          size: entry!.encodedBodySize,
        };
      }, { url: `/api/widgets/v1/${hash}/widget.mjs?widget=weather`, authorization });
    const { Authorization } = await authorize("ada");
    const first = await load(yesterday, Authorization);
    assert.notEqual(first.coding, "dcz");
    const second = await load(today, Authorization);
    assert.deepEqual([second.coding, second.digest], ["dcz", today.hash]);
    assert.ok(second.size < 200, `${second.size} bytes`);
  } finally {
    await browser.close();
  }
});
