import assert from "node:assert/strict";
import { SignJWT } from "jose";
import { createSecretBearers, createSecretSessions, createSignInAttempts } from "../../../hosts/auth/mod.ts";

const SECRET = new TextEncoder().encode("a secret that is long enough: 32");
const NOW = Date.UTC(2026, 2, 1);
const ATTEMPT = { state: "s", nonce: "n", verifier: "v", next: "/feed/20260301-diary?a=1" };

// claim: sign-in-own-browser
Deno.test("an attempt is opened until ten minutes after it began", async () => {
  const clock = { now: NOW };
  const attempts = createSignInAttempts(SECRET, () => clock.now);
  const token = await attempts.seal(ATTEMPT);
  clock.now = NOW + 599_999;
  const { id, ...attempt } = (await attempts.open(token))!;
  assert.deepEqual(attempt, ATTEMPT);
  assert.notEqual((await attempts.open(await attempts.seal(ATTEMPT)))!.id, id);
  clock.now = NOW + 600_000;
  assert.equal(await attempts.open(token), null);
});

// claim: sign-in-own-browser
Deno.test("tokens of another audience, secret or algorithm, or without an expiration, are no attempts", async () => {
  const attempts = createSignInAttempts(SECRET, () => NOW);
  const id: string = crypto.randomUUID();
  const sign = (audience: string, { secret = SECRET, alg = "HS256", expires = true, jti = id } = {}) => {
    const token = new SignJWT(ATTEMPT).setProtectedHeader({ alg }).setAudience(audience).setJti(jti);
    return (expires ? token.setExpirationTime(NOW / 1000 + 60) : token).sign(secret);
  };
  assert.deepEqual(await attempts.open(await sign("tck-sign-in")), { ...ATTEMPT, id });
  const long = new Uint8Array(64).fill(7);
  const others = [
    await sign("tck-session"),
    await sign("tck-sign-in", { secret: long }),
    await sign("tck-sign-in", { expires: false }),
    await sign("tck-sign-in", { jti: "x" }),
    await createSecretBearers(SECRET, () => NOW).issue("ada", 60),
    (await createSecretSessions(SECRET, () => NOW).open({ userId: "ada" })).token,
    "",
    "a.b.c",
  ];
  for (const token of others) assert.equal(await attempts.open(token), null, token);
  const lenient = createSignInAttempts(long, () => NOW);
  assert.equal(await lenient.open(await sign("tck-sign-in", { secret: long, alg: "HS512" })), null);
  assert.throws(() => createSignInAttempts(new Uint8Array(31), () => NOW), /31 bytes/);
  assert.equal(await createSecretBearers(SECRET, () => NOW).verify(await attempts.seal(ATTEMPT)), null);
});
