import assert from "node:assert/strict";
import { copyFile, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sha384Base64Url } from "../../../core/bytes/mod.ts";
import type { Batch } from "../../../core/feed/mod.ts";
import { type InstalledServer, installServer } from "../../consumers/installed_server.ts";
import { bundleWorker } from "../../packages/mod.ts";
import { hasRadosGateway, openRadosGateway } from "../../servers/radosgw.ts";
import { untilFound } from "../../waiting/mod.ts";
import { runCommandHere } from "../cli/command_here.ts";
import { preparedFolder, type RunningCommand, startCommand } from "../cli/command_process.ts";
import { assertConforms, bearerOf, commitSamples, SECRET, urlOf, USER } from "../conformance/samples.ts";
import { assertProblem } from "../routes/answers.ts";
import { listen } from "../routes/sockets.ts";
import { serveWorker } from "./worker_process.ts";

const ENVIRONMENT = { TCK_AUTH_SECRET: SECRET, TCK_APP_URL: "http://127.0.0.1" };
const CONFIGURATION = fileURLToPath(new URL("../../../hosts/edge/wrangler.jsonc", import.meta.url));

let server: InstalledServer;
let bundled: Awaited<ReturnType<typeof bundleWorker>>;
Deno.test.beforeAll(async () => {
  server = await installServer();
  await copyFile(CONFIGURATION, join(server.folder, "wrangler.jsonc"));
  bundled = await bundleWorker(server.folder);
});
Deno.test.afterAll(async () => await server[Symbol.asyncDispose]());

function startStorage(dataDir: string, more: Record<string, string> = {}): RunningCommand {
  const flags = ["serve", "--role", "storage", "--port", "0", "--data", dataDir, "--json"];
  return startCommand(flags, { ...ENVIRONMENT, ...more });
}

function settings(storageUrl: string, more: Record<string, string> = {}): Record<string, string> {
  return { TCK_AUTH_SECRET: SECRET, TCK_INTERNAL_URL: storageUrl, ...more };
}

Deno.test("wrangler bundles the packed worker, with its settings and its bucket, below the size limit of Workers", () => {
  assert.match(bundled.printed, /env\.TCK_BUNDLES \(tck-widgets\)/);
  assert.match(bundled.printed, /env\.TCK_INTERNAL_URL/);
  assert.match(bundled.printed, /env\.TCK_RATE_LIMITER \(1200 requests\/60s\)/);
  const size = /gzip: ([\d.]+) KiB/.exec(bundled.printed)?.[1];
  assert.ok(Number(size) < 2_000, bundled.printed);
});

Deno.test("the worker conforms in front of a storage service, and serves modules from the cache of the edge", async () => {
  await using folder = await preparedFolder();
  await using storage = startStorage(folder.path);
  const storageUrl = await urlOf(storage);
  await commitSamples((args) => runCommandHere(args, ENVIRONMENT), ["--data", folder.path]);
  await using worker = await serveWorker(bundled.module, settings(storageUrl));
  await assertConforms({ url: worker.url, internalUrl: null });

  const path = `${worker.url}/api/widgets/v1/${await firstHash(worker.url)}/widget.mjs`;
  const read = async (userId: string) => {
    const response = await fetch(path, { headers: { Authorization: `Bearer ${await bearerOf(userId)}` } });
    return [response.status, response.headers.get("CF-Cache-Status"), (await response.text()).length > 0];
  };
  await read(USER);
  assert.deepEqual(await read(USER), [200, "HIT", true]);
  assert.deepEqual(await read("bob"), [404, null, true]);

  await storage.stop();
  // An answer is used again for a second.
  const ready = await untilFound("the worker sees that its upstream is down", async () => {
    const answer = await (await fetch(`${worker.url}/readyz`)).json();
    return answer.down.length === 0 ? null : answer;
  });
  assert.deepEqual([ready.status, ready.down], ["ready", ["upstream"]]);
});

