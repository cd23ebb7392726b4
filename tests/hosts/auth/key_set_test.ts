import assert from "node:assert/strict";
import { exportJWK, exportSPKI, generateKeyPair, type GenerateKeyPairResult, type JWK, SignJWT } from "jose";
import {
  checkKeySet,
  createJwksBearers,
  type InsufficientScopeError,
  KeySetUnavailableError,
  requireReadScope,
} from "../../../hosts/auth/mod.ts";
import { createEndless, listen } from "../routes/sockets.ts";

const NOW = Date.UTC(2026, 2, 1);

interface ProviderKey {
  alg: string;
  kid: string;
  pair: GenerateKeyPairResult;
}

function createKey(alg: string, kid = `key-${alg}`): Promise<ProviderKey> {
  return generateKeyPair(alg, { extractable: true }).then((pair) => ({ alg, kid, pair }));
}

async function publish(keys: readonly ProviderKey[]): Promise<{ keys: JWK[] }> {
  const published = keys.map(async ({ alg, kid, pair }) => ({
    ...await exportJWK(pair.publicKey),
    alg,
    kid,
  }));
  return { keys: await Promise.all(published) };
}

/** Serves an identity provider's key set on a real socket. */
async function withKeySet(
  answer: () => Response | Promise<Response>,
  run: (url: URL, requests: () => number) => Promise<void>,
): Promise<void> {
  let count = 0;
  const server = listen(() => (count++, answer()));
  try {
    await run(new URL("/jwks.json", server.url), () => count);
  } finally {
    await server.close();
  }
}

function sign(key: ProviderKey, claims: { [claim: string]: unknown } = {}): Promise<string> {
  return new SignJWT({ sub: "ada", aud: "tck-cloud", exp: NOW / 1000 + 60, ...claims })
    .setProtectedHeader({ alg: key.alg, kid: key.kid }).sign(key.pair.privateKey);
}

/** Moves the time, by which the cooldown is measured, until it is disposed of. */
function later(milliseconds: number): Disposable {
  const { now } = Date;
  Date.now = () => now() + milliseconds;
  return { [Symbol.dispose]: () => void (Date.now = now) };
}

for (const alg of ["RS256", "PS256", "ES256", "ES384", "EdDSA"]) {
  Deno.test(`a bearer of an identity provider that signs with ${alg} is accepted`, async () => {
    const key = await createKey(alg);
    const keySet = await publish([key]);
    await withKeySet(() => Response.json(keySet), async (url) => {
      const bearers = createJwksBearers(url, () => NOW);
      assert.equal((await bearers.verify(await sign(key)))?.userId, "ada");
      assert.equal(await bearers.verify(await sign(key, { exp: NOW / 1000 - 30 })), null);
      assert.equal(await bearers.verify(await sign(key, { aud: "another" })), null);
      assert.equal(await bearers.verify(await sign(key, { exp: undefined })), null);
    });
  });
}

Deno.test("an RSA key that is too short verifies nothing, and the error names its bits", async () => {
  const algorithm = {
    name: "RSASSA-PKCS1-v1_5",
    hash: "SHA-256",
    modulusLength: 1_024,
    publicExponent: new Uint8Array([1, 0, 1]),
  };
  const pair = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]) as GenerateKeyPairResult;
  const short = { alg: "RS256", kid: "short", pair };
  const long = await createKey("RS256");
  const keySet = await publish([short, long]);
  const encode = (value: object) =>
    new TextEncoder().encode(JSON.stringify(value)).toBase64({ alphabet: "base64url", omitPadding: true });
  const signed = `${encode({ alg: "RS256", kid: "short" })}.${
    encode({ sub: "ada", aud: "tck-cloud", exp: NOW / 1000 + 60 })
  }`;
  const signature = await crypto.subtle.sign(
    algorithm.name,
    pair.privateKey,
    new TextEncoder().encode(signed),
  );
  const token = `${signed}.${
    new Uint8Array(signature).toBase64({ alphabet: "base64url", omitPadding: true })
  }`;
  await withKeySet(() => Response.json(keySet), async (url) => {
    const bearers = createJwksBearers(url, () => NOW);
    await assert.rejects(bearers.verify(token), {
      code: "auth.key_set_unavailable",
      message: /1024 bits, and RSA keys need 2048/,
    });
    assert.equal(
      (await bearers.verify(await sign(long)))?.userId,
      "ada",
      "other keys of the set can be used",
    );
  });
});

