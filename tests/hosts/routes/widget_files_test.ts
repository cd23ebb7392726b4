import assert from "node:assert/strict";
import { sha384Base64Url } from "../../../core/bytes/mod.ts";
import { bundleKey } from "../../../core/naming/mod.ts";
import { listEntries, readEntry } from "../../../core/tckb/mod.ts";
import { assertIsolated, assertProblem } from "./answers.ts";
import { type Envelope, envelopeEntries, makeArchive, makeEnvelope } from "./envelopes.ts";
import { authorize, openStores, serveStack, type Stack, type Stores } from "./stack.ts";

const IMMUTABLE = "public, max-age=31536000, immutable";
const CSS = ":host { color: red }";
const PROPERTIES = "@property --a { syntax: '*'; inherits: false }";

let stores: Stores;
let stack: Stack;
let covered: Envelope;
let uncovered: Envelope;
let plain: Envelope;

Deno.test.beforeAll(async () => {
  stores = await openStores();
  stack = serveStack(stores);
  covered = await makeEnvelope({
    module: "export default 1;",
    css: CSS,
    propertiesCss: PROPERTIES,
    covered: true,
  });
  uncovered = await makeEnvelope({ module: "export default 2;", css: CSS, propertiesCss: PROPERTIES });
  // Numbers, so that it is compressed, and without repetition, so that no other compressed data decodes to it.
  const numbers = Array.from({ length: 150 }, (_, index) => index ** 3);
  plain = await makeEnvelope({ module: `export default [${numbers}]; // deflated` });
  await stores.commit("ada", "2026-03-01", "morning_brief", [covered.bytes, uncovered.bytes, plain.bytes]);
});

Deno.test.afterAll(async () => {
  await stack.close();
  await stores.close();
});

async function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return await fetch(`${stack.web.url}/api/widgets/v1/${path}`, {
    headers: { ...await authorize("ada"), ...headers },
  });
}

/** The response of a bundle's route, by default the module's, while the object of a committed bundle has other bytes. */
async function getWhileStored(
  bytes: Uint8Array,
  { hash, bytes: before } = plain,
  file = "widget.mjs",
): Promise<Response> {
  const key = bundleKey("ada", hash);
  await stores.objects.put(key, bytes);
  try {
    return await get(`${hash}/${file}`);
  } finally {
    await stores.objects.put(key, before);
  }
}

Deno.test("the module is served unchanged and immutable", async () => {
  for (const { hash, module } of [covered, uncovered, plain]) {
    const response = await get(`${hash}/widget.mjs`);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get("Content-Type"), "application/javascript");
    assert.equal(response.headers.get("Cache-Control"), IMMUTABLE);
    assertIsolated(response);
    assert.deepEqual(new Uint8Array(await response.arrayBuffer()), module);
  }
});

Deno.test("stylesheets are immutable if the module's hash covers them, and revalidated otherwise", async () => {
  for (const [{ hash }, cacheControl] of [[covered, IMMUTABLE], [uncovered, "private, no-cache"]] as const) {
    for (const [file, css] of [["widget.css", CSS], ["widget.properties.css", PROPERTIES]] as const) {
      const response = await get(`${hash}/${file}`);
      assert.equal(response.status, 200);
      const tag = `"${await sha384Base64Url(new TextEncoder().encode(css))}"`;
      assert.equal(
        response.headers.get("ETag"),
        tag,
        "another stylesheet of the same module has another tag",
      );
      assert.equal(response.headers.get("Content-Type"), "text/css; charset=utf-8");
      assert.equal(response.headers.get("Cache-Control"), cacheControl, file);
      assertIsolated(response);
      assert.equal(await response.text(), css);
      const unchanged = await get(`${hash}/${file}`, { "If-None-Match": response.headers.get("ETag")! });
      assert.equal(unchanged.status, 304);
      assert.equal(unchanged.headers.get("Cache-Control"), cacheControl);
      assertIsolated(unchanged);
    }
  }
});

Deno.test("the stylesheets of a bundle without stylesheets are a 404", async () => {
  for (const file of ["widget.css", "widget.properties.css"]) {
    await assertProblem(await get(`${plain.hash}/${file}`), 404, "bundle.not_found");
  }
});

