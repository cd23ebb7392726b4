import assert from "node:assert/strict";
import { type BatchToPut, ClientError, createWriter } from "../../../web/client/mod.ts";
import { whileNothingMay, within } from "../../waiting/mod.ts";

const ORIGIN = "http://storage.internal:8787";
const BATCH = { user: "a b", date: "2026-01-31", kind: "diary", task: "t/1", key: "k1" } as const;
const BUNDLES = [
  { name: "001_a.tckb", content: new Uint8Array([1, 2]) },
  { name: "002_b.tckb", content: new Blob(["blob"]) },
];
const BODY = '{"name":"001_a.tckb","size":2}\n\u0001\u0002{"name":"002_b.tckb","size":4}\nblob';

/** A writer whose requests the test answers and sees, each with its body. */
function createTestWriter(answers: ((request: Request) => Response | Promise<Response>)[]) {
  const sent: { request: Request; body: string }[] = [];
  const writer = createWriter({
    baseUrl: ORIGIN,
    token: () => `t${sent.length + 1}`,
    fetch: async (request) => {
      const body = await request.text();
      sent.push({ request, body });
      return await answers.shift()!(request);
    },
  });
  return { writer, sent };
}

const done = (status = 201) => () => Response.json({ batchId: "20260131-diary" }, { status });
const problem = (status: number, code: string, headers: Record<string, string> = {}) => () =>
  Response.json({ code, detail: "no" }, {
    status,
    headers: { "Content-Type": "application/problem+json", ...headers },
  });

async function* generate(): AsyncGenerator<typeof BUNDLES[number]> {
  yield* BUNDLES;
}

Deno.test("a batch is one request with its parameters, key, credential and bundles", async () => {
  for (const [index, bundles] of [BUNDLES, () => BUNDLES, generate].entries()) {
    const { writer, sent } = createTestWriter([done(index === 0 ? 201 : 200)]);
    assert.deepEqual(await writer.putBatch({ ...BATCH, bundles }), { batchId: "20260131-diary" });
    const [{ request, body }] = sent as [typeof sent[number]];
    assert.equal(
      `${request.method} ${request.url.slice(ORIGIN.length)}`,
      "PUT /v1/internal/daily-pages/batches?user=a+b&date=2026-01-31&kind=diary&task=t%2F1",
    );
    assert.deepEqual([body, request.headers.get("Idempotency-Key")], [BODY, "k1"]);
    assert.equal(request.headers.get("Authorization"), "Bearer t1");
  }
  const { writer, sent } = createTestWriter([done()]);
  await writer.putBatch({ ...BATCH, bundles: [], strict: true });
  assert.equal(new URL(sent[0]!.request.url).searchParams.get("strict"), "true");
});

Deno.test("bundles that the server does not read to their end are ended, so that what they have opened is closed", async () => {
  const ended: string[] = [];
  const open = async function* () {
    try {
      yield* BUNDLES;
      ended.push("read");
    } finally {
      ended.push("closed");
    }
  };
  const writer = createWriter({
    baseUrl: ORIGIN,
    token: "t",
    fetch: async ({ body }) => {
      const reader = body!.getReader();
      await reader.read();
      await reader.cancel();
      return problem(413, "batch.too_large")();
    },
  });
  await assert.rejects(writer.putBatch({ ...BATCH, bundles: open }), { code: "batch.too_large" });
  assert.deepEqual(ended, ["closed"]);
});

Deno.test("the same batch is sent again with the same key while that can help, and not more often than allowed", async () => {
  const retried = [
    problem(503, "batch.busy", { "Retry-After": "0" }),
    problem(429, "request.rate_limited", { "Retry-After": "0" }),
  ];
  const { writer, sent } = createTestWriter([...retried, done()]);
  assert.deepEqual(await writer.putBatch({ ...BATCH, bundles: generate }), { batchId: "20260131-diary" });
  assert.deepEqual(sent.map(({ body }) => body), [BODY, BODY, BODY]);
  assert.deepEqual(sent.map(({ request }) => request.headers.get("Idempotency-Key")), ["k1", "k1", "k1"]);
  assert.deepEqual(sent.map(({ request }) => request.headers.get("Authorization")), [
    "Bearer t1",
    "Bearer t2",
    "Bearer t3",
  ]);
  const limited = createTestWriter(retried);
  await assert.rejects(limited.writer.putBatch({ ...BATCH, bundles: BUNDLES, attempts: 2 }), {
    code: "request.rate_limited",
  });
  assert.equal(limited.sent.length, 2);
  const lost = createTestWriter([() => Promise.reject(new TypeError("reset")), done(200)]);
  await lost.writer.putBatch({ ...BATCH, bundles: BUNDLES });
  assert.equal(lost.sent.length, 2);
});

