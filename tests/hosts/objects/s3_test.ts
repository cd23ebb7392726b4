import assert from "node:assert/strict";
import type { ObjectStore } from "../../../core/commit/mod.ts";
import { bundleKey } from "../../../core/naming/mod.ts";
import { sweepObjects } from "../../../hosts/sweep/mod.ts";
import {
  createS3ObjectStore,
  openObjectStore,
  readS3Address,
  type S3Credentials,
} from "../../../hosts/objects/mod.ts";
import { createBatchReader } from "../../../hosts/postgres/mod.ts";
import { testObjectStore } from "../../conformance/object_store.ts";
import { OBJECT_STORE_CASES } from "../../conformance/object_store_cases.ts";
import { type FaultyGateway, startFaultyGateway } from "../../servers/faulty_gateway.ts";
import { findFreePort } from "../../servers/free_port.ts";
import { hasRadosGateway, type RadosGateway, startRadosGateway } from "../../servers/radosgw.ts";
import { runCommand, temporaryFolder } from "../cli/command_process.ts";
import { Engines } from "../commit/service.ts";
import { runCasesOn, S3_RUNTIMES } from "./s3_runtimes.ts";

const KEY = "widgets/demo/bundles/one.tckb";
const BYTES = Uint8Array.from({ length: 50_000 }, (_, index) => index % 251);

const canStart = await hasRadosGateway();
let gateway: Promise<RadosGateway> | undefined;
const engines = new Engines();
Deno.test.afterAll(async () => {
  await (await gateway)?.stop();
  await engines.close();
});

const startOnce = () => gateway ??= startRadosGateway();

testObjectStore("s3", async () => {
  const { store } = await openBucket();
  return { store, close: () => Promise.resolve() };
}, canStart);

for (const runtime of S3_RUNTIMES) {
  testOnRadosGateway(`what every object store has to do, on ${runtime.name} as well`, async () => {
    const { endpoint, credentials, createBucket } = await startOnce();
    const sentences = Object.keys(OBJECT_STORE_CASES);
    const bucketUrls: string[] = [];
    for (const _ of sentences) bucketUrls.push(`${endpoint}/${await createBucket()}`);
    const failures = await runCasesOn(runtime, bucketUrls, credentials);
    assert.deepEqual(failures, Object.fromEntries(sentences.map((sentence) => [sentence, null])));
  });
}

/** A store on an empty bucket, through the setting that a user would write. */
async function openBucket(): Promise<{ store: ObjectStore; bucket: string }> {
  const { endpoint, credentials, createBucket } = await startOnce();
  const bucket = await createBucket();
  const store = await openObjectStore(formatUrl(bucket, endpoint), "unused", credentials);
  return { store, bucket };
}

function formatUrl(bucket: string, endpoint: string): string {
  return `s3://${bucket}?endpoint=${encodeURIComponent(endpoint)}&region=us-east-1`;
}

function testOnRadosGateway(sentence: string, run: () => Promise<void>): void {
  Deno.test({ name: `s3: ${sentence}`, ignore: !canStart }, run);
}

/** A store whose requests pass a gateway that fails as it is told. */
async function testWithFaults(
  run: (store: ObjectStore, faulty: FaultyGateway) => Promise<void>,
  attemptTimeout?: number,
): Promise<void> {
  const { endpoint, credentials, createBucket } = await startOnce();
  const bucket = await createBucket();
  await using faulty = await startFaultyGateway(endpoint);
  const bucketUrl = `${faulty.endpoint}/${bucket}`;
  await run(
    createS3ObjectStore({ bucket, bucketUrl, region: "us-east-1", credentials, attemptTimeout }),
    faulty,
  );
}

/** Every call of a store, on {@link KEY}. */
const CALLS: { readonly [name: string]: (store: ObjectStore) => Promise<unknown> } = {
  put: (store) => store.put(KEY, BYTES),
  get: (store) => store.get(KEY),
  head: (store) => store.head(KEY),
  list: (store) => Array.fromAsync(store.list("widgets/")),
  delete: (store) => store.delete(KEY),
};