// claim: worker-one-script
Deno.test("a module is not served as the script of a service worker", async () => {
  for (const path of [`${plain.hash}/widget.mjs`, `${plain.hash}/widget.mjs?mock=true`]) {
    const response = await get(path, { "Service-Worker": "script" });
    const { detail } = await assertProblem(response, 403, "request.forbidden");
    assert.match(detail, /service worker/);
  }
});

// claim: module-hash-capability
Deno.test("an unknown bundle is not found, and requests without a bearer are rejected", async () => {
  await assertProblem(await get(`${"A".repeat(64)}/widget.mjs`), 404, "bundle.not_found");
  const url = `${stack.web.url}/api/widgets/v1/${plain.hash}/widget.mjs`;
  await assertProblem(await fetch(url), 401, "auth.unauthenticated");
  await assertProblem(await fetch(url, { headers: await authorize("eve") }), 404, "bundle.not_found");
});

// claim: bytes-checked-by-server
Deno.test("a valid bundle with another bundle's hash is rejected", async () => {
  await assertProblem(await getWhileStored(covered.bytes), 422, "bundle.hash_mismatch");
});

// claim: bytes-checked-by-server
Deno.test("one changed byte in a module is rejected, whether or not the module is compressed", async () => {
  const module = plain.module;
  const stored = makeArchive(envelopeEntries(new TextDecoder().decode(module), `{"tckbFormat":2}`));
  for (const envelope of [plain.bytes, stored]) {
    const sound = await getWhileStored(envelope);
    assert.deepEqual(new Uint8Array(await sound.arrayBuffer()), module);
    const { data, method } = listEntries(envelope).find(({ name }) => name === "widget.mjs")!;
    assert.equal(method, envelope === stored ? 0 : 8);
    // The last byte of compressed data may have unused bits.
    const length = method === 0 ? data.length : data.length - 1;
    const start = envelope.findIndex((_, at) => data.every((byte, index) => envelope[at + index] === byte));
    for (let at = start; at < start + length; at += Math.ceil(length / 40)) {
      for (const flip of [0x01, 0x80]) {
        const changed = envelope.slice();
        changed[at]! ^= flip;
        await assertProblem(await getWhileStored(changed), 422, "bundle.hash_mismatch");
      }
    }
  }
});

// claim: bytes-checked-by-server
Deno.test("a changed module with a matching checksum is rejected", async () => {
  const other = new TextDecoder().decode(plain.module).replace("deflated", "defaulted");
  const forged = makeArchive(envelopeEntries(other, `{"tckbFormat":2}`));
  await assertProblem(await getWhileStored(forged), 422, "bundle.hash_mismatch");
});

// claim: bytes-checked-by-server
Deno.test("changed stylesheets are rejected if the module or integrity.json has their hash", async () => {
  const other = await makeEnvelope({ module: "export default 1;", css: "a{}", propertiesCss: PROPERTIES });
  const entries = listEntries(covered.bytes).map(({ name }) => name);
  assert.ok(entries.includes("integrity.json"));
  const forged = makeArchive([
    ...envelopeEntries(new TextDecoder().decode(covered.module), `{"tckbFormat":2}`),
    { name: "widget.css", content: "a{}" },
    { name: "widget.properties.css", content: PROPERTIES },
  ]);
  await assertProblem(await getWhileStored(forged, covered), 422, "bundle.hash_mismatch");
  await assertProblem(await getWhileStored(other.bytes, covered), 422, "bundle.hash_mismatch");
});

/** A bundle's archive with another `integrity.json`. */
async function withRecord(
  { bytes }: Envelope,
  record: Record<string, unknown>,
): Promise<Uint8Array<ArrayBuffer>> {
  const names = listEntries(bytes).map(({ name }) => name).filter((name) => name !== "integrity.json");
  const read = async (name: string) => ({ name, content: (await readEntry(bytes, name))! });
  const content = JSON.stringify(record);
  return makeArchive([...await Promise.all(names.map(read)), { name: "integrity.json", content }]);
}

const WRONG = { sha384: "A".repeat(64) };

