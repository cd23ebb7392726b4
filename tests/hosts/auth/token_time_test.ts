import assert from "node:assert/strict";
import { createSecretBearers, createServiceCredentials, SERVICE_HEADER } from "../../../hosts/auth/mod.ts";
import { explainTokenTime } from "../../../hosts/auth/token_time.ts";
import { requireBearer } from "../../../hosts/routes/http/authorization.ts";
import { respondError } from "../../../hosts/routes/http/problem.ts";
import { requireService } from "../../../hosts/routes/http/service_guard.ts";
import { Hono } from "hono";

const SECRET = new TextEncoder().encode("s".repeat(32));
const HOUR = 3_600_000;

/** The detail of the answer to a credential that was issued by a machine whose clock differs by some milliseconds. */
async function detailOf(difference: number, kind: "bearer" | "service"): Promise<string> {
  const theirs = () => Date.now() + difference;
  const app = new Hono();
  app.onError((error) => respondError(error, () => {}));
  if (kind === "bearer") app.use("*", requireBearer(createSecretBearers(SECRET, Date.now)));
  else app.use("*", requireService(createServiceCredentials(SECRET, Date.now)));
  app.get("/", (context) => context.text("ok"));
  const headers = kind === "bearer"
    ? { Authorization: `Bearer ${await createSecretBearers(SECRET, theirs).issue("ada", 600)}` }
    : { [SERVICE_HEADER]: await createServiceCredentials(SECRET, theirs).issue() };
  const response = await app.fetch(new Request("http://localhost/", { headers }));
  assert.equal(response.status, 401);
  return (await response.json()).detail;
}

for (const kind of ["bearer", "service"] as const) {
  Deno.test(`the credential of a ${kind} from a machine whose clock is behind is rejected with both times`, async () => {
    const detail = await detailOf(-6 * HOUR, kind);
    const [, until, clock] = /it was valid until (\S+), and this server's clock says (\S+)$/.exec(detail)!;
    assert.ok(Date.parse(until!) < Date.parse(clock!));
    assert.ok(Math.abs(Date.parse(clock!) - Date.now()) < 60_000);
  });
}

const encode = (claims: object) =>
  ["e30", btoa(JSON.stringify(claims)).replaceAll("=", "").replaceAll("+", "-").replaceAll("/", "_"), ""]
    .join(".");

for (
  const [what, token, reason] of [
    [
      "is valid later",
      encode({ exp: 3000, nbf: 2000 }),
      /^it is valid from 1970-01-01T00:33:20\.000Z, and this/,
    ],
    ["was issued later", encode({ exp: 3000, iat: 2000 }), /^it is valid from 1970-01-01T00:33:20\.000Z/],
    ["is valid", encode({ exp: 3000, nbf: 1000, iat: 900 }), null],
    ["has no times", encode({}), null],
    ["has invalid times", encode({ exp: "1", nbf: 1e300, iat: -1 }), null],
    ["is no token", "x", null],
  ] as const
) {
  Deno.test(`the times of a token that ${what} ${reason === null ? "explain nothing" : "are named"}`, () => {
    const found = explainTokenTime(token, 1_000_000);
    if (reason === null) assert.equal(found, null);
    else assert.match(found!, reason);
  });
}
