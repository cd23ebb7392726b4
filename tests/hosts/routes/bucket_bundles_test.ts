import assert from "node:assert/strict";
import { bundleKey } from "../../../core/naming/mod.ts";
import { createR2Reader } from "../../../hosts/objects/r2.ts";
import { INTERNAL_PREFIX, readBundlesFrom } from "../../../hosts/routes/mod.ts";

const HASH = "A".repeat(64);
const BUNDLE = `${INTERNAL_PREFIX}/bundles/${HASH}.tckb`;
const UPLOADED = new Date("2026-03-04T05:06:07.891Z");

/** A bucket with one bundle of ada, and a storage service that records what it is asked for. */
function createSite(bytes: Uint8Array<ArrayBuffer> | null) {
  const forwarded: string[] = [];
  const object = (key: string) =>
    bytes !== null && key === bundleKey("ada", HASH)
      ? { size: bytes.length, uploaded: UPLOADED, arrayBuffer: () => Promise.resolve(bytes.buffer) }
      : null;
  const bucket = createR2Reader({
    head: (key) => Promise.resolve(object(key)),
    get: (key) => Promise.resolve(object(key)),
  });
  const claims = (token: string) => {
    const [userId = "", sessionId = null] = token.split(":");
    return { userId, sessionId, sessionOpenedAt: null, expiresAt: 9e9, scopes: [] };
  };
  const storage = readBundlesFrom((request) => {
    forwarded.push(new URL(request.url).pathname);
    return new Response("from storage");
  }, {
    bucket,
    bearers: {
      verify(token) {
        if (token === "unverifiable") return Promise.reject(new Error("no keys"));
        return Promise.resolve(token === "forged" ? null : claims(token));
      },
    },
    log: () => {},
  });
  const get = async (path: string, token: string | null = "ada", init: RequestInit = {}) => {
    const headers = token === null ? {} : { Authorization: `Bearer ${token}` };
    return await storage(new Request(`http://storage${path}`, { ...init, headers }));
  };
  return { forwarded, get };
}

// claim: edge-bucket-own-key
Deno.test("a bundle is read from its user's key in the bucket, and has a version", async () => {
  const bytes = Uint8Array.of(1, 2, 3);
  const { forwarded, get } = createSite(bytes);
  const response = await get(BUNDLE);
  assert.equal(response.status, 200);
  assert.deepEqual(new Uint8Array(await response.arrayBuffer()), bytes);
  assert.ok(response.headers.get("ETag")!.includes(`${UPLOADED.getTime().toString(36)}.3`));
  const head = await get(BUNDLE, "ada", { method: "HEAD" });
  assert.deepEqual([head.status, head.headers.get("Content-Length")], [200, "3"]);
  assert.deepEqual(forwarded, []);
});

// claim: edge-bucket-own-key
Deno.test("the storage service answers for what is not in the bucket, for sessions, and for other routes", async () => {
  const { forwarded, get } = createSite(Uint8Array.of(1));
  const others: [path: string, token: string | null][] = [
    [BUNDLE, "bob"],
    [BUNDLE, "ada:session"],
    [BUNDLE, "forged"],
    [BUNDLE, "unverifiable"],
    [BUNDLE, null],
    [INTERNAL_PREFIX, "ada"],
    [`${INTERNAL_PREFIX}/bundles`, "ada"],
    [`/other${BUNDLE}`, "ada"],
  ];
  for (const [path, token] of others) {
    assert.equal(await (await get(path, token)).text(), "from storage", `${path} ${token}`);
  }
  assert.deepEqual(forwarded, others.map(([path]) => path));
});
