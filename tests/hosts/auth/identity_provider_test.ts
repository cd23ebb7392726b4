import assert from "node:assert/strict";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { createIdentityProvider, type IdentityProviderOptions } from "../../../hosts/auth/mod.ts";
import { until } from "../../waiting/mod.ts";
import { createEndless, listen } from "../routes/sockets.ts";

const { privateKey, publicKey } = await generateKeyPair("RS256");
const KEY_SET = { keys: [{ ...await exportJWK(publicKey), kid: "k", alg: "RS256", use: "sig" }] };

/** A provider of which each answer can be replaced. */
function openProvider(overrides: { [path: string]: () => Response | null | Promise<Response | null> } = {}) {
  const requests: string[] = [];
  let claims: object = {};
  const server = listen(async (request) => {
    const { pathname } = new URL(request.url);
    requests.push(pathname);
    const replaced = await overrides[pathname]?.();
    if (replaced) return replaced;
    if (pathname === "/jwks") return Response.json(KEY_SET);
    if (pathname !== "/token") return Response.json(metadata);
    const now = Math.floor(Date.now() / 1000);
    const token = new SignJWT({ iss: server.url, aud: "tck", sub: "s1", iat: now, exp: now + 60, ...claims })
      .setProtectedHeader({ alg: "RS256", kid: "k" });
    return Response.json({ access_token: "a", token_type: "Bearer", id_token: await token.sign(privateKey) });
  });
  const metadata = {
    issuer: server.url,
    authorization_endpoint: `${server.url}/authorize`,
    token_endpoint: `${server.url}/token`,
    jwks_uri: `${server.url}/jwks`,
    response_types_supported: ["code"],
    id_token_signing_alg_values_supported: ["RS256"],
    subject_types_supported: ["public"],
  };
  const countDiscoveries = () => requests.filter((path) => path.startsWith("/.well-known/")).length;
  return { server, metadata, countDiscoveries, setClaims: (changed: object) => claims = changed };
}

const DISCOVERY = "/.well-known/openid-configuration";

function createProvider(url: string, options: Partial<IdentityProviderOptions> = {}, now = () => Date.now()) {
  const issuer = new URL(url);
  const registration = { issuer, clientId: "tck", clientSecret: null, scope: "openid", userClaim: "sub" };
  return createIdentityProvider({ ...registration, appUrl: "https://app.example", ...options }, now);
}

/** The parameters of a callback that belongs to the secrets. */
function callback(
  { state }: { state: string },
  more: Record<string, string> = { code: "c" },
): URLSearchParams {
  return new URLSearchParams({ state, ...more });
}

// claim: key-fetches-limited
Deno.test("the metadata is fetched once for all who ask at the same time, again after an hour, and seconds after a failure", async () => {
  let fails = true;
  const { server, countDiscoveries } = openProvider({
    [DISCOVERY]: () => fails ? new Response("no", { status: 500 }) : null,
  });
  const clock = { now: Date.now() };
  try {
    const provider = createProvider(server.url, {}, () => clock.now);
    await assert.rejects(() => provider.begin(), { code: "auth.provider_unavailable" });
    for (let time = 0; time < 20; time++) await assert.rejects(() => provider.begin());
    assert.equal(countDiscoveries(), 1);
    fails = false;
    clock.now += 5_001;
    const [one, other] = await Promise.all([provider.begin(), provider.begin()]);
    assert.equal(countDiscoveries(), 2);
    assert.notEqual(one.secrets.state, other.secrets.state);
    const { searchParams } = one.url;
    assert.equal(searchParams.get("redirect_uri"), "https://app.example/login/callback");
    assert.deepEqual(
      [
        searchParams.get("scope"),
        searchParams.get("state"),
        searchParams.get("nonce"),
        searchParams.get("code_challenge_method"),
      ],
      ["openid", one.secrets.state, one.secrets.nonce, "S256"],
    );
    clock.now += 3_599_999;
    await provider.begin();
    assert.equal(countDiscoveries(), 2);
    clock.now += 1;
    await provider.begin();
    assert.equal(countDiscoveries(), 3);
    fails = true;
    clock.now += 3_600_000;
    await assert.rejects(() => provider.begin());
    fails = false;
    clock.now -= 86_400_000;
    await provider.begin();
    assert.equal(countDiscoveries(), 5, "a failure does not count for a day when the clock goes back");
    assert.equal(await provider.signOutUrl("id"), null, "it offers no sign-out");
  } finally {
    await server.close();
  }
});

Deno.test("metadata whose fetch fails late does not shorten the life of what was fetched since", async () => {
  const stalled = Promise.withResolvers<Response>();
  const answers = [stalled.promise];
  const { server, countDiscoveries } = openProvider({ [DISCOVERY]: () => answers.shift() ?? null });
  const clock = { now: Date.now() };
  try {
    const provider = createProvider(server.url, {}, () => clock.now);
    const first = assert.rejects(provider.begin(), { code: "auth.provider_unavailable" });
    await until("the first fetch has arrived", () => countDiscoveries() === 1);
    clock.now += 3_600_001;
    await provider.begin();
    stalled.resolve(new Response("no", { status: 500 }));
    await first;
    clock.now += 5_001;
    await provider.begin();
    assert.equal(countDiscoveries(), 2);
  } finally {
    await server.close();
  }
});

