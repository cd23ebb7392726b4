import assert from "node:assert/strict";
import fc from "fast-check";
import { sha384Base64Url } from "../../../core/bytes/mod.ts";
import { listEntries } from "../../../core/tckb/mod.ts";
import type { Upstream } from "../../../hosts/routes/mod.ts";
import { makeArchive, makeEnvelope } from "./envelopes.ts";
import { createWeb } from "./stack.ts";
import { upstreamAnswering } from "./sockets.ts";

/** A cloud that responds with one envelope for any hash. */
function cloudWith(bytes: Uint8Array<ArrayBuffer>): Upstream {
  const headers = {
    "Content-Type": "application/octet-stream",
    "Cache-Control": "public, max-age=9",
    ETag: `"x"`,
  };
  return upstreamAnswering(() => new Response(bytes, { headers }));
}

/** Asserts invariant 12 for one response of the module route. @returns whether it was a 200 */
async function checkModule(bytes: Uint8Array<ArrayBuffer>, hash: string): Promise<boolean> {
  const web = createWeb(cloudWith(bytes));
  const request = new Request(`http://localhost/api/widgets/v1/${hash}/widget.mjs`, {
    headers: { Authorization: "Bearer a.b.c" },
  });
  const response = await web.fetch(request);
  const body = new Uint8Array(await response.arrayBuffer());
  if (response.status !== 200) {
    assert.equal(response.status, 422, new TextDecoder().decode(body));
    assert.equal(response.headers.get("Cache-Control"), "no-store");
    return false;
  }
  assert.equal(await sha384Base64Url(body), hash);
  assert.equal(response.headers.get("Cache-Control"), "public, max-age=31536000, immutable");
  return true;
}

const text = fc.string({ minLength: 1, maxLength: 200 });

// claim: bytes-checked-by-server
Deno.test("a 200 of the module route is exactly the module with the hash, for every envelope and hash", async () => {
  let served = 0;
  let rejected = 0;
  await fc.assert(
    fc.asyncProperty(text, text, fc.option(text, { nil: undefined }), async (module, other, css) => {
      const envelope = await makeEnvelope({ module, ...(css === undefined ? {} : { css }) });
      assert.equal(await checkModule(envelope.bytes, envelope.hash), true);
      served++;
      const { hash } = await makeEnvelope({ module: other });
      if (!await checkModule(envelope.bytes, hash)) rejected++;
    }),
  );
  assert.ok(served > 50 && rejected > 50);
});

Deno.test("a changed envelope is rejected, or gives exactly the same module", async () => {
  const { bytes, hash } = await makeEnvelope({ module: "export default [1, 4, 9, 16, 25, 36];", css: "a{}" });
  const change = fc.record({ at: fc.nat(bytes.length - 1), value: fc.integer({ min: 0, max: 255 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
      const changed = bytes.slice();
      for (const { at, value } of changes) changed[at] = value;
      await checkModule(changed, hash);
    }),
    { numRuns: 400 },
  );
});

Deno.test("an archive of arbitrary entries is rejected, or gives exactly the module with the hash", async () => {
  const name = fc.constantFrom(
    "widget.mjs",
    "manifest.json",
    "format.json",
    "integrity.json",
    "WIDGET.MJS",
    "x/widget.mjs",
  );
  const content = fc.oneof(
    fc.constantFrom(
      "",
      "{}",
      `{"tckbFormat":2}`,
      `{"id":"a"}`,
      "export default 1;",
      "/*! tckb css=- properties=- */\n",
    ),
    fc.string(),
  );
  const { hash } = await makeEnvelope({ module: "export default 1;" });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.record({ name, content }), { maxLength: 5 }), async (entries) => {
      await checkModule(makeArchive(entries), hash);
    }),
    { numRuns: 300 },
  );
  const sound = [
    { name: "format.json", content: `{"tckbFormat":2}` },
    { name: "manifest.json", content: "{}" },
    { name: "widget.mjs", content: "export default 1;" },
  ];
  assert.equal(listEntries(makeArchive(sound)).length, 3);
  assert.equal(await checkModule(makeArchive(sound), hash), true);
});

// claim: errors-not-cached
Deno.test("no error response is cacheable, for any path, query and cookies", async () => {
  const web = createWeb(upstreamAnswering(() => Response.json({ batches: [] })));
  const segment = fc.oneof(
    fc.constantFrom(
      "api",
      "widgets",
      "v1",
      "daily-pages",
      "v2",
      "batches",
      "__tck",
      "feed",
      "login",
      "logout",
      "embed",
    ),
    fc.constantFrom(
      "widget.mjs",
      "A".repeat(64),
      "20260301-morning-brief",
      "20260230-diary",
      "",
      "..",
      "%00",
      "%ff",
    ),
    fc.string({ maxLength: 8 }).map((part) => encodeURIComponent(part)),
  );
  const prefix = fc.constantFrom(
    "/",
    "/api/widgets/v1/",
    "/api/daily-pages/v2/batches",
    "/feed/",
    "/__tck/v1/",
  );
  const query = fc.constantFrom(
    "",
    "?mock=true",
    "?mock=TRUE",
    "?limit=0",
    "?cursor=x",
    "?limit=1&limit=2",
    "?%",
  );
  const cookie = fc.constantFrom(
    "",
    "embed_bearer=a",
    "embed_bearer=a; embed_bearer=b",
    "tck_session=x",
    "embed_bearer=%0d%0a",
  );
  const method = fc.constantFrom("GET", "GET", "HEAD", "POST", "DELETE");
  let errors = 0;
  await fc.assert(
    fc.asyncProperty(
      prefix,
      fc.array(segment, { maxLength: 4 }),
      query,
      cookie,
      method,
      async (start, path, search, Cookie, verb) => {
        const url = URL.parse(start + path.join("/") + search, "http://localhost");
        fc.pre(url !== null && url.hostname === "localhost");
        const response = await web.fetch(new Request(url, { method: verb, headers: { Cookie } }));
        await response.body?.cancel();
        assert.notEqual(response.status, 500);
        if (response.status < 400) return;
        errors++;
        assert.equal(response.headers.get("Cache-Control"), "no-store", `${verb} ${url}`);
        assert.equal(response.headers.get("X-Content-Type-Options"), "nosniff", `${verb} ${url}`);
        const type = /^\/(api|v1|v2|__tck\/v1)\//.test(url.pathname)
          ? "application/problem+json"
          : "text/html; charset=utf-8";
        assert.equal(response.headers.get("Content-Type"), type, `${verb} ${url}`);
      },
    ),
    { numRuns: 1000 },
  );
  assert.ok(errors > 100);
});
