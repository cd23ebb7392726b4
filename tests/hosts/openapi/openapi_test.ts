import assert from "node:assert/strict";
import * as v from "valibot";
import type { Batch } from "../../../core/feed/mod.ts";
import { type Client, ClientError, createClient } from "../../../web/client/mod.ts";
import {
  BATCH,
  BATCH_LIST,
  buildInternalOpenApi,
  buildOpenApi,
  createApiDescription,
  PROBLEM,
  WIDGET,
} from "../../../hosts/openapi/mod.ts";
import { readViewerFile } from "../../../hosts/openapi/viewer_file.ts";
import { createPublicApi } from "../../../hosts/routes/mod.ts";
import { countInMemory } from "../../../hosts/application/request_counter.ts";
import { lintOpenApi } from "../../packages/mod.ts";
import { makeEnvelope } from "../routes/envelopes.ts";
import { listen, listenRaw, upstreamAnswering } from "../routes/sockets.ts";
import {
  authorize,
  bearerOf,
  CLOSED_CLOUD,
  createIdentity,
  openStores,
  serveStack,
  type Stack,
  type Stores,
} from "../routes/stack.ts";

const document = buildOpenApi();

let stores: Stores;
let stack: Stack;
const envelope = await makeEnvelope({ module: "export default () => 'ada';" });

Deno.test.beforeAll(async () => {
  stores = await openStores();
  stack = serveStack(stores);
  for (const day of ["2026-01-29", "2026-01-30", "2026-01-31"]) {
    await stores.commit("ada", day, "morning_brief", [envelope.bytes]);
  }
});

Deno.test.afterAll(async () => {
  await stack.close();
  await stores.close();
});

Deno.test("the OpenAPI document is clean by Redocly's recommended rules, and would not be with a fault", async () => {
  assert.deepEqual(await lintOpenApi(document), []);
  const { security: _, ...unsecured } = document;
  const found = await lintOpenApi(unsecured);
  assert.ok(found.some((problem) => problem.includes("security-defined")), found.join("\n"));
  assert.deepEqual(await lintOpenApi(buildInternalOpenApi()), []);
});

Deno.test("the document has exactly the routes of the public API", () => {
  const { bearers } = createIdentity({ now: Date.now() });
  const api = createPublicApi({ storage: CLOSED_CLOUD, bearers, log: () => {} });
  const routes = api.routes.filter(({ method }) => method !== "ALL")
    .map(({ method, path }) => `${method} ${path.replace(/:\w+/, "{}")}`);
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{\w+\}(\.tckb)?/, "{}")}`)
  );
  assert.deepEqual(described.sort(), [...new Set(routes)].sort());
});

Deno.test("the answers of the routes are exactly as described, problems included", async () => {
  const headers = await authorize("ada");
  const read = async (path: string) => {
    const response = await fetch(`${stack.cloud.url}${path}`, { headers });
    return { status: response.status, body: await response.json() };
  };
  const list = await read("/v2/daily-pages?limit=1");
  const { batches: [batch] } = v.parse(BATCH_LIST, list.body);
  v.parse(BATCH, (await read(`/v2/daily-pages/${batch!.batchId}`)).body);
  v.parse(WIDGET, (await read(`/v2/daily-pages/widgets/${batch!.widgets[0]!.id}`)).body);
  for (const path of ["?limit=0", "/20260101-diary", "/widgets/none", "/bundles/short.tckb"]) {
    const { status, body } = await read(`/v2/daily-pages${path}`);
    const { code } = v.parse(PROBLEM, body);
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    const describes = (operation: { [field: string]: unknown }) =>
      (operation["responses"] as { [status: string]: { description: string } })[status]?.description.includes(
        code,
      );
    assert.ok(operations.some(describes), `${status} ${code} is not described`);
  }
});

// claim: api-description-public
Deno.test("openapi.json is the document, and like its page the same for every reader", async () => {
  const routes = await createApiDescription({ loadApiViewer: readViewerFile });
  const server = listen(routes.fetch);
  try {
    const json = await fetch(`${server.url}/openapi.json`);
    assert.deepEqual(await json.json(), document);
    for (const path of ["/openapi.json", "/docs"]) {
      const texts = await Promise.all([undefined, await bearerOf("ada"), await bearerOf("eve"), "forged"].map(
        async (bearer) => {
          const headers = bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` };
          return await (await fetch(server.url + path, { headers })).text();
        },
      ));
      assert.deepEqual(new Set(texts).size, 1, `${path} differs by its reader`);
    }
  } finally {
    await server.close();
  }
});

