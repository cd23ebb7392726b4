import assert from "node:assert/strict";
import type { LogEvent } from "../../../core/commit/mod.ts";
import { createIdentity } from "./stack.ts";
import { CookieBrowser, openProviderSite, type ProviderSite } from "./provider_site.ts";
import { listen } from "./sockets.ts";

const LIST = "/api/daily-pages/v2/batches";

let site: ProviderSite;
Deno.test.beforeAll(async () => {
  site = await openProviderSite();
});
Deno.test.afterAll(async () => {
  await site[Symbol.asyncDispose]();
});

/** Signs a user in. Returns the browser and the callback that it has used. */
async function signIn(
  { web }: ProviderSite,
  user: string,
  next = "/",
): Promise<{ browser: CookieBrowser; callback: URL; response: Response }> {
  const browser = new CookieBrowser();
  const start = new URL(`${web.url}/login?next=${encodeURIComponent(next)}`);
  const callback = await browser.signInAtProvider(start, user);
  const response = await browser.open(callback);
  await response.body?.cancel();
  return { browser, callback, response };
}

async function userOf(browser: CookieBrowser): Promise<string | undefined> {
  const { sessions } = createIdentity({ now: Date.now() });
  return (await sessions.read(browser.cookies.get("tck_session") ?? ""))?.userId;
}

async function assertFailure(response: Response, status: number, code: string): Promise<string> {
  assert.equal(response.status, status);
  const text = await response.text();
  assert.match(text, new RegExp(`<code>${code}</code>`));
  assert.match(text, /Sign in again/);
  return text;
}

Deno.test("a user signs in at the provider, with PKCE, and comes back to the page that asked for it", async () => {
  const browser = new CookieBrowser();
  const first = await browser.open(`${site.web.url}/login?next=${encodeURIComponent("/feed/x?lang=de")}`);
  assert.equal(first.status, 302);
  const { searchParams } = new URL(first.headers.get("Location")!);
  assert.equal(searchParams.get("response_type"), "code");
  assert.equal(searchParams.get("code_challenge_method"), "S256");
  assert.ok(searchParams.get("state") && searchParams.get("nonce") && searchParams.get("code_challenge"));
  const [cookie] = first.headers.getSetCookie();
  assert.match(cookie!, /^tck_sign_in_[\w-]+=[^;]+; Max-Age=600; Path=\/login; HttpOnly; SameSite=Lax$/);
  const callback = await browser.signInAtProvider(new URL(first.headers.get("Location")!), "ada");
  const last = await browser.open(callback);
  assert.equal(last.status, 302);
  assert.equal(last.headers.get("Location"), "/feed/x?lang=de");
  assert.equal(await userOf(browser), "ada");
  assert.deepEqual([...browser.cookies.keys()].filter((name) => name.startsWith("tck_sign_in_")), []);
  assert.equal((await browser.open(site.web.url + LIST)).status, 200);
});

Deno.test("a session of the provider lasts 12 hours and can be renewed", async () => {
  const { browser, response } = await signIn(site, "ada");
  const cookie = response.headers.getSetCookie().find((line) => line.startsWith("tck_session="))!;
  assert.match(cookie, /Max-Age=43200; /);
  const renewal = await browser.post(`${site.web.url}/session/renew`);
  assert.equal(renewal.status, 200);
  const { sessions } = createIdentity({ now: Date.now() });
  const session = await sessions.read(browser.cookies.get("tck_session")!);
  const days = (session!.bearerExpiresAt! * 1000 - Date.now()) / 86_400_000;
  assert.ok(days > 6.9 && days <= 7, "the provider is asked again after seven days");
});

Deno.test("a public client signs in without a secret, and another claim can be the user's id", async () => {
  await using other = await openProviderSite({ method: "none", userClaim: "email" });
  const { browser } = await signIn(other, "ada");
  assert.equal(await userOf(browser), "ada@example.com");
  const { browser: eve, callback } = await signIn(other, "eve");
  assert.equal(await userOf(eve), undefined, "an address that is not verified signs nobody in");
  await assertFailure(await new CookieBrowser().open(callback), 400, "auth.sign_in_expired");
});

