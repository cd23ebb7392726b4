import assert from "node:assert/strict";
import { type Client, ClientError, createClient } from "../../../web/client/mod.ts";

const ORIGIN = "https://pages.example.com";
const PROBLEM = { "Content-Type": "application/problem+json; charset=utf-8" };

/** A client whose requests the test answers and sees. */
function createTestClient(
  answers: (() => Response | Promise<Response>)[],
  token: string | (() => string) = "t",
) {
  const requests: Request[] = [];
  const client = createClient({
    baseUrl: `${ORIGIN}/ignored/path`,
    token,
    fetch: (request) => {
      requests.push(request);
      return Promise.resolve().then(answers.shift()!);
    },
  });
  const sent = () => requests.map(({ url }) => url.slice(ORIGIN.length));
  return { client, requests, sent };
}

/** The code, status and time to retry of a failure. */
async function failureOf(request: Promise<unknown>): Promise<unknown[]> {
  const error = await request.then(() => null, (error: ClientError) => error);
  assert.ok(error instanceof ClientError, String(error));
  return [error.code, error.status, error.retryAfter];
}

const page = (ids: string[], nextCursor: string | null) => () =>
  Response.json({ batches: ids.map((batchId) => ({ batchId, widgets: [] })), nextCursor });

Deno.test("every page is asked for by the cursor of the one before, with the query and a bearer of its own", async () => {
  let tokens = 0;
  const { client, requests, sent } = createTestClient(
    [page(["a", "b"], "c 1"), page([], "c2"), page(["c"], null)],
    () => `t${++tokens}`,
  );
  const walked: string[] = [];
  for await (const { batchId } of client.batches({ limit: 2, direction: "newer" })) walked.push(batchId);
  assert.deepEqual(walked, ["a", "b", "c"]);
  const query = "/v2/daily-pages?limit=2&direction=newer";
  assert.deepEqual(sent(), [query, `${query}&cursor=c+1`, `${query}&cursor=c2`]);
  assert.deepEqual(requests.map(({ headers }) => headers.get("Authorization")), [
    "Bearer t1",
    "Bearer t2",
    "Bearer t3",
  ]);
  assert.equal(requests[0]!.headers.get("Accept"), "application/json");
  const plain = createTestClient([page([], null)]);
  await plain.client.listBatches({ limit: undefined });
  assert.deepEqual(plain.sent(), ["/v2/daily-pages"]);
});

Deno.test("ids are escaped, and null means that the user does not have it, not that the route is unknown", async () => {
  const reads: [read: (client: Client) => Promise<unknown>, path: string, code: string][] = [
    [(client) => client.readBatch("a/b"), "/v2/daily-pages/a%2Fb", "daily_page.not_found"],
    [(client) => client.readWidget("w?1"), "/v2/daily-pages/widgets/w%3F1", "widget.not_found"],
    [(client) => client.readBundle("../h"), "/v2/daily-pages/bundles/..%2Fh.tckb", "bundle.not_found"],
  ];
  for (const [read, path, code] of reads) {
    const problem = (code: string) => () =>
      Response.json({ code, detail: "no" }, { status: 404, headers: PROBLEM });
    const { client, sent, requests } = createTestClient([problem(code), problem("route.not_found")]);
    assert.equal(await read(client), null);
    assert.deepEqual(sent(), [path]);
    assert.deepEqual(await failureOf(read(client)), ["route.not_found", 404, null]);
    const isBundle = code === "bundle.not_found";
    assert.equal(
      requests[0]!.headers.get("Accept"),
      isBundle ? "application/octet-stream" : "application/json",
    );
  }
  const bytes = createTestClient([
    () => new Response(new Uint8Array([1, 2]), { headers: { "Content-Type": "Application/Octet-Stream" } }),
  ]);
  assert.deepEqual(await bytes.client.readBundle("h"), new Uint8Array([1, 2]));
});