for (
  const [title, record] of [
    ["of the module", { "widget.mjs": WRONG }],
    ["that is no hash", { "widget.mjs": { sha384: "x" } }],
    ["of a missing entry", { "other.js": WRONG }],
    ["of the manifest", { "manifest.json": WRONG }],
  ] as const
) {
  Deno.test(`a wrong entry ${title} in integrity.json is logged, and the module and stylesheets are served`, async () => {
    for (
      const [bundle, files] of [
        [plain, ["widget.mjs"]],
        [uncovered, ["widget.mjs", "widget.css", "widget.properties.css"]],
      ] as const
    ) {
      for (const file of files) {
        const before = stack.logged.length;
        const response = await getWhileStored(await withRecord(bundle, record), bundle, file);
        assert.equal(response.status, 200, await response.text());
        const [event, ...others] = stack.logged.slice(before);
        assert.deepEqual([event?.event, event?.level, event?.["hash"], event?.["entries"], others], [
          "integrity_record_mismatch",
          "warning",
          bundle.hash,
          Object.keys(record),
          [],
        ]);
      }
    }
  });
}

Deno.test("a stylesheet with a wrong entry in integrity.json is rejected unless the module's hash covers it", async () => {
  const record = { "widget.css": WRONG };
  const rejected = await getWhileStored(await withRecord(uncovered, record), uncovered, "widget.css");
  await assertProblem(rejected, 422, "bundle.hash_mismatch");
  for (const file of ["widget.mjs", "widget.properties.css"]) {
    const response = await getWhileStored(await withRecord(uncovered, record), uncovered, file);
    assert.equal(response.status, 200, await response.text());
  }
  const served = await getWhileStored(await withRecord(covered, record), covered, "widget.css");
  assert.deepEqual([served.status, await served.text()], [200, CSS]);
});

Deno.test("a commit rejects a bundle with any wrong entry in integrity.json", async () => {
  for (
    const [bundle, record] of [
      [plain, { "widget.mjs": WRONG }],
      [uncovered, { "widget.css": WRONG }],
      [covered, { "widget.css": WRONG }],
    ] as const
  ) {
    const commit = stores.commit("eve", "2026-03-01", "diary", [await withRecord(bundle, record)]);
    await assert.rejects(() => commit, { code: "commit.no_valid_widget" });
  }
});

Deno.test("an envelope with another format, or without one, is rejected", async () => {
  const module = new TextDecoder().decode(plain.module);
  for (
    const format of [
      null,
      "{}",
      `{"tckbFormat":1}`,
      `{"tckbFormat":3}`,
      `{"tckbFormat":"2"}`,
      `{"tckbFormat":null}`,
    ]
  ) {
    const response = await getWhileStored(makeArchive(envelopeEntries(module, format)));
    await assertProblem(response, 422, "bundle.unsupported_format");
  }
  const sound = await getWhileStored(makeArchive(envelopeEntries(module, `{"tckbFormat":2}`)));
  assert.equal(sound.status, 200);
  await sound.body!.cancel();
});

Deno.test("bytes that are not an envelope are rejected", async () => {
  const module = new TextDecoder().decode(plain.module);
  const sound = envelopeEntries(module, `{"tckbFormat":2}`);
  const without = (name: string) => sound.filter((entry) => entry.name !== name);
  const garbage = [
    new Uint8Array(0),
    new TextEncoder().encode("<!doctype html><h1>Sign in to the hotel's network</h1>"),
    crypto.getRandomValues(new Uint8Array(5000)),
    plain.bytes.slice(0, -1),
    plain.bytes.slice(1),
    Uint8Array.from([...plain.bytes, 0]),
    makeArchive(without("widget.mjs")),
    makeArchive(without("manifest.json")),
    makeArchive([...without("widget.mjs"), { name: "widget.mjs", content: "" }]),
    makeArchive([...sound, { name: "../widget.mjs", content: module }]),
    makeArchive([...sound, { name: "widget.mjs", content: module }]),
    makeArchive([...without("format.json"), { name: "format.json", content: '\ufeff{"tckbFormat":2}' }]),
    makeArchive([...without("manifest.json"), { name: "manifest.json", content: "[".repeat(100_000) }]),
  ];
  for (const bytes of garbage) {
    await assertProblem(await getWhileStored(bytes), 422, "bundle.malformed");
  }
});

Deno.test("an envelope truncated at any byte is rejected", async () => {
  for (let length = 0; length < plain.bytes.length; length += 37) {
    const response = await getWhileStored(plain.bytes.slice(0, length));
    await assertProblem(response, 422, "bundle.malformed");
  }
});
