// budget: 40 s: it installs the package, and serves on Node
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { type InstalledServer, installServer } from "../../consumers/installed_server.ts";
import { findOldNode } from "../../packages/mod.ts";
import { nameTestsOfNats, type NatsServer, startNats } from "../../servers/nats.ts";
import { openPostgres } from "../../servers/postgres.ts";
import { assertRejectsAmbiguous } from "../server/ambiguous_requests.ts";
import { until } from "../../waiting/mod.ts";
import { type RunningCommand, startProgram, temporaryFolder } from "../cli/command_process.ts";
import { bearerOf, commitSamples, SECRET, urlOf, USER } from "../conformance/samples.ts";

const ENVIRONMENT = { TCK_AUTH_SECRET: SECRET, TCK_APP_URL: "http://127.0.0.1" };

const ofNats = await nameTestsOfNats();
const hasNats = !ofNats("").ignore;

const opened = new AsyncDisposableStack();
let server: InstalledServer;
/** The broker that the server notifies, where there is one. */
let nats: NatsServer | null = null;
/** A server with an embedded database and the samples. The last test that uses it ends it. */
let running: RunningCommand;
let url: string;
Deno.test.beforeAll(async () => {
  server = opened.use(await installServer());
  const folder = opened.use(await temporaryFolder());
  if (hasNats) nats = opened.use(await startNats());
  const notify: Record<string, string> = nats === null
    ? {}
    : { TCK_NOTIFY_URL: `nats://${nats.address}/batches` };
  running = opened.use(start(["--port", "0", "--data", folder.path, "--json"], notify));
  url = await urlOf(running);
  // Through the socket of the process that serves.
  await commitSamples((args) => start(args, notify).ended, ["--data", folder.path]);
});
Deno.test.afterAll(() => opened.disposeAsync());

function start(args: readonly string[], environment: Record<string, string> = {}): RunningCommand {
  return startProgram([...server.command, ...args], { ...ENVIRONMENT, ...environment });
}

Deno.test({
  ...ofNats("tck-serve of the packed package notifies NATS on Node"),
  fn: () => untilPublished(nats!.address, 3), // The batches of the samples.
});

// claim: requests-unambiguous
Deno.test("tck-serve of the packed package serves on Node with an embedded database, conforms by its own command, and ends on SIGTERM", async () => {
  await assertRejectsAmbiguous(Number(new URL(url).port));

  await using check = start(["conformance", "--url", url, "--token", await bearerOf(USER)]);
  assert.equal((await check.ended).code, 0);

  const { code, stderr } = await running.stop("SIGTERM");
  assert.deepEqual([code, stderr.trim().split("\n").at(-1)], [0, "stopped"]);
});

Deno.test("on Node, serve --check reaches PostgreSQL", async () => {
  await using folder = await temporaryFolder();
  await using postgres = await openPostgres();
  const settings = { TCK_DATABASE_URL: await postgres.createDatabase() };
  await using checking = start(
    ["serve", "--check", "--port", "0", "--data", folder.path, "--json"],
    settings,
  );
  const { code, stdout, stderr } = await checking.ended;
  assert.equal(code, 0, stdout + stderr);
  const { checks } = JSON.parse(stdout);
  const { uses } = checks.find(({ part }: { part: string }) => part === "database");
  assert.match(uses, /^postgres:\/\/127\.0\.0\.1:\d+\/\w+ \(\d+ migrations to apply\)$/);
});

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

Deno.test("on Node 20 tck-serve says which Node it needs", async () => {
  const node = await findOldNode();
  assert.ok(node !== null);
  await using running = startProgram([node, server.command[1]], ENVIRONMENT);
  const { code, stdout, stderr } = await running.ended;
  assert.deepEqual([code, stdout], [1, ""]);
  assert.match(stderr, /^error: Cannot run on Node 20\.20\.2: Node 24\.14\.1 or later is needed; [^\n]*\n$/);
});

Deno.test("the package has the guides, and the files that they name", async () => {
  const monitoring = ["alerts.yaml", "grafana_dashboard.json"].map((name) =>
    `hosts/operations/monitoring/${name}`
  );
  const guides = ["operations", "settings", "deployment", "http", "log"].map((name) => `docs/${name}.md`);
  for (const path of [...guides, "hosts/edge/wrangler.jsonc", ...monitoring]) {
    const installed = await readFile(join(server.folder, "node_modules/@tck/server", path), "utf8");
    assert.equal(installed, await readFile(new URL(`../../../${path}`, import.meta.url), "utf8"));
  }
});

/** Resolves when a stream has some messages or more: the worker of the package polls the queue. */
async function untilPublished(address: string, count: number): Promise<void> {
  const connection = await connect({ servers: address });
  const { streams } = await jetstreamManager(connection);
  const published = () => streams.info("batches").then(({ state }) => state.messages, () => 0);
  await until(`${count} notifications in NATS`, async () => await published() >= count);
  await connection.close();
}
