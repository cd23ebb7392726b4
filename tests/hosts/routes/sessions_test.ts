import assert from "node:assert/strict";
import { sql } from "kysely";
import { assertProblem } from "./answers.ts";
import {
  authorize,
  createIdentity,
  openStores,
  serveStack,
  serveWeb,
  type Stack,
  type Stores,
} from "./stack.ts";
import { type TestServer, upstreamOf } from "./sockets.ts";

let stores: Stores;
Deno.test.beforeAll(async () => {
  stores = await openStores();
});
Deno.test.afterAll(() => stores.close());

const LIST = "/api/daily-pages/v2/batches";
const HOUR_MS = 3_600_000;

/** Serves the three services with a clock that the test sets. */
async function withStack(
  run: (stack: Stack, clock: { now: number }, identity: ReturnType<typeof createIdentity>) => Promise<void>,
): Promise<void> {
  const clock = { now: Math.floor(Date.now() / 1000) * 1000 };
  const identity = createIdentity(clock);
  const stack = serveStack(stores, undefined, identity);
  try {
    await run(stack, clock, identity);
  } finally {
    await stack.close();
  }
}

interface Cookie {
  header: { Cookie: string };
  maxAge: number;
}

function cookieOf(response: Response): Cookie {
  const [pair, ...attributes] = response.headers.getSetCookie()[0]!.split("; ");
  const maxAge = attributes.find((attribute) => attribute.startsWith("Max-Age="))!;
  return { header: { Cookie: pair! }, maxAge: Number(maxAge.slice("Max-Age=".length)) };
}

async function post(
  web: TestServer,
  path: string,
  cookie?: Cookie,
  fields: Record<string, string> = {},
): Promise<Response> {
  return await fetch(web.url + path, {
    method: "POST",
    headers: { Origin: web.url, ...cookie?.header },
    body: new URLSearchParams(fields),
    redirect: "manual",
  });
}

async function signIn(web: TestServer, token: string): Promise<Cookie> {
  const response = await post(web, "/login", undefined, { token });
  assert.equal(response.status, 303);
  await response.body?.cancel();
  return cookieOf(response);
}

async function signOut(web: TestServer, cookie: Cookie): Promise<Response> {
  const response = await post(web, "/logout", cookie);
  await response.body?.cancel();
  return response;
}

async function statusOf(server: TestServer, path: string, headers: Record<string, string>): Promise<number> {
  const response = await fetch(server.url + path, { headers, redirect: "manual" });
  await response.body?.cancel();
  return response.status;
}

// claim: sign-out-ends-session
Deno.test("after signing out, the cookie is rejected everywhere, and signing in again works", () =>
  withStack(async ({ web, cloud, storage }, clock, { bearers, sessions }) => {
    const token = await bearers.issue("ada", 3600);
    const cookie = await signIn(web, token);
    const session = await sessions.read(cookie.header.Cookie.replace("tck_session=", ""));
    const exchanged = { Authorization: `Bearer ${await sessions.exchange(session!)}` };
    assert.equal(await statusOf(web, LIST, cookie.header), 200);
    assert.equal(await statusOf(web, "/", cookie.header), 200);
    assert.equal(await statusOf(cloud, "/v2/daily-pages", exchanged), 200);

    assert.equal((await signOut(web, cookie)).status, 303);
    for (const path of [LIST, "/", "/embed/daily-page/v2", "/feed/20260304-diary"]) {
      assert.equal(await statusOf(web, path, cookie.header), 401, path);
    }
    assert.equal(await statusOf(cloud, "/v2/daily-pages", exchanged), 401, "the bearer of the session");
    assert.equal(await statusOf(storage, "/v1/internal/daily-pages", exchanged), 401);
    await assertProblem(await post(web, "/session/renew", cookie), 401, "auth.unauthenticated");
    assert.equal((await signOut(web, cookie)).status, 303, "signing out twice");

    const other = await signIn(web, token);
    assert.equal(await statusOf(web, LIST, other.header), 200);
    clock.now += 1000;
    assert.equal(await statusOf(web, LIST, cookie.header), 401);
  }));

