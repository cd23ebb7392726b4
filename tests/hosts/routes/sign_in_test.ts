import assert from "node:assert/strict";
import fc from "fast-check";
import { CLOSED_CLOUD, createIdentity, createWeb } from "./stack.ts";
import { assertNotCacheable } from "./answers.ts";
import type { WebAppDependencies } from "../../../hosts/routes/mod.ts";

const ORIGIN = "http://127.0.0.1:8787";
const FORM = "application/x-www-form-urlencoded";

function app(deps: Partial<WebAppDependencies> = {}) {
  const web = createWeb(CLOSED_CLOUD, deps);
  return async (path: string, init: RequestInit = {}): Promise<Response> =>
    await web.fetch(new Request(ORIGIN + path, init));
}

const LOCAL = app({ signIn: { kind: "local", userId: "demo" } });

/** Posts the form as a browser does on the same origin. */
function post(fields: Record<string, string>, headers: Record<string, string> = {}): RequestInit {
  return { method: "POST", body: new URLSearchParams(fields), headers: { Origin: ORIGIN, ...headers } };
}

async function validToken(userId = "ada"): Promise<string> {
  return await createIdentity({ now: Date.now() }).bearers.issue(userId, 60);
}

function cookieOf(response: Response, name = "tck_session"): { value: string; attributes: string[] } {
  const [pair, ...attributes] = response.headers.getSetCookie()[0]!.split("; ");
  assert.equal(pair!.slice(0, name.length + 1), `${name}=`);
  return { value: pair!.slice(name.length + 1), attributes };
}

Deno.test("the embedded default signs its user in and redirects", async () => {
  const response = await LOCAL("/login?next=/feed/20260301-morning-brief");
  assert.equal(response.status, 302);
  assert.equal(response.headers.get("Location"), "/feed/20260301-morning-brief");
  const { sessions } = createIdentity({ now: Date.now() });
  assert.equal((await sessions.read(cookieOf(response).value))?.userId, "demo");
});

Deno.test("a sign-in keeps the fragment of the page that it leads back to", async () => {
  const path = `/login?next=${encodeURIComponent("/feed/x?lang=de#signed-in")}`;
  const response = await app({ signIn: { kind: "local", userId: "demo" } })(path);
  assert.equal(response.headers.get("Location"), "/feed/x?lang=de#signed-in");
});

Deno.test("otherwise a page asks for a token, and a valid token signs in", async () => {
  const web = app();
  const page = await web("/login?next=/feed/x");
  assert.equal(page.status, 200);
  assert.equal(page.headers.has("Set-Cookie"), false);
  assert.match(await page.text(), /<input type="hidden" name="next" value="\/feed\/x">/);
  const response = await web("/login", post({ token: `  ${await validToken()}\n`, next: "/feed/x" }));
  assert.equal(response.status, 303);
  assert.equal(response.headers.get("Location"), "/feed/x");
  const { sessions } = createIdentity({ now: Date.now() });
  assert.equal((await sessions.read(cookieOf(response).value))?.userId, "ada");
});

Deno.test("an invalid token is rejected by a page that does not repeat it", async () => {
  const { token: session } = await createIdentity({ now: Date.now() }).sessions.open({ userId: "ada" });
  for (const token of ["", "not.a.token", "<script>alert(1)</script>", session]) {
    const response = await app()("/login", post({ token, next: "/feed/x" }));
    assert.equal(response.status, 401);
    assert.ok(response.headers.has("WWW-Authenticate"));
    assert.equal(response.headers.has("Set-Cookie"), false);
    assertNotCacheable(response);
    const text = await response.text();
    assert.match(text, /This token is not valid/);
    assert.doesNotMatch(text, /alert\(1\)/);
  }
});

// claim: session-cookie-closed
Deno.test("scripts and other sites cannot read the session's cookie", async () => {
  const { attributes } = cookieOf(await LOCAL("/login"));
  assert.deepEqual(attributes.sort(), ["HttpOnly", "Max-Age=43200", "Path=/", "SameSite=Lax"]);
});

