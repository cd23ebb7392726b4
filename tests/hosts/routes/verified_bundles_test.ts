import assert from "node:assert/strict";
import { sql } from "kysely";
import { bundleKey } from "../../../core/naming/mod.ts";
import { createVerifiedBundles, READ_PERMISSION_MS } from "../../../hosts/routes/mod.ts";
import { assertProblem } from "./answers.ts";
import { type Envelope, makeEnvelope } from "./envelopes.ts";
import { authorize, createIdentity, openStores, serveStack, type Stack, type Stores } from "./stack.ts";

const clock = { now: Date.now() };

let stores: Stores;
let stack: Stack;
/** Of ada and bob. */
let shared: Envelope;
/** Of ada only. */
let own: Envelope;

Deno.test.beforeAll(async () => {
  stores = await openStores();
  stack = serveStack(stores, undefined, createIdentity({ now: Date.now() }), {
    verified: createVerifiedBundles(() => clock.now),
  });
  const css = ":host { color: red }";
  shared = await makeEnvelope({ module: "export default 'shared';", css });
  own = await makeEnvelope({ module: `export default "${"own ".repeat(200)}";`, css, covered: true });
  await stores.commit("ada", "2026-03-01", "morning_brief", [shared.bytes, own.bytes]);
});

Deno.test.afterAll(async () => {
  await stack.close();
  await stores.close();
});

async function get(
  hash: string,
  { user = "ada", file = "widget.mjs", headers = {} }: {
    user?: string;
    file?: string;
    headers?: Record<string, string>;
  } = {},
): Promise<Response> {
  return await fetch(`${stack.web.url}/api/widgets/v1/${hash}/${file}`, {
    headers: { ...await authorize(user), ...headers },
  });
}

async function getText(...parameters: Parameters<typeof get>): Promise<string> {
  const response = await get(...parameters);
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return text;
}

Deno.test("a bundle that was verified is served again without its object", async () => {
  const key = bundleKey("ada", own.hash);
  const before = await getText(own.hash);
  await stores.objects.delete(key);
  try {
    for (let turn = 0; turn < 2; turn++) {
      assert.equal(await getText(own.hash), before);
      assert.equal(await getText(own.hash, { file: "widget.css" }), ":host { color: red }");
      clock.now += READ_PERMISSION_MS + 1;
    }
  } finally {
    await stores.objects.put(key, own.bytes);
  }
});

// claim: read-right-remembered-briefly
Deno.test("a user does not get a verified bundle of another user", async () => {
  await getText(own.hash);
  await assertProblem(await get(own.hash, { user: "eve" }), 404, "bundle.not_found");
  await assertProblem(await get(own.hash, { user: "eve", file: "bundle.tckb" }), 404, "bundle.not_found");
  const anonymous = await fetch(`${stack.web.url}/api/widgets/v1/${own.hash}/widget.mjs`);
  await assertProblem(anonymous, 401, "auth.unauthenticated");
});

// claim: read-right-remembered-briefly
Deno.test("a user who asks for a bundle that another user is loading does not get it", async () => {
  const loading = await makeEnvelope({ module: "export default 'is loaded by two at once';" });
  await stores.commit("ada", "2026-03-04", "morning_brief", [loading.bytes]);
  const [ada, eve] = await Promise.all([get(loading.hash), get(loading.hash, { user: "eve" })]);
  await assertProblem(eve, 404, "bundle.not_found");
  assert.equal(ada.status, 200);
  await ada.body?.cancel();
});

// claim: kept-files-follow-hash
Deno.test("a user with the same module and another stylesheet gets the own stylesheet", async () => {
  const blue = await makeEnvelope({ module: "export default 'shared';", css: ":host { color: blue }" });
  assert.equal(blue.hash, shared.hash);
  await stores.commit("bob", "2026-03-01", "morning_brief", [blue.bytes]);
  for (let turn = 0; turn < 2; turn++) {
    for (const user of ["ada", "bob"]) {
      assert.equal(await getText(shared.hash, { user }), "export default 'shared';");
      const color = user === "ada" ? "red" : "blue";
      assert.equal(await getText(shared.hash, { user, file: "widget.css" }), `:host { color: ${color} }`);
    }
  }
});

// claim: read-right-remembered-briefly
Deno.test("a bundle that a commit removed is served for ten seconds at most", async () => {
  const removed = await makeEnvelope({ module: "export default 'removed';" });
  await stores.commit("ada", "2026-03-02", "morning_brief", [removed.bytes]);
  await getText(removed.hash);
  await stores.commit("ada", "2026-03-02", "morning_brief", [own.bytes]);
  await sql`delete from tombstones`.execute(stores.database.kysely);
  assert.equal(READ_PERMISSION_MS, 10_000);
  clock.now += READ_PERMISSION_MS - 1;
  await getText(removed.hash);
  clock.now += 1;
  await assertProblem(await get(removed.hash), 404, "bundle.not_found");
});

// claim: sign-out-at-once
Deno.test("a session that has ended gets no verified bundle, at once", async () => {
  const session = await createIdentity({ now: Date.now() }).sessions.open({ userId: "ada" });
  const headers = { Cookie: `tck_session=${session.token}` };
  const url = `${stack.web.url}/api/widgets/v1/${own.hash}/widget.mjs`;
  await getText(own.hash); // The user's right is known from a bearer without a session.
  const before = await fetch(url, { headers });
  assert.equal(before.status, 200, await before.text());
  await sql`insert into ended_sessions (session_id, ended_at) values (${session.id}, now())`
    .execute(stores.database.kysely);
  await assertProblem(await fetch(url, { headers }), 401, "auth.unauthenticated");
});

