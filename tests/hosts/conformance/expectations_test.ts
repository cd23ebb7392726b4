import assert from "node:assert/strict";
import {
  expectHeader,
  expectMethods,
  expectProblem,
  expectRanges,
  expectRevalidation,
  expectStatus,
  readJson,
  readTag,
} from "../../../hosts/conformance/expectations.ts";
import {
  type Answer,
  createService as createServices,
  type Sent,
} from "../../../hosts/conformance/service.ts";
import { bytesResponse } from "../../../hosts/routes/http/conditional_requests.ts";
import { listen } from "../routes/sockets.ts";

const FAULT = { name: "CheckFault" };
const BYTES = Uint8Array.from({ length: 20 }, (_, index) => index);

async function toAnswer(response: Response): Promise<Answer> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const { status, headers } = response;
  return {
    request: "GET /a",
    method: "GET",
    path: "/a",
    status,
    headers,
    bytes,
    text: new TextDecoder().decode(bytes),
  };
}

/** A change of a right response. */
type Change = (response: Response, sent: Sent) => Response | void;

/** A service that answers as it should, except for a change. */
function createService(change: Change = () => {}) {
  return async (sent: Sent = {}): Promise<Answer> => {
    const { method = "GET", headers = {} } = sent;
    const request = new Request("https://a.example/a", { method, headers });
    const right = bytesResponse(BYTES, request, '"tag"', {
      "Content-Type": "a/b",
      "Cache-Control": "no-cache",
    });
    return await toAnswer(change(right, sent) ?? right);
  };
}

const set = (name: string, value: string): Change => ({ headers }) => headers.set(name, value);

/** The same change for responses of a status only. */
const at = (status: number, change: Change): Change => (response, sent) =>
  response.status === status ? change(response, sent) : undefined;

const PROBLEM = { type: "about:blank", title: "No", status: 401, detail: "no", code: "auth.unauthenticated" };
const PROBLEM_HEADERS = {
  "Content-Type": "application/problem+json",
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Resource-Policy": "same-origin",
  "WWW-Authenticate": 'Bearer realm="a"',
};

function problem(fields: object = {}, headers: object = {}, status = 401): Promise<Answer> {
  const all = { ...PROBLEM_HEADERS, ...headers };
  return toAnswer(new Response(JSON.stringify({ ...PROBLEM, ...fields }), { status, headers: all }));
}

Deno.test("a problem needs its status, code, texts and headers", async () => {
  const check = (answer: Answer) => expectProblem(answer, 401, "auth.unauthenticated");
  check(await problem());
  const faults = [
    await problem({}, {}, 403),
    ...await Promise.all(Object.keys(PROBLEM_HEADERS).map((name) => problem({}, { [name]: "other" }))),
    ...await Promise.all(Object.keys(PROBLEM).map((field) => problem({ [field]: "" }))),
    await problem({ detail: 7 }),
    await problem({ status: 400 }),
    { ...await problem(), text: "[]" },
    { ...await problem(), text: "no" },
  ];
  for (const answer of faults) assert.throws(() => check(answer), FAULT, JSON.stringify(answer));
});

Deno.test("a status is one of those, a header is equal, matches or is absent, and a body is an object", async () => {
  const answer = await createService()();
  expectStatus(answer, 204, 200);
  expectHeader(answer, "Content-Type", "a/b");
  expectHeader(answer, "Content-Type", /^a/);
  expectHeader(answer, "Link", null);
  assert.equal(readTag(answer), '"tag"');
  assert.throws(() => expectStatus(answer, 204), {
    ...FAULT,
    message: "GET /a: expected 204, it answered 200",
  });
  assert.throws(() => expectHeader(answer, "Content-Type", "a"), FAULT);
  assert.throws(() => expectHeader(answer, "Content-Type", /^b/), FAULT);
  assert.throws(() => expectHeader(answer, "Content-Type", null), FAULT);
  assert.throws(() => expectHeader(answer, "Link", "a"), FAULT);
  for (const text of ["null", "[]", "7", ""]) assert.throws(() => readJson({ ...answer, text }), FAULT);
  for (const tag of ['W/"tag"', "tag", '""']) {
    assert.throws(() => readTag({ ...answer, headers: new Headers({ ETag: tag }) }), FAULT, tag);
  }
});

