// budget: 20 s: four workers on workerd, one of which conforms
import assert from "node:assert/strict";
import { request } from "node:http";
import { sha384Base64Url } from "../../../core/bytes/mod.ts";
import type { Batch } from "../../../core/feed/mod.ts";
import { untilFound } from "../../waiting/mod.ts";
import { runCommandHere } from "../cli/command_here.ts";
import { preparedFolder } from "../cli/command_process.ts";
import { assertConforms, bearerOf, commitSamples, urlOf, USER } from "../conformance/samples.ts";
import { assertProblem } from "../routes/answers.ts";
import { listen } from "../routes/sockets.ts";
import {
  type BundledWorker,
  bundlePackedWorker,
  ENVIRONMENT,
  moveBundles,
  readHash,
  readModule,
  settings,
  startStorage,
} from "./edge_site.ts";
import { type ServedWorker, serveWorker } from "./worker_process.ts";

const opened = new AsyncDisposableStack();
let worker: BundledWorker;
/** A worker whose storage service cannot be reached. */
let alone: ServedWorker;
Deno.test.beforeAll(async () => {
  worker = opened.use(await bundlePackedWorker());
  alone = opened.use(await serveWorker(worker.bundled.module, settings("http://127.0.0.1:9")));
});
Deno.test.afterAll(() => opened.disposeAsync());

Deno.test("wrangler bundles the packed worker, with its settings and its bucket, below the size limit of Workers", () => {
  assert.match(worker.bundled.printed, /env\.TCK_BUNDLES \(tck-widgets\)/);
  assert.match(worker.bundled.printed, /env\.TCK_INTERNAL_URL/);
  assert.match(worker.bundled.printed, /env\.TCK_RATE_LIMITER \(1200 requests\/60s\)/);
  const size = /gzip: ([\d.]+) KiB/.exec(worker.bundled.printed)?.[1];
  assert.ok(Number(size) < 2_000, worker.bundled.printed);
});

Deno.test("the worker conforms in front of a storage service, and serves modules from the cache of the edge", async (t) => {
  await using folder = await preparedFolder();
  await using storage = startStorage(folder.path);
  const storageUrl = await urlOf(storage);
  await commitSamples((args) => runCommandHere(args, ENVIRONMENT), ["--data", folder.path]);
  await using edge = await serveWorker(worker.bundled.module, settings(storageUrl));
  await assertConforms({ url: edge.url, internalUrl: null });

  const path = `${edge.url}/api/widgets/v1/${await readHash(edge.url)}/widget.mjs`;
  const read = async (userId: string) => {
    const response = await fetch(path, { headers: { Authorization: `Bearer ${await bearerOf(userId)}` } });
    return [response.status, response.headers.get("CF-Cache-Status"), (await response.text()).length > 0];
  };
  await read(USER);
  assert.deepEqual(await read(USER), [200, "HIT", true]);
  assert.deepEqual(await readLengths(edge.url, path), []);
  assert.deepEqual(await read("bob"), [404, null, true]);

  await t.step(
    "with a bucket of R2 it reads bundles that the storage service has lost",
    async () => {
      await using edge = await serveWorker(worker.bundled.module, settings(storageUrl), { bucket: true });
      assert.equal(await readModule(edge.url), 200, "nothing is in the bucket yet");
      await moveBundles(folder.path, (key, bytes) => edge.put(key, bytes));
      // Another module than the one that the edge has in its cache.
      assert.equal(await readModule(edge.url, 1), 200);
    },
  );

  await storage.stop();
  // An answer is used again for a second.
  const ready = await untilFound("the worker sees that its upstream is down", async () => {
    const answer = await (await fetch(`${edge.url}/readyz`)).json();
    return answer.down.length === 0 ? null : answer;
  });
  assert.deepEqual([ready.status, ready.down], ["ready", ["upstream"]]);
});

