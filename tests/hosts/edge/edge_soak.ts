import assert from "node:assert/strict";
import { hasRadosGateway } from "../../servers/radosgw.ts";
import { runCommandHere } from "../cli/command_here.ts";
import { preparedFolder } from "../cli/command_process.ts";
import { assertConforms, commitSamples, urlOf } from "../conformance/samples.ts";
import {
  type BundledWorker,
  bundlePackedWorker,
  ENVIRONMENT,
  moveBundles,
  openBucket,
  readModule,
  settings,
  startStorage,
} from "./edge_site.ts";
import { serveWorker } from "./worker_process.ts";

let packed: BundledWorker;
Deno.test.beforeAll(async () => {
  packed = await bundlePackedWorker();
});
Deno.test.afterAll(async () => await packed[Symbol.asyncDispose]());

if (await hasRadosGateway()) {
  Deno.test("with a bucket of S3 the worker conforms", async () => {
    await using folder = await preparedFolder();
    await using bucket = await openBucket();
    const { variables } = bucket!;
    await using storage = startStorage(folder.path, variables);
    const storageUrl = await urlOf(storage);
    await commitSamples((args) => runCommandHere(args, { ...ENVIRONMENT, ...variables }), [
      "--data",
      folder.path,
    ]);
    await using worker = await serveWorker(packed.bundled.module, settings(storageUrl, variables));
    await assertConforms({ url: worker.url, internalUrl: null });
  });
}

Deno.test("with a bucket of R2 the worker conforms, and with one of S3 it reads too what the storage service has lost", async (t) => {
  await using folder = await preparedFolder();
  await using s3 = await openBucket();
  await using storage = startStorage(folder.path);
  const storageUrl = await urlOf(storage);
  await commitSamples((args) => runCommandHere(args, ENVIRONMENT), ["--data", folder.path]);

  await t.step("a bucket of R2", async () => {
    await using edge = await serveWorker(packed.bundled.module, settings(storageUrl), { bucket: true });
    await moveBundles(folder.path, async (key, bytes) => {
      await edge.put(key, bytes);
      await s3?.store.put(key, bytes, {});
    });
    await assertConforms({ url: edge.url, internalUrl: null });
  });

  await t.step({
    name: "a bucket of S3",
    ignore: s3 === null,
    async fn() {
      await using edge = await serveWorker(packed.bundled.module, settings(storageUrl, s3!.variables));
      assert.equal(await readModule(edge.url), 200);
    },
  });
});

Deno.test("a worker without a secret, or with a setting of a limit that it would ignore, answers no request", async () => {
  const cases: [bindings: Record<string, string>, message: RegExp][] = [
    [
      { TCK_INTERNAL_URL: "http://127.0.0.1:9" },
      /Cannot serve at the edge: set TCK_AUTH_SECRET or TCK_AUTH_JWKS_URL/,
    ],
    [
      settings("http://127.0.0.1:9", { TCK_RATE_LIMIT: "10/1m" }),
      /TCK_RATE_LIMITER instead of TCK_RATE_LIMIT/,
    ],
  ];
  for (const [bindings, message] of cases) {
    await using edge = await serveWorker(packed.bundled.module, bindings);
    const response = await fetch(`${edge.url}/v2/daily-pages`);
    assert.equal(response.status, 500);
    assert.match(await response.text(), message);
  }
});
