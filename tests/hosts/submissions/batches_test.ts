/**
 * Batches that writers send to a running `serve`.
 */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { ClientError, createClient, createWriter, type PutBatch } from "../../../web/client/mod.ts";
import { makeBundle } from "../../core/commit/bundles.ts";
import * as v from "valibot";
import { buildInternalOpenApi, COMMITTED_BATCH } from "../../../hosts/openapi/mod.ts";
import { createServiceCredentials } from "../../../hosts/auth/mod.ts";
import { until } from "../../waiting/mod.ts";
import {
  bearerOf,
  credentialOf,
  encodeBody,
  makeBundles,
  PATH,
  SECRET,
  startServer,
  TARGET,
  type WritingServer,
} from "./writing_server.ts";

let server: WritingServer;
Deno.test.beforeAll(async () => {
  server = await startServer();
});
Deno.test.afterAll(async () => await server[Symbol.asyncDispose]());

/** The status and code of a failed request. */
async function failureOf(request: Promise<PutBatch>): Promise<[number | null, string]> {
  const error = await request.then((put) => JSON.stringify(put), (error: ClientError) => error);
  assert.ok(error instanceof ClientError, String(error));
  return [error.status, error.code];
}

/** The revisions of a user. */
async function historyOf(user: string): Promise<{ revision: string; taskId: string; widgetCount: number }[]> {
  const { stdout, stderr } = await server.run("history", "--user", user, "--json");
  return JSON.parse(stdout || assert.fail(stderr)).revisions;
}

/** Sends a body as it is. */
async function send(
  body: BodyInit | null,
  { query = new URLSearchParams(TARGET).toString(), headers = {}, method = "PUT" }: {
    query?: string;
    headers?: Record<string, string>;
    method?: string;
  } = {},
): Promise<{ status: number; code: string; detail: string; headers: Headers }> {
  const response = await fetch(`${server.url}${PATH}?${query}`, {
    method,
    headers: {
      Authorization: `Bearer ${await credentialOf(["ada", "ben"])}`,
      "Idempotency-Key": crypto.randomUUID(),
      ...headers,
    },
    body,
  });
  const { code = "", detail = "" } = await response.json();
  return { status: response.status, code, detail, headers: response.headers };
}

Deno.test("a batch is committed whole, and the same request again changes nothing and has the same answer", async () => {
  const writer = await server.writer(["eve"]);
  const batch = { ...TARGET, user: "eve", key: "k1", bundles: await makeBundles("a", "b") };
  const first = await writer.putBatch(batch);
  assert.equal(first.batchId, "20260131-diary");
  assert.deepEqual(first.widgets?.map(({ name }) => name), ["001_widget", "002_widget"]);
  assert.deepEqual([first.repeated, first.replaced, first.warnings], [false, 0, []]);
  assert.deepEqual(await writer.putBatch(batch), { ...first, repeated: true });
  const [revision, ...others] = await historyOf("eve");
  assert.deepEqual([revision?.revision, revision?.taskId, others], [first.revision, "t1", []]);
  const client = createClient({ baseUrl: server.url, token: await bearerOf("eve") });
  const { batches: [read] } = await client.listBatches();
  assert.deepEqual(read?.widgets.map(({ id }) => id), first.widgets?.map(({ id }) => id));
  const log = join(server.data, "notifications.jsonl");
  await until(
    "the notification is delivered",
    async () => (await readFile(log, "utf8").catch(() => "")).includes(`${server.url}/feed/20260131-diary`),
  );
  const next = await writer.putBatch({ ...batch, key: "k2" });
  assert.deepEqual([next.replaced, next.repeated], [2, false]);
  assert.notEqual(next.revision, first.revision);
  assert.deepEqual(
    await writer.putBatch(batch),
    { ...first, repeated: true },
    "an old key does not commit again",
  );
  assert.deepEqual(await server.listTemporary(), []);
});