Deno.test("the check of a key set takes what bearers are verified with, and nothing else", async () => {
  const key = await createKey("ES256");
  const keySet = await publish([key]);
  const answers: [boolean, () => Response][] = [
    [true, () => Response.json(keySet)],
    [false, () => new Response(null, { status: 302, headers: { Location: "/elsewhere" } })],
    [false, () => Response.json(keySet, { status: 201 })],
    [false, () => Response.json(keySet, { status: 404 })],
    [false, () => Response.json({ keys: [null] })],
    [false, () => Response.json({ keys: [] })],
  ];
  for (const [accepted, answer] of answers) {
    let elsewhere = false;
    const server = listen((request) => {
      elsewhere ||= request.url.endsWith("/elsewhere");
      return elsewhere ? Response.json(keySet) : answer();
    });
    try {
      const url = new URL("/jwks.json", server.url);
      assert.equal(await checkKeySet(url).then(() => true, () => false), accepted);
      const verified = await createJwksBearers(url, () => NOW).verify(await sign(key)).catch(() => null);
      assert.equal(verified !== null, accepted);
      assert.equal(elsewhere, false);
    } finally {
      await server.close();
    }
  }
});

Deno.test("a bearer signed by another key with a published key's id is rejected", async () => {
  const [key, foreign] = [await createKey("ES256", "k"), await createKey("ES256", "k")];
  const keySet = await publish([key]);
  await withKeySet(() => Response.json(keySet), async (url) => {
    const bearers = createJwksBearers(url, () => NOW);
    assert.equal(await bearers.verify(await sign(foreign)), null);
    assert.equal(await bearers.verify(await sign({ ...key, kid: "unknown" })), null);
  });
});

// claim: token-algorithms
Deno.test("a bearer signed by HS256 with the public key as the secret is rejected", async () => {
  const key = await createKey("RS256");
  const pem = await exportSPKI(key.pair.publicKey);
  const keySet = await publish([key]);
  // The harder case: the key set does not state the algorithm of its key.
  for (const published of keySet.keys) delete published.alg;
  await withKeySet(() => Response.json(keySet), async (url) => {
    const bearers = createJwksBearers(url, () => NOW);
    for (const secret of [pem, pem.trim(), JSON.stringify(keySet.keys[0]), keySet.keys[0]!.n!]) {
      const token = await new SignJWT({ sub: "ada", aud: "tck-cloud", exp: NOW / 1000 + 60 })
        .setProtectedHeader({ alg: "HS256", kid: key.kid }).sign(new TextEncoder().encode(secret));
      assert.equal(await bearers.verify(token), null);
    }
    assert.equal((await bearers.verify(await sign(key)))?.userId, "ada");
  });
});

Deno.test("a bearer signed with a secret from the key set is rejected", async () => {
  const secret = new Uint8Array(32).fill(7);
  const keys = [{
    kty: "oct",
    kid: "k",
    alg: "HS256",
    k: btoa(String.fromCharCode(...secret)).replaceAll("=", ""),
  }];
  await withKeySet(() => Response.json({ keys }), async (url) => {
    const token = await new SignJWT({ sub: "ada", aud: "tck-cloud", exp: NOW / 1000 + 60 })
      .setProtectedHeader({ alg: "HS256", kid: "k" }).sign(secret);
    assert.equal(await createJwksBearers(url, () => NOW).verify(token), null);
  });
});

// claim: token-algorithms
Deno.test("a bearer without a signature is rejected without fetching the keys", async () => {
  const key = await createKey("ES256");
  const keySet = await publish([key]);
  await withKeySet(() => Response.json(keySet), async (url, requests) => {
    const [, payload] = (await sign(key)).split(".");
    const header = btoa(JSON.stringify({ alg: "none", kid: key.kid })).replaceAll("=", "");
    assert.equal(await createJwksBearers(url, () => NOW).verify(`${header}.${payload}.`), null);
    assert.equal(requests(), 0);
  });
});

Deno.test("the keys are fetched once, not for every bearer", async () => {
  const key = await createKey("ES256");
  const keySet = await publish([key]);
  await withKeySet(() => Response.json(keySet), async (url, requests) => {
    const bearers = createJwksBearers(url, () => NOW);
    for (let time = 0; time < 5; time++) assert.equal((await bearers.verify(await sign(key)))?.userId, "ada");
    assert.equal(await bearers.verify(await sign({ ...key, kid: "made up" })), null);
    assert.equal(requests(), 1);
  });
});

