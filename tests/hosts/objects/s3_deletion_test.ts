import assert from "node:assert/strict";
import { createS3ObjectStore, readS3Address } from "../../../hosts/objects/mod.ts";
import { fetchOnce } from "../../../hosts/deno/deno_host.ts";
import { systemClock } from "../../../hosts/time/mod.ts";

const NOW = Date.parse("2026-03-04T06:00:00Z");
const KEY = `widgets/ada/bundles/${"A".repeat(64)}.tckb`;

function createStore(fetchOnce: (request: Request) => Promise<Response>) {
  const credentials = { accessKeyId: "key", secretAccessKey: "secret", sessionToken: "session" };
  const address = readS3Address(new URL("s3://bucket?endpoint=http://127.0.0.1:10&region=eu"), credentials);
  return createS3ObjectStore(address, { clock: { ...systemClock, now: () => NOW }, fetchOnce });
}

/** A bucket that answers by its own clock, and records the requests to delete. */
function createBucket(serviceTime: () => string | null) {
  const requests: Request[] = [];
  const store = createStore((request) => {
    requests.push(request);
    const date = serviceTime();
    return Promise.resolve(new Response(null, { status: 204, headers: date === null ? {} : { date } }));
  });
  return { store, requests };
}

// claim: deletions-fenced
Deno.test("the signature of a DELETE expires before the mark of its sweep, so that the service rejects a late one", async () => {
  const { store, requests } = createBucket(() => null);
  await store.delete(KEY);
  const { method, url, headers } = requests[0]!;
  const query = new URL(url).searchParams;
  assert.deepEqual([method, new URL(url).pathname], ["DELETE", `/bucket/${KEY}`]);
  assert.deepEqual([query.get("X-Amz-Date"), query.get("X-Amz-Expires")], ["20260304T060000Z", "20"]);
  assert.match(query.get("X-Amz-Signature")!, /^[0-9a-f]{64}$/);
  assert.equal(headers.get("Authorization"), null);
});

Deno.test("a DELETE is signed by the clock of the service, which decides when it expires", async () => {
  let date: string | null = "Wed, 04 Mar 2026 06:05:00 GMT";
  const { store, requests } = createBucket(() => date);
  await store.delete(KEY);
  date = null;
  await store.delete(KEY);
  date = "not a time";
  await store.delete(KEY);
  date = "Wed, 04 Mar 2026 05:59:00 GMT"; // It was set back meanwhile.
  await store.delete(KEY);
  await store.delete(KEY);
  const times = requests.map(({ url }) => new URL(url).searchParams.get("X-Amz-Date"));
  const [first, second, later] = ["20260304T060000Z", "20260304T060500Z", "20260304T055900Z"];
  assert.deepEqual(times, [first, second, second, second, later]);
});

Deno.test("a DELETE during which its sweep ends fails with the reason of that", async () => {
  const ending = new AbortController();
  const store = createStore(() => {
    ending.abort(new Error("the sweep ends"));
    return Promise.reject(new TypeError("the connection was closed"));
  });
  await assert.rejects(store.delete(KEY, { signal: ending.signal }), /^Error: the sweep ends$/);
});

// claim: secrets-not-written
Deno.test("the failure of a DELETE has not its signature, which is a right to delete for 20 s", async () => {
  const quoteUrl = ({ url }: Request) => Promise.reject(new TypeError(`no route (${url}): end`));
  for (const send of [fetchOnce, quoteUrl]) {
    await assert.rejects(createStore(send).delete(KEY), (error: Error) => {
      assert.match(error.message, /^Cannot DELETE "widgets\/.* \(.*:10\/bucket\/.*\)/);
      assert.doesNotMatch(error.message, /X-Amz|session|[0-9a-f]{64}/);
      return true;
    });
  }
});