Deno.test("revalidation needs 304 without a body for each form of the tag, and HEAD the headers of GET", async () => {
  await expectRevalidation(createService());
  const isHead = (change: Change): Change => (response, sent) =>
    sent.method === "HEAD" ? change(response, sent) : undefined;
  const unlessTag = (pattern: RegExp): Change => (_, { headers = {} }) =>
    pattern.test(headers["If-None-Match"] ?? "")
      ? new Response(BYTES, { headers: { ETag: '"tag"' } })
      : undefined;
  const faults: Change[] = [
    unlessTag(/^"tag"$/),
    unlessTag(/W\//),
    unlessTag(/\*/),
    at(304, set("ETag", '"other"')),
    (_, { headers = {} }) =>
      headers["If-None-Match"] === '"another"' ? new Response(null, { status: 304 }) : undefined,
    at(200, ({ headers }) => headers.delete("ETag")),
    isHead(set("ETag", '"other"')),
    isHead(set("Content-Type", "b/c")),
    isHead(set("Cache-Control", "no-store")),
    isHead(set("Content-Length", "19")),
    isHead((response) => new Response(null, { status: 204, headers: response.headers })),
  ];
  for (const [index, fault] of faults.entries()) {
    await assert.rejects(expectRevalidation(createService(fault)), FAULT, `${index}`);
  }
});

Deno.test("ranges need the right part, its length and its tag, and If-Range", async () => {
  await expectRanges(createService());
  const faults: Change[] = [
    at(200, ({ headers }) => headers.delete("Accept-Ranges")),
    at(206, set("Content-Range", "bytes 0-3/*")),
    at(206, set("ETag", '"other"')),
    at(206, ({ headers }) => new Response(BYTES, { status: 206, headers })),
    ({ headers }, sent) =>
      sent.headers?.["Range"] === "bytes=0-3" && sent.headers["If-Range"] === undefined
        ? new Response(BYTES.slice(0, 3), { status: 206, headers })
        : undefined,
    at(416, set("Content-Range", "bytes */21")),
    at(416, () => new Response(null, { status: 200, headers: { ETag: '"tag"' } })),
    (_, { headers = {} }) =>
      headers["If-Range"] === '"another"' ? new Response(BYTES, { status: 206 }) : undefined,
    (right, { headers = {} }) =>
      headers["If-Range"] === '"another"' ? new Response("part", { headers: right.headers }) : undefined,
    (_, { headers = {} }) =>
      headers["Range"]?.startsWith("lines") ? new Response(null, { status: 416 }) : undefined,
  ];
  for (const [index, fault] of faults.entries()) {
    await assert.rejects(expectRanges(createService(fault)), FAULT, `${index}`);
  }
});

Deno.test("each other method needs 405 with the methods that there are, and OPTIONS states them", async () => {
  const answerTo = (wrong: string, change: (answer: Answer) => void) => async ({ method }: Sent = {}) => {
    const allow = { "Allow": "GET, HEAD, OPTIONS" };
    const answer = method === "OPTIONS"
      ? await toAnswer(new Response(null, { status: 204, headers: allow }))
      : await problem({ status: 405, code: "request.method_not_allowed" }, allow, 405);
    if (method === wrong) change(answer);
    return answer;
  };
  await expectMethods(answerTo("GET", () => assert.fail()));
  for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
    await assert.rejects(
      expectMethods(answerTo(method, ({ headers }) => headers.set("Allow", "GET"))),
      FAULT,
    );
    await assert.rejects(expectMethods(answerTo(method, (answer) => void (answer.status = 404))), FAULT);
  }
});

Deno.test("a request that gets no response is a fault that says why", async () => {
  const server = listen(() => new Response());
  await server.close();
  await assert.rejects(
    () => createServices({ url: server.url, token: "t" }).cloud("/x"),
    ({ name, message }: Error) => {
      assert.equal(name, "CheckFault");
      assert.match(message, /^GET \/x: no complete response: fetch failed: .*(Connect|ECONN)/);
      return true;
    },
  );
});
