import assert from "node:assert/strict";
import { sha384Base64Url, toIntegrity } from "../../../core/bytes/mod.ts";
import { type Batch, encodeCursor, formatDayQuery } from "../../../core/feed/mod.ts";
import { assertIsolated, assertNotCacheable } from "./answers.ts";
import { ASSETS, createWeb, sessionCookie } from "./stack.ts";
import type { Upstream } from "../../../hosts/routes/mod.ts";

const HASHES = ["A".repeat(64), "-_".repeat(32)] as const;

const BATCH: Batch = {
  batchId: "20260301-morning-brief",
  localDate: "2026-03-01",
  kind: "morning_brief",
  committedAt: "2026-03-01T06:00:00.000Z",
  widgets: [HASHES[0], HASHES[1], HASHES[0]].map((hash, index) => ({
    id: `w_${"abc"[index]!.repeat(26)}`,
    manifest: { id: "weather", title: "</script><img src=x onerror=alert(1)>" },
    bundle: { hash, size: 10 },
  })),
};

/** The page of the list with the batches of that day. */
const DAY = `/v2/daily-pages?${formatDayQuery(BATCH.localDate)}`;

/** A cloud with responses by path. */
function cloudOf(answers: { readonly [path: string]: unknown }): Upstream {
  return {
    baseUrl: "http://localhost",
    fetch: (request) => {
      const { pathname, search } = new URL(request.url);
      const answer = answers[pathname + search];
      if (answer !== undefined) return Response.json(answer);
      if (search.startsWith("?limit=1&")) return Response.json({ batches: [] });
      const problem = { code: "daily_page.not_found", detail: `no ${pathname}` };
      return new Response(JSON.stringify(problem), {
        status: 404,
        headers: { "Content-Type": "application/problem+json" },
      });
    },
  };
}

const CLOUD = cloudOf({
  [DAY]: { batches: [BATCH] },
  "/v2/daily-pages?limit=5": { batches: [BATCH] },
});

async function get(path: string, headers: Record<string, string> = {}, cloud = CLOUD): Promise<Response> {
  const web = createWeb(cloud);
  return await web.fetch(
    new Request(`http://localhost${path}`, { headers: { Authorization: "Bearer a.b.c", ...headers } }),
  );
}

const FEED = "/feed/20260301-morning-brief";
const EMBED = "/embed/daily-page/v2";

/** The elements with a name in a page, with their attributes and contents. */
function elements(page: string, name: string): { at: number; attributes: string; content: string }[] {
  const pattern = new RegExp(`<${name}\\b([^>]*)>(?:([^]*?)</${name}>)?`, "g");
  return [...page.matchAll(pattern)].map((match) => ({
    at: match.index,
    attributes: match[1]!,
    content: match[2] ?? "",
  }));
}

for (const [path, entry] of [[FEED, "bootstrap-feed.mjs"], [EMBED, "boot.mjs"]] as const) {
  Deno.test(`${path} has one import map, before any module, with the integrity of everything that it loads`, async () => {
    const response = await get(path);
    assert.equal(response.status, 200);
    const page = await response.text();
    const scripts = elements(page, "script");
    const maps = scripts.filter(({ attributes }) => attributes.includes(`type="importmap"`));
    assert.equal(maps.length, 1);
    const modules = scripts.filter(({ attributes }) => attributes.includes(`type="module"`));
    assert.equal(modules.length, 1);
    assert.match(modules[0]!.attributes, new RegExp(`src="/__tck/v1/${entry}"`));
    assert.match(modules[0]!.attributes, /\basync\b/);
    const preloads = elements(page, "link").filter(({ attributes }) => attributes.includes("modulepreload"));
    assert.ok(preloads.length > 0);
    for (const { at } of [...modules, ...preloads]) assert.ok(maps[0]!.at < at);

    const { imports, scopes, integrity } = JSON.parse(maps[0]!.content);
    assert.equal(imports, undefined);
    assert.deepEqual(Object.keys(scopes), ["/__tck/v1/", "/api/widgets/v1/"]);
    assert.equal(scopes["/api/widgets/v1/"].react, "/__tck/v1/react-runtime.mjs");
    const expected = Object.fromEntries([
      ...[...ASSETS].map(([name, { hash }]) => [`/__tck/v1/${name}`, toIntegrity(hash)]),
      ...HASHES.map((hash) => [`/api/widgets/v1/${hash}/widget.mjs`, toIntegrity(hash)]),
    ]);
    assert.deepEqual(integrity, expected);
  });

  // claim: pages-own-scripts
  Deno.test(`${path} allows exactly its own inline scripts, by their hashes, and no worker`, async () => {
    const response = await get(path);
    assertIsolated(response);
    assertNotCacheable(response);
    // The second policy allows no more than the first: both count.
    const [policy, ownScripts] = response.headers.get("Content-Security-Policy")!.split(", ") as [
      string,
      string,
    ];
    assert.equal(ownScripts, "script-src-elem 'self' 'unsafe-inline'");
    assert.doesNotMatch(policy, /unsafe|nonce|\*|https?:/);
    assert.deepEqual(
      policy.split("; ").filter((directive) => !/^(script|style)-src /.test(directive)),
      [
        "default-src 'none'",
        "img-src 'self' data:",
        "font-src 'self' data:",
        "connect-src 'self'",
        "worker-src 'none'",
        "form-action 'self'",
        "base-uri 'none'",
        `frame-ancestors ${path === EMBED ? "'self'" : "'none'"}`,
      ],
    );
    assert.equal(response.headers.get("Referrer-Policy"), "same-origin");
    assert.equal(response.headers.get("Cross-Origin-Opener-Policy"), "same-origin");
    const page = await response.text();
    await assertAllowedByHash(policy, page);
    assert.doesNotMatch(page, /\son[a-z]+=|nonce/i);
    assert.doesNotMatch(page, /<style|\sstyle=/i);
  });
}

