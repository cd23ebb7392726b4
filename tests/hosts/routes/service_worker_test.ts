import assert from "node:assert/strict";
import type { StoredApplication } from "../../../core/contract/mod.ts";
import type { WebAppDependencies } from "../../../hosts/routes/mod.ts";
import { CLOUD as FEED_CLOUD, FEED } from "./page_answers.ts";
import { ASSETS, createWeb, sessionCookie } from "./stack.ts";
import { upstreamAnswering } from "./sockets.ts";

const SCRIPT = "/__tck/v1/service-worker.js";
const JAVASCRIPT = "application/javascript; charset=utf-8";

const WORKER_ASSETS = new Map([
  ...ASSETS,
  ["service-worker.js", { bytes: new TextEncoder().encode("on"), contentType: JAVASCRIPT, hash: "on" }],
  ["service-worker-off.js", { bytes: new TextEncoder().encode("off"), contentType: JAVASCRIPT, hash: "off" }],
]);

const CLOUD = upstreamAnswering(() => Response.json({ batches: [], nextCursor: null }));

function app(deps: Partial<WebAppDependencies> = {}, cloud = CLOUD) {
  const web = createWeb(cloud, { assets: WORKER_ASSETS, canvas: "sealed", serviceWorker: true, ...deps });
  return async (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    await web.fetch(new Request(`http://localhost${path}`, { headers }));
}

// claim: worker-one-script
Deno.test("the worker's script is served to the browser, and no other script may be a worker", async () => {
  const response = await app()(SCRIPT, { "Service-Worker": "script" });
  assert.match(await response.text(), /^self\.tckApplication = \{.*\};\non$/);
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

// claim: worker-one-script
Deno.test("turned off, or with an open canvas, the script removes the worker and no page may register one", async () => {
  const Cookie = await sessionCookie("ada");
  for (const deps of [{ serviceWorker: false }, { canvas: "open" }] as const) {
    assert.equal(
      await (await app(deps)(SCRIPT, { "Service-Worker": "script" })).text(),
      "self.tckApplication = null;\noff",
    );
    const page = await app(deps)("/embed/daily-page/v2", { Cookie });
    assert.match(page.headers.get("Content-Security-Policy")!, /worker-src 'none'/);
    assert.doesNotMatch(await page.text(), /data-service-worker/);
    assert.equal(page.headers.has("Tck-User"), false);
  }
});

Deno.test("the worker's script states the policy and the assets of the application, and its tag changes with them", async () => {
  const Cookie = await sessionCookie("ada");
  const read = async (deps: Partial<WebAppDependencies> = {}) => {
    const response = await app(deps)(SCRIPT);
    const [, json] = /^self\.tckApplication = (.*);\n/.exec(await response.text())!;
    return { tag: response.headers.get("ETag")!, application: JSON.parse(json!) as StoredApplication };
  };
  const { tag, application } = await read();
  const page = await app()("/embed/daily-page/v2", { Cookie });
  const inPage = [...page.headers].filter(([name]) =>
    !["server-timing", "tck-user", "vary", "x-request-id"].includes(name)
  );
  const stored = new Headers(application.pageHeaders.framed);
  assert.deepEqual(
    [...stored.keys()],
    inPage.map(([name]) => name),
    "a stored page has every header of a page",
  );
  const policyOf = (headers: Headers) =>
    new Map(
      headers.get("Content-Security-Policy")!.split("; ").map((directive) => {
        const [name, ...sources] = directive.split(" ");
        return [name, sources] as const;
      }),
    );
  const [live, kept] = [policyOf(page.headers), policyOf(stored)];
  const [own, ...hashes] = kept.get("script-src")!;
  assert.equal(own, "http://localhost/__tck/v1/");
  assert.deepEqual(
    live.get("script-src")!.filter((source) => source !== "'self'" && !hashes.includes(source)),
    [],
  );
  const feed = policyOf((await app({}, FEED_CLOUD)(FEED, { Cookie })).headers).get("script-src")!;
  const others = policyOf(new Headers(application.pageHeaders.other)).get("script-src")!;
  assert.deepEqual(feed.filter((source) => !["'self'", ...others].includes(source)), [], "of a feed too");
  for (const [name, sources] of live) {
    if (name !== "script-src") assert.deepEqual(kept.get(name), sources, name);
  }
  assert.match(application.pageHeaders.other["Content-Security-Policy"]!, /frame-ancestors 'none'/);
  assert.equal(application.assets["/__tck/v1/style.css"]!.hash, ASSETS.get("style.css")!.hash);

  const embedded = await read({ embedOrigins: ["https://app.example"] });
  assert.notEqual(embedded.application.version, application.version);
  assert.notEqual(embedded.tag, tag);
  const cached = await app()(SCRIPT, { "If-None-Match": tag });
  assert.equal(cached.status, 304);
});

// claim: worker-one-script
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