Deno.test("a key with another batch, task, day or strictness is an error, and a key of another user is another key", async () => {
  const writer = await server.writer(["fay", "gus"]);
  const bundles = await makeBundles("a");
  const batch = { ...TARGET, user: "fay", key: "k1", bundles };
  const { revision } = await writer.putBatch(batch);
  const changes = [
    { bundles: await makeBundles("b") },
    { bundles: await makeBundles("a", "b") },
    { task: "t2" },
    { date: "2026-02-01" },
    { kind: "welcome" as const },
    { strict: true },
  ];
  for (const change of changes) {
    assert.deepEqual(await failureOf(writer.putBatch({ ...batch, ...change })), [422, "batch.key_reused"]);
  }
  assert.deepEqual((await historyOf("fay")).map((found) => found.revision), [revision]);
  assert.equal((await writer.putBatch({ ...batch, user: "gus" })).repeated, false);
});

// claim: writer-own-users
Deno.test("a credential writes for the users that it names, and for no others", async () => {
  const bundles = await makeBundles("a");
  const put = async (users: readonly string[], user: string) =>
    (await server.writer(users)).putBatch({ ...TARGET, user, key: crypto.randomUUID(), bundles });
  for (const users of [["hal"], ["ida", "hal"], ["h*"], ["hal*"], ["*"]]) {
    assert.equal((await put(users, "hal")).batchId, "20260131-diary", String(users));
  }
  const committed = (await historyOf("hal")).length;
  for (const users of [[], ["ha"], ["halo"], ["ida*"], ["*hal"], ["h*l"], ["HAL"], [""]]) {
    assert.deepEqual(await failureOf(put(users, "hal")), [403, "request.forbidden"], String(users));
  }
  assert.equal((await historyOf("hal")).length, committed);
});

// claim: writer-own-users
Deno.test("a bearer, a service's credential and a forged one commit nothing", async () => {
  const service = await createServiceCredentials(new TextEncoder().encode(SECRET), Date.now).issue();
  const body = encodeBody(await makeBundles("a"));
  const valid = await credentialOf(["ada"]);
  const cases: [authorization: string, status: number, code: string][] = [
    [service, 403, "auth.insufficient_scope"],
    [`Bearer ${await bearerOf("ada")}`, 401, "auth.unauthenticated"],
    [`Bearer ${valid.slice(0, -3)}abc`, 401, "auth.unauthenticated"],
    ["Bearer none", 401, "auth.unauthenticated"],
    ["Basic YTpi", 401, "auth.unauthenticated"],
  ];
  for (const [authorization, status, code] of cases) {
    const answer = await send(body, { headers: { Authorization: authorization } });
    assert.deepEqual([answer.status, answer.code], [status, code], authorization);
  }
  const challenge = (await send(body, { headers: { Authorization: service } })).headers.get(
    "WWW-Authenticate",
  );
  assert.equal(challenge, 'Bearer realm="tck-internal", error="insufficient_scope", scope="tck.commit"');
  const { status } = await fetch(`${server.url}/v1/internal/daily-pages`, {
    headers: {
      Authorization: `Bearer ${await bearerOf("ada")}`,
      "Tck-Service-Authorization": `Bearer ${valid}`,
    },
  });
  assert.equal(status, 401, "a writer's credential reads nothing");
  assert.deepEqual(await historyOf("ada"), []);
});

