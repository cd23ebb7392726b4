import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { answerFromCache } from "../../../hosts/routes/bundles/module_cache.ts";
import { createWorker } from "../../../hosts/edge/worker.ts";
import { untilFound } from "../../waiting/mod.ts";
import { withGlobals } from "../../web/canvas/page_globals.ts";

const FOLDER = `https://app.example/api/widgets/v1/${"A".repeat(64)}/`;
const MODULE = `${FOLDER}widget.mjs`;
const IMMUTABLE = { "Cache-Control": "public, max-age=31536000, immutable" };

/** A cache in memory, and what the application was asked for. */
function createSite(respond: (request: Request) => Response) {
  const kept = new Map<string, { request: Request; response: Response }>();
  const asked: Request[] = [];
  const awaited: Promise<unknown>[] = [];
  const cache = {
    match: ({ url }: Request) => Promise.resolve(kept.get(url)?.response.clone()),
    async put(request: Request, response: Response) {
      await response.clone().arrayBuffer();
      kept.set(request.url, { request, response });
    },
  };
  return {
    kept,
    asked,
    cache,
    async get(url: string, init: RequestInit = {}) {
      const answer = (request: Request) => {
        asked.push(request);
        return Promise.resolve(respond(request));
      };
      const waitUntil = (work: Promise<unknown>) => void awaited.push(work);
      const response = await answerFromCache(new Request(url, init), answer, { cache, waitUntil });
      await Promise.all(awaited);
      return response;
    },
  };
}

// claim: edge-cache-checks-reader
Deno.test("an immutable file is stored without the reader's headers, and then read after a HEAD for the envelope", async () => {
  let answers = 0;
  const { kept, asked, get } = createSite(({ method }) =>
    new Response(method === "HEAD" ? null : "module", {
      headers: { ...IMMUTABLE, "X-Request-Id": `id-${++answers}`, "Server-Timing": `app;dur=${answers}` },
    })
  );
  const sent = {
    "Authorization": "Bearer a",
    "Cookie": "b=c",
    "X-Request-Id": "d",
    "traceparent": "e",
    "tracestate": "f",
    "Service-Worker": "script",
  };
  const headers = { ...sent, "If-None-Match": '"tag"', "Accept-Encoding": "gzip" };
  assert.equal(await (await get(MODULE, { headers })).text(), "module");
  assert.deepEqual([...kept.keys()], [MODULE]);
  assert.deepEqual([...kept.get(MODULE)!.request.headers], []);
  const cached = await get(MODULE, { headers });
  assert.equal(await cached.text(), "module");
  assert.equal(cached.headers.get("X-Request-Id"), "id-2");
  assert.equal(cached.headers.get("Server-Timing"), "app;dur=2");
  assert.equal(asked.length, 2);
  assert.deepEqual([asked[1]!.method, asked[1]!.url], ["HEAD", `${FOLDER}bundle.tckb`]);
  assert.deepEqual([...asked[1]!.headers], [...new Headers(sent)]);
});

// claim: edge-cache-checks-reader
Deno.test("a reader whom the application rejects gets its answer, and not the cached file", async (t) => {
  for (const rejection of [401, 403, 404, 503]) {
    await t.step(`${rejection}`, () => assertRejected(rejection));
  }
});

async function assertRejected(rejection: number): Promise<void> {
  let status = 200;
  const { kept, asked, get } = createSite(() =>
    new Response(status === 200 ? "module" : "rejected", {
      status,
      headers: IMMUTABLE,
    })
  );
  await get(MODULE);
  status = rejection;
  const response = await get(MODULE);
  assert.deepEqual([response.status, await response.text()], [rejection, "rejected"]);
  assert.deepEqual(asked.slice(1).map(({ method, url }) => [method, url]), [
    ["HEAD", `${FOLDER}bundle.tckb`],
    ["GET", MODULE],
  ]);
  assert.equal(await kept.get(MODULE)!.response.text(), "module");
}

Deno.test("only whole files of widgets are read from the cache, and only plain immutable answers are stored", async () => {
  let answer = { status: 200, headers: IMMUTABLE as Record<string, string> };
  const { kept, asked, get } = createSite(() => new Response("body", answer));
  const others: [string, RequestInit][] = [
    [MODULE, { method: "POST" }],
    [MODULE, { method: "HEAD" }],
    [MODULE, { headers: { Range: "bytes=0-1" } }],
    [MODULE, { headers: { "If-Match": `"tag"` } }],
    [`${MODULE}?mock=true`, {}],
    [`${FOLDER}bundle.tckb`, {}],
    [`${FOLDER}widget_mjs`, {}],
    [`${FOLDER}x/widget.mjs`, {}],
    [`https://app.example/x/api/widgets/v1/${"A".repeat(64)}/widget.mjs`, {}],
    [`https://app.example/api/widgets/v1/${"A".repeat(63)}/widget.mjs`, {}],
  ];
  for (const [url, init] of others) await get(url, init);
  assert.deepEqual([...kept.keys()], []);
  for (
    answer of [
      { status: 404, headers: IMMUTABLE },
      { status: 200, headers: { ...IMMUTABLE, "Content-Encoding": "gzip" } },
      { status: 200, headers: { "Cache-Control": "no-cache" } },
      { status: 200, headers: {} },
    ]
  ) await get(MODULE);
  assert.deepEqual([...kept.keys()], []);
  answer = { status: 200, headers: IMMUTABLE };
  const names = ["widget.mjs", "widget.css", "widget.properties.css"];
  for (const name of names) await get(`${FOLDER}${name}`);
  assert.deepEqual([...kept.keys()], names.map((name) => `${FOLDER}${name}`));
  const before = asked.length;
  for (const [url, init] of others) await get(url, init);
  assert.deepEqual(
    asked.slice(before).map(({ method, url }) => [method, url]),
    others.map(([url, init]) => [
      init.method ?? "GET",
      url,
    ]),
    "the application answers what is not a whole file, also when the file is cached",
  );
});

