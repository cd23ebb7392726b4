import assert from "node:assert/strict";
import { sha384Base64Url } from "../../../core/bytes/mod.ts";
import { LIMITS } from "../../../core/contract/mod.ts";
import { bundleKey } from "../../../core/naming/mod.ts";
import {
  type BundleRecord,
  formatCardLine,
  formatStylesheetLine,
  readBundleStream,
  readTckb,
  writeTckb,
} from "../../../core/tckb/mod.ts";
import { until, whileNothingMay } from "../../waiting/mod.ts";
import { assertIsolated, assertProblem } from "./answers.ts";
import { type Envelope, makeEnvelope } from "./envelopes.ts";
import { authorize, createWeb, openStores, serveStack, type Stack, type Stores } from "./stack.ts";
import { createLocalUpstream } from "../../../hosts/routes/mod.ts";

const MISSING = "A".repeat(64);

let stores: Stores;
let stack: Stack;
let bundles: Envelope[];

Deno.test.beforeAll(async () => {
  stores = await openStores();
  stack = serveStack(stores);
  const modules = Array.from({ length: 12 }, (_, index) => `export default () => ${index};`);
  bundles = await Promise.all(modules.map((module) => makeEnvelope({ module })));
  await stores.commit("ada", "2026-03-01", "morning_brief", bundles.map(({ bytes }) => bytes));
});
Deno.test.afterAll(async () => {
  await stack.close();
  await stores.close();
});

async function post(body: string, user = "ada"): Promise<Response> {
  return await fetch(`${stack.web.url}/api/widgets/v1/bundles`, {
    method: "POST",
    headers: { ...await authorize(user), "Content-Type": "application/json" },
    body,
  });
}

async function readAll(response: Response): Promise<BundleRecord[]> {
  assert.equal(response.status, 200);
  return await Array.fromAsync(readBundleStream(response.body!));
}

Deno.test("the stream has every requested bundle once, in the requested order", async () => {
  const hashes = bundles.map(({ hash }) => hash).toReversed();
  const response = await post(JSON.stringify({ hashes: [...hashes, hashes[0]] }));
  assertIsolated(response);
  assert.equal(response.headers.get("Cache-Control"), "no-store");
  const records = await readAll(response);
  assert.deepEqual(records.map(({ hash }) => hash), hashes);
  for (const { hash, envelope } of records) {
    const { bytes } = bundles.find((bundle) => bundle.hash === hash)!;
    assert.deepEqual(new Uint8Array(envelope!), bytes);
  }
});

Deno.test("a bundle is sent without the markup of its card", async () => {
  const card = new TextEncoder().encode("<p>sunny</p>");
  const lines = [
    formatStylesheetLine({ css: null, propertiesCss: null }),
    formatCardLine(new Map([["en", await sha384Base64Url(card)]])),
    "export default () => null;",
  ];
  const input = {
    module: new TextEncoder().encode(lines.join("\n")),
    manifest: { id: "weather", cardType: "feed", sizes: ["fill-auto"] },
  };
  const bytes = await writeTckb({ ...input, cards: new Map([["en", card]]) });
  await stores.commit("ada", "2026-03-02", "morning_brief", [bytes]);
  const { hash, cards } = await readTckb(bytes);
  assert.equal(cards.size, 1);
  const [record, ...others] = await readAll(await post(JSON.stringify({ hashes: [hash] })));
  assert.deepEqual(others, []);
  assert.deepEqual(new Uint8Array(record!.envelope!), await writeTckb(input));
});

Deno.test("a bundle that does not exist has a record with its code, and the others are sent", async () => {
  const { hash } = bundles[0]!;
  const records = await readAll(await post(JSON.stringify({ hashes: [MISSING, hash] })));
  assert.deepEqual(records.map(({ hash, code }) => [hash, code]), [[MISSING, "bundle.not_found"], [
    hash,
    null,
  ]]);
});

// claim: user-scope
Deno.test("a bundle of another user does not exist", async () => {
  const records = await readAll(await post(JSON.stringify({ hashes: [bundles[0]!.hash] }), "eve"));
  assert.deepEqual(records.map(({ code }) => code), ["bundle.not_found"]);
});

Deno.test("an object that is gone has a record with its code", async () => {
  const { hash, bytes } = bundles[1]!;
  const key = bundleKey("ada", hash);
  await stores.objects.delete(key);
  try {
    const records = await readAll(await post(JSON.stringify({ hashes: [hash] })));
    assert.deepEqual(records.map(({ code }) => code), ["storage.object_missing"]);
  } finally {
    await stores.objects.put(key, bytes);
  }
});

Deno.test("an invalid body is an error that says what is expected", async () => {
  for (const body of ["", "{", "[]", "{}", '{"hashes":[]}', '{"hashes":"a"}', "null"]) {
    await assertProblem(await post(body), 400, "request.malformed");
  }
  const many = Array.from({ length: 1000 }, () => MISSING);
  await assertProblem(await post(JSON.stringify({ hashes: many })), 400, "request.malformed");
  await assertProblem(await post(JSON.stringify({ hashes: ["a"] })), 400, "bundle.invalid_hash");
  await assertProblem(await post(JSON.stringify({ hashes: [7] })), 400, "bundle.invalid_hash");
  await assertProblem(await post(" ".repeat(200_000)), 413, "request.too_large");
});

