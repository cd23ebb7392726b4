import assert from "node:assert/strict";
import { decodeJwt } from "jose";
import { assertProblem } from "./answers.ts";
import { bearerOf, CLOSED_CLOUD, createIdentity, createWeb, serveWeb, sessionCookie } from "./stack.ts";
import { listen, sendRaw, type TestServer, upstreamOf } from "./sockets.ts";

const LIST = "/api/daily-pages/v2/batches";

/** Serves a web app in front of a cloud that records the bearer of requests. */
async function withWeb(
  run: (web: TestServer, forwardedBearer: () => string | null) => Promise<void>,
  ports: Parameters<typeof serveWeb>[1] = {},
): Promise<void> {
  let bearer: string | null = null;
  const cloud = listen((request) => {
    bearer = request.headers.get("Authorization");
    return Response.json({ batches: [], nextCursor: null });
  });
  const web = serveWeb(upstreamOf(cloud), ports);
  try {
    await run(web, () => bearer);
  } finally {
    await web.close();
    await cloud.close();
  }
}

function send(web: TestServer, headers: Record<string, string>): Promise<Response> {
  return fetch(web.url + LIST, { headers, redirect: "manual" });
}

// claim: embed-cookie-limited
Deno.test("the Authorization header takes precedence over the session, and the session over the cookie", () =>
  withWeb(async (web, forwardedBearer) => {
    const session = await sessionCookie("session-user");
    const both = `embed_bearer=of.embed.cookie; ${session}`;
    const requests = [
      [{ Authorization: "Bearer of.the.header", Cookie: both }, "of.the.header"],
      [{ Authorization: "bearer  of.the.header" }, "of.the.header"],
      [{ Cookie: both }, "session-user"],
      [{ Cookie: `${session}; embed_bearer=of.embed.cookie` }, "session-user"],
      [{ Cookie: `${session}; embed_bearer=a; embed_bearer=b` }, "session-user"],
      [{ Cookie: `${session}; embed_bearer=%` }, "session-user"],
      [{ Cookie: "embed_bearer=of.embed.cookie" }, "of.embed.cookie"],
      [{ Cookie: "tck_session=over; embed_bearer=of.embed.cookie" }, "of.embed.cookie"],
    ] as const;
    for (const [headers, expected] of requests) {
      const response = await send(web, headers);
      assert.equal(response.status, 200);
      await response.body!.cancel();
      const bearer = forwardedBearer()!.replace("Bearer ", "");
      assert.equal(expected === "session-user" ? decodeJwt(bearer).sub : bearer, expected);
    }
  }));

// claim: embed-cookie-limited
Deno.test("the cookie embed_bearer counts for the embedded page, and not for the other pages", () =>
  withWeb(async (web, forwardedBearer) => {
    const open = async (path: string) => {
      const headers = { Cookie: "embed_bearer=of.embed.cookie" };
      const response = await fetch(web.url + path, { headers, redirect: "manual" });
      await response.body?.cancel();
      return response;
    };
    for (const path of ["/", "/feed/20260301-morning-brief"]) {
      const response = await open(path);
      assert.equal(response.status, 302);
      assert.equal(response.headers.get("Location"), `/login?next=${encodeURIComponent(path)}`);
    }
    assert.equal(forwardedBearer(), null);
    assert.equal((await open("/embed/daily-page/v2")).status, 200);
    assert.equal(forwardedBearer(), "Bearer of.embed.cookie");
  }));

