// runs first
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { type InstalledServer, installServer } from "../../consumers/installed_server.ts";
import { nameTestsOfNats, startNats } from "../../servers/nats.ts";
import { openPostgres } from "../../servers/postgres.ts";
import { assertRejectsAmbiguous } from "../server/ambiguous_requests.ts";
import { assertNoReset } from "../server/restart_cases.ts";
import { type RunningCommand, startProgram, temporaryFolder } from "../cli/command_process.ts";
import { assertConforms, bearerOf, commitSamples, SECRET, urlOf, USER } from "../conformance/samples.ts";

const ENVIRONMENT = { TCK_AUTH_SECRET: SECRET, TCK_APP_URL: "http://127.0.0.1" };

let server: InstalledServer;
Deno.test.beforeAll(async () => {
  server = await installServer();
});
Deno.test.afterAll(async () => await server[Symbol.asyncDispose]());

function start(args: readonly string[], environment: Record<string, string> = {}): RunningCommand {
  return startProgram([...server.command, ...args], { ...ENVIRONMENT, ...environment });
}

// claim: requests-unambiguous
Deno.test("tck-serve of the packed package serves on Node with an embedded database, conforms, and ends on SIGTERM", async () => {
  await using folder = await temporaryFolder();
  await using running = start(["--port", "0", "--data", folder.path, "--json"]);
  const url = await urlOf(running);
  await commitSamples(start, ["--data", folder.path]); // Through the socket of the process that serves.
  await assertConforms({ url });
  await assertRejectsAmbiguous(Number(new URL(url).port));

  await using check = start(["conformance", "--url", url, "--token", await bearerOf(USER)]);
  assert.equal((await check.ended).code, 0);

  const { code, stderr } = await running.stop("SIGTERM");
  assert.deepEqual([code, stderr.trim().split("\n").at(-1)], [0, "stopped"]);
});

Deno.test("on PostgreSQL, Node serves what another process committed", async () => {
  await using folder = await temporaryFolder();
  await using postgres = await openPostgres();
  const database = { TCK_DATABASE_URL: await postgres.createDatabase() };
  await commitSamples((args) => start(args, database), ["--data", folder.path]);
  await using running = start(["serve", "--port", "0", "--data", folder.path, "--json"], database);
  await assertConforms({ url: await urlOf(running) });
});

Deno.test({
  ...(await nameTestsOfNats())("on Node, notifications reach NATS from the worker of the package"),
  async fn() {
    await using folder = await temporaryFolder();
    await using nats = await startNats();
    const notify = { TCK_NOTIFY_URL: `nats://${nats.address}/batches` };
    await using running = start(["--port", "0", "--data", folder.path, "--json"], notify);
    await urlOf(running);
    await commitSamples((args) => start(args, notify), ["--data", folder.path]);
    const connection = await connect({ servers: nats.address });
    const { streams } = await jetstreamManager(connection);
    const count = () => streams.info("batches").then(({ state }) => state.messages, () => 0);
    while (await count() < 3) await sleep(200); // The queue is polled.
    assert.equal(await count(), 3);
    await connection.close();
  },
});

Deno.test("on Node, 20 restarts by SIGTERM answer every request of 64 busy connections", () =>
  assertNoReset((args, environment) => start(args, environment)));

Deno.test("tck-serve has the service's commands and prints their help for npx", async () => {
  await using help = start(["commit", "--help"]);
  const { code, stdout } = await help.ended;
  assert.equal(code, 0);
  assert.match(stdout, /Usage: npx tck-serve commit \[options\] DIR/);
  assert.doesNotMatch(stdout, /deno task/);
  await using unknown = start(["demo"]);
  const failed = await unknown.ended;
  assert.equal(failed.code, 2);
  assert.match(failed.stderr, /^error: unknown command "demo": expected one of serve, commit, /);
});
