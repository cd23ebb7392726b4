import assert from "node:assert/strict";
import { readBundleStream } from "../../../core/tckb/mod.ts";
import { createBuiltFixtures } from "../../../hosts/routes/mod.ts";
import { assertProblem } from "./answers.ts";
import { type Envelope, makeEnvelope } from "./envelopes.ts";
import { ASSETS, openStores, serveStack, sessionCookie, type Stack, type Stores } from "./stack.ts";

const IMMUTABLE = "public, max-age=31536000, immutable";
const BATCHES = "/api/daily-pages/v2/batches";
const BATCH = "20260301-morning-brief";
const JAVASCRIPT = "application/javascript; charset=utf-8";
const CSS = "text/css; charset=utf-8";

let stores: Stores;
let bundle: Envelope;
let sample: Envelope;
/** The same web app, with an open and with a sealed canvas. */
const stacks: { [canvas in "open" | "sealed"]?: Stack } = {};
let cookie: string;

Deno.test.beforeAll(async () => {
  stores = await openStores();
  const parts = {
    css: "p {}",
    propertiesCss: "@property --a { syntax: '*'; inherits: false }",
    covered: true,
  };
  bundle = await makeEnvelope({ module: "export default 1;", ...parts });
  sample = await makeEnvelope({ module: "export default 2;", ...parts });
  await stores.commit("ada", "2026-03-01", "morning_brief", [bundle.bytes]);
  await stores.commit("ada", "2026-02-28", "diary", [bundle.bytes]);
  const mockFixtures = createBuiltFixtures(() => Promise.resolve([sample.bytes]), () => Date.UTC(2026, 2, 1));
  const worker = await makeEnvelope({ module: "self.asset = 1;" });
  const assets = new Map([
    ...ASSETS,
    ["service-worker.js", { bytes: worker.module, contentType: JAVASCRIPT, hash: worker.hash }] as const,
  ]);
  for (const canvas of ["open", "sealed"] as const) {
    stacks[canvas] = serveStack(stores, undefined, undefined, {
      canvas,
      mockFixtures,
      assets,
      serviceWorker: true,
    });
  }
  cookie = await sessionCookie("ada");
});
Deno.test.afterAll(async () => {
  for (const stack of Object.values(stacks)) await stack.close();
  await stores.close();
});

async function get(path: string, canvas: "open" | "sealed" = "sealed", headers: HeadersInit = { cookie }) {
  const response = await fetch(stacks[canvas]!.web.url + path, { headers, redirect: "manual" });
  return { response, text: await response.text() };
}

/** Every page, with its status and whether it shows a canvas. */
const PAGES: readonly { path: string; status: number; canvas: boolean }[] = [
  { path: "/", status: 200, canvas: false },
  { path: "/feed", status: 200, canvas: true },
  { path: `/feed/${BATCH}`, status: 200, canvas: true },
  { path: "/feed/20260228-diary", status: 200, canvas: true },
  { path: "/feed/20200101-diary", status: 404, canvas: false },
  { path: "/feed/brunch", status: 400, canvas: false },
  { path: "/embed/daily-page/v2", status: 200, canvas: true },
  { path: "/embed/daily-page/v2?mock=true", status: 200, canvas: true },
  { path: "/embed/daily-page/v2?mock=1", status: 400, canvas: false },
  { path: "/login", status: 200, canvas: false },
  { path: "/no/such/page", status: 404, canvas: false },
];

