import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { command as workerCommand } from "../../../hosts/cli/commands/commit_worker.ts";
import { command } from "../../../hosts/cli/commands/serve.ts";
import { readSettings } from "../../../hosts/application/settings.ts";
import { runProgram } from "../../packages/mod.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** The names in the first column of the settings table. */
async function readSettingNames(): Promise<string[]> {
  const guide = await readFile(join(ROOT, "docs/settings.md"), "utf8");
  const section = guide.split("\n## ")[0]!;
  const cells = section.split("\n").filter((line) => line.startsWith("| `")).map((line) =>
    line.split("|")[1]!
  );
  return cells.flatMap((cell) => [...cell.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name!));
}

Deno.test("the settings table names every setting that the services read, and no other", async () => {
  const read = new Set<string>();
  const values: { [name: string]: string } = {
    TCK_OIDC_ISSUER: "https://login.example.com",
    TCK_OIDC_CLIENT_ID: "tck",
    TCK_APP_URL: "https://app.example.com",
    TCK_NOTIFY_URL: "https://hooks.example.com",
    TCK_NOTIFY_SECRET: "s".repeat(32),
  };
  readSettings(
    new Proxy(values, {
      get(target, name) {
        read.add(String(name));
        return target[String(name)];
      },
    }),
  );
  // Read where they are used: by the object store, and by the printing of errors.
  const elsewhere = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "TCK_DEBUG"];
  assert.deepEqual((await readSettingNames()).sort(), [...read, ...elsewhere].sort());
});

/** The part of a compose file that is checked. */
interface ComposeFile {
  services: {
    [name: string]: {
      image: string;
      command?: string[];
      environment?: { [name: string]: string };
      ports?: string[];
      volumes?: string[];
    };
  };
  volumes: object;
}

async function readComposeFile(): Promise<ComposeFile> {
  return JSON.parse(
    await runProgram("yaml_program.ts", [], await readFile(join(ROOT, "compose.yaml"), "utf8")),
  );
}

// claim: compose-loopback
Deno.test("the compose file publishes the two services of users on loopback only, and names the images of others by digest", async () => {
  const services = Object.entries((await readComposeFile()).services);
  const published = services.flatMap(([name, { ports = [] }]) => ports.map((port) => [name, port]));
  assert.deepEqual(published, [["public", "127.0.0.1:8788:8787"], ["web", "127.0.0.1:8787:8787"]]);
  const images = services.map(([, { image }]) => image).filter((image) => image !== "tck-server");
  assert.equal(images.length, 3);
  for (const image of images) assert.match(image, /^[^:@]+:[^:@]+@sha256:[0-9a-f]{64}$/);
});

Deno.test("the compose file starts a commit worker on the stores of the storage service, with a folder that it only reads", async () => {
  const { services: { worker, storage } } = await readComposeFile();
  const { command: args = [], environment = {}, volumes } = worker!;
  assert.equal(args[0], "commit-worker");
  const flags = args.filter((arg) => arg.startsWith("--")).map((flag) => flag.slice(2));
  assert.deepEqual(flags.filter((flag) => !Object.hasOwn(workerCommand.options, flag)), []);
  assert.deepEqual(volumes, [`./workspaces:${args[args.indexOf("--workspaces") + 1]}:ro`]);
  // The health check of the image asks this port.
  assert.equal(args[args.indexOf("--port") + 1], "8787");
  const { TCK_NOTIFY_URL: _, ...stores } = storage!.environment!;
  assert.deepEqual(environment, stores);
  const values = Object.entries(environment).map(([setting, value]) => [setting, interpolate(value)]);
  const { databaseUrl, objectsUrl, appUrl } = readSettings(Object.fromEntries(values));
  assert.ok(databaseUrl && objectsUrl && appUrl);
});

Deno.test("the compose file starts the three roles with settings of the table that are valid and lead to each other", async () => {
  const compose = await readComposeFile();
  const names = await readSettingNames();
  const ours = Object.entries(compose.services).filter(([, { image, command: args }]) =>
    image === "tck-server" && args?.[0] === "serve"
  );
  assert.deepEqual(ours.map(([name]) => name), ["storage", "public", "web"]);
  const settings = Object.fromEntries(ours.map(([name, { environment = {}, command: args = [] }]) => {
    assert.deepEqual(Object.keys(environment).filter((setting) => !names.includes(setting)), []);
    assert.deepEqual(args.slice(0, 3), ["serve", "--role", name]);
    const flags = args.filter((arg) => arg.startsWith("--")).map((flag) => flag.slice(2));
    assert.deepEqual(flags.filter((flag) => !Object.hasOwn(command.options, flag)), []);
    const values = Object.entries(environment).map(([setting, value]) => [setting, interpolate(value)]);
    return [name, readSettings(Object.fromEntries(values))];
  }));
  const { storage, public: api, web } = settings;
  assert.ok(storage!.databaseUrl && storage!.objectsUrl && storage!.notifyUrl && storage!.appUrl);
  assert.deepEqual([api!.internalUrl, web!.cloudUrl], ["http://storage:8787", "http://public:8787"]);
  const hosts = [
    storage!.databaseUrl,
    api!.rateLimitUrl!,
    storage!.notifyUrl,
    api!.internalUrl!,
    web!.cloudUrl!,
  ]
    .map((url) => new URL(url).hostname);
  assert.deepEqual(hosts.filter((host) => !Object.hasOwn(compose.services, host)), []);
  assert.equal(new Set(Object.values(settings).map(({ authSecret }) => String(authSecret))).size, 1);
});

/** Replaces `${NAME…}` by a value that could be a secret. */
function interpolate(value: string): string {
  return value.replace(/\$\{\w+:-([^}]*)\}/g, "$1").replace(
    /\$\{\w+[^}]*\}/g,
    "0123456789abcdef0123456789abcdef",
  );
}
