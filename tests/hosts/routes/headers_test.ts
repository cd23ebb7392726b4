import assert from "node:assert/strict";
import type { Batch, BatchReader, Widget } from "../../../core/feed/mod.ts";
import {
  createInternalApi,
  createLocalUpstream,
  createPublicApi,
  INTERNAL_PREFIX,
  PUBLIC_PREFIX,
} from "../../../hosts/routes/mod.ts";
import { fetchUpstreamJson } from "../../../hosts/routes/http/upstream.ts";
import { makeEnvelope } from "./envelopes.ts";
import { authorize, createIdentity, createWeb, NO_ENDED_SESSIONS } from "./stack.ts";
import { upstreamAnswering } from "./sockets.ts";

const HASH = "A".repeat(64);
const WIDGET = {
  id: `w_${"a".repeat(26)}`,
  manifest: { id: "a" },
  bundle: { hash: HASH, size: 5 },
} as unknown as Widget;
const BATCH: Batch = {
  batchId: "20260301-diary",
  localDate: "2026-03-01",
  kind: "diary",
  committedAt: "2026-03-01T06:00:00.000Z",
  widgets: [WIDGET],
};
const MORNING: Batch = { ...BATCH, batchId: "20260301-morning-brief", kind: "morning_brief" };
const ENVELOPE = new Uint8Array([1, 2, 3, 4, 5]);

const reader: BatchReader = {
  listBatches: (_user, { direction }) =>
    Promise.resolve({
      batches: [{ ...BATCH, json: new TextEncoder().encode(JSON.stringify(BATCH)) }],
      next: direction === "older" ? { localDate: "2026-03-01", kind: "diary" } : null,
    }),
  readBatch: () => Promise.resolve(MORNING),
  readWidget: () => Promise.resolve(WIDGET),
  findBundle: () => Promise.resolve({ hash: HASH, key: "k", version: "v1", size: 5 }),
  readBundle: () => Promise.resolve(ENVELOPE),
};

const { bearers } = createIdentity({ now: Date.now() });
const log = () => {};
const storage = createInternalApi({ reader, bearers, endedSessions: NO_ENDED_SESSIONS, log });
const upstream = (
  app: { fetch: (request: Request) => Response | Promise<Response> },
  sameProcess: boolean,
) => (sameProcess ? createLocalUpstream : upstreamAnswering)((request) => app.fetch(request));

const PRIVATE = { "cache-control": "private, no-cache", vary: "Authorization" };
const ISOLATED = {
  "content-security-policy": "default-src 'none'; sandbox",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
};
const JSON_TYPE = { "content-type": "application/json" };
const ENVELOPE_TYPE = { "content-type": "application/octet-stream", "accept-ranges": "bytes" };
const TIME = Date.parse(BATCH.committedAt).toString(36);

/** The headers of a response without those of its trace. */
async function headersOf(
  app: { request: (url: string, init: RequestInit) => Response | Promise<Response> },
  path: string,
  init: { method?: string; headers?: Record<string, string> } = {},
): Promise<[number, Record<string, string>]> {
  const headers = { ...await authorize("ada"), ...init.headers };
  const response = await app.request(`http://localhost${path}`, { ...init, headers });
  const found = Object.fromEntries(response.headers);
  assert.match(found["x-request-id"]!, /^[0-9a-f-]{36}$/);
  assert.match(found["server-timing"]!, /;dur=\d/);
  for (const name of ["x-request-id", "server-timing"]) delete found[name];
  await response.body?.cancel();
  return [response.status, found];
}

const LIST_TAG = `"2.20260301-diary.20260301-diary.1.${TIME}.more"`;