/** Asserts that a page's policy has the hashes of its inline scripts and no others. */
async function assertAllowedByHash(policy: string, page: string): Promise<void> {
  const inline = elements(page, "script").filter(({ attributes }) => !attributes.includes("src="));
  assert.ok(inline.length > 0);
  const expected = await Promise.all(
    inline.map(async ({ content }) =>
      `'${toIntegrity(await sha384Base64Url(new TextEncoder().encode(content)))}'`
    ),
  );
  const sources = /script-src ([^;]*)/.exec(policy)![1]!.split(" ");
  assert.deepEqual(sources.toSorted(), ["'self'", ...expected].toSorted());
}

Deno.test("the feed's page has the elements that the canvas needs", async () => {
  const page = await (await get(FEED)).text();
  assert.match(page, /^\s*<!doctype html>\s*<html lang="en" data-theme="light">/);
  assert.match(page, /<link rel="stylesheet" href="\/__tck\/v1\/style\.css" data-tck-host-style>/);
  assert.match(
    page,
    /<div id="canvas-feed-root" data-batch-id="20260301-morning-brief"><div class="canvas canvas-start" aria-hidden/,
  );
});

Deno.test("the page of an open canvas loads the list first, then each module of its widgets once, at low priority", async () => {
  const many = Array.from({ length: 40 }, (_, index) => ({
    ...BATCH.widgets[0]!,
    bundle: { hash: String(index >> 1).padStart(64, "a"), size: 10 },
  }));
  for (const { widgets, loaded } of [{ widgets: BATCH.widgets, loaded: 2 }, { widgets: many, loaded: 20 }]) {
    const page = await (await get(FEED, {}, cloudOf({ [DAY]: { batches: [{ ...BATCH, widgets }] } }))).text();
    const links = page.matchAll(
      /<link rel="preload" as="fetch" crossorigin fetchpriority="(\w+)" href="([^"]+)">/g,
    );
    const [list, ...modules] = [...links].map(([, priority, url]) => [priority, url]);
    assert.equal(list![0], "auto");
    assert.match(list![1]!, /^\/api\/daily-pages\/v2\/batches\?/);
    const hashes = [...new Set(widgets.map(({ bundle }) => bundle.hash))];
    assert.equal(hashes.length, loaded);
    assert.deepEqual(modules, hashes.map((hash) => ["low", `/api/widgets/v1/${hash}/widget.mjs`]));
  }
});

Deno.test("a page has the stored theme and the preferred language", async () => {
  const page = async (headers: Record<string, string>) => await (await get(FEED, headers)).text();
  assert.match(await page({ Cookie: "tck_theme=dark" }), /<html lang="en" data-theme="dark">/);
  assert.match(await page({ Cookie: `tck_theme="><script>` }), /<html lang="en" data-theme="light">/);
  const german = await page({ "Accept-Language": "fr, de-CH;q=0.9, en;q=0.8" });
  assert.match(german, /<html lang="de"/);
  assert.match(german, /Morgenüberblick/);
  assert.match(await page({ "Accept-Language": "fr;q=0.9, *;q=0.1" }), /<html lang="en"/);
  assert.match(await page({ "Accept-Language": ",;q=x,".repeat(1000) }), /<html lang="en"/);
});

