import assert from "node:assert/strict";
import { SignJWT } from "jose";
import { createSecretBearers, createWriterCredentials } from "../../../hosts/auth/mod.ts";

const SECRET = new TextEncoder().encode("a secret that only services have, 32 or more");
const OTHER = new TextEncoder().encode("another secret that services have, 32 or more");

const credentials = createWriterCredentials(SECRET, Date.now);

/** A credential with other claims. */
function sign(claims: object, secret = SECRET): Promise<string> {
  const exp = Math.floor(Date.now() / 1000) + 60;
  const standard = { sub: "agent-1", aud: "tck-internal", scope: "tck.commit", users: ["ada"], exp };
  return new SignJWT({ ...standard, ...claims }).setProtectedHeader({ alg: "HS256" }).sign(secret);
}

// claim: writer-own-users
Deno.test("a credential states its writer, scope and users", async () => {
  const writer = await credentials.verify(await credentials.issue("agent-1", ["ada", "team-*"], 60));
  assert.deepEqual([writer?.name, writer?.hasScope], ["agent-1", true]);
  const users = ["ada", "team-", "team-a", "team-a*", "Ada", "ada ", "team", "ada*", "*", ""];
  assert.deepEqual(users.filter((user) => writer!.mayWriteFor(user)), ["ada", "team-", "team-a", "team-a*"]);
});

// claim: writer-own-users
Deno.test("a credential whose users are not a list of texts is for nobody, and the scope is a text with that word", async () => {
  for (const users of [undefined, null, "ada", "*", 1, {}, [], [1], [null], [["ada"]], { 0: "ada" }]) {
    const writer = await credentials.verify(await sign({ users }));
    assert.equal(writer?.mayWriteFor("ada"), false, JSON.stringify(users));
  }
  const scopes = [["tck.commit", true], ["a tck.commit b", true], ["tck.commits", false], ["", false], [[
    "tck.commit",
  ], false]];
  for (const [scope, expected] of scopes) {
    assert.equal((await credentials.verify(await sign({ scope })))?.hasScope, expected, String(scope));
  }
});

// claim: writer-own-users
Deno.test("what is expired, unsigned, of another audience or another secret is not a credential", async () => {
  const tokens = [
    await sign({ exp: Math.floor(Date.now() / 1000) - 1 }),
    await sign({ exp: undefined }),
    await sign({ aud: "tck-cloud" }),
    await sign({}, OTHER),
    await createSecretBearers(SECRET, Date.now).issue("ada", 60),
    "",
    "none",
  ];
  for (const token of tokens) assert.equal(await credentials.verify(token), null);
  assert.throws(() => createWriterCredentials(new Uint8Array(31), Date.now), RangeError);
});
