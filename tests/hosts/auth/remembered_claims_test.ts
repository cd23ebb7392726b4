import assert from "node:assert/strict";
import { rememberClaims } from "../../../hosts/auth/remembered_claims.ts";

const NOW = Date.UTC(2026, 2, 1);

/** Counts how often each token is verified. */
function createVerifier(lifetimes: { [token: string]: number }) {
  const clock = { now: NOW };
  const counts: { [token: string]: number } = {};
  const verify = rememberClaims((token) => {
    counts[token] = (counts[token] ?? 0) + 1;
    const seconds = lifetimes[token.replace(/\d+$/, "")];
    return Promise.resolve(seconds === undefined ? null : { expiresAt: NOW / 1000 + seconds, token });
  }, () => clock.now);
  return { clock, counts, verify };
}

// claim: bearers-remembered-briefly
Deno.test("the claims of a token are remembered for five minutes at most, and never after it expired", async () => {
  const { clock, counts, verify } = createVerifier({ short: 60, long: 3_600 });
  for (const elapsed of [0, 59_999, 60_000, 299_999, 300_000, 599_999, 600_000]) {
    clock.now = NOW + elapsed;
    for (const token of ["short", "long"]) assert.equal((await verify(token))?.token, token);
    const expected = [
      elapsed < 60_000 ? 1 : [60_000, 299_999, 300_000, 599_999, 600_000].indexOf(elapsed) + 2,
      1 + Math.floor(elapsed / 300_000),
    ];
    assert.deepEqual([counts["short"], counts["long"]], expected, String(elapsed));
  }
});

Deno.test("an invalid token is verified each time, and a failure is not remembered", async () => {
  const { counts, verify } = createVerifier({});
  for (let time = 0; time < 3; time++) assert.equal(await verify("forged"), null);
  assert.equal(counts["forged"], 3);
  let fails = true;
  const flaky = rememberClaims(
    () => fails ? Promise.reject(new Error("no keys")) : Promise.resolve({ expiresAt: NOW }),
    () => NOW,
  );
  await assert.rejects(() => flaky("a"), /no keys/);
  fails = false;
  assert.deepEqual(await flaky("a"), { expiresAt: NOW });
});

// claim: bearers-remembered-briefly
Deno.test("a token that became invalid is verified again, also when the clock is set back", async () => {
  const lifetimes: { [token: string]: number } = { withdrawn: 3_600 };
  const { clock, verify } = createVerifier(lifetimes);
  assert.notEqual(await verify("withdrawn"), null);
  delete lifetimes["withdrawn"];
  for (const elapsed of [300_000, 299_999]) {
    clock.now = NOW + elapsed;
    assert.equal(await verify("withdrawn"), null, String(elapsed));
  }
  lifetimes["withdrawn"] = 3_600;
  assert.notEqual(await verify("withdrawn"), null);
  delete lifetimes["withdrawn"];
  clock.now = NOW - 3_600_000;
  assert.equal(await verify("withdrawn"), null, "five minutes are not an hour when the clock goes back");
});

Deno.test("of more than 4,096 tokens the least recently used one is verified again", async () => {
  const { counts, verify } = createVerifier({ t: 3_600 });
  for (let token = 0; token < 4_096; token++) await verify(`t${token}`);
  await verify("t0");
  await verify("t4096");
  for (const token of ["t0", "t4095", "t2"]) await verify(token);
  assert.deepEqual([counts["t0"], counts["t4095"], counts["t2"]], [1, 1, 1]);
  await verify("t1");
  assert.equal(counts["t1"], 2);
});