Deno.test("invalid parameters, keys and methods are named, and nothing is committed", async () => {
  const body = encodeBody(await makeBundles("a"));
  const cases: [query: string, detail: RegExp][] = [
    ["user=ada&date=2026-02-30&kind=diary&task=t", /date "2026-02-30" is not a day/],
    ["user=ada&date=2026-01-31&kind=lunch&task=t", /kind "lunch" is not one of welcome, /],
    ["user=ada&date=2026-01-31&kind=diary", /task of type null is not 1 to 256/],
    ["date=2026-01-31&kind=diary&task=t", /user of type null/],
    ["user=ada&user=ben&date=2026-01-31&kind=diary&task=t", /Cannot read user: it is given 2 times/],
    ["user=ada&date=2026-01-31&kind=diary&task=t&strict=yes", /Cannot read strict "yes": expected true/],
    [
      "user=ada&date=2026-01-31&kind=diary&task=t&strikt=true",
      /Cannot read parameter "strikt": expected user/,
    ],
  ];
  for (const [query, detail] of cases) {
    const answer = await send(body, { query });
    assert.deepEqual([answer.status, answer.code], [400, "daily_page.invalid_query"], answer.detail);
    assert.match(answer.detail, detail);
  }
  for (const key of ["", "two words", "a".repeat(129), "ä", "../k"]) {
    const answer = await send(body, { headers: { "Idempotency-Key": encodeURI(key) === key ? key : "a b" } });
    assert.deepEqual([answer.status, answer.code], [400, "request.malformed"], key);
  }
  const wrong = await send(body, { method: "POST" });
  assert.deepEqual([wrong.status, wrong.headers.get("Allow")], [405, "PUT, OPTIONS"]);
  assert.deepEqual(await historyOf("ada"), []);
});

// claim: batch-stays-in-its-folder
Deno.test("a body that is not a batch is named, whatever its names are, and nothing is written or committed", async () => {
  const bundle = Uint8Array.from(await makeBundle("a"));
  const named = (name: string) => encodeBody([{ name, content: bundle }]);
  const names = [
    "../001_a.tckb",
    "../../../001_a.tckb",
    "/tmp/001_a.tckb",
    "001_a/../../x.tckb",
    "C:\\001_a.tckb",
    "..",
    "001_a.tckb\u0000",
    "001_A.tckb",
    "001_a.tckb.sh",
    "a.tckb",
    "",
  ];
  const bodies: [what: string, body: Blob, detail: RegExp][] = [
    ...names.map((name) =>
      [name, named(name), /^Cannot read the batch: the name /] as [string, Blob, RegExp]
    ),
    ["no line", new Blob([bundle]), /^Cannot read the batch: a bundle begins with|no header line/],
    ["no size", new Blob(['{"name":"001_a.tckb"}\n']), /expected a line such as/],
    ["a size below zero", new Blob(['{"name":"001_a.tckb","size":-1}\n']), /expected a line such as/],
    ["null", new Blob(["null\n"]), /expected a line such as/],
    ["a large size", new Blob(['{"name":"001_a.tckb","size":33554433}\n']), /at most 33554432 are allowed/],
    ["truncated", named("001_a.tckb").slice(0, -1), /it ends within an envelope/],
    ["truncated line", new Blob(['{"name":']), /it ends within a header line/],
    ["twice", new Blob([named("001_a.tckb"), named("001_a.tckb")]), /bundle "001_a.tckb" occurs twice/],
  ];
  for (const [what, body, detail] of bodies) {
    const answer = await send(body);
    assert.deepEqual([answer.status, answer.code], [400, "batch.malformed"], `${what}: ${answer.detail}`);
    assert.match(answer.detail, detail, what);
    assert.deepEqual(await server.listTemporary(), [], what);
  }
  assert.equal((await send(null)).code, "batch.malformed");
  assert.deepEqual(await historyOf("ada"), []);
});

Deno.test("an invalid bundle is a warning, or with strict an error, and a batch without a valid one is an error", async () => {
  const writer = await server.writer(["joy"]);
  const bad = { name: "002_bad.tckb", content: new Uint8Array(9) };
  const bundles = [...await makeBundles("a") as { name: string; content: Uint8Array<ArrayBuffer> }[], bad];
  const batch = { ...TARGET, user: "joy", bundles };
  assert.deepEqual(await failureOf(writer.putBatch({ ...batch, key: "k1", strict: true })), [
    422,
    "batch.invalid",
  ]);
  assert.deepEqual(await failureOf(writer.putBatch({ ...batch, key: "k1", bundles: [bad] })), [
    422,
    "batch.invalid",
  ]);
  assert.deepEqual(await failureOf(writer.putBatch({ ...batch, key: "k1", bundles: [] })), [
    400,
    "batch.malformed",
  ]);
  assert.deepEqual(await historyOf("joy"), []);
  const answer = await writer.putBatch({ ...batch, key: "k1" });
  assert.deepEqual([answer.widgets?.length, answer.warnings.map(({ event }) => event)], [1, [
    "bundle_refused",
  ]]);
  const failed = await send(encodeBody([bad]));
  assert.doesNotMatch(failed.detail, /tck-batch-/, "the answer does not name the server's folder");
  assert.match(failed.detail, /^Cannot commit the batch: none of its 1 bundles can be taken/);
});

