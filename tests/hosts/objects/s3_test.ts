import type { Clock, ObjectStore } from "../../../core/commit/mod.ts";
import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { LIMITS } from "../../../core/contract/mod.ts";
import { bundleKey } from "../../../core/naming/mod.ts";
import { systemClock } from "../../../hosts/time/mod.ts";
import { sweepObjects } from "../../../hosts/sweep/mod.ts";
import { fetchOnce } from "../../../hosts/deno/deno_host.ts";
import {
  createS3ObjectStore,
  openObjectStore,
  readS3Address,
  type S3Credentials,
} from "../../../hosts/objects/mod.ts";
import { createBatchReader } from "../../../hosts/postgres/mod.ts";
import { testObjectStore } from "../../conformance/object_store.ts";
import { type FaultyGateway, startFaultyGateway } from "../../servers/faulty_gateway.ts";
import { findFreePort } from "../../servers/free_port.ts";
import { type BucketServer, nameTestsOfRadosGateway, openRadosGateway } from "../../servers/radosgw.ts";
import { preparedFolder, runCommand } from "../cli/command_process.ts";
import { Engines } from "../commit/service.ts";
import { objectStoreSettings } from "./object_store_settings.ts";

const KEY = "widgets/demo/bundles/one.tckb";
const BYTES = Uint8Array.from({ length: 50_000 }, (_, index) => index % 251);

const nameTest = await nameTestsOfRadosGateway();
let gateway: Promise<BucketServer> | undefined;
const engines = new Engines();
Deno.test.afterAll(async () => {
  await (await gateway)?.stop();
  await engines.close();
});

const startOnce = () => gateway ??= openRadosGateway();

testObjectStore("s3", async () => {
  const { store } = await openBucket();
  return { store, close: () => Promise.resolve() };
}, nameTest);

// The same cases on Node and workerd are in s3_soak.ts.

/** Opens a store on an empty bucket by the setting that a user would write. */
async function openBucket(): Promise<{ store: ObjectStore; bucket: string }> {
  const { endpoint, credentials, createBucket } = await startOnce();
  const bucket = await createBucket();
  const store = await openObjectStore(
    formatUrl(bucket, endpoint),
    objectStoreSettings("unused", credentials),
  );
  return { store, bucket };
}

function formatUrl(bucket: string, endpoint: string): string {
  return `s3://${bucket}?endpoint=${encodeURIComponent(endpoint)}&region=us-east-1`;
}

function testOnRadosGateway(title: string, run: () => Promise<void>): void {
  Deno.test(nameTest(`s3: ${title}`), run);
}

/** Runs a test on a store behind a gateway that injects faults. */
async function testWithFaults(
  run: (store: ObjectStore, faulty: FaultyGateway) => Promise<void>,
  attemptTimeout?: number,
): Promise<void> {
  const { endpoint, credentials, createBucket } = await startOnce();
  const bucket = await createBucket();
  await using faulty = await startFaultyGateway(endpoint);
  const bucketUrl = `${faulty.endpoint}/${bucket}`;
  await run(
    createS3ObjectStore(
      { bucket, bucketUrl, region: "us-east-1", credentials, attemptTimeout },
      { clock: systemClock, fetchOnce },
    ),
    faulty,
  );
}

/** Every call to a store, on {@linkcode KEY}. */
const CALLS: { readonly [name: string]: (store: ObjectStore) => Promise<unknown> } = {
  put: (store) => store.put(KEY, BYTES),
  get: (store) => store.get(KEY),
  head: (store) => store.head(KEY),
  list: (store) => Array.fromAsync(store.list("widgets/")),
  delete: (store) => store.delete(KEY),
};

testOnRadosGateway(
  "list returns keys and sizes over several pages, in order, each once",
  async () => {
    const { store } = await openBucket();
    const keys = Array.from({ length: 1_050 }, (_, index) => `w/${String(index).padStart(4, "0")}`);
    const waiting = keys.toReversed().values();
    const write = async () => {
      for (const key of waiting) await store.put(key, BYTES.subarray(0, 3));
    };
    await Promise.all(Array.from({ length: 16 }, write));
    const listed = await Array.fromAsync(store.list("w/"));
    assert.deepEqual(listed.map(({ key }) => key), keys);
    assert.ok(listed.every(({ size }) => size === 3));
  },
);

