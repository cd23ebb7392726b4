import assert from "node:assert/strict";
import { parseFragment } from "parse5";
import { sha384Base64Url, toIntegrity } from "../../../core/bytes/mod.ts";
import { openHostAssets } from "../../web/host_assets.ts";
import { createCardWriter } from "../../../hosts/painting/mod.ts";
import type { CardWriter } from "../../../hosts/routes/mod.ts";
import { readAssetText } from "../../../web/assets/import_map/mod.ts";
import { makeEnvelope } from "./envelopes.ts";
import { assertAllowedByHash } from "./page_answers.ts";
import { authorize, openStores, serveStack, type Stack, type Stores } from "./stack.ts";

let stores: Stores;
let stack: Stack;

Deno.test.beforeAll(async () => {
  stores = await openStores();
  stack = serveStack(stores, undefined, undefined, { assets: await openHostAssets(), canvas: "sealed" });
});
Deno.test.afterAll(async () => {
  await stack.close();
  await stores.close();
});

let days = 0;

/** Commits a batch of Ada's with bundles. Returns the path of its document. */
async function addBatch(...bundles: Parameters<typeof makeEnvelope>[0][]): Promise<string> {
  const localDate = new Date(Date.UTC(2026, 2, ++days)).toISOString().slice(0, 10);
  const envelopes = await Promise.all(
    bundles.map((bundle, index) =>
      makeEnvelope({ module: `export default () => "${days} ${index}";`, ...bundle })
    ),
  );
  await stores.commit("ada", localDate, "diary", envelopes.map(({ bytes }) => bytes));
  return `/feed/${localDate.replaceAll("-", "")}-diary/paint`;
}

async function get(
  path: string,
  { user = "ada", ...headers }: { [name: string]: string | null } = {},
): Promise<Response & { body: ReadableStream<Uint8Array<ArrayBuffer>> }> {
  const all = new Headers(user === null ? {} : await authorize(user!));
  for (const [name, value] of Object.entries(headers)) all.set(name, value!);
  return await fetch(stack.web.url + path, { headers: all, redirect: "manual" }) as never;
}

async function read(path: string, headers: { [name: string]: string } = {}): Promise<string> {
  const response = await get(path, headers);
  assert.equal(response.status, 200);
  return await response.text();
}

const POLICY = /^sandbox; default-src 'none'; style-src '(?:none|sha384-)/;

