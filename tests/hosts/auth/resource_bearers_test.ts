import assert from "node:assert/strict";
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from "jose";
import {
  acceptProviderTokens,
  createIdentityProvider,
  createSecretBearers,
  type InsufficientScopeError,
  KeySetUnavailableError,
  type ResourceBearers,
} from "../../../hosts/auth/mod.ts";
import { listen } from "../routes/sockets.ts";

const SECRET = new TextEncoder().encode("a secret that is long enough: 32");
const NOW = Date.now();
const RESOURCE = "https://app.example.com/mcp";

/** What a test may change of a provider while it answers. */
interface Site {
  /** The name of its key set, and the id of its key. */
  keySet: string;
  now: number;
}

/** Serves the metadata and the key of a provider, and signs its tokens. */
async function withProvider(
  run: (accept: ResourceBearers, sign: (claims?: object) => Promise<string>, site: Site) => Promise<void>,
  userClaim = "sub",
): Promise<void> {
  const site: Site = { keySet: "jwks", now: NOW };
  const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
  const key = { ...await exportJWK(publicKey), alg: "ES256" };
  const server = listen(({ url }) => {
    if (url.endsWith(`/${site.keySet}`)) return Response.json({ keys: [{ ...key, kid: site.keySet }] });
    if (!url.endsWith("/openid-configuration")) return new Response(null, { status: 404 });
    const endpoint = (name: string) => `${server.url}/${name}`;
    return Response.json({
      issuer: server.url,
      authorization_endpoint: endpoint("authorize"),
      token_endpoint: endpoint("token"),
      jwks_uri: endpoint(site.keySet),
    });
  });
  const provider = createIdentityProvider({
    issuer: new URL(server.url),
    clientId: "tck",
    clientSecret: null,
    scope: "openid",
    userClaim,
    appUrl: "https://app.example.com",
  }, () => site.now);
  const accept = acceptProviderTokens(createSecretBearers(SECRET, () => site.now), {
    provider,
    audiences: [RESOURCE],
    userClaim,
    scopeRule: "optional",
    now: () => site.now,
  });
  const sign = (claims: object = {}) =>
    new SignJWT({ iss: server.url, sub: "ada", aud: RESOURCE, exp: NOW / 1000 + 3600, ...claims })
      .setProtectedHeader({ alg: "ES256", kid: site.keySet }).sign(privateKey);
  try {
    await run(accept, sign, site);
  } finally {
    await server.close();
  }
}

// claim: chat-token-audience
Deno.test("a token of the provider is accepted for this resource only, and exchanged for a short bearer", () =>
  withProvider(async (accept, sign) => {
    const token = await sign();
    const claims = await accept.verify(token);
    assert.equal(claims?.userId, "ada");
    const bearer = await accept.exchange(token, claims);
    assert.notEqual(bearer, token);
    const { sub, aud, exp } = decodeJwt(bearer);
    assert.deepEqual([sub, aud, exp! - Math.floor(NOW / 1000)], ["ada", "tck-cloud", 300]);
    const rejected = [
      { aud: "https://other.example.com/mcp" },
      { aud: "tck-cloud" },
      { iss: "https://login.example.com" },
      { exp: NOW / 1000 - 60 },
      { sub: "" },
    ];
    for (const claims of rejected) assert.equal(await accept.verify(await sign(claims)), null);
    const several = await sign({ aud: ["https://other.example.com", RESOURCE] });
    assert.equal((await accept.verify(several))?.userId, "ada");
    await assert.rejects(
      accept.verify(await sign({ scope: "tck.internal" })),
      ({ code }: InsufficientScopeError) => code === "auth.insufficient_scope",
    );
  }));

Deno.test("the bearer of a token does not outlive it", () =>
  withProvider(async (accept, sign) => {
    const token = await sign({ exp: Math.floor(NOW / 1000) + 40 });
    const bearer = await accept.exchange(token, (await accept.verify(token))!);
    assert.equal(decodeJwt(bearer).exp, Math.floor(NOW / 1000) + 40);
  }));

Deno.test("a bearer of the cloud API is passed on as it is", () =>
  withProvider(async (accept) => {
    const bearer = await createSecretBearers(SECRET, () => NOW).issue("bob", 60);
    const claims = await accept.verify(bearer);
    assert.equal(await accept.exchange(bearer, claims!), bearer);
  }));

Deno.test("the user is the claim of the setting, and an e-mail address must be verified", () =>
  withProvider(async (accept, sign) => {
    const email = "ada@example.com";
    assert.equal((await accept.verify(await sign({ email, email_verified: true })))?.userId, email);
    assert.equal(await accept.verify(await sign({ email })), null);
    assert.equal(await accept.verify(await sign()), null);
  }, "email"));

Deno.test("a key set that the provider has moved is asked for at its new address", () =>
  withProvider(async (accept, sign, site) => {
    assert.equal((await accept.verify(await sign()))?.userId, "ada");
    site.keySet = "moved";
    site.now += 2 * 3_600_000;
    const later = await sign({ exp: NOW / 1000 + 3 * 3_600 });
    assert.equal((await accept.verify(later))?.userId, "ada");
  }));

Deno.test("a provider that does not answer is no rejected token", async () => {
  const accept = acceptProviderTokens(createSecretBearers(SECRET, () => NOW), {
    provider: createIdentityProvider({
      issuer: new URL("http://127.0.0.1:9"),
      clientId: "tck",
      clientSecret: null,
      scope: "openid",
      userClaim: "sub",
      appUrl: "https://app.example.com",
    }, () => NOW),
    audiences: [RESOURCE],
    userClaim: "sub",
    scopeRule: "optional",
    now: () => NOW,
  });
  await assert.rejects(accept.verify("a.b.c"), KeySetUnavailableError);
});
