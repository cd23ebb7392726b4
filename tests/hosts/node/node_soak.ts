/**
 * What repeats on Node what the tests assert on Deno. `node_test.ts` has what is Node's own.
 */
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type InstalledServer, installServer } from "../../consumers/installed_server.ts";
import { printedBy, runProcess } from "../../runtimes/process.ts";
import { openPostgres } from "../../servers/postgres.ts";
import { type RunningCommand, startProgram, temporaryFolder } from "../cli/command_process.ts";
import { assertConforms, commitSamples, SECRET, urlOf } from "../conformance/samples.ts";
import { startCollector } from "../operations/collector.ts";
import { assertNoReset } from "../server/restart_cases.ts";

const ENVIRONMENT = { TCK_AUTH_SECRET: SECRET, TCK_APP_URL: "http://127.0.0.1" };

let server: InstalledServer;
Deno.test.beforeAll(async () => {
  server = await installServer();
});
Deno.test.afterAll(async () => await server[Symbol.asyncDispose]());

function start(args: readonly string[], environment: Record<string, string> = {}): RunningCommand {
  return startProgram([...server.command, ...args], { ...ENVIRONMENT, ...environment });
}

Deno.test("with an embedded database, Node conforms, by all rules for writers too", async () => {
  await using folder = await temporaryFolder();
  await using running = start(["serve", "--port", "0", "--data", folder.path, "--json"]);
  const url = await urlOf(running);
  await commitSamples((args) => start(args).ended, ["--data", folder.path]);
  await assertConforms({ url });
});

Deno.test("on PostgreSQL, Node serves what another process committed", async () => {
  await using folder = await temporaryFolder();
  await using postgres = await openPostgres();
  const database = { TCK_DATABASE_URL: await postgres.createDatabase() };
  await commitSamples((args) => start(args, database).ended, ["--data", folder.path]);
  await using running = start(["serve", "--port", "0", "--data", folder.path, "--json"], database);
  await assertConforms({ url: await urlOf(running) });
});

Deno.test("on Node, 20 restarts by SIGTERM answer every request of 64 busy connections", () =>
  assertNoReset((args, environment) => start(args, environment), 20));

Deno.test("on Node, OpenTelemetry's SDK sends spans in the caller's trace, metrics and the log", async () => {
  const sdk = "@opentelemetry/auto-instrumentations-node@0.82.0";
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