const BROKEN: { readonly [what: string]: () => Response } = {
  "answers 500": () => new Response("no", { status: 500 }),
  "redirects elsewhere": () => Response.redirect("http://127.0.0.1:1/", 302),
  "answers with HTML": () => new Response("<!doctype html>", { headers: { "Content-Type": "text/html" } }),
  "answers with another JSON": () => Response.json({ keys: "none" }),
  "publishes an invalid key": () => Response.json({ keys: [{ kty: "EC", kid: "key-ES256", crv: "P-256" }] }),
};

// claim: provider-limits
Deno.test("a key set that does not end is not read further than its limit", async () => {
  const token = await sign(await createKey("ES256"));
  const endless = createEndless();
  await withKeySet(endless.respond, async (url) => {
    await assert.rejects(() => createJwksBearers(url, () => NOW).verify(token), KeySetUnavailableError);
  });
  assert.ok(endless.taken() < 1_024, `${endless.taken()} parts of 64 KiB were read`);
});

for (const [what, answer] of Object.entries(BROKEN)) {
  Deno.test(`an identity provider that ${what} does not make a bearer invalid`, async () => {
    const token = await sign(await createKey("ES256"));
    await withKeySet(answer, async (url) => {
      await assert.rejects(() => createJwksBearers(url, () => NOW).verify(token), KeySetUnavailableError);
    });
  });
}

// claim: key-fetches-limited
Deno.test("an identity provider that fails gets one request for many forged bearers, and another one later", async () => {
  const key = await createKey("ES256");
  const keySet = await publish([key]);
  for (const [what, answer] of Object.entries(BROKEN)) {
    let isBroken = true;
    await withKeySet(() => isBroken ? answer() : Response.json(keySet), async (url, requests) => {
      const bearers = createJwksBearers(url, () => NOW);
      for (let time = 0; time < 20; time++) {
        const forged = bearers.verify(await sign(key, { jti: `${time}` }));
        await assert.rejects(forged, KeySetUnavailableError);
      }
      assert.equal(requests(), 1, what);
      isBroken = false;
      using _ = later(601_000);
      assert.equal((await bearers.verify(await sign(key)))?.userId, "ada", what);
    });
  }
});

// claim: key-fetches-limited
Deno.test("known keys count while the identity provider fails, and it is asked again after some seconds", async () => {
  const [key, fresh] = [await createKey("ES256", "old"), await createKey("ES256", "fresh")];
  const keySet = await publish([key]);
  const renewed = await publish([key, fresh]);
  let answer = () => Response.json(keySet);
  await withKeySet(() => answer(), async (url, requests) => {
    const bearers = createJwksBearers(url, () => NOW);
    assert.equal((await bearers.verify(await sign(key)))?.userId, "ada");
    using _ = later(31_000);
    answer = () => new Response("no", { status: 500 });
    for (let time = 0; time < 20; time++) {
      await assert.rejects(bearers.verify(await sign({ ...fresh, kid: `k${time}` })), KeySetUnavailableError);
    }
    assert.equal((await bearers.verify(await sign(key, { jti: "another" })))?.userId, "ada");
    assert.equal(requests(), 2);
    answer = () => Response.json(renewed);
    using _soon = later(4_000);
    await assert.rejects(bearers.verify(await sign(fresh)), KeySetUnavailableError);
    assert.equal(requests(), 2);
    using _later = later(1_000); // Those who asked meanwhile have not prolonged it.
    assert.equal((await bearers.verify(await sign(fresh)))?.userId, "ada");
  });
});

Deno.test("a fetch that failed does not count longer when the clock goes back", async () => {
  const key = await createKey("ES256", "k");
  const keySet = await publish([key]);
  let fails = true;
  await withKeySet(() => fails ? new Response("no", { status: 500 }) : Response.json(keySet), async (url) => {
    const bearers = createJwksBearers(url, () => NOW);
    await assert.rejects(bearers.verify(await sign(key)), KeySetUnavailableError);
    fails = false;
    using _ = later(-3_600_000);
    assert.equal((await bearers.verify(await sign(key)))?.userId, "ada");
  });
});

