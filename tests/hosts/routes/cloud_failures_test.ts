import assert from "node:assert/strict";
import type { LogEvent, ObjectStore } from "../../../core/commit/mod.ts";
import { bundleKey } from "../../../core/naming/mod.ts";
import { createJwksBearers } from "../../../hosts/auth/mod.ts";
import { createBatchReader } from "../../../hosts/postgres/mod.ts";
import {
  createInternalApi,
  createPublicApi,
  INTERNAL_PREFIX,
  PUBLIC_PREFIX,
} from "../../../hosts/routes/mod.ts";
import { assertProblem } from "./answers.ts";
import { type Envelope, makeEnvelope } from "./envelopes.ts";
import { listen, upstreamOf } from "./sockets.ts";
import {
  authorize,
  createIdentity,
  NO_ENDED_SESSIONS,
  openStores,
  serveStack,
  type Stack,
  type Stores,
} from "./stack.ts";

let stores: Stores;
let stack: Stack;

Deno.test.beforeAll(async () => {
  stores = await openStores();
  stack = serveStack(stores);
});

Deno.test.afterAll(async () => {
  await stack.close();
  await stores.close();
});

async function get(path: string, user: string): Promise<Response> {
  return await fetch(stack.cloud.url + path, { headers: await authorize(user) });
}

Deno.test("a row whose object is missing is a 500 with its own code in every service, and logged once", async () => {
  const { bytes, hash } = await makeEnvelope({ module: "export default () => 'gone';" });
  await stores.commit("gone", "2026-03-01", "morning_brief", [bytes]);
  await stores.objects.delete(bundleKey("gone", hash));
  const headers = await authorize("gone");
  const before = stack.logged.length;
  const urls = [
    `${stack.storage.url}${INTERNAL_PREFIX}/bundles/${hash}.tckb`,
    `${stack.cloud.url}${PUBLIC_PREFIX}/bundles/${hash}.tckb`,
    `${stack.web.url}/api/widgets/v1/${hash}/widget.mjs`,
  ];
  for (const url of urls) {
    const { detail } = await assertProblem(await fetch(url, { headers }), 500, "storage.object_missing");
    assert.doesNotMatch(detail, new RegExp(hash));
  }
  const events = stack.logged.slice(before);
  const missing = events.filter(({ event }) => event === "object_missing");
  assert.equal(missing.length, urls.length, "one event for each request");
  for (const { level, code, cause } of missing) {
    assert.deepEqual([level, code], ["error", "storage.object_missing"]);
    assert.ok(String(cause).includes(bundleKey("gone", hash)));
  }
});

Deno.test("a bundle that is deleted while it is read is a 500 if a row references it, and else a 404", async () => {
  const [first, second] = [
    await makeEnvelope({ module: "export default () => 'first';" }),
    await makeEnvelope({ module: "export default () => 'second';" }),
  ];
  for (const { bytes } of [first, second]) {
    await stores.commit("swept", "2026-03-01", "morning_brief", [bytes]);
  }
  const objects: ObjectStore = {
    ...stores.objects,
    async get(key) {
      await stores.objects.delete(key);
      return await stores.objects.get(key);
    },
  };
  const reader = createBatchReader(stores.database, objects);
  const { bearers } = createIdentity({ now: Date.now() });
  const log = () => {};
  const api = createInternalApi({ endedSessions: NO_ENDED_SESSIONS, reader, bearers, log });
  const read = async ({ hash }: Envelope) =>
    await api.request(`${INTERNAL_PREFIX}/bundles/${hash}.tckb`, { headers: await authorize("swept") });
  await assertProblem(await read(second), 500, "storage.object_missing");
  await assertProblem(await read(first), 404, "bundle.not_found");
});