Deno.test("with a bucket of R2 the worker conforms, and reads bundles that the storage service has lost", async () => {
  await using folder = await preparedFolder();
  await using storage = startStorage(folder.path);
  const storageUrl = await urlOf(storage);
  await commitSamples((args) => runCommandHere(args, ENVIRONMENT), ["--data", folder.path]);
  await using worker = await serveWorker(bundled.module, settings(storageUrl), { bucket: true });
  await assertConforms({ url: worker.url, internalUrl: null }); // Nothing is in the bucket yet.
  const objects = join(folder.path, "objects");
  const keys = (await readdir(objects, { recursive: true })).filter((name) => name.endsWith(".tckb"));
  assert.ok(keys.length > 0);
  for (const key of keys) {
    await worker.put(key, await readFile(join(objects, key)));
    await rm(join(objects, key));
  }
  await assertConforms({ url: worker.url, internalUrl: null });
});

Deno.test("a worker without a secret answers no request", async () => {
  await using worker = await serveWorker(bundled.module, { TCK_INTERNAL_URL: "http://127.0.0.1:9" });
  const response = await fetch(`${worker.url}/v2/daily-pages`);
  assert.equal(response.status, 500);
  assert.match(await response.text(), /Cannot serve at the edge: set TCK_AUTH_SECRET or TCK_AUTH_JWKS_URL/);
});

Deno.test("a worker with a rate limiter answers 429 to the user who made too many requests, and only to that one", async () => {
  const storage = listen(() => Response.json({ batches: [], nextCursor: null }));
  try {
    await using worker = await serveWorker(bundled.module, settings(storage.url), { requests: 2 });
    const list = async (user: string) =>
      await fetch(`${worker.url}/v2/daily-pages`, {
        headers: { Authorization: `Bearer ${await bearerOf(user)}` },
      });
    for (let request = 0; request < 2; request++) assert.equal((await list("ada")).status, 200);
    const rejected = await list("ada");
    assert.equal(rejected.headers.get("Retry-After"), "60");
    assert.equal(rejected.headers.get("RateLimit"), null);
    await assertProblem(rejected, 429, "request.rate_limited");
    assert.equal((await list("bob")).status, 200);
  } finally {
    await storage.close();
  }
});

Deno.test("a worker rejects the setting of a limit that it would ignore", async () => {
  const bindings = settings("http://127.0.0.1:9", { TCK_RATE_LIMIT: "10/1m" });
  await using worker = await serveWorker(bundled.module, bindings);
  const response = await fetch(`${worker.url}/v2/daily-pages`);
  assert.equal(response.status, 500);
  assert.match(await response.text(), /TCK_RATE_LIMITER instead of TCK_RATE_LIMIT/);
});

// claim: mock-without-users
Deno.test("a worker shows the sample project with mock=true, without a bearer", async () => {
  await using worker = await serveWorker(bundled.module, settings("http://127.0.0.1:9"));
  const list = await fetch(`${worker.url}/api/daily-pages/v2/batches?mock=true`);
  const { batches: [batch] }: { batches: Batch[] } = await list.json();
  assert.ok(batch!.widgets.length > 0);
  const { hash } = batch!.widgets[0]!.bundle;
  const module = await fetch(`${worker.url}/api/widgets/v1/${hash}/widget.mjs?mock=true`);
  assert.equal(module.status, 200);
  assert.equal(await sha384Base64Url(new Uint8Array(await module.arrayBuffer())), hash);
  const page = await fetch(`${worker.url}/embed/daily-page/v2?mock=true`);
  assert.equal(page.status, 200);
  await page.body?.cancel();
});

if (await hasRadosGateway()) {
  Deno.test("with a bucket of S3 the worker conforms", async () => {
    await using folder = await preparedFolder();
    await using gateway = await openRadosGateway();
    const { endpoint, credentials } = gateway;
    const bucket = {
      TCK_OBJECTS_URL: `s3://${await gateway.createBucket()}?endpoint=${endpoint}`,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    };
    await using storage = startStorage(folder.path, bucket);
    const storageUrl = await urlOf(storage);
    await commitSamples((args) => runCommandHere(args, { ...ENVIRONMENT, ...bucket }), [
      "--data",
      folder.path,
    ]);
    await using worker = await serveWorker(bundled.module, settings(storageUrl, bucket));
    await assertConforms({ url: worker.url, internalUrl: null });
  });
}

async function firstHash(url: string): Promise<string> {
  const headers = { Authorization: `Bearer ${await bearerOf(USER)}` };
  const { batches }: { batches: Batch[] } = await (await fetch(`${url}/v2/daily-pages`, { headers })).json();
  return batches[0]!.widgets[0]!.bundle.hash;
}