Deno.test("a request without a session is redirected to the sign-in, which returns to the page", async () => {
  const web = createWeb(CLOUD);
  for (const path of ["/", FEED, EMBED]) {
    const response = await web.fetch(new Request(`http://localhost${path}`));
    assert.equal(response.status, 302);
    assert.equal(response.headers.get("Location"), `/login?next=${encodeURIComponent(path)}`);
  }
  const headers = { Cookie: await sessionCookie("ada") };
  assert.equal((await web.fetch(new Request(`http://localhost${FEED}`, { headers }))).status, 200);
});

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
  const down: Upstream = { baseUrl: "http://localhost", fetch: () => Promise.reject(new Error("down")) };
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
  const cloud: Upstream = {
    baseUrl: "http://localhost",
    fetch: () =>
      new Response(JSON.stringify({ code: "daily_page.not_found", detail: hostile }), {
        status: 404,
        headers: { "Content-Type": "application/problem+json" },
      }),
  };
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
  const down: Upstream = { baseUrl: "http://localhost", fetch: () => Promise.reject(new Error("secret")) };
  const failed = await assertFailure(await get(FEED, {}, down), 502);
  assert.match(failed, /<a href="\/feed\/20260301-morning-brief">Try again<.*<code>upstream\.unavailable</s);
  assert.doesNotMatch(failed, /secret/);
  const late: Upstream = { baseUrl: "http://localhost", timeout: 20, fetch: () => new Promise(() => {}) };
  const alive = setInterval(() => {}, 1000);
  assert.match(await assertFailure(await get(FEED, {}, late), 504), />Try again</);
  clearInterval(alive);
  const missing = JSON.stringify({ code: "storage.object_missing", detail: "" });
  const headers = { "Content-Type": "application/problem+json" };
  const lost: Upstream = {
    baseUrl: "http://localhost",
    fetch: () => new Response(missing, { status: 500, headers }),
  };
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

Deno.test("a page has a link that skips its header, one main element, and a description", async () => {
  const page = await (await get(FEED)).text();
  assert.match(page, /<body>\s*<a class="page-skip" href="#content">Skip to the content</);
  assert.equal(page.match(/<main id="content"/g)?.length, 1);
  assert.match(page, /<meta name="description" content="Your cards for Sunday, March 1, 2026\.">/);
  assert.doesNotMatch(await (await get(EMBED)).text(), /page-skip/);
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
      const cloud = { baseUrl: "http://localhost", fetch: () => Response.json(list) };
      for (const path of ["/", FEED, EMBED]) await assertFailure(await get(path, {}, cloud), 502);
    }
  }
});

Deno.test("a page of a batch with an invalid widget is served, with the hashes of the others", async () => {
  const [widget] = BATCH.widgets;
  const invalid = [null, 7, { ...widget, bundle: null }, { ...widget, bundle: { hash: "</script>" } }];
  const cloud = cloudOf({ [DAY]: { batches: [{ ...BATCH, widgets: [...invalid, ...BATCH.widgets] }] } });
  const response = await get(FEED, {}, cloud);
  assert.equal(response.status, 200);
  const markup = await response.text();
  assert.ok(markup.includes(widget!.bundle.hash));
  assert.ok(!markup.includes("/undefined/") && !markup.includes("</script>/"));
});

Deno.test("a feed's page has links to the pages before and after it", async () => {
  const position = { localDate: "2026-03-01", kind: "morning_brief" } as const;
  const query = (direction: "older" | "newer") =>
    `/v2/daily-pages?limit=1&cursor=${encodeCursor(position, direction)}&direction=${direction}`;
  const older = { ...BATCH, batchId: "20260228-diary", kind: "diary" };
  const newer = { ...BATCH, batchId: "20260301-welcome", kind: "welcome" };
  const cloud = cloudOf({
    [DAY]: { batches: [BATCH] },
    [query("older")]: { batches: [older] },
    [query("newer")]: { batches: [newer] },
  });
  const links = elements(await (await get(FEED, {}, cloud)).text(), "a");
  const prev = links.find(({ attributes }) => attributes.includes('rel="prev"'))!;
  assert.ok(prev.attributes.includes('href="/feed/20260228-diary"'));
  assert.match(prev.content, /Older.*Diary, Saturday, February 28, 2026/s);
  const next = links.find(({ attributes }) => attributes.includes('rel="next"'))!;
  assert.ok(next.attributes.includes('href="/feed/20260301-welcome"'));
  assert.ok(
    !(await (await get(FEED)).text()).includes("page-neighbour"),
    "without neighbours there are no links",
  );
});

