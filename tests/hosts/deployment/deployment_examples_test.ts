// budget: 20 s: a server drains for five seconds behind HAProxy
/**
 * The examples of a deployment in docs/deployment.md: what they name exists, and nginx and HAProxy run with theirs.
 */
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { command } from "../../../hosts/cli/commands/serve.ts";
import { readSettings, SETTING_NAMES } from "../../../hosts/application/settings.ts";
import { runProgram } from "../../packages/mod.ts";
import { findFreePort } from "../../servers/free_port.ts";
import { findProgram, nameTestsOf } from "../../servers/programs.ts";
import { createTlsIdentity } from "../../servers/tls_certificate.ts";
import { until } from "../../waiting/mod.ts";
import { preparedFolder, startCommand, startProgram, temporaryFolder } from "../cli/command_process.ts";
import { SECRET, urlOf } from "../conformance/samples.ts";

const GUIDE = fileURLToPath(new URL("../../../docs/deployment.md", import.meta.url));

/** The block of a language among the examples. */
async function readExample(language: string): Promise<string> {
  const section = (await readFile(GUIDE, "utf8")).split("\n## Examples\n")[1]!.split("\n## ")[0]!;
  return new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\`$`, "m").exec(section)![1]!;
}

/** The flags of `serve` in its arguments, which must exist. */
function checkServeArguments([name, ...args]: readonly string[]): void {
  assert.equal(name, "serve");
  const flags = args.filter((arg) => arg.startsWith("--")).map((flag) => flag.slice(2));
  assert.deepEqual(flags.filter((flag) => !Object.hasOwn(command.options, flag)), []);
}

/** A process that is ended is killed only after it could end. */
function checkTimeToEnd(seconds: number): void {
  const { drain, shutdownTimeout } = readSettings({});
  assert.ok(seconds * 1000 > 2 * drain + shutdownTimeout, `${seconds} s are too short`);
}

Deno.test("the unit of systemd starts serve with options that exist, and waits until it could end", async () => {
  const lines = (await readExample("ini")).split("\n").map((line) => line.trim());
  const valuesOf = (key: string) =>
    lines.filter((line) => line.startsWith(`${key}=`)).map((line) => line.slice(key.length + 1));
  const starts = [...valuesOf("ExecStartPre"), ...valuesOf("ExecStart")];
  assert.equal(starts.length, 2);
  const programs = starts.map((start) => start.split(" "));
  for (const [node, program, ...args] of programs) {
    assert.deepEqual([node, program], ["/usr/bin/node", "/opt/tck/node_modules/.bin/tck-serve"]);
    checkServeArguments(args);
  }
  assert.deepEqual(programs[0]!.filter((arg) => arg !== "--check"), programs[1]);
  assert.deepEqual(
    [programs[1]!.at(-1), ...valuesOf("StateDirectoryMode")],
    [`/var/lib/${valuesOf("StateDirectory")[0]}`, "0700"],
  );
  const variables = valuesOf("Environment").flatMap((pairs) => pairs.split(" "));
  readSettings(Object.fromEntries(variables.map((pair) => pair.split("="))));
  checkTimeToEnd(Number(valuesOf("TimeoutStopSec")[0]));
});

/** The part of a Deployment that is checked. */
interface Deployment {
  spec: {
    template: {
      spec: { terminationGracePeriodSeconds: number; containers: [Container] };
    };
  };
}

interface Probe {
  httpGet: { path: string; port: number };
  periodSeconds: number;
  failureThreshold: number;
}

interface Container {
  args: string[];
  ports: [{ containerPort: number }];
  env: { name: string; value?: string }[];
  readinessProbe: Probe;
  livenessProbe: Probe;
}

Deno.test("the Deployment of Kubernetes has settings that exist, probes the port of serve, and sees that it drains", async () => {
  const example = await readExample("yaml");
  const { spec }: Deployment = JSON.parse(await runProgram("yaml_program.ts", [], example));
  const { terminationGracePeriodSeconds, containers: [container] } = spec.template.spec;
  const { args, env, ports, readinessProbe, livenessProbe } = container;
  checkServeArguments(args);
  checkTimeToEnd(terminationGracePeriodSeconds);
  assert.deepEqual(env.map(({ name }) => name).filter((name) => !SETTING_NAMES.includes(name)), []);
  readSettings(
    Object.fromEntries(env.flatMap(({ name, value }) => value === undefined ? [] : [[name, value]])),
  );
  const port = Number(args[args.indexOf("--port") + 1]);
  assert.deepEqual([port, port, port], [
    ports[0].containerPort,
    readinessProbe.httpGet.port,
    livenessProbe.httpGet.port,
  ]);
  assert.deepEqual([readinessProbe.httpGet.path, livenessProbe.httpGet.path], ["/readyz", "/healthz"]);
  const { periodSeconds, failureThreshold } = readinessProbe;
  assert.ok(periodSeconds * failureThreshold * 1000 < readSettings({}).drain);
});

const ofNginx = await nameTestsOf(["nginx"], "nginx-light");