testOnRadosGateway(
  "a bucket's keys and sizes are listed over several pages, in order, each once",
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

testOnRadosGateway("what others put there under a name that is no key is passed over", async () => {
  const { endpoint, credentials, createBucket } = await startOnce();
  const bucket = await createBucket();
  const { AwsClient } = await import("aws4fetch");
  const { accessKeyId, secretAccessKey } = credentials;
  const client = new AwsClient({ accessKeyId, secretAccessKey, service: "s3", region: "us-east-1" });
  for (const name of ["a%26b", ".hidden", "folder/", "widgets/one"]) {
    const { status } = await client.fetch(`${endpoint}/${bucket}/${name}`, { method: "PUT", body: "x" });
    assert.equal(status, 200, name);
  }
  const store = await openObjectStore(formatUrl(bucket, endpoint), "unused", credentials);
  assert.deepEqual((await Array.fromAsync(store.list(""))).map(({ key }) => key), ["widgets/one"]);
});

testOnRadosGateway(
  "wrong credentials are told apart, are not tried again, and no secret is shown",
  async () => {
    const { endpoint, credentials, createBucket } = await startOnce();
    const bucket = await createBucket();
    await using faulty = await startFaultyGateway(endpoint);
    const wrong: S3Credentials[] = [
      { ...credentials, secretAccessKey: "hunter2hunter2" },
      { accessKeyId: "nobody", secretAccessKey: "hunter2hunter2" },
    ];
    for (const [index, credentials] of wrong.entries()) {
      const store = await openObjectStore(formatUrl(bucket, faulty.endpoint), "unused", credentials);
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

testOnRadosGateway("a bucket that is not there is an error of every call, not an empty store", async () => {
  const { endpoint, credentials } = await startOnce();
  const store = await openObjectStore(formatUrl("no-such-bucket", endpoint), "unused", credentials);
  for (const [name, call] of Object.entries(CALLS)) {
    await assert.rejects(() => call(store), { code: "object_store.missing_bucket" }, name);
  }
});

for (const fault of ["busy", "hang up", "stall"] as const) {
  testOnRadosGateway(`each call that meets a "${fault}" is tried again, and succeeds`, async () => {
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
  testOnRadosGateway(`a deletion that meets a "${fault}" may still happen, and is not repeated`, async () => {
    await testWithFaults(async (store, faulty) => {
      await store.put(KEY, BYTES); // and leaves a connection that a runtime may use again
      const before = faulty.count();
      faulty.faults.push(fault);
      await assert.rejects(() => store.delete(KEY), { code: "object_store.unavailable" });
      assert.equal(faulty.count(), before + 1);
    }, 400);
  });
}

testOnRadosGateway("a body that is cut short is read again, never taken for the object", async () => {
  await testWithFaults(async (store, faulty) => {
    await store.put(KEY, BYTES);
    faulty.faults.push("cut short");
    assert.deepEqual(await store.get(KEY), BYTES);
    faulty.faults.push("cut short");
    assert.equal((await Array.fromAsync(store.list(""))).length, 1);
  });
});

testOnRadosGateway("a store that fails again and again is unavailable, after five attempts", async () => {
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

testOnRadosGateway("a call that is given up ends at once, and is not tried again", async () => {
  await testWithFaults(async (store, faulty) => {
    faulty.faults.push("stall");
    const giveUp = new AbortController();
    const put = store.put(KEY, BYTES, { signal: giveUp.signal });
    await faulty.stalled();
    giveUp.abort();
    await assert.rejects(put, { name: "AbortError" });
    assert.equal(faulty.count(), 1);
    assert.equal(await store.get(KEY), null);
  });
});

Deno.test("s3: a store that nobody serves is unavailable", async () => {
  const url = formatUrl("bucket", `http://127.0.0.1:${await findFreePort()}`);
  const store = await openObjectStore(url, "unused", { accessKeyId: "a", secretAccessKey: "b" });
  await assert.rejects(() => store.get(KEY), { code: "object_store.unavailable" });
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

testOnRadosGateway("a command works on a bucket by its settings alone", async () => {
  const { endpoint, credentials } = await startOnce();
  const { store, bucket } = await openBucket();
  const key = bundleKey("demo", "x".repeat(64));
  await store.put(key, BYTES);
  await using folder = await temporaryFolder();
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

Deno.test("s3: a bucket without an endpoint is Amazon's, one at an endpoint is a segment of its path", () => {
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

Deno.test("s3: a setting that names no bucket is refused, without showing what may be a secret", async () => {
  const settings = [
    "s3://hunter2:hunter2@bucket",
    "s3://",
    "s3://UPPER",
    "s3://bucket/folder",
    "s3://bucket:9000",
    "s3://bucket?region=a&region=b",
    "s3://bucket?secret=hunter2",
    "s3://bucket?region=" + "x".repeat(1000),
    "s3://bucket?endpoint=ftp://host",
    "s3://bucket?endpoint=https://hunter2:hunter2@host",
    "s3://bucket?endpoint=https://host/?key=hunter2",
  ];
  for (const setting of settings) {
    await assert.rejects(
      () => openObjectStore(setting, "unused", CREDENTIALS),
      (error: Error & { code: string }) => {
        assert.equal(error.code, "object_store.unsupported_url", setting);
        assert.match(error.message, /^Cannot use TCK_OBJECTS_URL "s3:\/\/…": .{10,160}$/);
        assert.ok(!error.message.includes("hunter2"), setting);
        return true;
      },
    );
  }
  await assert.rejects(() => openObjectStore("s3://bucket", "unused"), {
    code: "object_store.missing_credentials",
  });
});