Deno.test("a module is sent as the archive's own compressed data to a client that accepts gzip", async () => {
  for (
    const [accepted, encoding] of [
      ["gzip", "gzip"],
      ["br, GZIP;q=0.5", "gzip"],
      ["*", "gzip"],
      ["identity", null],
      ["gzip;q=0, *", null],
      ["br", null],
    ]
  ) {
    const response = await get(own.hash, { headers: { "Accept-Encoding": accepted! } });
    assert.equal(response.headers.get("Vary"), "Accept-Encoding");
    assert.equal(response.headers.get("ETag"), encoding ? `"${own.hash}.gzip"` : `"${own.hash}"`);
    assert.deepEqual(new Uint8Array(await response.arrayBuffer()), own.module, accepted!);
    const head = await fetch(`${stack.web.url}/api/widgets/v1/${own.hash}/widget.mjs`, {
      method: "HEAD",
      headers: { ...await authorize("ada"), "Accept-Encoding": accepted! },
    });
    const isSmaller = Number(head.headers.get("Content-Length")) < own.module.length;
    assert.equal(isSmaller, encoding === "gzip", accepted!);
  }
  const part = await get(own.hash, { headers: { "Accept-Encoding": "gzip", Range: "bytes=0-5" } });
  assert.equal(part.status, 206);
  assert.deepEqual(new Uint8Array(await part.arrayBuffer()), own.module.slice(0, 6));
  const headers = { "Accept-Encoding": "gzip", "If-None-Match": `"${own.hash}.gzip"` };
  assert.equal((await get(own.hash, { headers })).status, 304);
});

Deno.test("the least recently used bundles are removed when the bytes exceed the limit", () => {
  const bundles = createVerifiedBundles(() => 0, { maxBytes: 100 });
  const file = {
    bytes: new Uint8Array(40),
    gzip: null,
    brotli: null,
    tag: "t",
    immutable: true,
    fault: null,
  };
  const files = new Map([["widget.mjs", file], ["widget.css", { ...file, immutable: false }]]);
  bundles.keep("a", files);
  bundles.keep("b", files);
  bundles.keep("a", files);
  bundles.keep("c", files);
  assert.deepEqual(["a", "b", "c"].map((hash) => bundles.get(hash, "widget.mjs") !== undefined), [
    true,
    false,
    true,
  ]);
  assert.equal(bundles.get("a", "widget.css"), undefined, "its bytes do not follow from the hash");
  bundles.keep("huge", new Map([["widget.mjs", { ...file, bytes: new Uint8Array(101) }]]));
  assert.deepEqual(["a", "huge"].map((hash) => bundles.get(hash, "widget.mjs") !== undefined), [true, false]);

  // Each body that a bundle has counts.
  for (const coding of ["gzip", "brotli"] as const) {
    bundles.keep("b", files);
    bundles.keep("a", new Map([["widget.mjs", { ...file, [coding]: new Uint8Array(21) }]]));
    assert.equal(bundles.get("b", "widget.mjs"), undefined, coding);
  }
});

Deno.test("it is remembered of each user and bundle for less than ten seconds, and not where nothing is kept", () => {
  const clock = { now: 0 };
  const bundles = createVerifiedBundles(() => clock.now);
  bundles.allow("ada", "a");
  assert.deepEqual([bundles.mayRead("ada", "a"), bundles.mayRead("ada", "b"), bundles.mayRead("bob", "a")], [
    true,
    false,
    false,
  ]);
  clock.now = 5_000;
  bundles.allow("ada", "a");
  for (const [now, mayRead] of [[14_999, true], [15_000, false], [4_999, false]] as const) {
    clock.now = now;
    assert.equal(bundles.mayRead("ada", "a"), mayRead, String(now));
  }
  const none = createVerifiedBundles(() => 0, { maxBytes: 0 });
  none.allow("ada", "a");
  assert.equal(none.mayRead("ada", "a"), false);
});

Deno.test("the envelope is served on the page's own origin, with ranges, and 304 for its tag", async () => {
  const whole = await get(own.hash, { file: "bundle.tckb" });
  assert.equal(whole.headers.get("Content-Type"), "application/octet-stream");
  assert.deepEqual(new Uint8Array(await whole.arrayBuffer()), own.bytes);
  const tag = whole.headers.get("ETag")!;
  const part = await get(own.hash, { file: "bundle.tckb", headers: { Range: "bytes=2-4", "If-Range": tag } });
  assert.deepEqual([part.status, new Uint8Array(await part.arrayBuffer())], [206, own.bytes.slice(2, 5)]);
  const key = bundleKey("ada", own.hash);
  await stores.objects.delete(key);
  const unchanged = await get(own.hash, { file: "bundle.tckb", headers: { "If-None-Match": tag } });
  assert.equal(unchanged.status, 304, "the object store is not asked");
  const head = await fetch(`${stack.web.url}/api/widgets/v1/${own.hash}/bundle.tckb`, {
    method: "HEAD",
    headers: await authorize("ada"),
  });
  assert.equal(head.headers.get("Content-Length"), String(own.bytes.length));
  await stores.objects.put(key, own.bytes);
});