// claim: paint-runs-nothing
Deno.test("the document of the first cards runs, loads and sends nothing, and only the feed's owner has it", async () => {
  const path = await addBatch({ cards: { en: "<p>Ada's own card</p>" } });
  const own = await get(path);
  assert.equal(own.status, 200);
  assert.match(await own.text(), /<p>Ada's own card<\/p>/);
  for (
    const [other, user, status] of [
      [path, "eve", 404],
      ["/feed/20270101-diary/paint", "ada", 404],
      ["/feed/20260301-brunch/paint", "ada", 400],
      [path, null, 401],
    ] as const
  ) {
    const response = await get(other, { user });
    assert.equal(response.status, status, `${other} ${user}`);
    assert.equal(response.headers.get("Cache-Control"), "no-store");
    assert.match(response.headers.get("Content-Security-Policy")!, POLICY);
    assert.equal((await response.text()).includes("own card"), false);
  }
  const policy = own.headers.get("Content-Security-Policy")!;
  assert.match(policy, POLICY);
  for (const denied of ["form-action 'none'", "base-uri 'none'", "frame-ancestors 'self'"]) {
    assert.ok(policy.includes(denied), denied);
  }
  assert.equal(/allow-|script-src|unsafe|connect-src/.test(policy), false, policy);
});

Deno.test("each style of the document has its hash in the policy, and ends where it was meant to", async () => {
  const path = await addBatch({
    cards: { en: '<p style="color:red">a</p>' },
    css: 'p::before{content:"</style><img src=/loaded>\\0\r\n"}',
    propertiesCss:
      '@property --a{syntax:"<length>";inherits:false;initial-value:1px}body{display:none}@property --color-text{syntax:"*";inherits:true}' +
      '@property --canvas-area{syntax:"<color>";inherits:false;initial-value:red}',
  });
  const response = await get(path);
  const policy = response.headers.get("Content-Security-Policy")!;
  const styles = listStyles(parseFragment(await response.text()));
  assert.equal(styles.length, 3);
  for (const style of styles) {
    const hash = toIntegrity(await sha384Base64Url(new TextEncoder().encode(style)));
    assert.ok(policy.includes(`'${hash}'`), style.slice(-200));
  }
  assert.match(styles[0]!, /@property --a\{syntax:"<length>";inherits:false;initial-value:1px\}$/);
  assert.equal(/body\{display:none\}|@property --(?:canvas|color)/.test(styles[0]!), false);
});

type Tree = { nodeName: string; childNodes?: Tree[]; content?: Tree; value?: string };

function listStyles(tree: object): string[] {
  const { nodeName, childNodes = [], content } = tree as Tree;
  if (nodeName === "style") return [childNodes.map(({ value }) => value).join("")];
  return [...childNodes, ...content === undefined ? [] : [content]].flatMap(listStyles);
}

Deno.test("a card is in its reader's language, theme, time zone and region", async () => {
  const form = `data-format="${'{"as":"time"}'.replaceAll('"', "&quot;")}"`;
  const time = `<time datetime="2026-03-04T22:30:00Z" ${form}>in the bundle</time>`;
  const path = await addBatch({
    cards: { en: `<p>Hello at ${time}</p>`, de: `<p>Hallo um ${time}</p>` },
    manifest: { languages: ["en", "de"] },
  });
  const text = async (headers: { [name: string]: string }) =>
    /<p>(.*?)<\/p>/.exec(await read(path, headers))![1]!.replaceAll(/<[^>]*>/g, "").replaceAll(
      /\p{Zs}/gu,
      " ",
    );
  assert.equal(await text({}), "Hello at 10:30 PM");
  assert.equal(await text({ "Accept-Language": "de-AT,en;q=0.5" }), "Hallo um 22:30");
  assert.equal(await text({ "Accept-Language": "en-GB", "Cookie": "tck_zone=Asia/Tokyo" }), "Hello at 07:30");
  assert.equal(await text({ "Cookie": "tck_zone=Nowhere/<script>" }), "Hello at 10:30 PM");
  assert.equal(await text({ "Cookie": "tck_zone=+01:23" }), "Hello at 10:30 PM");
  assert.match(await read(path, { "Cookie": "tck_theme=dark" }), /<html lang="en" data-theme="dark">/);
  assert.match(await read(path), /<html lang="en" data-theme="light" data-system-theme>/);
});

Deno.test("an unchanged document is not sent again, and another reader's is another one", async () => {
  const path = await addBatch({ cards: { en: "<p>a</p>" } });
  const response = await get(path);
  await response.text();
  const etag = response.headers.get("ETag")!;
  assert.equal(response.headers.get("Cache-Control"), "private, no-cache");
  assert.match(response.headers.get("Vary")!, /Authorization, Cookie, Accept-Language/);
  const again = await get(path, { "If-None-Match": etag });
  assert.deepEqual([again.status, await again.text()], [304, ""]);
  const dark = await get(path, { "If-None-Match": etag, "Cookie": "tck_theme=dark" });
  assert.equal(dark.status, 200);
  await dark.text();
});

Deno.test("a batch that is replaced has another document, and those who ask at once get the same", async () => {
  const path = await addBatch({ cards: { en: "<p>former</p>" } });
  const [one, other] = await Promise.all([read(path), read(path)]);
  assert.equal(one, other);
  const { bytes } = await makeEnvelope({ cards: { en: "<p>later</p>" } });
  const [, year, month, day] = /(\d{4})(\d\d)(\d\d)/.exec(path)!;
  await stores.commit("ada", `${year}-${month}-${day}`, "diary", [bytes]);
  const replaced = await read(path);
  assert.deepEqual([/former/.test(one), /former/.test(replaced), /later/.test(replaced)], [
    true,
    false,
    true,
  ]);
});

Deno.test("what cannot be shown before its code runs waits in its place, and the others are shown", async () => {
  const path = await addBatch(
    { cards: { en: `<p>${"much ".repeat(10_000)}</p>` } },
    { cards: { de: "<p>only German</p>" } },
    { css: "p{color:red}", manifest: { sizes: ["2x1"] } },
    { cards: { en: "<p>shown</p>" } },
  );
  const html = await read(path);
  assert.deepEqual(
    Array.from(html.matchAll(/<li class="canvas-slot"[^>]*><div class="([^"]*)"/g), ([, name]) => name),
    ["canvas-place", "canvas-place", "canvas-place", "tck-card-frame"],
  );
  assert.equal(html.includes("much much"), false);
});

Deno.test("the document has what a first view shows, and none of the cards below", async () => {
  const path = await addBatch(
    ...Array.from({ length: 30 }, (_, index) => ({ cards: { en: `<p>card ${index}</p>` } })),
  );
  const shown = Array.from((await read(path)).matchAll(/<p>card (\d+)<\/p>/g), ([, index]) => Number(index));
  assert.deepEqual(shown, [0, 1, 2, 3, 4, 5, 6, 7]);
});

Deno.test("the other cards are parts of their own, to which the page links without JavaScript", async () => {
  const path = await addBatch(
    ...Array.from(
      { length: 17 },
      (_, index) => index === 16 ? {} : ({ cards: { en: `<p>card ${index}</p>` } }),
    ),
  );
  const cardsOf = async (part: number) =>
    Array.from(
      (await read(`${path}?part=${part}`)).matchAll(/<p>card (\d+)<\/p>/g),
      ([, index]) => Number(index),
    );
  assert.deepEqual(await cardsOf(1), [0, 1, 2, 3, 4, 5, 6, 7]);
  assert.deepEqual(await cardsOf(2), [8, 9, 10, 11, 12, 13, 14, 15]);
  // What has no markup waits in its place, since nothing is behind the frame then.
  assert.match(await read(`${path}?part=3`), /<div class="canvas-place"/);
  for (
    const [part, status] of [["4", 404], ["9999", 404], ["0", 400], ["01", 400], ["-1", 400], [
      "x",
      400,
    ]] as const
  ) {
    const response = await get(`${path}?part=${part}`);
    assert.equal(response.status, status, part);
    assert.match(response.headers.get("Content-Security-Policy")!, POLICY);
    assert.equal((await response.text()).includes("card"), false);
  }
  const page = await read(path.replace("/paint", ""), { "Accept-Language": "de" });
  const [, links] = /<noscript><nav class="page-neighbours" aria-label="Karten">(.*?)<\/nav>/.exec(page)!;
  assert.equal(
    links,
    "Karten " +
      [["1–8", 1], ["9–16", 2], ["17", 3]].map(([numbers, part]) =>
        `<a target="canvas-paint" href="${path}?part=${part}">${numbers}</a>`
      ).join(" "),
  );
});

Deno.test("the actions of a card are texts, without those that its content shows", async () => {
  const path = await addBatch({
    cards: { en: '<a class="kit-button" data-action="open" data-variant="primary" href="/a">Open</a>' },
    manifest: {
      slots: {
        updatedAt: { timestamp: "2026-03-04T22:30:00Z", label: "just <now>" },
        actions: [
          { id: "open", label: "Open", href: "https://example.com/a", variant: "primary" },
          { id: "more", label: "More", href: "https://example.com/b" },
        ],
      },
    },
  });
  const [footer] = /<footer.*?<\/footer>/.exec(await read(path))!;
  assert.equal(
    footer,
    '<footer class="tck-card-slots"><time class="tck-card-updated" datetime="2026-03-04T22:30:00Z">just &lt;now&gt;</time>' +
      '<a class="tck-card-action" data-variant="secondary">More</a></footer>',
  );
});

Deno.test("written cards are kept up to a number of bytes, in which all of a card counts, and a busy moment is not kept", async () => {
  const threads = createCardWriter();
  let [count, isBusy] = [0, true];
  const cardWriter: CardWriter = {
    write: (...card) => {
      count++;
      return isBusy ? Promise.resolve("later") : threads.write(...card);
    },
  };
  const web = serveStack(stores, undefined, undefined, {
    assets: await openHostAssets(),
    canvas: "sealed",
    cardWriter,
  });
  try {
    const rule = (name: number) =>
      `@property --p${name}{syntax:"*";inherits:true;initial-value:${"a".repeat(900)}}`;
    const propertiesCss = Array.from({ length: 250 }, (_, name) => rule(name)).join("");
    const paths = await Promise.all(
      Array.from(
        { length: 5 },
        () => addBatch(...Array.from({ length: 8 }, () => ({ cards: { en: "<p>a</p>" }, propertiesCss }))),
      ),
    );
    const ask = async (path: string) => {
      const former = count;
      const response = await fetch(web.web.url + path, { headers: await authorize("ada") });
      await response.body?.cancel();
      return count - former;
    };
    assert.equal(await ask(paths[0]!), 8);
    isBusy = false;
    assert.equal(await ask(paths[0]!), 8);
    assert.equal(await ask(paths[0]!), 0);
    for (const path of paths.slice(1)) assert.equal(await ask(path), 8);
    assert.ok(await ask(paths[0]!) > 0);
  } finally {
    await web.close();
  }
});

// claim: sealed-ended-tab
Deno.test("the page of a sealed feed frames the document and is marked before its stylesheets and the frame, and no other page does", async () => {
  const path = await addBatch({ cards: { en: "<p>a</p>" } });
  const batch = path.split("/")[2]!;
  const response = await get(`/feed/${batch}`);
  const page = await response.text();
  const frame = `<iframe class="canvas-paint" sandbox="" title="Cards" src="${path}"></iframe>`;
  const script = `<script>${readAssetText(await openHostAssets(), "mark-page.js")}</script>`;
  const places = [script, '<link rel="stylesheet"', frame].map((text) => page.indexOf(text));
  assert.ok(places.every((place) => place > 0), places.join());
  assert.deepEqual(places, places.toSorted((one, other) => one - other), "in that order");
  await assertAllowedByHash(response.headers.get("Content-Security-Policy")!, page);
  const preloads = [...page.matchAll(/fetchpriority="(\w+)" href="([^"]+)"/g)].map(([, priority, url]) =>
    `${priority} ${url}`
  );
  assert.match(preloads[0]!, /^auto \/api\//);
  assert.ok(preloads.length > 5, preloads.join());
  assert.deepEqual(
    preloads.slice(1).filter((preload) => !preload.startsWith("low ")),
    [],
    "the document first",
  );
  const embedded = await read(`/embed/daily-page/v2?batch=${batch}`);
  assert.deepEqual([embedded.includes("canvas-paint"), embedded.includes(script)], [false, false]);
});
