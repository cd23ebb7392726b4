import assert from "node:assert/strict";
import { exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT } from "jose";
import {
  acceptProviderTokens,
  createIdentityProvider,
  createJwksBearers,
  createSecretBearers,
} from "../../../hosts/auth/mod.ts";
import { listen } from "../routes/sockets.ts";

const NOW = Date.now();
const SECONDS = Math.floor(NOW / 1000);

/** A provider that signs with the newest of its keys, and publishes it at a path that can be changed. */
async function openRotatingProvider() {
  const makeKey = async (kid: string) => {
    const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
    return { kid, privateKey, jwk: { ...await exportJWK(publicKey), alg: "RS256", kid, use: "sig" } };
  };
  let [key, path] = [await makeKey("first"), "/jwks"];
  let claims: object = {};
  const sign = (more: object = {}, header: object = {}) =>
    new SignJWT({ iss: server.url, sub: "ada", aud: "tck-cloud", iat: SECONDS, exp: SECONDS + 3600, ...more })
      .setProtectedHeader({ alg: "RS256", kid: key.kid, ...header } as JWTHeaderParameters).sign(
        key.privateKey,
      );
  const server = listen(async ({ url }) => {
    const { pathname } = new URL(url);
    if (pathname.startsWith("/jwks")) {
      return pathname === path ? Response.json({ keys: [key.jwk] }) : new Response(null, { status: 404 });
    }
    if (pathname === "/token") {
      const idToken = await sign({ aud: "tck", ...claims });
      return Response.json({ access_token: "a", token_type: "Bearer", id_token: idToken });
    }
    return Response.json({
      issuer: server.url,
      authorization_endpoint: `${server.url}/authorize`,
      token_endpoint: `${server.url}/token`,
      jwks_uri: server.url + path,
      id_token_signing_alg_values_supported: ["RS256"],
    });
  });
  return {
    server,
    sign,
    setClaims: (changed: object) => void (claims = changed),
    async rotate(newPath = path) {
      [key, path] = [await makeKey(crypto.randomUUID()), newPath];
    },
  };
}

function createProvider(url: string, now = () => NOW) {
  return createIdentityProvider({
    issuer: new URL(url),
    clientId: "tck",
    clientSecret: null,
    scope: "openid",
    userClaim: "sub",
    appUrl: "https://app.example",
  }, now);
}

/** Signs in once; returns the code of the failure, or null. */
async function signIn(
  provider: ReturnType<typeof createProvider>,
  setClaims: (claims: object) => void,
  more = {},
) {
  const { secrets } = await provider.begin();
  setClaims({ nonce: secrets.nonce, ...more });
  const parameters = new URLSearchParams({ state: secrets.state, code: "c" });
  return await provider.finish(parameters, secrets).then(() => null, ({ code }) => code);
}

// claim: chat-token-audience
Deno.test("a token of a type that says nothing of who sends a request is no bearer", async () => {
  const { server, sign } = await openRotatingProvider();
  try {
    const { verify } = createJwksBearers(new URL("/jwks", server.url), () => NOW);
    for (const typ of [undefined, "JWT", "jwt", "at+jwt", "application/at+JWT"]) {
      assert.equal((await verify(await sign({}, { typ })))?.userId, "ada", typ);
    }
    for (const typ of ["logout+jwt", "application/logout+jwt", "secevent+jwt", "dpop+jwt", ""]) {
      assert.equal(await verify(await sign({}, { typ })), null, typ);
    }
  } finally {
    await server.close();
  }
});

Deno.test("an ID token of another client is rejected, and one that is signed with a new key is accepted at once", async () => {
  const { server, setClaims, rotate } = await openRotatingProvider();
  try {
    const provider = createProvider(server.url);
    assert.equal(await signIn(provider, setClaims), null);
    assert.equal(await signIn(provider, setClaims, { azp: "tck" }), null);
    assert.equal(await signIn(provider, setClaims, { azp: "other" }), "auth.sign_in_failed");
    assert.equal(
      await signIn(provider, setClaims, { azp: "other", aud: ["tck", "other"] }),
      "auth.sign_in_failed",
    );
    await rotate();
    assert.equal(await signIn(provider, setClaims), null);
  } finally {
    await server.close();
  }
});

Deno.test("tokens are verified with the key set that the issuer names now", async () => {
  const { server, sign, rotate } = await openRotatingProvider();
  const clock = { now: NOW };
  try {
    const accept = acceptProviderTokens(createSecretBearers(new Uint8Array(32), () => NOW), {
      provider: createProvider(server.url, () => clock.now),
      audiences: ["tck-cloud"],
      userClaim: "sub",
      scopeRule: "optional",
      now: () => NOW,
    });
    assert.equal((await accept.verify(await sign()))?.userId, "ada");
    await rotate("/jwks/of-another-name");
    clock.now += 3_600_001; // when the metadata are fetched again
    assert.equal((await accept.verify(await sign()))?.userId, "ada");
  } finally {
    await server.close();
  }
});