Deno.test("an embedded page of a user without batches is empty", async () => {
  const response = await get(EMBED, {}, cloudOf({ "/v2/daily-pages?limit=5": { batches: [] } }));
  assert.equal(response.status, 200);
  const page = await response.text();
  assert.match(page, /"integrity":\{/);
  assert.doesNotMatch(page, /widget\.mjs/);
});

Deno.test("behind a proxy that changes the host, a page may frame the cards and run its worker from the public URL", async () => {
  const web = createWeb(CLOUD, { canvas: "sealed", serviceWorker: true, appUrl: "https://app.example/" });
  const headers = { cookie: `__Host-${await sessionCookie("ada")}` };
  const page = await web.fetch(new Request(`http://10.0.0.1:8787${FEED}`, { headers }));
  await page.body!.cancel();
  const policy = page.headers.get("Content-Security-Policy")!;
  for (const [directive, path] of [["frame-src", "canvas.html"], ["worker-src", "service-worker.js"]]) {
    const urls = ["http://10.0.0.1:8787", "https://app.example"].map((origin) =>
      `${origin}/__tck/v1/${path}`
    );
    assert.ok(policy.includes(`; ${directive} ${urls.join(" ")};`), policy);
  }
});

Deno.test("an error of the embedded page may be framed as the page itself, and a frame is not led to the sign-in", async () => {
  const down = { baseUrl: "http://localhost", fetch: () => Promise.reject(new Error("down")) };
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

// claim: sealed-opaque-everywhere
// claim: sealed-page-untouched
Deno.test("the page of a sealed canvas loads no widget, and may frame only the canvas's own document", async () => {
  const web = createWeb(CLOUD, { canvas: "sealed", embedOrigins: ["https://app.example"] });
  const headers = { cookie: await sessionCookie("ada") };
  for (const path of [FEED, EMBED]) {
    const response = await web.fetch(new Request(`http://localhost${path}`, { headers }));
    const policy = response.headers.get("Content-Security-Policy")!;
    assert.match(policy, /; frame-src http:\/\/localhost\/__tck\/v1\/canvas.html;/);
    assert.match(policy, /require-trusted-types-for 'script'/);
    const ancestors = path === EMBED ? "'self' https://app.example" : "'none'";
    assert.ok(policy.includes(`frame-ancestors ${ancestors};`), policy);
    const page = await response.text();
    await assertAllowedByHash(policy, page);
    assert.ok(page.includes('<meta name="tck-canvas" content="sealed">'));
    assert.ok(page.includes('data-theme-origins="https://app.example"'));
    assert.ok(!page.includes("/widget.mjs"), "the page has the address of a widget");
  }
  const frame = await web.fetch(new Request("http://localhost/__tck/v1/canvas.html"));
  const policy = frame.headers.get("Content-Security-Policy")!;
  assert.match(
    policy,
    /^sandbox allow-scripts allow-forms; default-src 'none'; script-src blob: data: 'nonce-[0-9a-f-]{36}'; style-src 'sha384-/,
  );
  assert.doesNotMatch(policy, /connect-src|allow-same-origin|unsafe/);
  for (const part of ["worker-src", "form-action", "base-uri"]) {
    assert.ok(policy.includes(`; ${part} 'none'`));
  }
  assert.match(policy, /; frame-ancestors 'self' https:\/\/app\.example$/);
  assert.deepEqual(
    ["Referrer-Policy", "X-DNS-Prefetch-Control", "Cache-Control"].map((name) => frame.headers.get(name)),
    ["no-referrer", "off", "no-store"],
  );
  assert.match(frame.headers.get("Permissions-Policy")!, /camera=\(\).* geolocation=\(\).* microphone=\(\)/);
  const [loader, ...others] = elements(await frame.text(), "script");
  assert.deepEqual(others, []);
  assert.ok(policy.includes(`'nonce-${/nonce="([^"]+)"/.exec(loader!.attributes)![1]}'`), loader!.attributes);
  const again = await web.fetch(new Request("http://localhost/__tck/v1/canvas.html"));
  assert.notEqual(again.headers.get("Content-Security-Policy"), policy);
});