function clientOf(user: string, url = stack.cloud.url): Client {
  return createClient({ baseUrl: url, token: () => bearerOf(user) });
}

Deno.test("the client lists pages, walks all batches, and reads a batch, a widget and a bundle", async () => {
  const client = clientOf("ada");
  const page = await client.listBatches({ limit: 2 });
  assert.deepEqual([page.batches.length, typeof page.nextCursor], [2, "string"]);
  const next = await client.listBatches({ limit: 2, cursor: page.nextCursor! });
  assert.deepEqual([next.batches.length, next.nextCursor], [1, null]);
  const walked: Batch[] = [];
  for await (const batch of client.batches({ limit: 1 })) walked.push(batch);
  assert.deepEqual(walked, [...page.batches, ...next.batches]);
  const [batch] = walked;
  assert.deepEqual(await client.readBatch(batch!.batchId), batch);
  const [widget] = batch!.widgets;
  assert.deepEqual(await client.readWidget(widget!.id), widget);
  assert.deepEqual(await client.readBundle(widget!.bundle.hash), Uint8Array.from(envelope.bytes));
});

Deno.test("what the user does not have is null for the client", async () => {
  const [ada, bob] = [clientOf("ada"), clientOf("bob")];
  const { batches: [batch] } = await ada.listBatches({ limit: 1 });
  assert.equal(await bob.readBatch(batch!.batchId), null);
  assert.equal(await bob.readWidget(batch!.widgets[0]!.id), null);
  assert.equal(await bob.readBundle(batch!.widgets[0]!.bundle.hash), null);
});

Deno.test("the client's errors have the code, the status and the time to retry", async () => {
  const failure = async (request: Promise<unknown>): Promise<unknown[]> => {
    const error = await request.then(() => null, (error: ClientError) => error);
    assert.ok(error instanceof ClientError);
    return [error.code, error.status, error.retryAfter];
  };
  assert.deepEqual(await failure(clientOf("ada").listBatches({ limit: 0 })), [
    "daily_page.invalid_query",
    400,
    null,
  ]);
  const anonymous = createClient({ baseUrl: stack.cloud.url, token: "none" });
  assert.deepEqual(await failure(anonymous.listBatches()), ["auth.unauthenticated", 401, null]);
  assert.deepEqual(await failure(clientOf("ada", "http://127.0.0.1:1").listBatches()), [
    "client.unreachable",
    null,
    null,
  ]);
  const odd = listenRaw("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\nhi");
  assert.deepEqual(await failure(clientOf("ada", odd.url).readBatch("x")), [
    "client.invalid_answer",
    200,
    null,
  ]);
  await odd.close();
  const { bearers } = createIdentity({ now: Date.now() });
  const requestCounter = countInMemory({ requests: 1, windowSeconds: 60 });
  const storage = upstreamAnswering(() => Response.json({ batches: [], nextCursor: null }));
  const limited = listen(createPublicApi({ storage, bearers, log: () => {}, requestCounter }).fetch);
  await clientOf("ada", limited.url).listBatches();
  const [code, status, retryAfter] = await failure(clientOf("ada", limited.url).listBatches());
  assert.deepEqual([code, status], ["request.rate_limited", 429]);
  assert.ok(Number(retryAfter) >= 59);
  await limited.close();
});