Deno.test("a body above the general limit is committed, and one above its own is rejected", async () => {
  const writer = await server.writer(["kim"]);
  const filler = crypto.getRandomValues(new Uint8Array(65_536)).toHex().repeat(12); // 1.5 MB, as a string of the module.
  const content = Uint8Array.from(await makeBundle(filler + crypto.randomUUID()));
  const large = Array.from({ length: 30 }, (_, index) => ({
    name: `${String(index + 1).padStart(3, "0")}_large.tckb`,
    content,
  }));
  const { widgets } = await writer.putBatch({ ...TARGET, user: "kim", key: "k1", bundles: large });
  assert.equal(widgets?.length, 30);
  const query = new URLSearchParams(TARGET).toString(); // With Content-Length, which the writer's stream does not have.
  assert.equal((await send(encodeBody(large.slice(0, 2)), { query })).status, 201);
  const zeros = new Uint8Array(33_554_432);
  const tooLarge = Array.from(
    { length: 5 },
    (_, index) => ({ name: `00${index + 1}_a.tckb`, content: zeros }),
  );
  const failed = failureOf(
    writer.putBatch({ ...TARGET, user: "kim", key: "k2", bundles: tooLarge, attempts: 1 }),
  );
  assert.deepEqual(await failed, [413, "batch.too_large"]);
  assert.deepEqual(await server.listTemporary(), []);
});