// claim: sign-in-own-browser
Deno.test("the callback of another browser signs nobody in", async () => {
  const attacker = new CookieBrowser();
  const callback = await attacker.signInAtProvider(new URL(`${site.web.url}/login`), "mallory");
  const victim = new CookieBrowser();
  await (await victim.open(`${site.web.url}/login`)).body?.cancel();
  await assertFailure(await victim.open(callback), 400, "auth.sign_in_expired");
  assert.equal(victim.cookies.has("tck_session"), false);
  const forged = new URL(callback);
  forged.searchParams.set("state", "x");
  await assertFailure(await attacker.open(forged), 400, "auth.sign_in_expired");
  const swapped = [...attacker.cookies].find(([name]) => name.startsWith("tck_sign_in_"))!;
  attacker.cookies.set("tck_sign_in_x", swapped[1]);
  await assertFailure(await attacker.open(forged), 400, "auth.sign_in_expired");
  assert.equal(attacker.cookies.has("tck_session"), false);
});

// claim: sign-in-code-once
Deno.test("a code signs in once, even in the browser that has it", async () => {
  const browser = new CookieBrowser();
  const callback = await browser.signInAtProvider(new URL(`${site.web.url}/login`), "ada");
  const kept = new Map(browser.cookies);
  assert.equal((await browser.open(callback)).status, 302);
  const replay = new CookieBrowser();
  for (const [name, value] of kept) replay.cookies.set(name, value);
  await assertFailure(await replay.open(callback), 400, "auth.sign_in_expired");
  assert.equal(replay.cookies.has("tck_session"), false);
});

/** Begins a sign-in, and gets two callbacks of it from the provider, each with a code of its own. */
async function getTwoCallbacks(): Promise<{ browser: CookieBrowser; callbacks: [URL, URL] }> {
  const browser = new CookieBrowser();
  const response = await browser.open(`${site.web.url}/login`);
  const start = new URL(response.headers.get("Location")!);
  const callbacks: [URL, URL] = [
    await browser.signInAtProvider(start, "ada"),
    await browser.signInAtProvider(start, "ada"),
  ];
  const [one, two] = callbacks.map(({ searchParams }) => searchParams);
  assert.equal(one!.get("state"), two!.get("state"));
  assert.notEqual(one!.get("code"), two!.get("code"));
  return { browser, callbacks };
}

// claim: sign-in-once
Deno.test("an attempt signs in once, also with a second code and with its cookie kept", async () => {
  const { browser, callbacks } = await getTwoCallbacks();
  const replay = new CookieBrowser();
  for (const [name, value] of browser.cookies) replay.cookies.set(name, value);
  assert.equal((await browser.open(callbacks[0])).status, 302);
  assert.equal(await userOf(browser), "ada");
  const text = await assertFailure(await replay.open(callbacks[1]), 400, "auth.sign_in_expired");
  assert.match(text, /was used before/);
  assert.equal(replay.cookies.has("tck_session"), false);
  assert.equal((await browser.open(site.web.url + LIST)).status, 200, "the session goes on");
});

// claim: sign-in-once
Deno.test("of two callbacks of one attempt at the same time, one signs in", async () => {
  const { browser, callbacks } = await getTwoCallbacks();
  const other = new CookieBrowser();
  for (const [name, value] of browser.cookies) other.cookies.set(name, value);
  const responses = await Promise.all([browser.open(callbacks[0]), other.open(callbacks[1])]);
  await Promise.all(responses.map((response) => response.body?.cancel()));
  assert.deepEqual(responses.map(({ status }) => status).sort(), [302, 400]);
  const users = await Promise.all([userOf(browser), userOf(other)]);
  assert.deepEqual(users.filter((user) => user !== undefined), ["ada"]);
});