/** Answers whose `Content-Length` is missing, or is not that of their bytes. */
async function readLengths(url: string, path: string): Promise<string[]> {
  const credential = { Authorization: `Bearer ${await bearerOf(USER)}` };
  const envelope = path.replace("widget.mjs", "bundle.tckb");
  const wrong: string[] = [];
  for (const address of [path, envelope, `${url}/__tck/v1/embed.mjs`]) {
    for (const method of ["GET", "HEAD"]) {
      for (const range of ["", "bytes=0-9"]) {
        // What runs the worker here compresses on its own, and then sends no length.
        const headers = { ...credential, "Accept-Encoding": "identity", ...range ? { Range: range } : {} };
        const { status, length, bytes } = await requestRaw(address, method, headers);
        const isRight = status < 300 && length !== null && (method === "HEAD" || Number(length) === bytes);
        if (!isRight) wrong.push(`${method} ${address} ${range}: ${status} ${length} of ${bytes}`);
      }
    }
  }
  return wrong;
}

/** Requests without a client that decodes the answer. */
function requestRaw(
  address: string,
  method: string,
  headers: Record<string, string>,
): Promise<{ status: number; length: string | null; bytes: number }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(address, { method, headers, agent: false }, (incoming) => {
      let bytes = 0;
      incoming.on("data", (chunk: Uint8Array) => bytes += chunk.length);
      incoming.on("error", reject);
      incoming.on("end", () => {
        resolve({ status: incoming.statusCode!, length: incoming.headers["content-length"] ?? null, bytes });
      });
    });
    outgoing.on("error", reject);
    outgoing.end();
  });
}

Deno.test("a worker with a rate limiter answers 429 to the user who made too many requests, and only to that one", async () => {
  const storage = listen(() => Response.json({ batches: [], nextCursor: null }));
  try {
    await using edge = await serveWorker(worker.bundled.module, settings(storage.url), { requests: 2 });
    const list = async (user: string) =>
      await fetch(`${edge.url}/v2/daily-pages`, {
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

Deno.test("a client that still sends a body gets the response that rejects it, and the connection goes on", async () => {
  const { hostname, port, host } = new URL(alone.url);
  for (const [path, size, status] of [["/mcp", 60_000, 401], ["/login", 4_000_000, 413]] as const) {
    using connection = await Deno.connect({ hostname, port: Number(port) });
    const answers = connection.readable.pipeThrough(new TextDecoderStream()).getReader();
    const ask = async (text: string) => {
      const bytes = new TextEncoder().encode(text);
      for (let sent = 0; sent < bytes.length;) sent += await connection.write(bytes.subarray(sent));
      let answer = "";
      // The last character of both bodies.
      while (!answer.endsWith("}")) answer += (await answers.read()).value ?? "}";
      return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
    };
    const fields = `Host: ${host}\r\nContent-Type: application/json`;
    const body = "a".repeat(size);
    const rejected = await ask(
      `POST ${path} HTTP/1.1\r\n${fields}\r\nContent-Length: ${size}\r\n\r\n${body}`,
    );
    assert.equal(rejected, status, path);
    assert.equal(await ask(`GET /healthz HTTP/1.1\r\n${fields}\r\n\r\n`), 200, path);
  }
});

// claim: mock-without-users
Deno.test("a worker shows the sample project with mock=true, without a bearer", async () => {
  const list = await fetch(`${alone.url}/api/daily-pages/v2/batches?mock=true`);
  const { batches: [batch] }: { batches: Batch[] } = await list.json();
  assert.ok(batch!.widgets.length > 0);
  const { hash } = batch!.widgets[0]!.bundle;
  const module = await fetch(`${alone.url}/api/widgets/v1/${hash}/widget.mjs?mock=true`);
  assert.equal(module.status, 200);
  assert.equal(await sha384Base64Url(new Uint8Array(await module.arrayBuffer())), hash);
  const page = await fetch(`${alone.url}/embed/daily-page/v2?mock=true`);
  assert.equal(page.status, 200);
  await page.body?.cancel();
});
