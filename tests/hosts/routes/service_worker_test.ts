import assert from "node:assert/strict";
import type { WebAppDependencies } from "../../../hosts/routes/mod.ts";
import { ASSETS, createWeb, sessionCookie } from "./stack.ts";

const SCRIPT = "/__tck/v1/service-worker.js";
const JAVASCRIPT = "application/javascript; charset=utf-8";

const WORKER_ASSETS = new Map([
  ...ASSETS,
  ["service-worker.js", { bytes: new TextEncoder().encode("on"), contentType: JAVASCRIPT, hash: "on" }],
  ["service-worker-off.js", { bytes: new TextEncoder().encode("off"), contentType: JAVASCRIPT, hash: "off" }],
]);

const CLOUD = {
  baseUrl: "http://localhost",
  fetch: () => Promise.resolve(Response.json({ batches: [], nextCursor: null })),
};

function app(deps: Partial<WebAppDependencies> = {}) {
  const web = createWeb(CLOUD, { assets: WORKER_ASSETS, canvas: "sealed", serviceWorker: true, ...deps });
  return async (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    await web.fetch(new Request(`http://localhost${path}`, { headers }));
}

Deno.test("the worker's script is served to the browser, and no other script may be a worker", async () => {
  const response = await app()(SCRIPT, { "Service-Worker": "script" });
  assert.equal(await response.text(), "on");
  assert.equal(response.headers.get("Service-Worker-Allowed"), "/");
  assert.equal(response.headers.get("Content-Security-Policy"), "default-src 'none'; connect-src 'self'");
  for (
    const path of [
      "/__tck/v1/boot.mjs",
      "/__tck/v1/service-worker-off.js",
      `/api/widgets/v1/${"A".repeat(64)}/widget.mjs`,
    ]
  ) {
    const rejected = await app()(path, { "Service-Worker": "script" });
    await rejected.body?.cancel();
    assert.equal(rejected.status, 403, path);
  }
});

Deno.test("turned off, or with an open canvas, the script removes the worker and no page may register one", async () => {
  const Cookie = await sessionCookie("ada");
  for (const deps of [{ serviceWorker: false }, { canvas: "open" }] as const) {
    assert.equal(await (await app(deps)(SCRIPT, { "Service-Worker": "script" })).text(), "off");
    const page = await app(deps)("/embed/daily-page/v2", { Cookie });
    assert.match(page.headers.get("Content-Security-Policy")!, /worker-src 'none'/);
    assert.doesNotMatch(await page.text(), /data-service-worker/);
    assert.equal(page.headers.has("Tck-User"), false);
  }
});

Deno.test("a page with a sealed canvas may register this script only, and states whose it is", async () => {
  const web = app();
  const page = await web("/embed/daily-page/v2", { Cookie: await sessionCookie("ada") });
  assert.match(
    page.headers.get("Content-Security-Policy")!,
    /worker-src http:\/\/localhost\/__tck\/v1\/service-worker\.js; .*; trusted-types tck-service-worker;/,
  );
  assert.match(await page.text(), /data-service-worker="\/__tck\/v1\/service-worker\.js"/);
  const users = await Promise.all(["ada", "ada", "bob"].map(async (user) => {
    const list = await web("/api/daily-pages/v2/batches", { Cookie: await sessionCookie(user) });
    await list.body?.cancel();
    return list.headers.get("Tck-User");
  }));
  assert.equal(users[0], page.headers.get("Tck-User"));
  assert.equal(users[0], users[1]);
  assert.notEqual(users[0], users[2]);
  const list = await web("/", { Cookie: await sessionCookie("ada") });
  await list.body?.cancel();
  assert.match(list.headers.get("Content-Security-Policy")!, /worker-src 'none'/);
});