Deno.test("a 401 and signing out clear the cookie embed_bearer, and the page's link leads back", async () => {
  const cloud = listen(() =>
    new Response(JSON.stringify({ code: "auth.unauthenticated", detail: "no longer" }), {
      status: 401,
      headers: { "Content-Type": "application/problem+json" },
    })
  );
  const web = serveWeb(upstreamOf(cloud));
  const pagePaths = [
    "/",
    "/embed",
    "/embed/",
    "/embed/daily-page",
    "/embed/daily-page/",
    "/embed/daily-page/v2",
  ];
  const listPaths = ["/", "/api", "/api/", "/api/daily-pages", "/api/daily-pages/"]
    .concat("/api/daily-pages/v2", "/api/daily-pages/v2/", "/api/daily-pages/v2/batches");
  const clearedAt = (paths: string[]) => paths.map((path) => `embed_bearer=; Max-Age=0; Path=${path}`);
  const headers = { Cookie: "embed_bearer=stale" };
  const page = await fetch(`${web.url}/embed/daily-page/v2?size=2`, { headers });
  assert.deepEqual([page.status, page.headers.getSetCookie()], [401, clearedAt(pagePaths)]);
  assert.match(await page.text(), /<a href="\/login\?next=%2Fembed%2Fdaily-page%2Fv2%3Fsize%3D2">/);
  for (const Cookie of ["embed_bearer=stale", "embed_bearer=a; embed_bearer=b", "embed_bearer=%"]) {
    const list = await send(web, { Cookie });
    assert.deepEqual([list.status, list.headers.getSetCookie()], [401, clearedAt(listPaths)], Cookie);
    await list.body!.cancel();
  }
  const without = await send(web, { Cookie: "tck_theme=dark" });
  assert.deepEqual([without.status, without.headers.getSetCookie()], [401, []]);
  await without.body!.cancel();
  const signedOut = await fetch(`${web.url}/logout`, {
    method: "POST",
    headers: { ...headers, Origin: web.url },
    redirect: "manual",
  });
  await signedOut.body?.cancel();
  const [session, ...embed] = signedOut.headers.getSetCookie();
  assert.deepEqual([signedOut.status, session], [303, "tck_session=; Max-Age=0; Path=/"]);
  const bundlePaths = ["/api/widgets", "/api/widgets/", "/api/widgets/v1", "/api/widgets/v1/"]
    .concat("/api/widgets/v1/bundles");
  assert.deepEqual(embed, clearedAt([...new Set([...pagePaths, ...listPaths, ...bundlePaths])]));
  await web.close();
  await cloud.close();
});

// claim: planted-embed-cookie
Deno.test("over https, a rejected embed_bearer is cleared for each domain and partition that can carry it, and no more", async () => {
  const web = createWeb(CLOSED_CLOUD, { appUrl: "https://feed.app.example.com" });
  const clearedBy = async (path: string) => {
    const headers = { Cookie: "embed_bearer=a; embed_bearer=b" };
    const response = await web.fetch(new Request(`http://10.0.0.1${path}`, { headers }));
    assert.equal(response.status, 401);
    return response.headers.getSetCookie();
  };
  const lines = await clearedBy("/embed/daily-page/v2");
  for (
    const attributes of [
      "Path=/embed",
      "Path=/embed; Secure; Partitioned",
      "Domain=feed.app.example.com; Path=/embed",
      "Domain=app.example.com; Path=/embed/daily-page/v2",
      "Domain=example.com; Path=/embed/",
    ]
  ) assert.ok(lines.includes(`embed_bearer=; Max-Age=0; ${attributes}`), attributes);
  assert.equal(lines.some((line) => line.includes("Domain=com")), false);
  const file = await clearedBy(`/api/widgets/v1/${"A".repeat(64)}/widget.mjs`);
  for (const sent of [lines, file]) {
    assert.ok(sent.length <= 36 && sent.join("\r\nSet-Cookie: ").length < 5_000, `${sent.length}`);
  }
  assert.ok(file.includes(`embed_bearer=; Max-Age=0; Path=/api/widgets/v1/${"A".repeat(64)}/`));
});

Deno.test("a session is exchanged for a five-minute bearer of the cloud", async () => {
  const clock = { now: Date.now() };
  const { sessions, bearers } = createIdentity(clock);
  await withWeb(async (web, forwardedBearer) => {
    const response = await send(web, { Cookie: await sessionCookie("ada", clock) });
    await response.body!.cancel();
    const bearer = forwardedBearer()!.replace("Bearer ", "");
    const { sub, aud, exp, iat } = decodeJwt(bearer);
    assert.deepEqual({ sub, aud, lifetime: exp! - iat! }, { sub: "ada", aud: "tck-cloud", lifetime: 300 });
    clock.now += 298_000;
    assert.equal((await bearers.verify(bearer))?.userId, "ada");
    clock.now += 2_000;
    assert.equal(await bearers.verify(bearer), null);
  }, { sessions, bearers });
});