/** The example with ports and files of a test, in a configuration that is complete. */
function completeConfiguration(
  example: string,
  folder: string,
  ports: { service: number; proxy: number },
): string {
  const server = example
    .replace("127.0.0.1:8787", `127.0.0.1:${ports.service}`)
    .replace("listen 443 ssl", `listen 127.0.0.1:${ports.proxy} ssl`)
    .replace("/etc/ssl/certs/pages.example.com.pem", join(folder, "certificate.pem"))
    .replace("/etc/ssl/private/pages.example.com.key", join(folder, "key.pem"))
    .replace("server_name pages.example.com", "server_name localhost");
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${join(folder, name)};`);
  return `daemon off; pid ${join(folder, "nginx.pid")}; error_log stderr; events {}
    http { access_log off; ${paths.join(" ")} ${server} }`;
}

Deno.test({
  ...ofNginx(
    "nginx with its example leads users to the web app, and nobody to the internal API and the metrics",
  ),
  async fn() {
    await using data = await preparedFolder();
    await using folder = await temporaryFolder();
    const proxy = await findFreePort();
    const environment = { TCK_AUTH_SECRET: SECRET, TCK_APP_URL: `https://localhost:${proxy}` };
    await using service = startCommand(["serve", "--port", "0", "--data", data.path, "--json"], environment);
    const ports = { service: Number(new URL(await urlOf(service)).port), proxy };
    const { cert, key } = await createTlsIdentity(["localhost"]);
    await writeFile(join(folder.path, "certificate.pem"), cert);
    await writeFile(join(folder.path, "key.pem"), key);
    const file = join(folder.path, "nginx.conf");
    await writeFile(file, completeConfiguration(await readExample("nginx"), folder.path, ports));
    const program = (await findProgram("nginx"))!;
    const checked = await startProgram([program, "-t", "-c", file]).ended;
    assert.equal(checked.code, 0, checked.stderr);
    await using nginx = startProgram([program, "-c", file]);
    using client = Deno.createHttpClient({ caCerts: [cert] });
    const read = async (path: string) => {
      const init: RequestInit & { client: Deno.HttpClient } = { client, redirect: "manual" };
      const response = await fetch(`https://localhost:${proxy}${path}`, init);
      return { status: response.status, headers: response.headers, text: await response.text() };
    };
    while (await read("/healthz").then(() => false, () => true)) {
      assert.doesNotMatch(nginx.output().stderr, /emerg/);
    }
    for (const path of ["/readyz", "/login"]) {
      assert.equal((await read(path)).status, 200, path);
    }
    for (const path of ["/metrics", "/v1/internal/openapi.json", "/v1/internal"]) {
      const { status, text } = await read(path);
      assert.equal(status, 404, path);
      assert.match(text, /nginx/);
    }
    assert.match((await read("/feed")).headers.get("location") ?? "", /^\/login/);
    await nginx.stop("SIGQUIT");
  },
});

const ofHaproxy = await nameTestsOf(["haproxy"], "haproxy");

Deno.test({
  ...ofHaproxy("HAProxy with its example finds both processes up, and sends nothing to one that ends"),
  async fn() {
    await using folder = await temporaryFolder();
    const port = await findFreePort();
    const environment = {
      TCK_AUTH_SECRET: SECRET,
      TCK_APP_URL: `http://localhost:${port}`,
      TCK_CLOUD_URL: "http://127.0.0.1:9",
      TCK_DRAIN: `${readSettings({}).drain / 1000}s`,
    };
    // A role that opens no database starts sooner.
    const start = () =>
      startCommand(["serve", "--role", "web", "--port", "0", "--data", folder.path, "--json"], environment);
    await using one = start();
    await using two = start();
    const [{ host: addressOfOne }, { host: addressOfTwo }] = [
      new URL(await urlOf(one)),
      new URL(await urlOf(two)),
    ];
    const file = join(folder.path, "haproxy.cfg");
    const example = (await readExample("haproxy"))
      .replace("bind :8700", `bind 127.0.0.1:${port}`)
      .replace("10.0.0.2:8702", addressOfOne.replace("localhost", "127.0.0.1"))
      .replace("10.0.0.3:8702", addressOfTwo.replace("localhost", "127.0.0.1"));
    await writeFile(file, `${example}  http-response set-header X-Server %s\n`);
    const program = (await findProgram("haproxy"))!;
    const checked = await startProgram([program, "-c", "-f", file]).ended;
    assert.equal(checked.code, 0, checked.stderr);
    await using haproxy = startProgram([program, "-db", "-f", file]);
    const read = async () => {
      const response = await fetch(`http://localhost:${port}/login`);
      await response.text();
      return `${response.status} ${response.headers.get("x-server")}`;
    };
    await until("HAProxy listens", () => read().then(() => true, () => false));
    const readMany = async () => new Set(await Promise.all(Array.from({ length: 8 }, read)));
    assert.deepEqual([...await readMany()].sort(), ["200 one", "200 two"]);
    const ending = one.stop("SIGTERM");
    const during = new Set<string>();
    let hasEnded = false;
    void ending.then(() => hasEnded = true);
    while (!hasEnded) {
      for (const answer of await readMany()) during.add(answer);
      await sleep(50); // timer: a pause between two readings, which else take a processor
    }
    assert.equal((await ending).code, 0);
    for (const answer of await readMany()) during.add(answer);
    assert.deepEqual([...during].filter((answer) => !answer.startsWith("200 ")), []);
    assert.deepEqual([...await readMany()], ["200 two"]);
    await haproxy.stop("SIGTERM");
  },
});