Deno.test("an answer that is not the API's is invalid, and a problem has its code, status and whole seconds to retry", async () => {
  const problem = (retry: string, body: unknown = { code: "request.rate_limited", detail: "slow" }) => () =>
    Response.json(body, { status: 429, headers: { ...PROBLEM, "Retry-After": retry } });
  const answers: [answer: () => Response | Promise<Response>, expected: unknown[]][] = [
    [() => new Response("<html>", { headers: { "Content-Type": "text/html" } }), [
      "client.invalid_answer",
      200,
      null,
    ]],
    [() => new Response("{", { headers: { "Content-Type": "application/json" } }), [
      "client.invalid_answer",
      200,
      null,
    ]],
    [() => Response.json({}, { status: 206 }), ["client.invalid_answer", 206, null]],
    [() => new Response("gone", { status: 502 }), ["client.invalid_answer", 502, null]],
    [problem("30"), ["request.rate_limited", 429, 30]],
    [problem("Wed, 21 Oct 2026 07:28:00 GMT"), ["request.rate_limited", 429, null]],
    [problem("1.5"), ["request.rate_limited", 429, null]],
    [problem("30", { detail: "no code" }), ["client.invalid_answer", 429, null]],
    [() => new Response("{", { status: 400, headers: PROBLEM }), ["client.invalid_answer", 400, null]],
    [() => Response.json({ batches: [{}], nextCursor: null }), ["client.invalid_answer", 200, null]],
    [() => Response.json(null), ["client.invalid_answer", 200, null]],
    [() => Promise.reject(new TypeError("unplugged")), ["client.unreachable", null, null]],
  ];
  for (const [answer, expected] of answers) {
    assert.deepEqual(await failureOf(createTestClient([answer]).client.listBatches()), expected);
  }
  const { client } = createTestClient([problem("1")]);
  await assert.rejects(() => client.listBatches(), {
    message: "request.rate_limited: slow",
    name: "ClientError",
  });
  const down = createTestClient([() => Promise.reject(new TypeError("unplugged"))]);
  await assert.rejects(() => down.client.listBatches(), {
    message: `Cannot reach ${ORIGIN}/v2/daily-pages: unplugged`,
  });
  const throwing = createClient({
    baseUrl: ORIGIN,
    token: "t",
    fetch: () => {
      throw new TypeError("unplugged");
    },
  });
  assert.deepEqual(await failureOf(throwing.listBatches()), ["client.unreachable", null, null]);
});

Deno.test("a read that is aborted rejects with the signal's reason, before the answer and within its body", async () => {
  const reason = new Error("the user went on");
  const reads = (signal: AbortSignal): [(client: Client) => Promise<unknown>, type: string][] => [
    [(client) => client.listBatches({ signal }), "application/json"],
    [(client) => client.batches({ signal }).next(), "application/json"],
    [(client) => client.readBatch("a", { signal }), "application/json"],
    [(client) => client.readWidget("w", { signal }), "application/json"],
    [(client) => client.readBundle("h", { signal }), "application/octet-stream"],
  ];
  for (let index = 0; index < 5; index++) {
    const early = new AbortController();
    const [read] = reads(early.signal)[index]!;
    const waiting = createTestClient([() => {
      early.abort(reason);
      return Promise.reject(reason);
    }]);
    await assert.rejects(() => read(waiting.client), reason);
    assert.equal(waiting.requests[0]!.signal.aborted, true);

    const late = new AbortController();
    const [readBody, type] = reads(late.signal)[index]!;
    const body = new ReadableStream({
      pull(controller) {
        late.abort(reason);
        controller.error(new DOMException("aborted", "AbortError"));
      },
    });
    const begun = createTestClient([() => new Response(body, { headers: { "Content-Type": type } })]);
    await assert.rejects(() => readBody(begun.client), reason);
  }
});

Deno.test("a base URL without a scheme, or with another, is an error that names it", () => {
  for (const baseUrl of ["pages.example.com", "localhost:8787", "/v2", "ftp://pages.example.com", ""]) {
    assert.throws(() => createClient({ baseUrl, token: "t" }), {
      name: "TypeError",
      message: `Cannot create a client of "${baseUrl}": expected a URL such as https://pages.example.com`,
    });
  }
});

Deno.test("an answer that is not read is ended, so that its connection is free", async () => {
  let ended = 0;
  const endless = () => new ReadableStream({ cancel: () => void ended++ });
  const { client } = createTestClient([
    () => new Response(endless(), { status: 502 }),
    () => new Response(endless(), { headers: { "Content-Type": "text/html" } }),
  ]);
  for (const status of [502, 200]) {
    assert.deepEqual(await failureOf(client.listBatches()), ["client.invalid_answer", status, null]);
  }
  assert.equal(ended, 2);
});
