import assert from "node:assert/strict";
import fc from "fast-check";
import { SignJWT } from "jose";
import { createSecretBearers, createSecretSessions } from "../../../hosts/auth/mod.ts";

const SECRET = new TextEncoder().encode("a secret that is long enough: 32");
const OTHER_SECRET = new TextEncoder().encode("another secret long enough as well");
const START = Date.UTC(2026, 2, 1);

function atTime(clock = { now: START }) {
  return {
    clock,
    bearers: createSecretBearers(SECRET, () => clock.now),
    sessions: createSecretSessions(SECRET, () => clock.now),
  };
}

/** A valid token with changed claims, which this project would not issue. */
function forge(changes: { [claim: string]: unknown }, secret = SECRET, alg = "HS256"): Promise<string> {
  const claims = { sub: "ada", aud: "tck-cloud", exp: START / 1000 + 60, ...changes };
  return new SignJWT(claims).setProtectedHeader({ alg }).sign(secret);
}

Deno.test("a bearer verifies as the user it was issued for, with any characters in the id", async () => {
  const { bearers } = atTime();
  for (const userId of ["ada", "Ada Lovelace", "ada@example.com", "日本語", "a/b", "%2e"]) {
    assert.equal((await bearers.verify(await bearers.issue(userId, 60)))?.userId, userId);
  }
});

Deno.test("a bearer is valid until its last second and not afterwards", async () => {
  const { bearers, clock } = atTime();
  const token = await bearers.issue("ada", 60);
  clock.now = START + 59_999;
  assert.equal((await bearers.verify(token))?.userId, "ada");
  clock.now = START + 60_000;
  assert.equal(await bearers.verify(token), null);
});

// claim: token-algorithms
Deno.test("a bearer signed with another secret or another algorithm is rejected", async () => {
  const { bearers } = atTime();
  assert.equal((await bearers.verify(await forge({})))?.userId, "ada");
  assert.equal(await bearers.verify(await forge({}, OTHER_SECRET)), null);
  const longSecret = new Uint8Array(64).fill(7);
  const lenient = createSecretBearers(longSecret, () => START);
  assert.equal((await lenient.verify(await forge({}, longSecret, "HS256")))?.userId, "ada");
  for (const alg of ["HS384", "HS512"]) {
    assert.equal(await lenient.verify(await forge({}, longSecret, alg)), null);
  }
});

Deno.test("a bearer whose sub is not a text is rejected", async () => {
  const { bearers } = atTime();
  for (const sub of [["ada"], ["ada", "eve"], [], { id: "ada" }, 7, true, null]) {
    assert.equal(await bearers.verify(await forge({ sub })), null, JSON.stringify(sub));
  }
});

Deno.test("a time at which a session cannot have been opened is invalid", async () => {
  const { bearers } = atTime();
  const opened = async (time: unknown) =>
    (await bearers.verify(await forge({ auth_time: time })))?.sessionOpenedAt;
  assert.equal(await opened(START / 1000), START / 1000);
  for (const time of [1e99, -1e99, 9e15, -1, "2026", null]) {
    assert.equal(await opened(time), null, String(time));
  }
});

// claim: token-algorithms
Deno.test("a bearer without a signature (alg none) is rejected", async () => {
  const { bearers } = atTime();
  const [, payload] = (await forge({})).split(".");
  for (const alg of ["none", "None", "NONE", ""]) {
    const header = btoa(JSON.stringify({ alg, typ: "JWT" })).replaceAll("=", "");
    assert.equal(await bearers.verify(`${header}.${payload}.`), null);
  }
});

Deno.test("a bearer needs a user, an expiration and this project's audience", async () => {
  const { bearers } = atTime();
  const bad = [
    { exp: undefined },
    { exp: "tomorrow" },
    { sub: undefined },
    { sub: "" },
    { sub: ".." },
    { sub: "a\u0000b" },
    { sub: "a".repeat(129) },
    { sub: 7 },
    { aud: undefined },
    { aud: "tck-session" },
    { aud: "TCK-CLOUD" },
    { aud: ["someone", "else"] },
    { nbf: START / 1000 + 30 },
  ];
  for (const changes of bad) {
    assert.equal(await bearers.verify(await forge(changes)), null, JSON.stringify(changes));
  }
  assert.equal((await bearers.verify(await forge({ aud: ["else", "tck-cloud"] })))?.userId, "ada");
});

Deno.test("a bearer of 8,192 characters is accepted, a longer one is rejected", async () => {
  const { bearers } = atTime();
  let padding = "x".repeat(5_950);
  while ((await forge({ padding })).length < 8192) padding += "x";
  const longest = await forge({ padding });
  assert.equal(longest.length, 8192);
  assert.equal((await bearers.verify(longest))?.userId, "ada");
  assert.equal(await bearers.verify(await forge({ padding: `${padding}x` })), null);
});