Deno.test("signing out ends one session and no other one of the user", () =>
  withStack(async ({ web }, _clock, { bearers }) => {
    const token = await bearers.issue("ada", 3600);
    const [first, second] = [await signIn(web, token), await signIn(web, token)];
    await signOut(web, first);
    assert.deepEqual(
      [await statusOf(web, LIST, first.header), await statusOf(web, LIST, second.header)],
      [401, 200],
    );
  }));

// claim: renewal-bounded
Deno.test("a bearer of 30 s opens a session that ends with it, renewed or not", () =>
  withStack(async ({ web }, clock, { bearers, sessions }) => {
    const cookie = await signIn(web, await bearers.issue("ada", 30));
    assert.equal(cookie.maxAge, 30);
    const session = (await sessions.read(cookie.header.Cookie.replace("tck_session=", "")))!;
    const exchanged = await sessions.exchange(session);
    clock.now += 29_000;
    assert.equal(await statusOf(web, LIST, cookie.header), 200);
    const response = await post(web, "/session/renew", cookie);
    assert.equal(response.status, 200);
    assert.deepEqual(await response.json(), { expiresAt: new Date(clock.now + 1000).toISOString() });
    const renewed = cookieOf(response);
    assert.equal(renewed.maxAge, 1);
    assert.equal((await bearers.verify(exchanged))?.userId, "ada");
    clock.now += 1000;
    for (const { header } of [cookie, renewed]) assert.equal(await statusOf(web, LIST, header), 401);
    assert.equal(await bearers.verify(exchanged), null, "the exchanged bearer outlives the session");
    await assertProblem(await post(web, "/session/renew", renewed), 401, "auth.unauthenticated");
  }));

// claim: renewal-bounded
Deno.test("a session of a long bearer lasts 12 h, and a page renews it until the bearer expires", () =>
  withStack(async ({ web }, clock, { bearers }) => {
    let cookie = await signIn(web, await bearers.issue("ada", 24 * 3600));
    for (const [hours, maxAge] of [[10, 43_200], [10, 14_400], [3, 3600]] as const) {
      assert.ok(cookie.maxAge <= 43_200);
      clock.now += hours * HOUR_MS;
      const response = await post(web, "/session/renew", cookie);
      assert.equal(response.status, 200);
      assert.match(response.headers.getSetCookie()[0]!, /; HttpOnly; SameSite=Lax$/);
      await response.body!.cancel();
      assert.equal(cookieOf(response).maxAge, maxAge);
      cookie = cookieOf(response);
      assert.equal(await statusOf(web, LIST, cookie.header), 200);
    }
    clock.now += HOUR_MS;
    assert.equal(await statusOf(web, LIST, cookie.header), 401);
  }));

Deno.test("a page renews its session with a request without a body; another site's request is rejected", () =>
  withStack(async ({ web }, _clock, { bearers }) => {
    const { header } = await signIn(web, await bearers.issue("ada", 3600));
    const statuses = [];
    for (const Origin of [web.url, "http://evil.example"]) {
      const init = { method: "POST", headers: { ...header, Origin } };
      const response = await fetch(`${web.url}/session/renew`, init);
      await response.body!.cancel();
      statuses.push(response.status);
      assert.equal(response.headers.has("Set-Cookie"), response.ok);
    }
    assert.deepEqual(statuses, [200, 403]);
    assert.equal(await statusOf(web, "/session/renew", header), 405);
  }));