testOnRadosGateway("list omits objects of other programs whose names are not valid keys", async () => {
  const { endpoint, credentials, createBucket } = await startOnce();
  const bucket = await createBucket();
  const { AwsClient } = await import("aws4fetch");
  const { accessKeyId, secretAccessKey } = credentials;
  const client = new AwsClient({ accessKeyId, secretAccessKey, service: "s3", region: "us-east-1" });
  for (const name of ["a%26b", ".hidden", "folder/", "widgets/one"]) {
    const { status } = await client.fetch(`${endpoint}/${bucket}/${name}`, { method: "PUT", body: "x" });
    assert.equal(status, 200, name);
  }
  const store = await openObjectStore(
    formatUrl(bucket, endpoint),
    objectStoreSettings("unused", credentials),
  );
  assert.deepEqual((await Array.fromAsync(store.list(""))).map(({ key }) => key), ["widgets/one"]);
});

// claim: secrets-not-written
testOnRadosGateway(
  "wrong credentials fail with a code of their own and no secret in the message, and are not retried",
  async () => {
    const { endpoint, credentials, createBucket } = await startOnce();
    const bucket = await createBucket();
    await using faulty = await startFaultyGateway(endpoint);
    const wrong: S3Credentials[] = [
      { ...credentials, secretAccessKey: "hunter2hunter2" },
      { accessKeyId: "nobody", secretAccessKey: "hunter2hunter2" },
    ];
    for (const [index, credentials] of wrong.entries()) {
      const store = await openObjectStore(
        formatUrl(bucket, faulty.endpoint),
        objectStoreSettings("unused", credentials),
      );
      await assert.rejects(() => store.put(KEY, BYTES), (error: Error & { code: string }) => {
        assert.equal(error.code, "object_store.access_denied");
        assert.match(
          error.message,
          /^Cannot PUT "widgets\/.* in bucket "bucket-\d+": the store's answer is 403 /,
        );
        assert.ok(!error.message.includes("hunter2"));
        return true;
      });
      assert.equal(faulty.count(), index + 1);
    }
  },
);

testOnRadosGateway("every call on a missing bucket fails, instead of finding an empty store", async () => {
  const { endpoint, credentials } = await startOnce();
  const store = await openObjectStore(
    formatUrl("no-such-bucket", endpoint),
    objectStoreSettings("unused", credentials),
  );
  for (const [name, call] of Object.entries(CALLS)) {
    await assert.rejects(() => call(store), { code: "object_store.missing_bucket" }, name);
  }
});

for (const fault of ["busy", "hang up", "stall"] as const) {
  testOnRadosGateway(`each call is retried after "${fault}" and succeeds`, async () => {
    await testWithFaults(async (store, faulty) => {
      await store.put(KEY, new Uint8Array([1]));
      for (const [name, call] of Object.entries(CALLS)) {
        if (name === "delete" && fault !== "busy") continue;
        faulty.faults.push(fault, fault);
        const before = faulty.count();
        await call(store);
        assert.equal(faulty.count(), before + 3, name);
      }
      assert.equal(await store.get(KEY) === null, fault === "busy");
    }, 400);
  });
}

for (const fault of ["hang up", "stall"] as const) {
  testOnRadosGateway(
    `a delete that ended with "${fault}" may still take effect, and is not retried`,
    async () => {
      await testWithFaults(async (store, faulty) => {
        await store.put(KEY, BYTES); // and leaves a connection that the runtime may reuse
        const before = faulty.count();
        faulty.faults.push(fault);
        await assert.rejects(() => store.delete(KEY), { code: "object_store.unavailable" });
        assert.equal(faulty.count(), before + 1);
      }, 400);
    },
  );
}

testOnRadosGateway("a truncated body is read again", async () => {
  await testWithFaults(async (store, faulty) => {
    await store.put(KEY, BYTES);
    faulty.faults.push("cut short");
    assert.deepEqual(await store.get(KEY), BYTES);
    faulty.faults.push("cut short");
    assert.equal((await Array.fromAsync(store.list(""))).length, 1);
  });
});

testOnRadosGateway("a store is unavailable after five failed attempts", async () => {
  await testWithFaults(async (store, faulty) => {
    faulty.faults.push(...Array<"busy">(5).fill("busy"));
    await assert.rejects(() => store.put(KEY, BYTES), {
      code: "object_store.unavailable",
      message: /^Cannot PUT .*: the store's answer is 503 SlowDown, 5 times$/,
    });
    assert.equal(faulty.count(), 5);
    assert.equal(await store.get(KEY), null);
  });
});