Deno.test("an error that a retry would repeat is thrown at once", async () => {
  const failures = [
    [400, "batch.malformed"],
    [401, "auth.unauthenticated"],
    [403, "request.forbidden"],
    [
      413,
      "batch.too_large",
    ],
    [422, "batch.key_reused"],
    [500, "server.failed"],
  ] as const;
  for (const [status, code] of failures) {
    const { writer, sent } = createTestWriter([problem(status, code)]);
    const error = await writer.putBatch({ ...BATCH, bundles: BUNDLES }).catch((error) => error);
    assert.ok(error instanceof ClientError);
    assert.deepEqual([error.status, error.code, sent.length], [status, code, 1]);
  }
});

Deno.test("what the caller's bundles throw is thrown as it is, and the request is not sent again", async () => {
  const reason = new Error("the disk is gone");
  const failing: BatchToPut["bundles"] = async function* () {
    yield* BUNDLES;
    throw reason;
  };
  const { writer, sent } = createTestWriter([done()]);
  await assert.rejects(writer.putBatch({ ...BATCH, bundles: failing }), reason);
  assert.equal(sent.length, 0);
});

Deno.test("a signal ends the request and the pause before the next one with its reason", async () => {
  const reason = new Error("the task was cancelled");
  const during = new AbortController();
  const { writer } = createTestWriter([() => {
    during.abort(reason);
    return Promise.reject(reason);
  }]);
  await assert.rejects(writer.putBatch({ ...BATCH, bundles: BUNDLES, signal: during.signal }), reason);
  const between = new AbortController();
  const busy = createTestWriter([() => {
    queueMicrotask(() => setTimeout(() => between.abort(reason), 0));
    return problem(503, "batch.busy", { "Retry-After": "3600" })();
  }]);
  await assert.rejects(busy.writer.putBatch({ ...BATCH, bundles: BUNDLES, signal: between.signal }), reason);
  assert.equal(busy.sent.length, 1);
});

Deno.test("a signal that aborts while a problem is read ends the batch without a pause", async () => {
  const reason = new Error("the task was cancelled");
  const ended = new AbortController();
  const { writer, sent } = createTestWriter([() => {
    const response = problem(503, "batch.busy", { "Retry-After": "3600" })();
    const { json } = response;
    response.json = () => (ended.abort(reason), json.call(response));
    return response;
  }]);
  const put = writer.putBatch({ ...BATCH, bundles: BUNDLES, signal: ended.signal });
  await within("the batch has ended", assert.rejects(put, reason), 5_000);
  assert.equal(sent.length, 1);
});

Deno.test("a pause that is longer than any timer does not end at once", async () => {
  const reason = new Error("the task was cancelled");
  const ended = new AbortController();
  const { writer, sent } = createTestWriter([
    problem(503, "batch.busy", { "Retry-After": "999999999" }),
    done(),
  ]);
  const put = writer.putBatch({ ...BATCH, bundles: BUNDLES, signal: ended.signal });
  const rejected = assert.rejects(put, reason);
  await whileNothingMay("the batch be sent again", 50);
  ended.abort(reason);
  await rejected;
  assert.equal(sent.length, 1);
});

Deno.test("a base URL that is not http is an error that names it", () => {
  assert.throws(() => createWriter({ baseUrl: "storage:8787", token: "t" }), {
    message: 'Cannot create a writer of "storage:8787": expected a URL such as http://storage.internal:8787',
  });
});
