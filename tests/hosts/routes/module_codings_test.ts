import assert from "node:assert/strict";
import { COMPRESSION } from "../../../hosts/compression/mod.ts";
import { createVerifiedBundles } from "../../../hosts/routes/mod.ts";
import { type Envelope, makeEnvelope } from "./envelopes.ts";
import { authorize, createIdentity, openStores, serveStack, type Stack, type Stores } from "./stack.ts";

let stores: Stores;
let stack: Stack;
let today: Envelope;
/** Resolves when the files of a bundle are compressed. */
let compressed: PromiseWithResolvers<void>;

/** A module that both Brotli and gzip make smaller. */
function writeModule(): string {
  const numbers = Array.from({ length: 3_000 }, (_, index) => Math.imul(index, 2654435761).toString(36));
  return `export default "${numbers.join(" ")}";\n`;
}

Deno.test.beforeAll(async () => {
  stores = await openStores();
  const identity = createIdentity({ now: Date.now() });
  compressed = Promise.withResolvers();
  stack = serveStack(stores, undefined, identity, {
    verified: createVerifiedBundles(() => Date.now()),
    compressBody: (bytes) => {
      setTimeout(compressed.resolve); // After the bundle is kept with it.
      return COMPRESSION.compressBody(bytes);
    },
  });
  today = await makeEnvelope({ module: writeModule() });
  await stores.commit("ada", "2026-03-02", "morning_brief", [today.bytes]);
});

Deno.test.afterAll(async () => {
  await stack.close();
  await stores.close();
});

async function get({ hash }: Envelope, headers: Record<string, string> = {}): Promise<Response> {
  return await fetch(`${stack.web.url}/api/widgets/v1/${hash}/widget.mjs`, {
    headers: { "Accept-Encoding": "identity", ...await authorize("ada"), ...headers },
  });
}

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