// claim: cookies-secure
// claim: session-cookie-of-this-host
Deno.test("over https, the session's cookie is one that only this host can have set", async () => {
  const behindProxy = app({ appUrl: "https://app.example" });
  const response = await behindProxy("/login", post({ token: await validToken() }));
  const { value, attributes } = cookieOf(response, "__Host-tck_session");
  assert.deepEqual(attributes, ["Max-Age=60", "Path=/", "HttpOnly", "Secure", "SameSite=Lax"]);
  const statusOf = async (Cookie: string) =>
    (await behindProxy("/session/renew", { method: "POST", headers: { Origin: ORIGIN, Cookie } })).status;
  // Past the session, the closed cloud is asked.
  assert.equal(await statusOf(`__Host-tck_session=${value}`), 502);
  for (const name of ["tck_session", "__host-tck_session", "__Secure-tck_session", " __Host_tck_session"]) {
    assert.equal(await statusOf(`${name}=${value}`), 401, name);
  }
  const signedOut = await behindProxy("/logout", post({}));
  const cleared = cookieOf(signedOut, "__Host-tck_session");
  assert.deepEqual(cleared, { value: "", attributes: ["Max-Age=0", "Path=/", "Secure"] });
  const forwarded = { "X-Forwarded-Proto": "https", "X-Forwarded-Host": "app.example" };
  const plain = await app()("/login", post({ token: await validToken() }, forwarded));
  assert.equal(cookieOf(plain).attributes.includes("Secure"), false);
});

/** Each leads to another origin in some browser, or would if it were used unchanged. */
const FOREIGN = [
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "\\/evil.example",
  "https:evil.example",
  "https://evil.example",
  "https://127.0.0.1:8787@evil.example",
  "http://127.0.0.1:8788/",
  "http://localhost:8787/",
  "javascript:alert(1)",
  "data:text/html,x",
  "/\t/evil.example",
  "\n//evil.example",
  "/\r\n/evil.example",
  "/.//evil.example",
  "/..//evil.example",
  "/a/..//evil.example",
  "/%2e//evil.example",
  "/.\\/evil.example",
  "http://127.0.0.1:8787//evil.example",
  "http://[",
  "\u0000//evil.example",
];

/** The URL that a browser opens when it follows the Location of a sign-in. */
function landing(response: Response): URL {
  const location = response.headers.get("Location")!;
  assert.match(location, /^\/(?![\/\\])[\x21-\x7e]*$/);
  return new URL(location, ORIGIN);
}

// claim: sign-in-same-origin
Deno.test("a sign-in never redirects to another origin", async () => {
  const token = await validToken();
  for (const next of FOREIGN) {
    const got = landing(await LOCAL(`/login?next=${encodeURIComponent(next)}`));
    assert.equal(got.origin, ORIGIN, next);
    const posted = landing(await app()("/login", post({ token, next })));
    assert.equal(posted.origin, ORIGIN, next);
  }
  assert.equal(landing(await LOCAL("/login")).pathname, "/");
  assert.equal(landing(await LOCAL("/login?next=")).pathname, "/");
});

// claim: sign-in-same-origin
Deno.test("with any value of next, a sign-in stays on its origin", async () => {
  const piece = fc.constantFrom(
    "/",
    "\\",
    ".",
    "..",
    "@",
    ":",
    "//",
    "evil.example",
    "http",
    "%2f",
    "\t",
    "\n",
    "?",
    "#",
    "ü",
  );
  const dotted = fc.array(fc.constantFrom("/", ".", "..", "\\", "%2e", "a"), { maxLength: 6 })
    .map((parts) => `/${parts.join("")}//evil.example`);
  const next = fc.oneof(
    dotted,
    fc.string({ unit: "binary" }),
    fc.array(piece, { maxLength: 8 }).map((parts) => parts.join("")),
  );
  await fc.assert(fc.asyncProperty(next, async (text) => {
    const response = await LOCAL(`/login?${new URLSearchParams({ next: text })}`);
    assert.equal(landing(response).origin, ORIGIN);
  }));
});

