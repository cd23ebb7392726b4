import assert from "node:assert/strict";
import { SignJWT } from "jose";
import {
  createSecretBearers,
  createSecretSessions,
  createServiceCredentials,
} from "../../../hosts/auth/mod.ts";

const SECRET = new TextEncoder().encode("a secret that only the services have: 32");
const NOW = Date.UTC(2026, 2, 1);

Deno.test("a credential is accepted for five minutes, and replaced before", async () => {
  const clock = { now: NOW };
  const credentials = createServiceCredentials(SECRET, () => clock.now);
  const first = await credentials.issue();
  assert.equal(await credentials.verify(first), true);
  clock.now += 240_000;
  assert.equal(await credentials.issue(), first, "it is still valid for a minute");
  clock.now += 1_000;
  const second = await credentials.issue();
  assert.notEqual(second, first);
  clock.now = NOW + 300_000;
  assert.deepEqual([await credentials.verify(first), await credentials.verify(second)], [false, true]);
});

// claim: internal-credential
Deno.test("bearers, sessions and tokens of another scope, audience or secret are no credentials", async () => {
  const credentials = createServiceCredentials(SECRET, () => NOW);
  const sign = (claims: object, audience: string, secret = SECRET) =>
    new SignJWT({ ...claims }).setProtectedHeader({ alg: "HS256" }).setSubject("x").setAudience(audience)
      .setExpirationTime(NOW / 1000 + 60).sign(secret);
  const right = await sign({ scope: "tck.internal" }, "tck-internal");
  assert.equal(await credentials.verify(`Bearer ${right}`), true);
  const others = [
    await createSecretBearers(SECRET, () => NOW).issue("ada", 60),
    (await createSecretSessions(SECRET, () => NOW).open({ userId: "ada" })).token,
    await sign({ scope: "tck.read" }, "tck-internal"),
    await sign({}, "tck-internal"),
    await sign({ scope: "tck.internal" }, "tck-cloud"),
    await sign({ scope: "tck.internal" }, "tck-internal", new Uint8Array(32)),
    "",
  ];
  for (const token of others) assert.equal(await credentials.verify(`Bearer ${token}`), false, token);
  for (const header of [null, "", right, `Basic ${right}`]) {
    assert.equal(await credentials.verify(header), false);
  }
});