/** Sends the head of a request whose body is longer than what follows. */
async function sendHead(url: string, user: string): Promise<Socket> {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  const head = [
    `PUT ${PATH}?${new URLSearchParams({ ...TARGET, user })} HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    `Authorization: Bearer ${await credentialOf([user])}`,
    "Idempotency-Key: k1",
    "Content-Length: 1000000",
    "",
    "",
  ];
  socket.write(head.join("\r\n"));
  return socket;
}

/** What the server has logged, as soon as it has some lines of a kind. */
async function untilLogged(
  // deno-lint-ignore no-explicit-any -- the fields of each event
  isWanted: (line: any) => boolean,
  count: number,
  // deno-lint-ignore no-explicit-any -- the same
): Promise<any[]> {
  const read = () => {
    const lines = server.process.output().stderr.split("\n").slice(0, -1);
    return lines.map((line) => JSON.parse(line)).filter(isWanted);
  };
  await until(`${count} lines in the log`, () => read().length >= count);
  return read();
}

Deno.test("a writer whose two batches are arriving has to wait, which is a warning in the log without a stack", async () => {
  const sockets = [await sendHead(server.url, "ada"), await sendHead(server.url, "ada")];
  await until("both bodies have begun to arrive", async () => (await server.listTemporary()).length === 2);
  const answer = await fetch(`${server.url}${PATH}?${new URLSearchParams(TARGET)}`, {
    method: "PUT",
    headers: { Authorization: `Bearer ${await credentialOf(["ada"])}`, "Idempotency-Key": "k2" },
    body: encodeBody(await makeBundles("a")),
  });
  assert.deepEqual([answer.status, (await answer.json()).code], [503, "batch.busy"]);
  assert.match(answer.headers.get("Retry-After")!, /^\d+$/);
  for (const socket of sockets) socket.destroy();
  await until("both folders are removed", async () => (await server.listTemporary()).length === 0);
  const failures = await untilLogged(
    ({ event, code }) => event === "request_failed" && code === "batch.busy",
    1,
  );
  assert.deepEqual(failures.map(({ level, cause }) => [level, cause]), [["warning", undefined]]);
});

// claim: batch-stays-in-its-folder
Deno.test("the folder of a batch is removed when its sender leaves, and a later request with the key commits", async () => {
  const bundles = await makeBundles("a");
  const socket = await sendHead(server.url, "lea");
  socket.write(new Uint8Array(await encodeBody(bundles).arrayBuffer()));
  await until("the body has begun to arrive", async () => (await server.listTemporary()).length === 1);
  socket.destroy();
  await until("its folder is removed", async () => (await server.listTemporary()).length === 0);
  const writer = await server.writer(["lea"]);
  assert.equal((await writer.putBatch({ ...TARGET, user: "lea", key: "k1", bundles })).repeated, false);
  assert.equal((await historyOf("lea")).length, 1);
});

Deno.test("each request is one line of the audit log with the credential's subject", async () => {
  const writer = await server.writer(["una"]);
  const batch = { ...TARGET, user: "una", key: "k1", bundles: await makeBundles("a") };
  const { revision } = await writer.putBatch(batch);
  await writer.putBatch(batch);
  await failureOf(writer.putBatch({ ...batch, task: "t2" }));
  const acts = await untilLogged(({ audit, user }) => audit && user === "una", 3);
  const act = { action: "commit", actor: "service:agent-1", user: "una", batchId: "20260131-diary" };
  const expected = [
    { ...act, taskId: "t1", outcome: "done", revision },
    { ...act, taskId: "t1", outcome: "done", revision, repeated: true },
    { ...act, taskId: "t2", outcome: "failed", revision: null },
  ];
  assert.deepEqual(
    acts.map(({ time: _, level: _l, event: _e, message: _m, audit: _a, requestId: _r, ...fields }) => fields),
    expected,
  );
});

Deno.test("the storage service describes the route, with its answers and problems", async () => {
  const document = await (await fetch(`${server.url}/v1/internal/openapi.json`)).json();
  assert.deepEqual(document, JSON.parse(JSON.stringify(buildInternalOpenApi())));
  const writer = await server.writer(["oda"]);
  const batch = { ...TARGET, user: "oda", key: "k1", bundles: await makeBundles("a") };
  v.parse(COMMITTED_BATCH, await writer.putBatch(batch));
  v.parse(COMMITTED_BATCH, await writer.putBatch(batch));
  const { responses } = document.paths[PATH].put;
  const described = Object.values<{ description: string }>(responses).map(({ description }) => description)
    .join();
  for (const query of ["", new URLSearchParams(TARGET).toString()]) {
    const { status, code } = await send("none", { query });
    assert.ok(responses[status] !== undefined && described.includes(code), `${status} ${code}`);
  }
});

Deno.test("token prints a credential that commits", async () => {
  const { stdout, stderr } = await server.run(
    "token",
    "--writer",
    "agent-2",
    "--for",
    "mia",
    "--for",
    "ned-*",
    "--json",
  );
  const { token, writer: name, users } = JSON.parse(stdout || assert.fail(stderr));
  assert.deepEqual([name, users], ["agent-2", ["mia", "ned-*"]]);
  const writer = createWriter({ baseUrl: server.url, token });
  const batch = { ...TARGET, key: "k1", bundles: await makeBundles("a") };
  assert.equal((await writer.putBatch({ ...batch, user: "ned-1" })).repeated, false);
  assert.deepEqual(await failureOf(writer.putBatch({ ...batch, user: "ned" })), [403, "request.forbidden"]);
  for (
    const args of [[], ["--user", "a", "--writer", "b"], ["--writer", "b"], ["--user", "a", "--for", "b"], [
      "--writer",
      "b",
      "--for",
      "",
    ]]
  ) {
    assert.equal((await server.run("token", ...args)).code, 2, args.join(" "));
  }
});