Deno.test("the local user's session can be renewed beyond 12 h, but not once it has expired", () =>
  withStack(async ({ cloud }, clock, identity) => {
    const web = serveWeb(upstreamOf(cloud), { ...identity, signIn: { kind: "local", userId: "demo" } });
    const response = await fetch(`${web.url}/login`, { redirect: "manual" });
    await response.body?.cancel();
    const first = cookieOf(response);
    assert.equal(first.maxAge, 43_200);
    clock.now += 11 * HOUR_MS;
    const renewal = await post(web, "/session/renew", first);
    await renewal.body?.cancel();
    const renewed = cookieOf(renewal);
    assert.equal(renewed.maxAge, 43_200);
    clock.now += 2 * HOUR_MS;
    assert.equal(await statusOf(web, LIST, renewed.header), 200);
    await assertProblem(await post(web, "/session/renew", first), 401, "auth.unauthenticated");
    await signOut(web, renewed);
    assert.equal(await statusOf(web, LIST, renewed.header), 401);
    await web.close();
  }));

// claim: sign-out-ends-session
Deno.test("signing out also ends what was renewed from the session, and what its bearer signed in", () =>
  withStack(async ({ web }, _clock, { bearers, sessions }) => {
    const first = await signIn(web, await bearers.issue("ada", 3600));
    const renewal = await post(web, "/session/renew", first);
    await renewal.body?.cancel();
    const renewed = cookieOf(renewal);
    const session = (await sessions.read(first.header.Cookie.replace("tck_session=", "")))!;
    const derived = await signIn(web, await sessions.exchange(session));
    assert.equal(derived.maxAge, 300);
    await signOut(web, first);
    for (const { header } of [first, renewed, derived]) assert.equal(await statusOf(web, LIST, header), 401);
  }));

// claim: sign-out-at-once
Deno.test("a session that one server ends has ended on every server of the database", () =>
  withStack(async (first, _clock, identity) => {
    const second = serveStack(stores, undefined, identity);
    const cookie = await signIn(first.web, await identity.bearers.issue("ada", 3600));
    assert.equal(await statusOf(second.web, LIST, cookie.header), 200);
    await signOut(first.web, cookie);
    assert.equal(await statusOf(second.web, LIST, cookie.header), 401);
    await assertProblem(await post(second.web, "/session/renew", cookie), 401, "auth.unauthenticated");
    await second.close();
  }));

Deno.test("if the storage service cannot be reached, signing out fails and keeps the cookie for another try", () =>
  withStack(async ({ web, cloud, storage }, _clock, { bearers }) => {
    const cookie = await signIn(web, await bearers.issue("ada", 3600));
    await storage.close();
    const response = await signOut(web, cookie);
    assert.deepEqual([response.status, response.headers.getSetCookie()], [502, []]);
    assert.ok(cloud.url);
  }));

Deno.test("a bearer that is not of a session cannot end or query one", () =>
  withStack(async ({ cloud, storage }) => {
    const headers = await authorize("ada");
    for (
      const url of [`${cloud.url}/v2/daily-pages/session`, `${storage.url}/v1/internal/daily-pages/session`]
    ) {
      for (const method of ["GET", "DELETE"]) {
        await assertProblem(await fetch(url, { method, headers }), 403, "request.forbidden");
      }
      await assertProblem(await fetch(url, { method: "DELETE" }), 401, "auth.unauthenticated");
    }
  }));

Deno.test("the record of an ended session is removed once no token of it can be valid", () =>
  withStack(async ({ web }, _clock, { bearers }) => {
    const { kysely } = stores.database;
    const [old, recent] = [crypto.randomUUID(), crypto.randomUUID()];
    await sql`insert into ended_sessions values (${old}, now() - interval '25 hours'),
      (${recent}, now() - interval '13 hours')`.execute(kysely);
    await signOut(web, await signIn(web, await bearers.issue("ada", 3600)));
    const kept = (await kysely.selectFrom("ended_sessions").select("session_id").execute())
      .map(({ session_id }) => session_id);
    assert.deepEqual([kept.includes(old), kept.includes(recent)], [false, true]);
  }));
