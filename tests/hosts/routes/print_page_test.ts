import assert from "node:assert/strict";
import { bundleKey } from "../../../core/naming/mod.ts";
import { isFeedDocument, isFeedFile } from "./print_answers.ts";
import { type Envelope, makeEnvelope } from "./envelopes.ts";
import { authorize, openStores, serveStack, type Stack, type Stores } from "./stack.ts";
import { openHostAssets } from "../../web/host_assets.ts";

let stores: Stores;
let stack: Stack;
let envelope: Envelope;
/** The keys of the bundles that were read. */
const bundlesRead: string[] = [];

Deno.test.beforeAll(async () => {
  stores = await openStores();
  const objects = {
    ...stores.objects,
    get(...args: Parameters<typeof stores.objects.get>) {
      bundlesRead.push(args[0]);
      return stores.objects.get(...args);
    },
  };
  stack = serveStack({ ...stores, objects }, undefined, undefined, { assets: await openHostAssets() });
  envelope = await makeEnvelope({ module: "export default () => 'ada </script> <!-- <script>';" });
  await stores.commit("ada", "2026-03-01", "diary", [envelope.bytes]);
});
Deno.test.afterAll(async () => {
  await stack.close();
  await stores.close();
});

const PATH = "/feed/20260301-diary/print";

async function get(path: string, user: string | null = "ada", dest?: string): Promise<Response> {
  const headers = new Headers(user === null ? {} : await authorize(user));
  if (dest !== undefined) headers.set("Sec-Fetch-Dest", dest);
  return await fetch(stack.web.url + path, { headers, redirect: "manual" });
}

// claim: print-framed-only
Deno.test("the page of one file is shown in a frame of this site only, and is a download elsewhere", async () => {
  const framed = await get(PATH, "ada", "iframe");
  assert.equal(framed.status, 200);
  assert.equal(framed.headers.get("Content-Disposition"), "inline");
  const policy = framed.headers.get("Content-Security-Policy")!;
  assert.match(policy, /^sandbox allow-scripts allow-modals; default-src 'none'; script-src 'sha384-/);
  assert.match(policy, /, frame-ancestors 'self'$/);
  assert.ok(isFeedDocument(await framed.text(), envelope.hash));
  for (const dest of ["document", "empty", undefined]) {
    const response = await get(PATH, "ada", dest);
    const expected = 'attachment; filename="20260301-diary.html"';
    assert.equal(response.headers.get("Content-Disposition"), expected, dest);
    assert.match(response.headers.get("Content-Security-Policy")!, /^sandbox allow-scripts; /);
    assert.ok(isFeedFile(await response.text(), envelope.hash));
  }
});

Deno.test("HEAD says whether the feed can be printed, and no bundle is read for it", async () => {
  const path = "/feed/20260303-diary/print";
  await stores.commit("ada", "2026-03-03", "diary", [
    (await makeEnvelope({ manifest: { id: "head" } })).bytes,
  ]);
  bundlesRead.length = 0;
  for (const [user, status] of [["ada", 200], ["eve", 404]] as const) {
    const response = await fetch(stack.web.url + path, { method: "HEAD", headers: await authorize(user) });
    assert.deepEqual([response.status, await response.text()], [status, ""], user);
    assert.equal(response.headers.get("Cache-Control"), "no-store");
  }
  assert.deepEqual(bundlesRead, []);
  assert.equal((await get(path)).status, 200);
  assert.equal(bundlesRead.length, 1);
});

Deno.test("a bundle that cannot be read fails its card alone", async () => {
  const [lost, whole] = await Promise.all(["lost", "whole"].map((id) => makeEnvelope({ manifest: { id } })));
  await stores.commit("ada", "2026-03-04", "diary", [lost!.bytes, whole!.bytes]);
  await stores.objects.delete(bundleKey("ada", lost!.hash));
  const response = await get("/feed/20260304-diary/print", "ada", "iframe");
  assert.equal(response.status, 200);
  assert.ok((await response.text()).includes(whole!.hash));
});

Deno.test("who may not read the feed's page gets the same answer for its file", async () => {
  for (
    const [path, user] of [
      [PATH, "eve"],
      ["/feed/20260302-diary/print", "ada"],
      ["/feed/20260301-brunch/print", "ada"],
      [PATH, null],
    ] as const
  ) {
    const [page, file] = await Promise.all([get(path.replace("/print", ""), user), get(path, user)]);
    assert.equal(file.status, page.status, `${path} ${user}`);
    assert.ok([302, 400, 404].includes(file.status));
    assert.equal((await file.text()).includes(envelope.hash), false);
    await page.body?.cancel();
  }
});

Deno.test("the feed's page offers to print and to save the feed, and may frame nothing else on this site", async () => {
  const response = await get("/feed/20260301-diary");
  const page = await response.text();
  assert.ok(page.includes(`data-print="${PATH}"`), page);
  assert.ok(page.includes(`href="${PATH}" download="20260301-diary.html"`));
  const [, frames] = /frame-src ([^;,]*)/.exec(response.headers.get("Content-Security-Policy")!)!;
  assert.equal(frames, `${stack.web.url}/feed/`);
});
