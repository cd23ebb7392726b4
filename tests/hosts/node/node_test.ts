// runs first
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { type InstalledServer, installServer } from "../../consumers/installed_server.ts";
import { findOldNode } from "../../packages/mod.ts";
import { printedBy, runProcess } from "../../runtimes/process.ts";
import { nameTestsOfNats, startNats } from "../../servers/nats.ts";
import { openPostgres } from "../../servers/postgres.ts";
import { startCollector } from "../operations/collector.ts";
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
  assert.match(stdout, /Usage: npx --package @tck\/server tck-serve commit \[options\] DIR/);
  assert.doesNotMatch(stdout, /deno task/);
  await using overview = start(["--help"]);
  const listed = (await overview.ended).stdout;
  for (const name of ["serve", "commit", "user", "sweep", "migrate", "conformance"]) {
    assert.match(listed, new RegExp(`^  ${name} +[A-Z].*\\.$`, "m"));
  }
  await using unknown = start(["demo"]);
  const failed = await unknown.ended;
  assert.equal(failed.code, 2);
  assert.match(failed.stderr, /^error: unknown command "demo": expected one of serve, commit, /);
});

Deno.test("on Node, OpenTelemetry's SDK sends spans in the caller's trace, metrics and the log", async () => {
  const sdk = "@opentelemetry/auto-instrumentations-node@0.81.2";
  const flags = ["install", "--prefer-offline", "--no-audit", "--no-fund", "--prefix", server.folder, sdk];
  printedBy(await runProcess("npm", flags, { cwd: server.folder }));
  // The names of the guide, as a process in that folder resolves them.
  const { resolve } = createRequire(join(server.folder, "package.json"));
  const [register, hook] = ["auto-instrumentations-node/register", "instrumentation/hook.mjs"].map((name) =>
    pathToFileURL(resolve(`@opentelemetry/${name}`)).href
  );
  await using collector = startCollector();
  await using folder = await temporaryFolder();
  await using running = start(["--port", "0", "--data", folder.path, "--json"], {
    ...collector.environment,
    NODE_OPTIONS: `--import ${register} --experimental-loader=${hook}`,
  });
  const url = await urlOf(running);
  const traceId = "0af7651916cd43dd8448eb211c80319c";
  const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` };
  await (await fetch(`${url}/healthz`, { headers })).body?.cancel();
  const spans = await collector.until("traces", new RegExp(traceId));
  assert.match(spans, /b7ad6b7169203331/);
  assert.match(spans, /"stringValue":"tck-test"/);
  await collector.until("metrics", /"name":"http\.server\.(?:request\.)?duration"/);
  await collector.until("logs", /"eventName":"service_configured"/);
  assert.equal((await running.stop("SIGTERM")).code, 0);
});

Deno.test("on Node 20 tck-serve says which Node it needs", async () => {
  const node = await findOldNode();
  assert.ok(node !== null);
  await using running = startProgram([node, server.command[1]], ENVIRONMENT);
  const { code, stdout, stderr } = await running.ended;
  assert.deepEqual([code, stdout], [1, ""]);
  assert.match(stderr, /^error: Cannot run on Node 20\.20\.2: Node 24\.14\.1 or later is needed; [^\n]*\n$/);
});

Deno.test("the package has the guide, and the files that it names", async () => {
  const monitoring = ["alerts.yaml", "grafana_dashboard.json"].map((name) =>
    `hosts/operations/monitoring/${name}`
  );
  for (const path of ["docs/operations.md", "hosts/edge/wrangler.jsonc", ...monitoring]) {
    const installed = await readFile(join(server.folder, "node_modules/@tck/server", path), "utf8");
    assert.equal(installed, await readFile(new URL(`../../../${path}`, import.meta.url), "utf8"));
  }
});