// claim: sign-in-cookie-of-this-host
Deno.test("over https, only this host can have set the cookie of an attempt", async () => {
  await using secure = await openProviderSite({ web: { appUrl: "https://app.example" } });
  const browser = new CookieBrowser();
  const start = await browser.open(`${secure.web.url}/login?next=/feed/x`);
  const [line] = start.headers.getSetCookie();
  assert.match(
    line!,
    /^__Host-tck_sign_in_[\w-]+=[^;]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  const callback = await browser.signInAtProvider(new URL(start.headers.get("Location")!), "mallory");
  // A host of the same domain can set any name without the prefix for its neighbours.
  const victim = new CookieBrowser();
  for (const [name, value] of browser.cookies) victim.cookies.set(name.replace(/^__Host-/, ""), value);
  await assertFailure(await victim.open(callback), 400, "auth.sign_in_expired");
  const response = await browser.open(callback);
  assert.equal(response.status, 302);
  const names = response.headers.getSetCookie().map((cookie) => cookie.split("=")[0]);
  const attempt = line!.split("=")[0];
  assert.deepEqual(names, [attempt, "__Host-tck_session", "__Secure-tck_id_token"]);
  assert.equal(browser.cookies.has(attempt!), false, "the cookie is used up");
  const signedOut = await browser.post(`${secure.web.url}/logout`);
  assert.match(await signedOut.text(), /id_token_hint=/);
  assert.deepEqual([...browser.cookies.keys()].filter((name) => name.includes("tck_")), []);
});

Deno.test("two tabs of one browser can sign in at the same time", async () => {
  const browser = new CookieBrowser();
  const [one, two] = [
    await browser.open(`${site.web.url}/login?next=/one`),
    await browser.open(`${site.web.url}/login?next=/two`),
  ].map((response) => new URL(response.headers.get("Location")!));
  const firstCallback = await browser.signInAtProvider(one!, "ada");
  const secondCallback = await browser.signInAtProvider(two!, "ada");
  assert.equal((await browser.open(secondCallback)).headers.get("Location"), "/two");
  assert.equal((await browser.open(firstCallback)).headers.get("Location"), "/one");
});

Deno.test("a browser keeps at most eight sign-ins that it has begun", async () => {
  const browser = new CookieBrowser();
  const begun: string[] = [];
  for (let tab = 0; tab < 12; tab++) {
    const response = await browser.open(`${site.web.url}/login`);
    await response.body?.cancel();
    begun.push(`tck_sign_in_${new URL(response.headers.get("Location")!).searchParams.get("state")}`);
  }
  assert.deepEqual([...browser.cookies.keys()], begun.slice(4), "the oldest go");
});

Deno.test("eight sign-ins that lead back to a long path do not make the next request too large", async () => {
  const browser = new CookieBrowser();
  const open = (next: string) => browser.open(`${site.web.url}/login?next=${encodeURIComponent(next)}`);
  for (let tab = 0; tab < 8; tab++) await (await open(`/feed/x?${"a".repeat(6_000)}`)).body?.cancel();
  const cookies = [...browser.cookies].map((cookie) => cookie.join("=")).join("; ");
  assert.ok(cookies.length < 8_192, `${cookies.length}`);
  const { response } = await signIn(site, "ada", `/feed/x?${"a".repeat(500)}`);
  assert.equal(response.headers.get("Location")!.length, 508);
  const { response: long } = await signIn(site, "ada", `/feed/x?${"a".repeat(505)}`);
  assert.equal(long.headers.get("Location"), "/");
});

Deno.test("if the user cancels at the provider, a page says so and signs nobody in", async () => {
  const browser = new CookieBrowser();
  const { url, response } = await browser.follow(`${site.web.url}/login?next=/feed/x`);
  await response!.body?.cancel();
  const { url: callback } = await browser.follow(`${url}/abort`, "/login/callback");
  assert.equal(callback.searchParams.get("error"), "access_denied");
  const text = await assertFailure(await browser.open(callback), 403, "auth.sign_in_denied");
  assert.match(text, /href="\/login\?next=%2Ffeed%2Fx"/);
  assert.equal(browser.cookies.has("tck_session"), false);
});

Deno.test("if the clocks differ by more than 30 seconds, the log says so; a smaller difference is tolerated", async () => {
  for (const [offset, userId] of [[20_000, "ada"], [3_600_000 * 3, undefined]] as const) {
    const logged: LogEvent[] = [];
    await using skewed = await openProviderSite({
      now: () => Date.now() + offset,
      web: { log: (event) => void logged.push(event) },
    });
    const browser = new CookieBrowser();
    const callback = await browser.signInAtProvider(new URL(`${skewed.web.url}/login`), "ada");
    const response = await browser.open(callback);
    if (userId === undefined) {
      await assertFailure(response, 502, "auth.sign_in_failed");
      assert.match(logged.map(({ message }) => message).join(), /clocks/);
    } else {
      await response.body?.cancel();
      assert.equal(response.status, 302);
    }
    assert.equal(await userOf(browser), userId);
  }
});

Deno.test("while the provider is down, signing in fails with a page, and signing out still ends the session", async () => {
  const other = await openProviderSite({ web: { log: () => {} } });
  try {
    const { browser } = await signIn(other, "ada");
    const waiting = new CookieBrowser();
    const callback = await waiting.signInAtProvider(new URL(`${other.web.url}/login`), "ada");
    await other.provider[Symbol.asyncDispose]();
    await assertFailure(await waiting.open(callback), 502, "auth.provider_unavailable");
    const cookie = browser.cookies.get("tck_session")!;
    const signOut = await browser.post(`${other.web.url}/logout`);
    await signOut.body?.cancel();
    assert.equal(browser.cookies.has("tck_session"), false);
    browser.cookies.set("tck_session", cookie);
    assert.equal((await browser.open(other.web.url + LIST)).status, 401);
  } finally {
    await other[Symbol.asyncDispose]();
  }
});

// claim: provider-limits
Deno.test("a provider that answers nonsense or nothing from the start is a page with a code", async () => {
  const nonsense = listen(() => new Response("<h1>Hello</h1>", { headers: { "Content-Type": "text/html" } }));
  const { createIdentityProvider, createSignInAttempts } = await import("../../../hosts/auth/mod.ts");
  const { CLOSED_CLOUD, createWeb, SECRET } = await import("./stack.ts");
  const closed = listen(() => new Response());
  await closed.close();
  try {
    for (const issuer of [nonsense.url, closed.url]) {
      const logged: string[] = [];
      const registration = {
        issuer: new URL(issuer),
        clientId: "tck",
        clientSecret: null,
        scope: "openid",
        userClaim: "sub",
        appUrl: "http://127.0.0.1:8787",
      };
      const web = createWeb(CLOSED_CLOUD, {
        signIn: {
          kind: "provider",
          provider: createIdentityProvider(registration, Date.now),
          attempts: createSignInAttempts(SECRET, Date.now),
        },
        log: ({ message }) => void logged.push(message),
      });
      const response = await web.fetch(new Request("http://127.0.0.1:8787/login"));
      await assertFailure(response, 502, "auth.provider_unavailable");
      assert.equal(logged.length, 1);
    }
  } finally {
    await nonsense.close();
  }
});

Deno.test("signing out ends the session on the server and at the provider", async () => {
  const { browser } = await signIn(site, "ada");
  const cookie = browser.cookies.get("tck_session")!;
  const page = await browser.post(`${site.web.url}/logout`);
  assert.equal(page.status, 200);
  await page.body?.cancel();
  assert.equal(browser.cookies.has("tck_session"), false);
  assert.equal(browser.cookies.has("tck_id_token"), false);
  const target = new URL(page.headers.get("Refresh")!.replace("0; url=", ""));
  assert.equal(target.origin, site.provider.issuer.origin);
  assert.ok(target.searchParams.get("id_token_hint"));
  const { url, response } = await browser.follow(target);
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(await response!.text())![1]!;
  const answer = await browser.post(new URL("/session/end/confirm", url), { xsrf, logout: "yes" });
  assert.equal(answer.headers.get("Location"), `${site.web.url}/signed-out`);
  assert.match(await (await browser.open(`${site.web.url}/signed-out`)).text(), /You are signed out/);
  const again = await browser.follow(`${site.web.url}/login`, "/login/callback");
  assert.notEqual(again.response, null, "the provider asks for the user again");
  await again.response!.body?.cancel();
  browser.cookies.set("tck_session", cookie);
  assert.equal((await browser.open(site.web.url + LIST)).status, 401);
});

// claim: forms-same-origin
Deno.test("a sign-out from another site is rejected, and a sign-in never leads to another site", async () => {
  const { browser } = await signIn(site, "ada", "//evil.example");
  const response = await browser.open(`${site.web.url}/logout`, {
    method: "POST",
    headers: { Origin: "https://evil.example", "Content-Type": "application/x-www-form-urlencoded" },
  });
  assert.equal(response.status, 403);
  await response.body?.cancel();
  assert.equal(await userOf(browser), "ada");
  const { response: foreign } = await signIn(site, "ada", "https://evil.example/");
  assert.equal(foreign.headers.get("Location"), "/");
});

Deno.test("with a provider, a token does not sign in", async () => {
  const token = await createIdentity({ now: Date.now() }).bearers.issue("ada", 60);
  const response = await new CookieBrowser().post(`${site.web.url}/login`, { token });
  assert.equal(response.status, 403);
  await response.body?.cancel();
});
