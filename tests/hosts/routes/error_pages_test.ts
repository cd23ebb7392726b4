import assert from "node:assert/strict";
import type { Upstream } from "../../../hosts/routes/mod.ts";
import { assertIsolated, assertNotCacheable } from "./answers.ts";
import { assertAllowedByHash, BATCH, CLOUD, cloudOf, EMBED, FEED, get } from "./page_answers.ts";
import { createWeb, sessionCookie } from "./stack.ts";
import { upstreamAnswering } from "./sockets.ts";

Deno.test("a page of another site that embeds the page without a session sees why, and no endless redirect", async () => {
  const web = createWeb(CLOUD, {
    embedOrigins: ["https://app.example.com"],
    signIn: { kind: "local", userId: "local" },
  });
  const embed = (site: string) => {
    const headers = { "Sec-Fetch-Dest": "iframe", "Sec-Fetch-Site": site };
    return web.fetch(new Request(`http://localhost${EMBED}`, { headers }));
  };
  assert.equal((await embed("same-site")).status, 302);
  const response = await embed("cross-site");
  assert.match(
    response.headers.get("Content-Security-Policy")!,
    /; frame-ancestors 'self' https:\/\/app\.example\.com;/,
  );
  const page = await assertFailure(response, 401);
  assert.match(page, /inside a page of another site/);
  assert.match(page, /<a href="\/embed\/daily-page\/v2" target="_blank">Open it in a tab of its own</);
  assert.doesNotMatch(page, /href="\/(login|")/);
});

Deno.test("an error of the embedded page is shown in the frame too, and one of a feed is not", async () => {
  const down: Upstream = upstreamAnswering(() => Promise.reject(new Error("down")));
  for (const [path, ancestors] of [[EMBED, "'self'"], [FEED, "'none'"]] as const) {
    const response = await get(path, {}, down);
    assert.ok(response.headers.get("Content-Security-Policy")!.includes(`frame-ancestors ${ancestors};`));
    assert.equal((await assertFailure(response, 502)).includes("<header"), path === FEED);
  }
});

/** Asserts an error page that is not cacheable and runs no foreign script. */
async function assertFailure(response: Response, status: number): Promise<string> {
  assert.equal(response.status, status);
  assert.equal(response.headers.get("Content-Type"), "text/html; charset=utf-8");
  assertNotCacheable(response);
  assertIsolated(response);
  assert.equal(response.headers.has("WWW-Authenticate"), status === 401);
  const page = await response.text();
  await assertAllowedByHash(response.headers.get("Content-Security-Policy")!, page);
  assert.doesNotMatch(page, /<img/);
  return page;
}

// claim: text-escaped
Deno.test("text from the URL or the cloud is escaped", async () => {
  const hostile = "</p><script>alert(1)</script><img src=x onerror=alert(1)>";
  await assertFailure(await get(`/${encodeURIComponent(hostile)}`), 404);
  await assertFailure(await get(`/feed/${encodeURIComponent(hostile)}`), 400);
  await assertFailure(await get(`/feed/20260301-morning-brief/${hostile}`), 404);
  const cloud = upstreamAnswering(() =>
    new Response(JSON.stringify({ code: "daily_page.not_found", detail: hostile }), {
      status: 404,
      headers: { "Content-Type": "application/problem+json" },
    })
  );
  await assertFailure(await get(FEED, {}, cloud), 404);
  const titled = cloudOf({ "/v2/daily-pages?limit=40": { batches: [BATCH] } });
  assert.match(await (await get("/", {}, titled)).text(), /&lt;img src=x onerror=alert\(1\)&gt;/);
});

Deno.test("an error page has the status of the error, and the reader's words for it in their language", async () => {
  const noDay = "/feed/20260302-morning-brief";
  assert.match(await assertFailure(await get(noDay), 404), /<h1>There is no page for this day</);
  const german = await assertFailure(await get(noDay, { "Accept-Language": "de" }), 404);
  assert.match(german, /<html lang="de".*<h1>Für diesen Tag gibt es keine Seite</s);
  assert.doesNotMatch(german, / lang="en"/);
  for (const path of ["/feed/20260230-morning-brief", "/feed/20260301-brunch"]) {
    assert.match(await assertFailure(await get(path), 400), /<h1>There is no page at this address</);
  }
  assert.match(await assertFailure(await get("/no/such/page"), 404), /<h1>There is no page at this address</);
  const rejected = await get(FEED, {
    Cookie: "embed_bearer=a; embed_bearer=b",
    Authorization: "Bearer a b",
  });
  assert.match(await assertFailure(rejected, 401), /<a href="\/login\?next=[^"]+">Sign in</);
});