Deno.test("without a bearer and without a session the cloud is not called", () =>
  withWeb(async (web, forwardedBearer) => {
    const cookies = [
      "",
      "tck_session=",
      "tck_session=not.a.token",
      await sessionCookie("ada", { now: Date.now() - 43_201_000 }),
      `tck_session=${await bearerOf("ada")}`,
      "other=1",
      "not_embed_bearer=x; embed_bearer_=y",
    ];
    for (const Cookie of cookies) {
      await assertProblem(await send(web, { Cookie }), 401, "auth.unauthenticated");
    }
    assert.equal(forwardedBearer(), null);
  }));

Deno.test("a server without sessions of its own accepts no session", () =>
  withWeb(async (web) => {
    const response = await send(web, { Cookie: await sessionCookie("ada") });
    await assertProblem(response, 401, "auth.unauthenticated");
  }, { sessions: null, signIn: { kind: "none" } }));

Deno.test("a bearer that could end its header is rejected, also percent-encoded in the cookie", () =>
  withWeb(async (web, forwardedBearer) => {
    const session = await sessionCookie("ada");
    const cookies = [
      "embed_bearer=a%0d%0aX-Injected:%201",
      "embed_bearer=a%0A",
      "embed_bearer=a b",
      `embed_bearer="a"`,
      "embed_bearer=a,b",
      "embed_bearer=",
      "embed_bearer=%",
      "embed_bearer=a%2eb",
      "embed_bearer",
      "embed_bearer=\\",
    ];
    for (const cookie of cookies) {
      const response = await send(web, { Cookie: cookie });
      const { detail } = await assertProblem(response, 401, "auth.unauthenticated");
      assert.doesNotMatch(detail, /Injected/);
    }
    for (const Authorization of ["Bearer a,b", "Bearer a\tb", "Bearer", "Basic YTpi", "Bearer a, Bearer b"]) {
      const response = await send(web, { Authorization, Cookie: session });
      await assertProblem(response, 401, "auth.unauthenticated");
    }
    assert.equal(forwardedBearer(), null);
  }));

Deno.test("a header that continues on a second line does not reach the cloud", () =>
  withWeb(async (web, forwardedBearer) => {
    const start = [`GET ${LIST} HTTP/1.1`, "Host: localhost"];
    const folded = await sendRaw(web.port, [...start, "Authorization: Bearer a", " b"]);
    assert.match(folded, /^HTTP\/1\.1 4\d\d /);
    const twice = await sendRaw(web.port, [...start, "Authorization: Bearer a", "Authorization: Bearer b"]);
    assert.match(twice, /^HTTP\/1\.1 401 /);
    assert.equal(forwardedBearer(), null);
  }));

Deno.test("two cookies named embed_bearer are rejected in any spelling", () =>
  withWeb(async (web, forwardedBearer) => {
    const cookies = [
      "embed_bearer=a; embed_bearer=b",
      "embed_bearer=a;embed_bearer=a",
      "embed_bearer =a; embed_bearer=b",
      "embed_bearer; embed_bearer=b",
      `embed_bearer="; embed_bearer=b`,
      "embed_bearer=a; x=1; embed_bearer=b; embed_bearer=c",
    ];
    for (const Cookie of cookies) {
      await assertProblem(await send(web, { Cookie }), 401, "auth.unauthenticated");
    }
    assert.equal(forwardedBearer(), null);
  }));

Deno.test("a bearer that the cloud rejects is rejected with the cloud's detail", async () => {
  const cloud = listen(() =>
    new Response(JSON.stringify({ code: "auth.unauthenticated", detail: "no longer" }), {
      status: 401,
      headers: { "Content-Type": "application/problem+json" },
    })
  );
  const web = serveWeb(upstreamOf(cloud));
  const { detail } = await assertProblem(
    await send(web, { Authorization: "Bearer a" }),
    401,
    "auth.unauthenticated",
  );
  assert.equal(detail, "no longer");
  await web.close();
  await cloud.close();
});