for (const sameProcess of [true, false]) {
  const where = sameProcess ? "in one process" : "behind another process";
  const cloud = createPublicApi({ storage: upstream(storage, sameProcess), bearers, log });
  const own = [["the storage service", storage, INTERNAL_PREFIX]] as const;
  const applications = [...(sameProcess ? own : []), ["the public API", cloud, PUBLIC_PREFIX]] as const;
  for (const [name, app, prefix] of applications) {
    // claim: answers-inert
    Deno.test(`${name}: every answer has exactly the headers that caches and browsers need (${where})`, async () => {
      const length = sameProcess || app === storage ? {} : {
        "content-length": String(JSON.stringify(MORNING).length),
      };
      // One of a known length that is short is not compressed for anybody.
      const coded = sameProcess && app !== storage ? { vary: "Authorization, Accept-Encoding" } : {};
      const common = { ...PRIVATE, ...ISOLATED, ...JSON_TYPE, ...coded };
      const [status, list] = await headersOf(app, `${prefix}?limit=1`);
      const { link, "content-length": _, ...others } = list;
      assert.deepEqual([status, others], [200, { ...common, etag: LIST_TAG }]);
      assert.match(link!, new RegExp(`^<${prefix}\\?limit=1&cursor=[A-Za-z0-9_-]+>; rel="next"$`));
      const [, last] = await headersOf(app, `${prefix}?direction=newer`);
      assert.equal(last.link, undefined);
      assert.deepEqual(await headersOf(app, `${prefix}/20260301-morning-brief`), [200, {
        ...common,
        ...length,
        etag: `"2.20260301-morning-brief.${TIME}"`,
      }]);
      const [, widget] = await headersOf(app, `${prefix}/widgets/${WIDGET.id}`);
      assert.equal(widget.etag, `"2.${WIDGET.id}.5"`);
      const unchanged = await headersOf(app, `${prefix}?limit=1`, { headers: { "If-None-Match": LIST_TAG } });
      assert.deepEqual(unchanged, [304, { ...PRIVATE, ...ISOLATED, etag: LIST_TAG }]);
    });

    Deno.test(`${name}: an envelope has its length, its tag and its ranges, whole, in part and unread (${where})`, async () => {
      const path = `${prefix}/bundles/${HASH}.tckb`;
      const common = { ...PRIVATE, ...ISOLATED, ...ENVELOPE_TYPE, etag: `"${HASH}.v1"` };
      assert.deepEqual(await headersOf(app, path), [200, { ...common, "content-length": "5" }]);
      assert.deepEqual(await headersOf(app, path, { method: "HEAD" }), [200, {
        ...common,
        "content-length": "5",
      }]);
      assert.deepEqual(await headersOf(app, path, { headers: { Range: "bytes=1-2" } }), [206, {
        ...common,
        "content-length": "2",
        "content-range": "bytes 1-2/5",
      }]);
      const head = { method: "HEAD", headers: { Range: "bytes=1-2" } };
      assert.deepEqual(await headersOf(app, path, head), [200, { ...common, "content-length": "5" }]);
      const [status, beyond] = await headersOf(app, path, { headers: { Range: "bytes=9-" } });
      assert.deepEqual([status, beyond["content-range"], beyond["cache-control"]], [
        416,
        "bytes */5",
        "no-store",
      ]);
      const [unchanged, kept] = await headersOf(app, path, { headers: { "If-None-Match": `"${HASH}.v1"` } });
      assert.deepEqual([unchanged, kept.etag, kept["content-length"]], [304, `"${HASH}.v1"`, undefined]);
    });
  }

  // claim: module-hash-capability
  Deno.test(`the web app's lists differ by bearer and by cookie, and are not stored by other caches (${where})`, async () => {
    const web = createWeb(upstream(cloud, sameProcess));
    for (const path of ["?limit=1", "/20260301-morning-brief"]) {
      const [status, headers] = await headersOf(web, `/api/daily-pages/v2/batches${path}`);
      assert.deepEqual([status, headers.vary, headers["cache-control"]], [
        200,
        sameProcess ? "Authorization, Cookie, Accept-Encoding" : "Authorization, Cookie",
        "private, no-cache",
      ]);
      assert.equal(headers["x-content-type-options"], "nosniff");
    }
    const [, headers] = await headersOf(web, "/api/daily-pages/v2/batches?limit=1");
    assert.match(headers.link!, /^<\/api\/daily-pages\/v2\/batches\?limit=1&cursor=/);
    const [rejected, others] = await headersOf(web, "/api/daily-pages/v2/batches?limit=0");
    assert.deepEqual([rejected, others.vary, others["cache-control"]], [
      400,
      "Authorization, Cookie",
      "no-store",
    ]);
  });
}