// claim: text-escaped
Deno.test("the path in the sign-in form is escaped", async () => {
  const next = `/"><script>alert(1)</script>?a=1&b="`;
  const text = await (await app()(`/login?next=${encodeURIComponent(next)}`)).text();
  assert.doesNotMatch(text, /<script>alert/);
  assert.match(text, /name="next" value="[^"<>]*"/);
});

// claim: forms-same-origin
Deno.test("a form that another site posts neither signs in nor signs out, and renews no session", async () => {
  const body = new URLSearchParams({ token: await validToken() });
  const senders = [
    {},
    { Origin: "http://evil.example" },
    { Origin: "null" },
    { Origin: "http://127.0.0.1:9999" },
    { Origin: "https://127.0.0.1:8787" },
    { "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Site": "same-site", Origin: "http://evil.example" },
    { Referer: `${ORIGIN}/login` },
  ];
  for (const sender of senders) {
    for (const type of [FORM, "multipart/form-data; boundary=x", "text/plain"]) {
      for (const path of ["/login", "/logout", "/session/renew"]) {
        const headers = { "Content-Type": type, ...sender } as Record<string, string>;
        const response = await app()(path, { method: "POST", body: String(body), headers });
        assert.equal(response.status, 403, JSON.stringify({ sender, type, path }));
        assert.equal(response.headers.has("Set-Cookie"), false);
        assertNotCacheable(response);
      }
    }
  }
});

Deno.test("behind a proxy that terminates TLS, the application's public origin may post the form", async () => {
  const init = post({ token: await validToken() }, { Origin: "https://app.example" });
  assert.equal((await app({ appUrl: "https://app.example" })("/login", init)).status, 303);
  const again = post({ token: await validToken() }, { Origin: "https://app.example" });
  assert.equal((await app()("/login", again)).status, 403);
});

Deno.test("signing out deletes the cookie, and that of embedded pages at each path where it is read", async () => {
  const response = await app()("/logout", { method: "POST", headers: { Origin: ORIGIN } });
  assert.equal(response.status, 303);
  assert.equal(response.headers.get("Location"), "/login");
  assert.deepEqual(cookieOf(response), { value: "", attributes: ["Max-Age=0", "Path=/"] });
  const cleared = response.headers.getSetCookie().filter((cookie) => cookie.startsWith("embed_bearer="));
  for (
    const path of ["/", "/embed/daily-page/v2", "/api/daily-pages/v2/batches", "/api/widgets/v1/bundles"]
  ) {
    assert.ok(cleared.includes(`embed_bearer=; Max-Age=0; Path=${path}`), `${path} is not in ${cleared}`);
  }
  assert.equal((await app()("/logout")).status, 405);
});

Deno.test("a body that is not a form, or too large, is rejected", async () => {
  const headers = { Origin: ORIGIN, "Content-Type": "application/json" };
  assert.equal((await app()("/login", { method: "POST", body: "{}", headers })).status, 400);
  const torn = { ...headers, "Content-Type": "multipart/form-data" };
  assert.equal((await app()("/login", { method: "POST", body: "x", headers: torn })).status, 400);
  assert.equal((await app()("/login", post({ token: "a".repeat(70_000) }))).status, 413);
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(10_000)),
  });
  const streamed = { method: "POST", body: endless, headers: { ...headers, "Content-Type": FORM } };
  assert.equal((await app()("/login", streamed)).status, 413);
});

Deno.test("a token is rejected where signing in with a token is not offered", async () => {
  for (const signIn of [{ kind: "local", userId: "demo" }, { kind: "none" }] as const) {
    const response = await app({ signIn })("/login", post({ token: await validToken() }));
    assert.equal(response.status, 403);
    assert.equal(response.headers.has("Set-Cookie"), false);
  }
  const page = await app({ signIn: { kind: "none" }, sessions: null })("/login");
  assert.equal(page.status, 200);
  assert.doesNotMatch(await page.text(), /<form/);
});
