// budget: 20 s: every operation in two browsers, and axe on some of them in two looks
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { once } from "node:events";
import { get } from "node:http";
import { brotliDecompressSync } from "node:zlib";
import { sha384Base64Url } from "../../../core/bytes/mod.ts";
import { VIEWER_HASH, VIEWER_PATH } from "../../../hosts/openapi/viewer.ts";
import { testInPage } from "../../browser/test_in_page.ts";
import { assertNothingSerious, OPERATIONS, serveDocs, showOperation } from "./docs_site.ts";

Deno.test("the viewer is the pinned one, in Brotli or as it is, and is cached for good", async () => {
  const site = await serveDocs();
  try {
    // fetch would decode the body.
    const read = async (encoding: string) => {
      const [response] = await once(
        get(site.url + VIEWER_PATH, { headers: { "Accept-Encoding": encoding } }),
        "response",
      );
      return { headers: response.headers, bytes: new Uint8Array(Buffer.concat(await response.toArray())) };
    };
    const [compressed, plain] = [await read("gzip, br"), await read("gzip")];
    assert.equal(compressed.headers["content-encoding"], "br");
    assert.equal(plain.headers["content-encoding"], undefined);
    assert.ok(compressed.bytes.byteLength < 600_000, `${compressed.bytes.byteLength} bytes`);
    for (const bytes of [new Uint8Array(brotliDecompressSync(compressed.bytes)), plain.bytes]) {
      assert.equal(await sha384Base64Url(bytes), VIEWER_HASH);
    }
    for (const { headers } of [compressed, plain]) {
      assert.equal(headers["cache-control"], "public, max-age=31536000, immutable");
      assert.equal(headers["vary"], "Accept-Encoding");
    }
    const tag = String(compressed.headers["etag"]);
    const known = await fetch(site.url + VIEWER_PATH, {
      headers: { "Accept-Encoding": "br", "If-None-Match": tag },
    });
    assert.equal(known.status, 304);
    assert.equal((await fetch(`${site.url}/docs/other.js`)).status, 404);
  } finally {
    await site.close();
  }
});

// claim: api-viewer-sealed
testInPage(
  "the page shows every operation, without the reader's cookies, and asks nobody else",
  async (page) => {
    const site = await serveDocs();
    try {
      for (let visit = 0; visit < 2; visit++) assert.equal(await page.open(`${site.url}/docs`), 200);
      assert.deepEqual(site.cookiesOf("/docs"), [null, "tck_session=secret"]);
      for (const operation of OPERATIONS) await page.run(showOperation(operation));
      assert.equal(await page.run("origin"), "null");
      const cookie = `Object.getOwnPropertyDescriptor(Document.prototype, "cookie").get.call(document)`;
      assert.equal(
        await page.run(`(() => { try { ${cookie} } catch ({ name }) { return name } })()`),
        "SecurityError",
      );
      await page.run(`fetch("/openapi.json", { credentials: "include" }).catch(() => {})`);
      const described = site.cookiesOf("/openapi.json");
      assert.deepEqual([described.length >= 2, new Set(described)], [true, new Set([null])]);
      const elsewhere = `fetch("https://elsewhere.example/").catch(() => {})`;
      assert.equal(await page.run(blockedBy(elsewhere, "elsewhere.example/")), "connect-src");
      const script =
        `document.head.append(Object.assign(document.createElement("script"), { src: "/other.js" }))`;
      assert.equal(await page.run(blockedBy(script, "/other.js")), "script-src-elem");
    } finally {
      await site.close();
    }
  },
);

/** The directive of the policy that blocks what a statement does. */
function blockedBy(statement: string, path: string): string {
  return `new Promise((resolve) => {
    addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) => {
      if (blockedURI.endsWith(${JSON.stringify(path)})) resolve(effectiveDirective);
    });
    ${statement};
  })`;
}

// The other two looks are in docs_page_soak.ts.
Deno.test("axe finds nothing serious on the page, light and narrow, dark and wide", () =>
  assertNothingSerious([["light", 390], ["dark", 1280]]));
