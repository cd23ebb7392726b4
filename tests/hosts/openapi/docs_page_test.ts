import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { once } from "node:events";
import { get } from "node:http";
import { brotliDecompressSync } from "node:zlib";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { sha384Base64Url } from "../../../core/bytes/mod.ts";
import { buildOpenApi, createApiDescription } from "../../../hosts/openapi/mod.ts";
import { VIEWER_HASH, VIEWER_PATH } from "../../../hosts/openapi/viewer.ts";
import { readViewerFile } from "../../../hosts/openapi/viewer_file.ts";
import { addAxe } from "../../browser/axe.ts";
import { openChromium } from "../../browser/chromium.ts";
import { testInPage } from "../../browser/test_in_page.ts";
import { listen, type TestServer } from "../routes/sockets.ts";

/** The description on a socket. */
interface DocsSite extends TestServer {
  /** The cookies of each request for a path. */
  cookiesOf(path: string): (string | null)[];
}

/** Serves the description beside an application with a session. Browsers keep no response, so that each request arrives. */
async function serveDocs(): Promise<DocsSite> {
  const routes = await createApiDescription({ loadApiViewer: readViewerFile });
  const requests: { path: string; cookie: string | null }[] = [];
  const server = listen(async (request) => {
    requests.push({ path: new URL(request.url).pathname, cookie: request.headers.get("Cookie") });
    const response = await routes.fetch(request);
    response.headers.append("Set-Cookie", "tck_session=secret; Path=/");
    if (request.headers.has("Sec-Fetch-Mode")) response.headers.set("Cache-Control", "no-store");
    return response;
  });
  const cookiesOf = (path: string) => requests.filter((one) => one.path === path).map(({ cookie }) => cookie);
  return { ...server, cookiesOf };
}

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

interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
}

const OPERATIONS = Object.values(buildOpenApi().paths).flatMap((methods) =>
  Object.values(methods) as unknown as Operation[]
);

/** Goes to an operation, and waits until it is shown. */
function showOperation({ operationId, tags: [tag], summary }: Operation): string {
  return `location.hash = "#/${tag}/${operationId.toLowerCase()}"; ${waitForHeading(summary)}`;
}

/** Waits until a heading has a text. */
function waitForHeading(text: string): string {
  return `new Promise((resolve) => {
    const check = () => {
      const headings = [...document.querySelectorAll("h1, h2")];
      if (headings.some(({ textContent }) => textContent.includes(${JSON.stringify(text)}))) resolve();
      else setTimeout(check, 50);
    };
    check();
  })`;
}

/** The directive of the policy that blocks what a statement does. */
function blockedBy(statement: string, path: string): string {
  return `new Promise((resolve) => {
    addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) => {
      if (blockedURI.endsWith(${JSON.stringify(path)})) resolve(effectiveDirective);
    });
    ${statement};
  })`;
}

Deno.test("axe finds nothing serious on the page, in both colour schemes, narrow and wide", async () => {
  const site = await serveDocs();
  const browser = await openChromium();
  try {
    for (const colorScheme of ["light", "dark"] as const) {
      for (const width of [390, 1280]) {
        const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
        const page = await context.newPage();
        const loaded = new Set<string>();
        page.on("requestfinished", (request) => loaded.add(new URL(request.url()).origin));
        await page.goto(`${site.url}/docs`);
        await page.evaluate(waitForHeading("Daily pages"));
        await addAxe(page);
        assert.deepEqual(await listSerious(page), [], `${colorScheme} ${width}`);
        for (const operation of OPERATIONS.filter(({ operationId }) => /^list|^end/.test(operationId))) {
          await page.evaluate(showOperation(operation));
          assert.deepEqual(await listSerious(page), [], `${colorScheme} ${width} ${operation.operationId}`);
        }
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
        assert.deepEqual(loaded, new Set([site.url]));
        await context.close();
      }
    }
  } finally {
    await browser.close();
    await site.close();
  }
});

/** What axe finds that is serious or critical. */
async function listSerious(page: Page): Promise<string[]> {
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== "running")
  );
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run()
  );
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  return serious.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