for (const canvas of ["open", "sealed"] as const) {
  // claim: answers-inert
  // claim: pages-integrity
  // claim: pages-deny-features
  // claim: pages-trusted-types
  Deno.test(`${canvas}: every page is isolated, denies features, and loads no script without an integrity value`, async () => {
    for (const { path, status, canvas: hasCanvas } of PAGES) {
      const { response, text } = await get(path, canvas);
      assert.equal(response.status, status, path);
      const { headers } = response;
      const expected = {
        "Content-Type": "text/html; charset=utf-8",
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "same-origin",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Integrity-Policy": "blocked-destinations=(script)",
      };
      const found = Object.fromEntries(Object.keys(expected).map((name) => [name, headers.get(name)]));
      assert.deepEqual(found, expected, path);
      assert.match(
        headers.get("Permissions-Policy")!,
        /camera=\(\), .*geolocation=\(\), .*microphone=\(\), /,
      );
      assertTrustedTypes(headers.get("Content-Security-Policy")!, { path, hasCanvas, canvas });
      const elements = Array.from(
        text.matchAll(/<(?:script|link)\b([^>]*)>/g),
        ([, attributes]) => attributes!,
      );
      const modules = elements.filter((attributes) =>
        /type="module"|rel="modulepreload"|\ssrc="/.test(attributes)
      );
      assert.ok(modules.length > 0 || !hasCanvas, path);
      for (const attributes of modules) assert.match(attributes, /integrity="sha384-/, path);
      assert.equal(/id="canvas-feed-root"/.test(text), hasCanvas, path);
    }
  });
}

/** Widgets of an open canvas write into the page as they like; everywhere else only the application's own code runs. */
function assertTrustedTypes(
  policy: string,
  { path, hasCanvas, canvas }: { path: string; hasCanvas: boolean; canvas: "open" | "sealed" },
): void {
  const runsWidgets = hasCanvas && canvas === "open";
  assert.equal(policy.includes("require-trusted-types-for 'script'"), !runsWidgets, path);
  const hasWorker = hasCanvas && canvas === "sealed" && !path.includes("mock");
  const [allowed] = /trusted-types (?!for)\S+(?=;)/.exec(policy) ?? [null];
  assert.equal(
    allowed,
    runsWidgets ? null : `trusted-types ${hasWorker ? "tck-service-worker" : "'none'"}`,
    path,
  );
  assert.equal(/worker-src 'none'/.test(policy), !hasWorker, path);
}

Deno.test("/feed shows the batch of the newest day, and an empty page to a user who has none", async () => {
  const { text } = await get("/feed");
  assert.ok(text.includes(`data-batch-id="${BATCH}"`));
  assert.match(text, /rel="prev" href="\/feed\/20260228-diary"/);
  const empty = await get("/feed", "sealed", { cookie: await sessionCookie("eve") });
  assert.equal(empty.response.status, 200);
  assert.match(empty.text, /There are no pages yet/);
  const { response } = await get("/feed", "sealed", {});
  assert.deepEqual([response.status, response.headers.get("Location")], [302, "/login?next=%2Ffeed"]);
});

/** The web app's routes of data: path, content type, caching, and whether the answer differs between users. */
const routes = (hash: string, mock: string): readonly [path: string, type: string, cache: string][] => [
  [`${BATCHES}${mock}`, "application/json", mock === "" ? "private, no-cache" : "no-store"],
  [
    `${BATCHES}?limit=1&direction=newer${mock.replace("?", "&")}`,
    "application/json",
    mock === "" ? "private, no-cache" : "no-store",
  ],
  [`${BATCHES}/${BATCH}${mock}`, "application/json", mock === "" ? "private, no-cache" : "no-store"],
  [`/api/widgets/v1/${hash}/widget.mjs${mock}`, "application/javascript", IMMUTABLE],
  [`/api/widgets/v1/${hash}/widget.css${mock}`, CSS, IMMUTABLE],
  [`/api/widgets/v1/${hash}/widget.properties.css${mock}`, CSS, IMMUTABLE],
  [
    `/api/widgets/v1/${hash}/bundle.tckb${mock}`,
    "application/octet-stream",
    mock === "" ? "private, no-cache" : "no-store",
  ],
];

for (const mock of ["", "?mock=true"]) {
  // claim: module-hash-capability
  Deno.test(`every route of batches and widgets has its type and caching${mock && ", of the fixtures too, without a session"}`, async () => {
    const { hash } = mock === "" ? bundle : sample;
    for (const [path, type, cache] of routes(hash, mock)) {
      const { response, text } = await get(path, "sealed", mock === "" ? { cookie } : {});
      assert.equal(response.status, 200, `${path}: ${text}`);
      const { headers } = response;
      assert.equal(headers.get("Content-Type")?.replace("json; charset=UTF-8", "json"), type, path);
      assert.equal(headers.get("Cache-Control"), cache, path);
      assert.equal(headers.get("X-Content-Type-Options"), "nosniff", path);
      assert.equal(headers.get("Cross-Origin-Resource-Policy"), "same-origin", path);
      assert.equal(headers.get("Content-Security-Policy"), "default-src 'none'; sandbox", path);
    }
  });
}

Deno.test("the list has pages in both directions, and the fixtures hold nothing of a user", async () => {
  const read = async (query: string) => JSON.parse((await get(`${BATCHES}?${query}`)).text);
  const ids = ({ batches }: { batches: { batchId: string }[] }) => batches.map(({ batchId }) => batchId);
  const first = await read("limit=1");
  assert.deepEqual(ids(first), [BATCH]);
  const second = await read(`limit=1&cursor=${first.nextCursor}`);
  assert.deepEqual([ids(second), second.nextCursor], [["20260228-diary"], null]);
  const oldest = await read("limit=1&direction=newer");
  assert.deepEqual(ids(oldest), ["20260228-diary"]);
  assert.deepEqual(ids(await read(`limit=1&direction=newer&cursor=${oldest.nextCursor}`)), [BATCH]);
  const fails = async (path: string, status: number, code: string) => {
    const response = await fetch(stacks.sealed!.web.url + path, { headers: { cookie } });
    await assertProblem(response, status, code);
  };
  await fails(`${BATCHES}/${BATCH}?mock=no`, 400, "daily_page.invalid_query");
  await fails(`${BATCHES}/20260302-morning-brief?mock=true`, 404, "daily_page.not_found");
  await fails(`/api/widgets/v1/${bundle.hash}/bundle.tckb?mock=true`, 404, "bundle.not_found");
});

Deno.test("the stream of bundles has those of the fixtures with mock=true, and needs a session without", async () => {
  const post = (query: string) =>
    fetch(`${stacks.sealed!.web.url}/api/widgets/v1/bundles${query}`, {
      method: "POST",
      body: JSON.stringify({ hashes: [sample.hash, bundle.hash] }),
    });
  const records = await Array.fromAsync(readBundleStream((await post("?mock=true")).body!));
  assert.deepEqual(records.map(({ hash, code }) => [hash, code]), [
    [sample.hash, null],
    [bundle.hash, "bundle.not_found"],
  ]);
  await assertProblem(await post(""), 401, "auth.unauthenticated");
});

// claim: mock-without-users
Deno.test("a page of the fixtures refers to the fixtures only, in either canvas", async () => {
  for (const canvas of ["open", "sealed"] as const) {
    const { text } = await get("/embed/daily-page/v2?mock=true", canvas, {});
    assert.match(text, /<div id="canvas-feed-root" data-mock="true"/);
    assert.match(text, /href="\/api\/daily-pages\/v2\/batches\?limit=5&amp;mock=true"/);
    const address = `/api/widgets/v1/${sample.hash}/widget.mjs?mock=true`;
    assert.equal(text.includes(`"${address}":"sha384-`), canvas === "open");
    assert.ok(!text.includes(bundle.hash) && !text.includes("data-service-worker"));
  }
});

Deno.test("the frame's document is kept under the address that a page names, and under no other", async () => {
  const { text } = await get("/feed");
  const [, address] = /data-frame="([^"]+)"/.exec(text)!;
  const kept = await get(address!, "sealed", {});
  assert.equal(kept.response.headers.get("Cache-Control"), "public, max-age=864000, immutable");
  for (const other of ["/__tck/v1/canvas.html", "/__tck/v1/canvas.html?v=0"]) {
    assert.equal((await get(other, "sealed", {})).response.headers.get("Cache-Control"), "no-store");
  }
});