// claim: cors-listed-origins
Deno.test("pages of the configured origins may read, renew what they have and see the headers, and no others", async () => {
  const cloud = createPublicApi({
    storage: upstream(storage, true),
    bearers,
    log,
    corsOrigins: ["https://a.example", "https://b.example"],
  });
  const preflight = (origin: string) =>
    cloud.request(`http://localhost${PUBLIC_PREFIX}`, {
      method: "OPTIONS",
      headers: { Origin: origin, "Access-Control-Request-Method": "GET" },
    });
  const { status, headers } = await preflight("https://b.example");
  assert.deepEqual([status, headers.get("Access-Control-Allow-Origin")], [204, "https://b.example"]);
  assert.equal(headers.get("Access-Control-Allow-Methods")?.replaceAll(" ", ""), "GET,HEAD,DELETE");
  assert.equal(headers.get("Access-Control-Max-Age"), "600");
  assert.equal(headers.get("Access-Control-Allow-Credentials"), null);
  const allowed = headers.get("Access-Control-Allow-Headers")!.toLowerCase().split(/, */);
  for (const name of ["authorization", "if-none-match", "if-range", "range", "x-request-id"]) {
    assert.ok(allowed.includes(name), name);
  }
  assert.equal((await preflight("https://evil.example")).headers.get("Access-Control-Allow-Origin"), null);
  const answer = async (origin: string) =>
    await cloud.request(`http://localhost${PUBLIC_PREFIX}?limit=1`, {
      headers: { ...await authorize("ada"), Origin: origin },
    });
  const own = await answer("https://a.example");
  assert.equal(own.headers.get("Access-Control-Allow-Origin"), "https://a.example");
  const exposed = own.headers.get("Access-Control-Expose-Headers")!.split(/, */);
  for (const name of ["ETag", "Link", "Retry-After", "RateLimit", "Content-Range"]) {
    assert.ok(exposed.includes(name), name);
  }
  assert.match(own.headers.get("Vary")!, /Origin/);
  for (const origin of ["https://evil.example", "https://a.example.evil"]) {
    assert.equal((await answer(origin)).headers.get("Access-Control-Allow-Origin"), null, origin);
  }
});

Deno.test("a read is sent again after no answer and after a proxy's 502 and 503, once, and after nothing else", async () => {
  const attempts = async (answer: () => Response | Promise<Response>, method: "GET" | "DELETE" = "GET") => {
    let count = 0;
    const fetch = () => {
      count++;
      return Promise.resolve().then(answer);
    };
    const request = { method, path: "/", bearer: "b" };
    const error = await fetchUpstreamJson(upstreamAnswering(fetch), request).catch((error) => error);
    return [count, error.code ?? error.value];
  };
  const problem = (status: number, code: string) => () =>
    Response.json({ code, detail: "d" }, { status, headers: { "Content-Type": "application/problem+json" } });
  const text = (status: number) => () => new Response("proxy", { status });
  const unavailable = "upstream.unavailable";
  assert.deepEqual(await attempts(() => Response.json(7)), [1, 7]);
  assert.deepEqual(await attempts(() => Promise.reject(new TypeError("reset"))), [2, unavailable]);
  for (
    const [status, count] of [[500, 1], [501, 1], [502, 2], [503, 2], [504, 1], [404, 1], [302, 1]] as const
  ) {
    assert.deepEqual(await attempts(text(status)), [count, unavailable], String(status));
    assert.deepEqual(await attempts(text(status), "DELETE"), [1, unavailable], `DELETE ${status}`);
  }
  assert.deepEqual(await attempts(problem(503, "upstream.timeout")), [1, unavailable]);
  assert.deepEqual(await attempts(problem(404, "bundle.not_found")), [1, "bundle.not_found"]);
  assert.deepEqual(await attempts(problem(500, "storage.object_missing")), [1, "storage.object_missing"]);
  assert.deepEqual(await attempts(problem(500, "server.failed")), [1, unavailable]);
  assert.deepEqual(await attempts(problem(404, "made.up")), [1, unavailable]);
});

// claim: user-scope
Deno.test("a module that one user is being sent is not sent to another who may not read it", async () => {
  const envelope = await makeEnvelope();
  const [ada, eve] = [await authorize("ada"), await authorize("eve")];
  const asked = Promise.withResolvers<void>();
  const cloud = upstreamAnswering(async (request) => {
    if (request.headers.get("Authorization") === eve.Authorization) {
      asked.resolve();
      return Response.json({ code: "bundle.not_found", detail: "none" }, {
        status: 404,
        headers: { "Content-Type": "application/problem+json" },
      });
    }
    await asked.promise;
    return new Response(envelope.bytes, { headers: { "Content-Type": "application/octet-stream" } });
  });
  const web = createWeb(cloud);
  const read = async (headers: { Authorization: string }) => {
    const response = await web.request(`http://localhost/api/widgets/v1/${envelope.hash}/widget.mjs`, {
      headers,
    });
    await response.body?.cancel();
    return response.status;
  };
  assert.deepEqual(await Promise.all([read(ada), read(eve)]), [200, 404]);
});