testOnRadosGateway("an aborted call ends at once and is not retried", async () => {
  await testWithFaults(async (store, faulty) => {
    faulty.faults.push("stall");
    const controller = new AbortController();
    const put = store.put(KEY, BYTES, { signal: controller.signal });
    await faulty.stalled();
    controller.abort();
    await assert.rejects(put, { name: "AbortError" });
    assert.equal(faulty.count(), 1);
    assert.equal(await store.get(KEY), null);
  });
});

Deno.test("s3: a store is unavailable when nothing listens at its endpoint", async () => {
  const url = formatUrl("bucket", `http://127.0.0.1:${await findFreePort()}`);
  const store = await openObjectStore(
    url,
    objectStoreSettings("unused", { accessKeyId: "a", secretAccessKey: "b" }),
  );
  await assert.rejects(() => store.get(KEY), { code: "object_store.unavailable" });
});

// claim: bucket-bomb
Deno.test("s3: an object that is larger than every object, also after decoding, is read no further than the limit", async () => {
  const zeros = new Uint8Array(LIMITS.envelopeBytes + 1);
  const bomb = gzipSync(zeros);
  let asked = 0;
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    asked++;
    const isPacked = new URL(request.url).pathname.endsWith("packed");
    return new Response(isPacked ? bomb : zeros, { headers: isPacked ? { "Content-Encoding": "gzip" } : {} });
  });
  const bucketUrl = `http://127.0.0.1:${server.addr.port}/bucket`;
  const store = createS3ObjectStore(
    { bucket: "bucket", bucketUrl, region: "us-east-1", credentials: CREDENTIALS },
    { clock: systemClock, fetchOnce },
  );
  for (const key of ["plain", "packed"]) {
    await assert.rejects(() => store.get(key), {
      code: "object_store.refused",
      message: /the store's answer is more than 33554432 bytes$/,
    });
  }
  assert.equal(asked, 2, "it is not requested again");
  await server.shutdown();
});

// claim: bucket-bomb
Deno.test("s3: an answer that is an error is read no further than 64 KiB, and one that stalls ends its attempt", async () => {
  let asked = 0;
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    asked++;
    if (!new URL(request.url).pathname.endsWith("stalled")) {
      return new Response("<Error>".padEnd(100_000, "x"), { status: 404 });
    }
    const begin = new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(9)) });
    return new Response(begin);
  });
  const store = createS3ObjectStore(
    {
      bucket: "bucket",
      bucketUrl: `http://127.0.0.1:${server.addr.port}/bucket`,
      region: "us-east-1",
      credentials: CREDENTIALS,
      attemptTimeout: 400,
    },
    { clock: systemClock, fetchOnce },
  );
  await assert.rejects(() => store.get("error"), { message: /the store's answer is more than 65536 bytes$/ });
  await assert.rejects(() => store.get("stalled"), {
    code: "object_store.unavailable",
    message: /none in time, 5 times$/,
  });
  assert.equal(asked, 6);
  await server.shutdown();
});

Deno.test("s3: signatures and the pauses between attempts use the given clock", async () => {
  const [dates, pauses]: [string[], number[]] = [[], []];
  const limits: AbortSignal[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    dates.push(request.headers.get("x-amz-date")!);
    return new Response(null, { status: 503 });
  });
  const clock: Clock = {
    now: () => Date.UTC(2026, 0, 31, 6),
    sleep: (milliseconds, signal) => {
      if (milliseconds === 30_000) {
        limits.push(signal!);
        return systemClock.sleep(milliseconds, signal);
      }
      pauses.push(milliseconds);
      return Promise.resolve();
    },
  };
  const bucketUrl = `http://127.0.0.1:${server.addr.port}/bucket`;
  const store = createS3ObjectStore(
    { bucket: "bucket", bucketUrl, region: "us-east-1", credentials: CREDENTIALS },
    { clock, fetchOnce },
  );
  await assert.rejects(() => store.get(KEY), { code: "object_store.unavailable" });
  assert.deepEqual(dates, Array(5).fill("20260131T060000Z"));
  assert.equal(pauses.length, 4);
  assert.deepEqual(
    limits.map(({ aborted }) => aborted),
    Array(5).fill(true),
    "a time limit is still running",
  );
  await server.shutdown();
});