/** Runs a test on a worker that has one asset and no storage service, and on what it keeps going after an answer. */
async function withWorker(
  run: (ask: (request: Request) => Promise<Response>, awaited: Promise<unknown>[]) => Promise<void>,
): Promise<void> {
  class FixedLengthStream extends TransformStream {
    constructor(_length: number) {
      super();
    }
  }
  const caches = { default: createSite(() => new Response()).cache };
  await withGlobals({ caches, FixedLengthStream }, async () => {
    const awaited: Promise<unknown>[] = [];
    const asset = { contentType: "text/css", hash: "A".repeat(64), text: "a".repeat(100_000) };
    const worker = createWorker({ "style.css": asset }, [], []);
    const environment = {
      TCK_INTERNAL_URL: "http://127.0.0.1:9",
      TCK_AUTH_SECRET: "a secret that is long enough: 32",
    };
    const context = { waitUntil: (work: Promise<unknown>) => void awaited.push(work) };
    await run((request) => worker.fetch(request, environment, context), awaited);
  });
}

Deno.test("the rest of a body that never ends is read for a time, and then the answer is sent", async () => {
  const { timeout } = AbortSignal;
  const ended = new Map<number, AbortController>();
  AbortSignal.timeout = (milliseconds) => {
    ended.set(milliseconds, new AbortController());
    return ended.get(milliseconds)!.signal;
  };
  try {
    await withWorker(async (ask) => {
      let isCancelled = false;
      const body = new ReadableStream<Uint8Array>({
        pull: () => new Promise<void>(() => {}),
        cancel: () => void (isCancelled = true),
      });
      const answer = ask(new Request("https://app.example/healthz", { method: "POST", body }));
      let isAnswered = false;
      answer.then(() => isAnswered = true);
      await untilFound("the rest is read", () => Promise.resolve(ended.get(10_000) ?? null));
      for (let turn = 0; turn < 5; turn++) await setImmediate();
      assert.equal(isAnswered, false, "workerd closes a connection whose body is not read");
      ended.get(10_000)!.abort();
      assert.equal((await answer).status, 405);
      assert.equal(isCancelled, true);
    });
  } finally {
    AbortSignal.timeout = timeout;
  }
});

Deno.test("the rest of a body that is too long is left", async () => {
  await withWorker(async (ask) => {
    let isCancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(1_048_576)),
      cancel: () => void (isCancelled = true),
    });
    const answer = await ask(new Request("https://app.example/healthz", { method: "POST", body }));
    assert.equal(answer.status, 405);
    assert.equal(isCancelled, true);
  });
});

Deno.test("a client that leaves during an answer of a known length is no fault of the worker", async () => {
  await withWorker(async (ask, awaited) => {
    const response = await ask(new Request("https://app.example/__tck/v1/style.css"));
    assert.equal(response.headers.get("Content-Length"), "100000");
    await response.body!.cancel();
    assert.equal(awaited.length, 2);
    await Promise.all(awaited);
  });
});

Deno.test("the worker names the setting that is missing or that it would ignore, goes on when the client leaves, and composes once", async () => {
  const { caches } = globalThis;
  const { cache } = createSite(() => new Response());
  Object.defineProperty(globalThis, "caches", { value: { default: cache }, configurable: true });
  try {
    const awaited: Promise<unknown>[] = [];
    const context = { waitUntil: (work: Promise<unknown>) => void awaited.push(work) };
    const ask = (environment: Record<string, unknown>) =>
      createWorker({}, [], []).fetch(new Request("https://app.example/healthz"), environment, context);
    await assert.rejects(ask({ TCK_INTERNAL_URL: "" }), /^SettingError: .*set TCK_INTERNAL_URL to the URL/);
    await assert.rejects(ask({ TCK_INTERNAL_URL: 7 }), /set TCK_INTERNAL_URL/);
    const internal = { TCK_INTERNAL_URL: "http://127.0.0.1:9" };
    await assert.rejects(ask(internal), /Cannot serve at the edge: set TCK_AUTH_SECRET or TCK_AUTH_JWKS_URL/);
    const limited = {
      ...internal,
      TCK_AUTH_SECRET: "a secret that is long enough: 32",
      TCK_RATE_LIMIT: "10/1m",
    };
    await assert.rejects(ask(limited), /TCK_RATE_LIMITER instead of TCK_RATE_LIMIT/);
    assert.equal(awaited.length, 0);
    const response = await ask({ ...internal, TCK_AUTH_SECRET: "a secret that is long enough: 32" });
    assert.equal(response.status, 200);
    assert.equal(awaited.length, 1);
    await Promise.all(awaited);
    await setImmediate();
  } finally {
    Object.defineProperty(globalThis, "caches", { value: caches, configurable: true });
  }
});
