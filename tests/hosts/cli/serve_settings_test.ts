/**
 * What `serve` says of its settings, on real servers.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { findFreePort } from "../../servers/free_port.ts";
import { nameTestsOfNats, startNats } from "../../servers/nats.ts";
import { openPostgres } from "../../servers/postgres.ts";
import { nameTestsOfRadosGateway, openRadosGateway } from "../../servers/radosgw.ts";
import { runCommandHere } from "./command_here.ts";
import { preparedFolder, startCommand, temporaryFolder } from "./command_process.ts";

const SECRET = "a secret of the test, with 32 characters or more";

Deno.test("serve rejects a setting that does not exist or has no effect, before it opens anything", async () => {
  await using folder = await temporaryFolder();
  const data = join(folder.path, "data");
  const cases: [Record<string, string>, RegExp][] = [
    [{ TCK_DATABSE_URL: "postgres://me:hunter2@db" }, /did you mean TCK_DATABASE_URL\?/],
    [{ TCK_OBJECTS_URL: "s3://bucket?endpont=http://x" }, /unexpected parameter "endpont"/],
    [
      { TCK_INTERNAL_URL: "http://storage:8701" },
      /no effect where all roles are served; choose one with --role/,
    ],
  ];
  for (const [environment, message] of cases) {
    const { code, stdout, stderr } = await runCommandHere(["serve", "--port", "0", "--data", data], {
      TCK_APP_URL: "https://app.example",
      AWS_ACCESS_KEY_ID: "a",
      AWS_SECRET_ACCESS_KEY: "b",
      ...environment,
    });
    assert.deepEqual([code, stdout], [1, ""], stderr);
    assert.match(stderr, message);
    assert.doesNotMatch(stderr, /hunter2/);
    await assert.rejects(Deno.stat(join(data, "database")));
  }
});

Deno.test("with TCK_LOG=json every line of serve is JSON, from the settings that it uses to its end", async () => {
  await using folder = await preparedFolder();
  await Deno.chmod(folder.path, 0o755); // causes a warning before the log is open
  await using server = startCommand(["serve", "--port", "0", "--data", folder.path], { TCK_LOG: "json" });
  await server.printed(/service_started/);
  const { code, stdout, stderr } = await server.stop("SIGINT");
  const [lines, started] = [stderr, stdout].map((text) =>
    text.trim().split("\n").map((line) => JSON.parse(line))
  ) as [{ event: string; message: string }[], { event: string; roles: string[] }[]];
  assert.equal(code, 0);
  assert.deepEqual([started.length, started[0]!.roles], [1, ["storage", "public", "web"]]);
  assert.match(lines[0]!.message, /has mode 0755/);
  assert.equal(lines.at(-1)!.message, "stopped");
  const { time: _, level, message, ...used } = lines.find(({ event }) => event === "service_configured")! as {
    [field: string]: string;
  };
  assert.equal(level, "info");
  assert.deepEqual(used, {
    event: "service_configured",
    database: `PGlite ${join(folder.path, "database")}`,
    objects: `files ${join(folder.path, "objects")}`,
    notifications: `log ${join(folder.path, "notifications.jsonl")}`,
    identity: "bearers of the data folder's secret",
    signIn: "local user demo",
    canvas: "sealed",
    requests: "no limit",
  });
  assert.match(message!, /^database PGlite .*; requests no limit$/);
});

Deno.test("with TCK_LOG=json an error that ends a command is JSON too", async () => {
  for (const args of [["serve", "--role", "public"], ["serve", "--nonsense"]]) {
    const { code, stdout, stderr } = await runCommandHere(args, { TCK_LOG: "json" });
    assert.ok(code > 0 && stdout === "");
    const lines = stderr.trim().split("\n").map((line) => JSON.parse(line));
    assert.deepEqual([lines[0].level, lines[0].event], ["error", "command_message"]);
  }
});

Deno.test("serve --check finds PostgreSQL, and says which parts cannot be reached, without a secret", async () => {
  await using postgres = await openPostgres();
  const databaseUrl = await postgres.createDatabase();
  const dead = `127.0.0.1:${await findFreePort()}`;
  const environment = {
    TCK_DATABASE_URL: databaseUrl,
    TCK_AUTH_JWKS_URL: `http://${dead}/keys`,
    TCK_RATE_LIMIT: "10/1m",
    TCK_RATE_LIMIT_URL: `postgres://me:hunter2@${dead}/limits`,
    TCK_NOTIFY_URL: `nats://me:hunter2@${dead}/tck`,
    TCK_APP_URL: "https://app.example",
  };
  const { code, stdout, stderr } = await runCommandHere(
    ["serve", "--check", "--port", "0", "--json"],
    environment,
  );
  assert.equal(code, 1, stderr);
  assert.doesNotMatch(stdout + stderr, /hunter2/);
  const { ok, checks } = JSON.parse(stdout);
  const failed = checks.filter(({ failure }: { failure: string | null }) => failure !== null);
  assert.equal(ok, false);
  assert.deepEqual(failed.map(({ part }: { part: string }) => part), [
    "notifications",
    "identity",
    "requests",
  ]);
  const database = checks.find(({ part }: { part: string }) => part === "database");
  assert.match(database.uses, /^postgres:\/\/127\.0\.0\.1:\d+\/\w+ \(\d+ migrations to apply\)$/);
});

const ofGateway = await nameTestsOfRadosGateway();
const ofNats = await nameTestsOfNats();
Deno.test({
  ...ofGateway("serve --check succeeds with a bucket and NATS, and fails without the bucket"),
  ignore: ofGateway("").ignore || ofNats("").ignore,
  async fn() {
    await using gateway = await openRadosGateway();
    await using nats = await startNats();
    const objectsUrl = `s3://${await gateway.createBucket()}?endpoint=${gateway.endpoint}`;
    const settings = {
      AWS_ACCESS_KEY_ID: gateway.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: gateway.credentials.secretAccessKey,
      TCK_OBJECTS_URL: objectsUrl,
      TCK_NOTIFY_URL: `nats://${nats.address}/tck`,
      TCK_AUTH_SECRET: SECRET,
      TCK_APP_URL: "https://app.example",
    };
    const found = await runCommandHere(["serve", "--check", "--port", "0"], settings);
    assert.equal(found.code, 0, found.stdout + found.stderr);
    assert.match(found.stdout, /^ok {3}objects: s3:\/\//m);
    assert.match(found.stdout, /^ok {3}notifications: nats:\/\/127/m);
    const missing = await runCommandHere(["serve", "--check", "--port", "0"], {
      ...settings,
      TCK_OBJECTS_URL: objectsUrl.replace("s3://", "s3://missing-"),
    });
    assert.equal(missing.code, 1);
    assert.match(missing.stdout, /^FAIL objects: s3:\/\/missing-/m);
  },
});
