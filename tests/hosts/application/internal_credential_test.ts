import assert from "node:assert/strict";
import { createSecretBearers, createServiceCredentials, SERVICE_HEADER } from "../../../hosts/auth/mod.ts";
import { SignJWT } from "jose";
import { runCommandHere } from "../cli/command_here.ts";
import { preparedFolder, type RunningCommand, startCommand } from "../cli/command_process.ts";

const SECRET = "a secret that the processes share, 32 characters";
const INTERNAL_SECRET = "a secret that only services have, 32 or more";
const INTERNAL = "/v1/internal/daily-pages";

const encode = (text: string) => new TextEncoder().encode(text);

async function urlOf(server: RunningCommand): Promise<string> {
  return JSON.parse((await server.printed(/^\{.*\}$/m))[0]).url;
}

async function codeOf(url: string, headers: HeadersInit): Promise<[number, string | undefined]> {
  const response = await fetch(url, { headers });
  return [response.status, (await response.json()).code];
}

// claim: internal-credential
Deno.test("the internal API needs the credential of a service beside the bearer, and the public role has no such route", async () => {
  await using store = await preparedFolder();
  const environment = { TCK_AUTH_SECRET: SECRET, TCK_INTERNAL_SECRET: INTERNAL_SECRET };
  const serve = (role: string, more: Record<string, string> = {}) =>
    startCommand(["serve", "--role", role, "--port", "0", "--data", store.path, "--json"], {
      ...environment,
      ...more,
    });
  await using storage = serve("storage");
  const storageUrl = await urlOf(storage);
  await using api = serve("public", { TCK_INTERNAL_URL: storageUrl, TCK_AUTH_SCOPES: "required" });
  await using stranger = serve("public", {
    TCK_INTERNAL_URL: storageUrl,
    TCK_INTERNAL_SECRET: "another secret, also of 32 characters or more",
  });
  const apiUrl = await urlOf(api);
  const bearer = await createSecretBearers(encode(SECRET), Date.now).issue("ada", 600);
  const headers = { Authorization: `Bearer ${bearer}` };
  const credential = await createServiceCredentials(encode(INTERNAL_SECRET), Date.now).issue();

  assert.deepEqual(await codeOf(`${storageUrl}${INTERNAL}`, headers), [401, "auth.unauthenticated"]);
  const withBearer = { ...headers, [SERVICE_HEADER]: `Bearer ${bearer}` };
  assert.deepEqual(await codeOf(`${storageUrl}${INTERNAL}`, withBearer), [401, "auth.unauthenticated"]);
  const alone = { [SERVICE_HEADER]: credential };
  assert.deepEqual(await codeOf(`${storageUrl}${INTERNAL}`, alone), [401, "auth.unauthenticated"]);
  const both = { ...headers, [SERVICE_HEADER]: credential };
  assert.deepEqual(await codeOf(`${storageUrl}${INTERNAL}`, both), [200, undefined]);
  assert.deepEqual(await codeOf(`${apiUrl}${INTERNAL}`, both), [404, "route.not_found"]);

  assert.deepEqual(await codeOf(`${apiUrl}/v2/daily-pages`, headers), [200, undefined]);
  const rejected = await codeOf(`${await urlOf(stranger)}/v2/daily-pages`, headers);
  assert.deepEqual(rejected, [502, "upstream.unavailable"]);

  const claims = { sub: "ada", aud: "tck-cloud", exp: Math.floor(Date.now() / 1000) + 60 };
  const unscoped = await new SignJWT(claims).setProtectedHeader({ alg: "HS256" }).sign(encode(SECRET));
  const response = await fetch(`${apiUrl}/v2/daily-pages`, {
    headers: { Authorization: `Bearer ${unscoped}` },
  });
  assert.deepEqual([response.status, (await response.json()).code], [403, "auth.insufficient_scope"]);
  assert.equal(
    response.headers.get("WWW-Authenticate"),
    'Bearer realm="tck-cloud", error="insufficient_scope", scope="tck.read"',
  );
});

// claim: internal-credential
Deno.test("a process with all services needs the credential at its internal API too", async () => {
  await using store = await preparedFolder();
  await using server = startCommand(["serve", "--port", "0", "--data", store.path, "--json"]);
  const url = await urlOf(server);
  const token = (await runCommandHere(["token", "--user", "ada", "--data", store.path])).stdout.trim();
  const headers = { Authorization: `Bearer ${token}` };
  assert.deepEqual(await codeOf(`${url}${INTERNAL}`, headers), [401, "auth.unauthenticated"]);
  assert.deepEqual(await codeOf(`${url}/v2/daily-pages`, headers), [200, undefined]);
  assert.equal((await fetch(`${url}/openapi.json`).then((response) => response.json())).openapi, "3.1.0");
});

Deno.test("a role alone with an identity provider needs the secret of the services, and says so", async () => {
  await using store = await preparedFolder();
  const { code, stderr } = await runCommandHere([
    "serve",
    "--role",
    "public",
    "--port",
    "0",
    "--data",
    store.path,
  ], {
    TCK_AUTH_JWKS_URL: "https://login.example.com/jwks.json",
    TCK_INTERNAL_URL: "http://127.0.0.1:1",
  });
  assert.deepEqual([code, /set TCK_INTERNAL_SECRET/.test(stderr)], [1, true], stderr);
});

Deno.test("an invalid setting of limits, scopes or logs is an error that quotes it", async () => {
  const invalid = {
    TCK_RATE_LIMIT: "fast",
    TCK_AUTH_SCOPES: "maybe",
    TCK_LOG: "xml",
    TCK_SHUTDOWN_TIMEOUT: "soon",
    TCK_METRICS_TOKEN: "short",
    TCK_RATE_LIMIT_URL: "mysql://u:p4ss@h/d",
  };
  for (const [name, value] of Object.entries(invalid)) {
    const { code, stderr } = await runCommandHere(["serve"], { [name]: value });
    assert.deepEqual([code, stderr.includes(`Cannot use ${name}`)], [1, true], stderr);
    assert.doesNotMatch(stderr, /p4ss/);
  }
});