testOnRadosGateway("batches are committed, replaced, read and swept on PostgreSQL and a bucket", async () => {
  const { store: objects } = await openBucket();
  await engines.run("postgresql", async ({ commit, listReferencedKeys, database, deps }) => {
    await commit({ "001_a.tckb": "old a", "002_b.tckb": "b" }, {}, { objects });
    const { replaced, widgets } = await commit({ "001_a.tckb": "new a", "002_b.tckb": "b" }, {}, { objects });
    assert.equal(replaced, 2);
    await objects.put(bundleKey("demo", "x".repeat(64)), BYTES);
    const keys = async () => (await Array.fromAsync(objects.list(""))).map(({ key }) => key);
    const named = await listReferencedKeys();
    assert.equal((await keys()).length, named.length + 2);
    await database.kysely.updateTable("tombstones").set({ not_before: new Date(0) }).execute();
    assert.equal((await sweepObjects({ ...deps, objects, retention: 0 })).deleted, 2);
    assert.deepEqual(await keys(), named);
    const reader = createBatchReader(database, objects);
    for (const { hash } of widgets) assert.notEqual(await reader.findBundle("demo", hash), null, hash);
  });
});

testOnRadosGateway("a command uses a bucket by its settings alone", async () => {
  const { endpoint, credentials } = await startOnce();
  const { store, bucket } = await openBucket();
  const key = bundleKey("demo", "x".repeat(64));
  await store.put(key, BYTES);
  await using folder = await preparedFolder();
  const { code, stdout, stderr } = await runCommand(["sweep", "--dry-run", "--json", "--data", folder.path], {
    TCK_OBJECTS_URL: formatUrl(bucket, endpoint),
    TCK_RETENTION: "0s",
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  });
  assert.equal(code, 0, stderr);
  assert.deepEqual(JSON.parse(stdout).steps.map((step: { key: string }) => step.key), [key]);
  assert.ok(!(stdout + stderr).includes(credentials.secretAccessKey));
});

const CREDENTIALS: S3Credentials = { accessKeyId: "id", secretAccessKey: "hunter2" };

Deno.test("s3: a bucket without an endpoint is Amazon's, and one at an endpoint is a segment of the path", () => {
  const urls = {
    "s3://bucket": "https://bucket.s3.us-east-1.amazonaws.com",
    "s3://bucket?region=eu-west-1": "https://bucket.s3.eu-west-1.amazonaws.com",
    "s3://my.bucket": "https://s3.us-east-1.amazonaws.com/my.bucket",
    "s3://bucket?endpoint=http://127.0.0.1:9000": "http://127.0.0.1:9000/bucket",
    "s3://bucket?endpoint=https%3A%2F%2Fhost%2Fstorage%2Fs3%2F&region=local":
      "https://host/storage/s3/bucket",
  };
  for (const [setting, expected] of Object.entries(urls)) {
    assert.equal(readS3Address(new URL(setting), CREDENTIALS).bucketUrl, expected);
  }
});

Deno.test("s3: a URL without a valid bucket is rejected with a message that contains no secret", async () => {
  const settings = [
    "s3://hunter2:hunter2@bucket",
    "s3://",
    "s3://UPPER",
    "s3://" + "x".repeat(200),
    "s3://bucket/folder",
    "s3://bucket:9000",
    "s3://bucket?region=a&region=b",
    "s3://bucket?secret=hunter2",
    "s3://bucket?region=" + "x".repeat(1000),
    "s3://bucket?endpoint=ftp://host",
    "s3://bucket?endpoint=https://hunter2:hunter2@host",
    "s3://bucket?endpoint=https://host/?key=hunter2",
  ];
  await assert.rejects(
    () => openObjectStore("s3://w?endpoint=http://host", objectStoreSettings("unused", CREDENTIALS)),
    { message: /: "w" is not a bucket: its name has 3 to 63 characters/ },
  );
  for (const setting of settings) {
    await assert.rejects(
      () => openObjectStore(setting, objectStoreSettings("unused", CREDENTIALS)),
      (error: Error & { code: string }) => {
        assert.equal(error.code, "object_store.unsupported_url", setting);
        assert.match(error.message, /^Cannot use TCK_OBJECTS_URL "s3:\/\/…": .{10,240}$/);
        assert.ok(!error.message.includes("hunter2"), setting);
        return true;
      },
    );
  }
  await assert.rejects(() => openObjectStore("s3://bucket", objectStoreSettings("unused")), {
    code: "object_store.missing_credentials",
  });
});