Deno.test("an identity provider that is down does not make a bearer invalid", async () => {
  const token = await sign(await createKey("ES256"));
  const server = listen(() => new Response());
  await server.close();
  const bearers = createJwksBearers(new URL("/jwks.json", server.url), () => NOW);
  await assert.rejects(() => bearers.verify(token), KeySetUnavailableError);
});

Deno.test("the clock of an identity provider may differ by 30 seconds, in both directions", async () => {
  const key = await createKey("ES256");
  const keySet = await publish([key]);
  await withKeySet(() => Response.json(keySet), async (url) => {
    const bearers = createJwksBearers(url, () => NOW);
    const isAccepted = async (claims: { [claim: string]: unknown }) =>
      await bearers.verify(await sign(key, claims)) !== null;
    assert.deepEqual(
      [await isAccepted({ exp: NOW / 1000 - 29 }), await isAccepted({ exp: NOW / 1000 - 30 })],
      [true, false],
    );
    assert.deepEqual(
      [await isAccepted({ nbf: NOW / 1000 + 30 }), await isAccepted({ nbf: NOW / 1000 + 31 })],
      [true, false],
    );
  });
});

// claim: key-fetches-limited
Deno.test("a key that the provider adds is fetched, at most once per cooldown, and one that it withdrew is unknown", async () => {
  const [old, fresh] = [await createKey("ES256", "old"), await createKey("ES256", "fresh")];
  let published = await publish([old]);
  await withKeySet(() => Response.json(published), async (url, requests) => {
    const bearers = createJwksBearers(url, () => NOW);
    assert.equal((await bearers.verify(await sign(old)))?.userId, "ada");
    published = await publish([fresh]);
    // Until the cooldown ends, unknown key ids cause no requests.
    const guesses = Array.from({ length: 20 }, (_, index) => sign({ ...fresh, kid: `guess-${index}` }));
    for (const guess of await Promise.all(guesses)) assert.equal(await bearers.verify(guess), null);
    assert.equal(requests(), 1);
    using _ = later(31_000);
    assert.equal((await bearers.verify(await sign(fresh)))?.userId, "ada");
    assert.equal(requests(), 2);
    assert.equal(await bearers.verify(await sign(old, { sub: "bob" })), null);
  });
});

Deno.test("a required issuer rejects the bearers of another one", async () => {
  const key = await createKey("ES256");
  const keySet = await publish([key]);
  await withKeySet(() => Response.json(keySet), async (url) => {
    const bearers = createJwksBearers(url, () => NOW, { issuer: "https://login.example.com" });
    const iss = "https://login.example.com";
    assert.equal((await bearers.verify(await sign(key, { iss })))?.userId, "ada");
    assert.equal(await bearers.verify(await sign(key, { iss: `${iss}/other` })), null);
    assert.equal(await bearers.verify(await sign(key)), null);
  });
});

Deno.test("scopes are read from scope and scp; one without a scope of this project reads only where scopes are optional", async () => {
  const key = await createKey("ES256");
  const keySet = await publish([key]);
  await withKeySet(() => Response.json(keySet), async (url) => {
    const bearers = createJwksBearers(url, () => NOW);
    const read = async (rule: "optional" | "required", claims: { [claim: string]: unknown }) => {
      try {
        return (await requireReadScope(bearers, rule).verify(await sign(key, claims)))?.userId;
      } catch (error) {
        return (error as InsufficientScopeError).code;
      }
    };
    const cases:
      readonly (readonly [claims: { [claim: string]: unknown }, optional: boolean, required: boolean])[] = [
        [{}, true, false],
        [{ scope: "openid profile" }, true, false],
        [{ scope: "openid tck.read" }, true, true],
        [{ scp: ["tck.read"] }, true, true],
        [{ scp: "tck.read" }, true, true],
        [{ scope: "tck.internal" }, false, false],
        [{ scope: "tck.reading" }, false, false],
        [{ scope: 7 }, true, false],
      ];
    for (const [claims, optional, required] of cases) {
      const answers = [await read("optional", claims), await read("required", claims)];
      const expected = [optional, required].map((isRead) => isRead ? "ada" : "auth.insufficient_scope");
      assert.deepEqual(answers, expected, JSON.stringify(claims));
    }
    assert.equal(await requireReadScope(bearers, "required").verify("not.a.token"), null);
  });
});