Deno.test("an object store that stalls is a 504 for its bundle and holds up nothing else, and it recovers", async () => {
  const [slow, other] = [
    await makeEnvelope({ module: "export default () => 'slow';" }),
    await makeEnvelope({ module: "export default () => 'other';" }),
  ];
  await stores.commit("patient", "2026-03-01", "morning_brief", [slow.bytes, other.bytes]);
  const stalled = Promise.withResolvers<void>();
  const key = bundleKey("patient", slow.hash);
  const objects: ObjectStore = {
    ...stores.objects,
    async get(asked) {
      if (asked === key) await stalled.promise;
      return await stores.objects.get(asked);
    },
  };
  const { bearers } = createIdentity({ now: Date.now() });
  const deps = { reader: createBatchReader(stores.database, objects), bearers, log: () => {} };
  const storage = listen(createInternalApi({ ...deps, endedSessions: NO_ENDED_SESSIONS }).fetch);
  const cloud = listen(createPublicApi({ ...deps, storage: upstreamOf(storage) }).fetch);
  const impatient = listen(createPublicApi({ ...deps, storage: upstreamOf(storage, 500) }).fetch);
  const headers = await authorize("patient");
  const read = ({ hash }: Envelope, { url } = cloud) =>
    fetch(`${url}${PUBLIC_PREFIX}/bundles/${hash}.tckb`, { headers });
  const waiting = Array.from({ length: 20 }, () => read(slow, impatient));
  assert.deepEqual(await (await read(other)).bytes(), other.bytes);
  const list = await fetch(cloud.url + PUBLIC_PREFIX, { headers });
  assert.equal((await list.json()).batches.length, 1);
  for (const response of await Promise.all(waiting)) await assertProblem(response, 504, "upstream.timeout");
  stalled.resolve();
  assert.deepEqual(await (await read(slow)).bytes(), slow.bytes);
  for (const server of [impatient, cloud, storage]) await server.close();
});

Deno.test("a manifest whose object is missing is a 500 without details, and its key is logged", async () => {
  const manifest = { notes: "long ".repeat(10_000) };
  const { bytes } = await makeEnvelope({ module: "export default () => 'large';", manifest });
  const { written } = await stores.commit("large", "2026-03-01", "morning_brief", [bytes]);
  const key = written.find((name) => name.includes("/manifests/"))!;
  assert.equal((await get(PUBLIC_PREFIX, "large")).status, 200);
  await stores.objects.delete(key);
  const before = stack.logged.length;
  const { detail } = await assertProblem(
    await get(PUBLIC_PREFIX, "large"),
    500,
    "storage.object_missing",
  );
  assert.doesNotMatch(detail, /manifests/);
  const [failure] = stack.logged.slice(before);
  assert.deepEqual([failure?.event, failure?.code], ["object_missing", "storage.object_missing"]);
  assert.ok(String(failure?.cause).includes(key));
});

Deno.test("a failure of the stores is a 500 without details, and its cause is logged", async () => {
  const logged: LogEvent[] = [];
  const { bearers } = createIdentity({ now: Date.now() });
  const fail = () => Promise.reject(new Error("the disk is broken"));
  const reader = { listBatches: fail, readBatch: fail, readWidget: fail, findBundle: fail, readBundle: fail };
  const api = createInternalApi({
    endedSessions: NO_ENDED_SESSIONS,
    reader,
    bearers,
    log: (event) => void logged.push(event),
  });
  const storage = listen(api.fetch);
  const response = await fetch(storage.url + INTERNAL_PREFIX, { headers: await authorize("ada") });
  const { detail } = await assertProblem(response, 500, "server.failed");
  assert.doesNotMatch(detail, /disk/);
  assert.deepEqual([logged[0]?.event, logged[0]?.code], ["request_failed", "server.failed"]);
  assert.match(String(logged[0]?.cause), /the disk is broken/);
  const log = (event: LogEvent) => void logged.push(event);
  const cloud = listen(createPublicApi({ storage: upstreamOf(storage), bearers, log }).fetch);
  const ask = async () => await fetch(cloud.url + PUBLIC_PREFIX, { headers: await authorize("ada") });
  await assertProblem(await ask(), 502, "upstream.unavailable");
  await storage.close();
  await assertProblem(await ask(), 502, "upstream.unavailable");
  await cloud.close();
  assert.match(
    String(logged.at(-1)?.cause),
    /fetch failed: .*(Connect|ECONN)/,
    "the causes of a cause are logged",
  );
});

Deno.test("an identity provider whose keys cannot be fetched is a 502, not a 401", async () => {
  const provider = listen(() => new Response("no", { status: 503 }));
  const logged: LogEvent[] = [];
  const bearers = createJwksBearers(new URL(provider.url), () => Date.now());
  const log = (event: LogEvent) => void logged.push(event);
  const api = listen(createPublicApi({ storage: upstreamOf(stack.storage), bearers, log }).fetch);
  const token = `${btoa(`{"alg":"ES256","kid":"k"}`)}.${btoa(`{"sub":"ada"}`)}.AAAA`.replaceAll("=", "");
  const response = await fetch(api.url + PUBLIC_PREFIX, { headers: { Authorization: `Bearer ${token}` } });
  await assertProblem(response, 502, "upstream.unavailable");
  assert.equal(logged.length, 1);
  await api.close();
  await provider.close();
});
