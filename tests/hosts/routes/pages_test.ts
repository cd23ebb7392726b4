import assert from "node:assert/strict";
import { toIntegrity } from "../../../core/bytes/mod.ts";
import { encodeCursor } from "../../../core/feed/mod.ts";
import { INLINE_ASSETS } from "../../../web/assets/import_map/mod.ts";
import { assertIsolated, assertNotCacheable } from "./answers.ts";
import {
  assertAllowedByHash,
  BATCH,
  CLOUD,
  cloudOf,
  DAY,
  elements,
  EMBED,
  FEED,
  get,
  HASHES,
} from "./page_answers.ts";
import { ASSETS, createWeb, sessionCookie } from "./stack.ts";

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
      ...[...ASSETS].filter(([name]) => !INLINE_ASSETS.includes(name)).map((
        [name, { hash }],
      ) => [`/__tck/v1/${name}`, toIntegrity(hash)]),
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
    const frames = path === EMBED ? [] : ["frame-src http://localhost/feed/"];
    assert.doesNotMatch(policy.replace(frames.join(), ""), /unsafe|nonce|\*|https?:/);
    assert.deepEqual(
      policy.split("; ").filter((directive) => !/^(script|style)-src /.test(directive)),
      [
        "default-src 'none'",
        "img-src 'self' data:",
        "font-src 'self' data:",
        "manifest-src 'self'",
        "connect-src 'self'",
        "worker-src 'none'",
        "form-action 'self'",
        "base-uri 'none'",
        `frame-ancestors ${path === EMBED ? "'self'" : "'none'"}`,
        ...frames,
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

Deno.test("the feed's page has the elements that the canvas needs", async () => {
  const page = await (await get(FEED)).text();
  assert.match(page, /^\s*<!doctype html>\s*<html lang="en" data-theme="light" data-system-theme>/);
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
  assert.match(
    await page({ Cookie: `tck_theme="><script>` }),
    /<html lang="en" data-theme="light" data-system-theme>/,
  );
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

Deno.test("a page has a link that skips its header, one main element, and a description", async () => {
  const page = await (await get(FEED)).text();
  assert.match(page, /<body>\s*<a class="page-skip" href="#content">Skip to the content</);
  assert.equal(page.match(/<main id="content"/g)?.length, 1);
  assert.match(page, /<meta name="description" content="Your cards for Sunday, March 1, 2026\.">/);
  assert.doesNotMatch(await (await get(EMBED)).text(), /page-skip/);
});

for (
  const [accepted, coding] of [
    ["gzip, deflate, br", "gzip"],
    ["br", null],
    ["gzip;q=0", null],
    [null, null],
  ] as const
) {
  Deno.test(`a page for a client that accepts ${accepted ?? "no coding"} is sent as ${coding ?? "it is"}`, async () => {
    const headers: Record<string, string> = accepted === null ? {} : { "Accept-Encoding": accepted };
    const response = await get(FEED, headers);
    assert.equal(response.headers.get("Content-Encoding"), coding);
    assert.match(response.headers.get("Vary")!, /Accept-Encoding/);
    const plain = await (await get(FEED)).text();
    const sent = new Uint8Array(await response.arrayBuffer());
    const body = coding === null
      ? sent
      : await new Response(new Blob([sent]).stream().pipeThrough(new DecompressionStream(coding))).bytes();
    assert.equal(new TextDecoder().decode(body), plain);
    if (coding !== null) assert.ok(sent.length < body.length / 2, `${sent.length} of ${body.length}`);
  });
}

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
  for (
    const [directive, ...paths] of [
      ["frame-src", "/__tck/v1/canvas.html", "/feed/"],
      ["worker-src", "/__tck/v1/service-worker.js"],
    ]
  ) {
    const urls = paths.flatMap((path) => [`http://10.0.0.1:8787${path}`, `https://app.example${path}`]);
    assert.ok(policy.includes(`; ${directive} ${urls.join(" ")};`), policy);
  }
});

// claim: sealed-opaque-everywhere
// claim: sealed-page-untouched
Deno.test("the page of a sealed canvas loads no widget, and may frame only the canvas's own document", async () => {
  const web = createWeb(CLOUD, { canvas: "sealed", embedOrigins: ["https://app.example"] });
  const headers = { cookie: await sessionCookie("ada") };
  for (const path of [FEED, EMBED]) {
    const response = await web.fetch(new Request(`http://localhost${path}`, { headers }));
    const policy = response.headers.get("Content-Security-Policy")!;
    // Beside the canvas, only the page that prints itself can be framed below /feed/.
    const frames = [
      "http://localhost/__tck/v1/canvas.html",
      ...path === FEED ? ["http://localhost/feed/"] : [],
    ];
    assert.ok(policy.includes(`; frame-src ${frames.join(" ")};`), policy);
    assert.match(policy, /require-trusted-types-for 'script'/);
    const ancestors = path === EMBED ? "'self' https://app.example" : "'none'";
    assert.ok(policy.includes(`frame-ancestors ${ancestors};`), policy);
    const page = await response.text();
    // A copy that the browser saves has no headers.
    assert.ok(page.includes(`http-equiv="Content-Security-Policy" content="frame-src ${frames.join(" ")}"`));
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
  const guard = await web.fetch(new Request("http://localhost/__tck/v1/guard.html"));
  assert.equal(
    guard.headers.get("Content-Security-Policy"),
    "default-src 'none'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self' https://app.example",
  );
  assert.match(await guard.text(), /<meta name="tck-guard">/);
});