Deno.test("a request without a bearer is rejected, and so is another method", async () => {
  const url = `${stack.web.url}/api/widgets/v1/bundles`;
  await assertProblem(await fetch(url, { method: "POST", body: "{}" }), 401, "auth.unauthenticated");
  const response = await fetch(url, { method: "PUT" });
  assert.equal(response.headers.get("Allow"), "POST, OPTIONS");
  await assertProblem(response, 405, "request.method_not_allowed");
});

Deno.test("few envelopes are fetched ahead, and none after the reader has left", async () => {
  const fetched: string[] = [];
  const cloud = createLocalUpstream((request) => {
    fetched.push(request.url);
    return new Response(bundles[0]!.bytes, { headers: { "Content-Type": "application/octet-stream" } });
  });
  const app = createWeb(cloud);
  const hashes = Array.from({ length: 100 }, (_, index) => String(index).padStart(64, "A"));
  const request = new Request("http://localhost/api/widgets/v1/bundles", {
    method: "POST",
    headers: await authorize("ada"),
    body: JSON.stringify({ hashes }),
  });
  const reader = (await app.fetch(request)).body!.getReader();
  await reader.read();
  await whileNothingMay("all be fetched ahead", 100);
  const begun = fetched.length;
  assert.ok(begun > 0 && begun < 20, `${begun} were fetched ahead`);
  // A pull that is under way when the reader leaves takes one more at most.
  const next = reader.read();
  await reader.cancel();
  await next;
  const atEnd = fetched.length;
  await whileNothingMay("be fetched after the reader has left", 100);
  assert.equal(fetched.length, atEnd);
  assert.ok(atEnd <= begun + 1, `${atEnd - begun} were fetched after the reader had left`);
});

Deno.test("readers who have left give back their room, and the next one's envelopes are fetched ahead", async () => {
  const held = Promise.withResolvers<void>();
  let asked = 0;
  const cloud = createLocalUpstream(async () => {
    if (asked++ % 4 > 0) await held.promise;
    return new Response(bundles[0]!.bytes, { headers: { "Content-Type": "application/octet-stream" } });
  });
  const app = createWeb(cloud);
  const hashes = Array.from({ length: 4 }, (_, index) => String(index).padStart(64, "A"));
  // More than have room at once: each has three envelopes in advance.
  for (let reader = 1; reader <= 5; reader++) {
    const request = new Request("http://localhost/api/widgets/v1/bundles", {
      method: "POST",
      headers: await authorize(`reader ${reader}`),
      body: JSON.stringify({ hashes }),
    });
    const body = (await app.fetch(request)).body!.getReader();
    await body.read();
    await until(`the envelopes of reader ${reader} are fetched ahead`, () => asked === 4 * reader);
    await body.cancel();
  }
  held.resolve();
});

Deno.test("a stream that ends within a record is an error", async () => {
  const response = await post(JSON.stringify({ hashes: [bundles[0]!.hash] }));
  const bytes = new Uint8Array(await response.arrayBuffer());
  const lineEnd = bytes.indexOf(0x0a);
  assert.equal(await sha384Base64Url(bundles[0]!.module), bundles[0]!.hash);
  for (const length of [1, lineEnd, lineEnd + 1, bytes.length - 1]) {
    const part = new Blob([bytes.slice(0, length)]).stream();
    await assert.rejects(() => Array.fromAsync(readBundleStream(part)), /it ends within/);
  }
  for (const header of ['{"hash":"a","size":-1}\n', '{"hash":"a","size":1e9}\n', '{"hash":"a"}\n']) {
    await assert.rejects(
      () => Array.fromAsync(readBundleStream(new Blob([header]).stream())),
      /has the size/,
    );
  }
  const endless = new Blob(["x".repeat(5000)]).stream();
  await assert.rejects(() => Array.fromAsync(readBundleStream(endless)), /no header line/);
});

Deno.test("999 hashes are accepted and 1,000 are not, and an envelope of exactly the limit is read", async () => {
  const request = (count: number) => post(JSON.stringify({ hashes: Array(count).fill(bundles[0]!.hash) }));
  const accepted = await request(999);
  assert.equal(accepted.status, 200);
  await accepted.body!.cancel();
  await assertProblem(await request(1_000), 400, "request.malformed");

  const size = LIMITS.envelopeBytes;
  const stream = new Blob([JSON.stringify({ hash: "a", size }), "\n", new Uint8Array(size)]).stream();
  const [record] = await Array.fromAsync(readBundleStream(stream));
  assert.equal(record?.envelope?.byteLength, size);
  const larger = new Blob([JSON.stringify({ hash: "a", size: size + 1 }), "\n"]).stream();
  await assert.rejects(() => Array.fromAsync(readBundleStream(larger)), /has the size/);
});