// claim: token-algorithms
Deno.test("a session is not valid as a bearer, nor a bearer as a session", async () => {
  const { bearers, sessions } = atTime();
  const [session, bearer] = [(await sessions.open({ userId: "ada" })).token, await bearers.issue("ada", 60)];
  assert.equal((await sessions.read(session))?.userId, "ada");
  assert.equal(await bearers.verify(session), null);
  assert.equal(await sessions.read(bearer), null);
});

Deno.test("a session without an id is rejected", async () => {
  const { sessions } = atTime();
  const claims = { aud: "tck-session", jti: "9b0c1c1e-54e6-4a0b-8a53-0c6ef0a1a001" };
  assert.equal((await sessions.read(await forge(claims)))?.id, claims.jti);
  for (const jti of [undefined, "", "x", 7, ["9b0c1c1e-54e6-4a0b-8a53-0c6ef0a1a001"]]) {
    assert.equal(await sessions.read(await forge({ ...claims, jti })), null, JSON.stringify(jti));
  }
});

Deno.test("a session and its bearer end in the bearer's last second, with any lifetime and any clock", async () => {
  const hours = fc.nat({ max: 20 * 3_600_000 });
  await fc.assert(fc.asyncProperty(fc.integer({ min: 1, max: 172_800 }), hours, async (seconds, elapsed) => {
    const { clock, bearers, sessions } = atTime({ now: START + 1 });
    const bearer = (await bearers.verify(await bearers.issue("ada", seconds)))!;
    const opened = await sessions.open(bearer);
    assert.equal(opened.expiresAt, Math.min(bearer.expiresAt, START / 1000 + 43_200));
    clock.now += elapsed;
    const session = await sessions.read(opened.token);
    assert.equal(session !== null, clock.now < opened.expiresAt * 1000);
    if (session === null) return;
    const renewed = await sessions.renew(session);
    assert.ok(renewed.expiresAt <= bearer.expiresAt && renewed.expiresAt >= opened.expiresAt);
    const exchanged = (await bearers.verify(await sessions.exchange(session)))!;
    assert.ok(exchanged.expiresAt <= session.expiresAt);
    assert.equal(exchanged.sessionId, opened.id);
  }));
});

Deno.test("a session ends after its lifetime", async () => {
  const { sessions, clock } = atTime();
  const { token: session, lifetime } = await sessions.open({ userId: "ada" });
  assert.equal(lifetime, 12 * 60 * 60);
  clock.now = START + lifetime * 1000 - 1;
  assert.equal((await sessions.read(session))?.userId, "ada");
  clock.now = START + lifetime * 1000;
  assert.equal(await sessions.read(session), null);
});

Deno.test("no token is issued for an invalid user id or signed with a short secret", async () => {
  const { bearers, sessions } = atTime();
  for (const userId of ["", "..", "a\nb", "a".repeat(129)]) {
    await assert.rejects(() => bearers.issue(userId, 60), RangeError);
    await assert.rejects(() => sessions.open({ userId }), RangeError);
  }
  const short = new Uint8Array(31);
  assert.throws(() => createSecretBearers(short, () => START), /31 bytes/);
  assert.throws(() => createSecretSessions(short, () => START), /31 bytes/);
});

Deno.test("any change of one character of a bearer makes it invalid", async () => {
  const { bearers } = atTime();
  const token = await bearers.issue("ada", 60);
  const position = fc.nat(token.length - 1);
  await fc.assert(fc.asyncProperty(position, fc.constantFrom(..."ABCxyz019-_.="), async (at, character) => {
    // The last character of a 32-byte signature has two unused bits.
    fc.pre(token[at] !== character && at !== token.length - 1);
    const changed = token.slice(0, at) + character + token.slice(at + 1);
    assert.equal(await bearers.verify(changed), null);
  }));
});

Deno.test("verifying arbitrary text returns null and never throws", async () => {
  const { bearers, sessions } = atTime();
  const part = fc.oneof(
    fc.string(),
    fc.json().map((text) => btoa(encodeURIComponent(text)).replaceAll("=", "")),
  );
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(part, { maxLength: 6 }).map((parts) => parts.join(".")),
  );
  await fc.assert(fc.asyncProperty(text, async (token) => {
    assert.equal(await bearers.verify(token), null);
    assert.equal(await sessions.read(token), null);
  }));
  assert.equal(await bearers.verify("a".repeat(10_000_000)), null);
});

Deno.test("the bearer of a session reads for five minutes, as one that is issued does for its time", async () => {
  const { bearers, sessions, clock } = atTime();
  const session = await sessions.open({ userId: "ada" });
  clock.now += 7_000;
  const exchanged = (await bearers.verify(await sessions.exchange(session)))!;
  assert.deepEqual([exchanged.expiresAt, exchanged.scopes], [START / 1000 + 307, ["tck.read"]]);
  const issued = (await bearers.verify(await bearers.issue("ada", 60)))!;
  assert.deepEqual([issued.expiresAt, issued.scopes, issued.sessionId], [
    START / 1000 + 67,
    ["tck.read"],
    null,
  ]);
});