// claim: session-seven-days
Deno.test("a user signs in for a week with the claim that is configured, an e-mail address only if it is verified", async () => {
  const { server, setClaims } = openProvider();
  const now = Date.now();
  try {
    const sign = async (userClaim: string, claims: object) => {
      const provider = createProvider(server.url, { userClaim }, () => now);
      const { secrets } = await provider.begin();
      setClaims({ nonce: secrets.nonce, ...claims });
      return await provider.finish(callback(secrets), secrets);
    };
    const { userId, expiresAt, idToken } = await sign("sub", {});
    assert.deepEqual([userId, expiresAt], ["s1", Math.floor(now / 1000) + 7 * 86_400]);
    assert.equal(idToken.split(".").length, 3);
    const email = "ada@example.com";
    assert.equal((await sign("email", { email, email_verified: true })).userId, email);
    const denied = { code: "auth.sign_in_denied" };
    for (
      const claims of [{ email }, { email, email_verified: false }, { email, email_verified: "true" }, {}]
    ) {
      await assert.rejects(() => sign("email", claims), denied, JSON.stringify(claims));
    }
    for (const name of [7, "", "a\nb", ["a"]]) await assert.rejects(() => sign("name", { name }), denied);
    await assert.rejects(() => sign("sub", { nonce: "another" }), { code: "auth.sign_in_failed" });
    await assert.rejects(() => sign("sub", { aud: "another" }), { code: "auth.sign_in_failed" });
    await assert.rejects(() => sign("sub", { iss: "https://another.example" }), {
      code: "auth.sign_in_failed",
    });
    const old = { iat: Math.floor(now / 1000) - 120, exp: Math.floor(now / 1000) - 60 };
    await assert.rejects(() => sign("sub", old), { code: "auth.sign_in_failed", message: /clocks/ });
  } finally {
    await server.close();
  }
});

Deno.test("metadata whose addresses are missing or no web addresses are those of a provider that cannot be reached", async () => {
  const needed = ["authorization_endpoint", "token_endpoint", "jwks_uri"];
  for (const name of [...needed, "end_session_endpoint"]) {
    const missing = needed.includes(name) ? [undefined] : [];
    for (
      const address of ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "/a", ...missing]
    ) {
      const { server, metadata } = openProvider();
      Object.assign(metadata, { [name]: address });
      try {
        const unavailable = { code: "auth.provider_unavailable" };
        await assert.rejects(createProvider(server.url).begin(), unavailable, `${name} ${address}`);
      } finally {
        await server.close();
      }
    }
  }
});

// claim: provider-limits
Deno.test("metadata that does not end is not read further than its limit", async () => {
  const endless = createEndless();
  const { server } = openProvider({ [DISCOVERY]: endless.respond });
  try {
    await assert.rejects(createProvider(server.url).begin(), { code: "auth.provider_unavailable" });
    assert.ok(endless.taken() < 1_024, `${endless.taken()} parts of 64 KiB were read`);
  } finally {
    await server.close();
  }
});

Deno.test("each failure of a sign-in has the code that says whether a retry can help", async () => {
  let answer = (): Response | null => null;
  const { server } = openProvider({ "/token": () => answer() });
  try {
    const provider = createProvider(server.url);
    const { secrets } = await provider.begin();
    const codeOf = async (parameters: URLSearchParams) =>
      await provider.finish(parameters, secrets).then(() => null, ({ code }) => code);
    const problem = (error: string) => codeOf(callback(secrets, { error }));
    assert.equal(await problem("access_denied"), "auth.sign_in_denied");
    assert.equal(await problem("login_required"), "auth.sign_in_denied");
    assert.equal(await problem("server_error"), "auth.provider_unavailable");
    assert.equal(await problem("temporarily_unavailable"), "auth.provider_unavailable");
    assert.equal(await codeOf(callback({ ...secrets, state: "another" })), "auth.sign_in_failed");
    answer = () => Response.json({ error: "invalid_grant" }, { status: 400 });
    assert.equal(await codeOf(callback(secrets)), "auth.sign_in_expired");
    answer = () => Response.json({ error: "invalid_client" }, { status: 400 });
    assert.equal(await codeOf(callback(secrets)), "auth.sign_in_failed");
    answer = () => new Response("no", { status: 503 });
    assert.equal(await codeOf(callback(secrets)), "auth.provider_unavailable");
    answer = () => new Response("<html>", { headers: { "Content-Type": "text/html" } });
    assert.equal(await codeOf(callback(secrets)), "auth.sign_in_failed");
  } finally {
    await server.close();
  }
});