Deno.test("an error page offers to try again where that can help, and has a code where the server is at fault", async () => {
  const down: Upstream = upstreamAnswering(() => Promise.reject(new Error("secret")));
  const failed = await assertFailure(await get(FEED, {}, down), 502);
  assert.match(failed, /<a href="\/feed\/20260301-morning-brief">Try again<.*<code>upstream\.unavailable</s);
  assert.doesNotMatch(failed, /secret/);
  const late: Upstream = upstreamAnswering(() => new Promise(() => {}), 20);
  const alive = setInterval(() => {}, 1000);
  assert.match(await assertFailure(await get(FEED, {}, late), 504), />Try again</);
  clearInterval(alive);
  const missing = JSON.stringify({ code: "storage.object_missing", detail: "" });
  const headers = { "Content-Type": "application/problem+json" };
  const lost = upstreamAnswering(() => new Response(missing, { status: 500, headers }));
  const permanent: [path: string, status: number, cloud?: Upstream][] = [
    ["/feed/20260302-morning-brief", 404],
    ["/no/such/page", 404],
    [`${EMBED}?batch=20260302-morning-brief`, 404],
    [FEED, 500, lost],
  ];
  for (const [path, status, cloud] of permanent) {
    const page = await assertFailure(await get(path, {}, cloud), status);
    assert.doesNotMatch(page, /Try again/, path);
    assert.equal(page.includes("<code>"), status === 500, path);
  }
});

Deno.test("an error page and the sign-in have a description too", async () => {
  for (
    const [path, description] of [
      ["/feed/20200101-diary", "Perhaps it is not ready yet, or it was removed."],
      ["/login", "Paste the access token that you were given."],
    ] as const
  ) {
    const page = await (await get(path)).text();
    assert.ok(page.includes(`<meta name="description" content="${description}">`), path);
  }
});

Deno.test("a cloud that responds with an invalid batch is a 502", async () => {
  const bad: unknown[] = [
    null,
    {},
    [],
    { ...BATCH, widgets: null },
    { ...BATCH, batchId: `"><script>alert(1)</script>` },
    { ...BATCH, batchId: 7 },
  ];
  for (const value of bad) {
    for (const list of [{ batches: [value] }, { batches: value }]) {
      if (Array.isArray(list.batches) && list.batches.length === 0) continue;
      const cloud = upstreamAnswering(() => Response.json(list));
      for (const path of ["/", FEED, EMBED]) await assertFailure(await get(path, {}, cloud), 502);
    }
  }
});

Deno.test("an error of the embedded page may be framed as the page itself, and a frame is not led to the sign-in", async () => {
  const down = upstreamAnswering(() => Promise.reject(new Error("down")));
  const web = createWeb(down, { embedOrigins: ["https://app.example"] });
  const open = async (path: string, headers: Record<string, string>) => {
    const response = await web.fetch(new Request(`http://localhost${path}`, { headers }));
    const ancestors = /frame-ancestors ([^;]+)/.exec(response.headers.get("Content-Security-Policy") ?? "");
    return { status: response.status, ancestors: ancestors?.[1], text: await response.text() };
  };
  const signedIn = { cookie: await sessionCookie("ada") };
  const framed = { "Sec-Fetch-Dest": "iframe" };
  const failed = await open(EMBED, { ...signedIn, ...framed });
  assert.deepEqual([failed.status, failed.ancestors], [502, "'self' https://app.example"]);
  assert.match(failed.text, /<a href="\/embed\/daily-page\/v2">Try again<\/a>/);
  assert.doesNotMatch(failed.text, /page-header/);
  const stranger = await open(EMBED, framed);
  assert.deepEqual([stranger.status, stranger.ancestors], [401, "'self' https://app.example"]);
  assert.match(stranger.text, /<a href="\/login\?next=[^"]+" target="_blank">Sign in<\/a>/);
  assert.equal((await open(EMBED, {})).status, 302);
  assert.deepEqual([
    (await open(FEED, framed)).status,
    (await open(FEED, { ...signedIn, ...framed })).ancestors,
  ], [
    302,
    "'none'",
  ]);
});
