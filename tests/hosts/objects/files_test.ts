import assert from "node:assert/strict";
import { readdirSync, rmSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { type BucketSettings, createFileObjectStore, openObjectStore } from "../../../hosts/objects/mod.ts";
import { MAX_SYNC_BYTES } from "../../../terminal/files/mod.ts";
import { createMemoryObjectStore } from "../../conformance/memory_object_store.ts";
import { assertNothingOpen } from "../../terminal/files/open_descriptors.ts";
import { objectStoreSettings } from "./object_store_settings.ts";

const KEY = "widgets/demo/bundles/one.tckb";
const OUTSIDE = { name: "ObjectStoreError", code: "object_store.outside_root" };
const BYTES = new Uint8Array([1, 2, 3]);

async function withFolder(run: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "tck-objects-"));
  try {
    await run(folder);
    assertNothingOpen(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

Deno.test("an object is stored in the file whose path is its key", () =>
  withFolder(async (folder) => {
    const store = await createFileObjectStore(folder);
    await store.put(KEY, BYTES);
    assert.deepEqual(new Uint8Array(await Deno.readFile(join(folder, KEY))), BYTES);
    assert.deepEqual(await store.get(KEY), BYTES);
    // One that is read by a thread.
    const large = new Uint8Array(MAX_SYNC_BYTES + 1);
    await store.put(KEY, large);
    assert.equal((await store.get(KEY))?.length, large.length);
  }));

Deno.test("a store keeps its objects after it is opened again", () =>
  withFolder(async (folder) => {
    await (await openObjectStore(undefined, objectStoreSettings(folder))).put(KEY, BYTES);
    assert.deepEqual(await (await openObjectStore("", objectStoreSettings(folder))).get(KEY), BYTES);
  }));

Deno.test("a folder that is deleted while the objects are listed is passed over", () =>
  withFolder(async (folder) => {
    const store = await createFileObjectStore(folder);
    for (const key of ["widgets/a/1", "widgets/b/1", "widgets/c/1"]) await store.put(key, BYTES);
    const listed: string[] = [];
    for await (const { key } of store.list("widgets/")) {
      listed.push(key);
      await rm(join(folder, "widgets/b"), { recursive: true, force: true });
    }
    assert.deepEqual(listed, ["widgets/a/1", "widgets/c/1"]);
  }));

Deno.test("no call follows a symbolic link in place of a folder", () =>
  withFolder(async (folder) => {
    const [root, outside] = [join(folder, "root"), join(folder, "outside")];
    await mkdir(join(outside, "demo", "bundles"), { recursive: true });
    await writeFile(join(outside, "demo", "bundles", "one.tckb"), "secret");
    const store = await createFileObjectStore(root);
    await symlink(outside, join(root, "widgets"));
    await assert.rejects(() => store.put(KEY, BYTES), OUTSIDE);
    await assert.rejects(() => store.put("widgets/other/bundles/two.tckb", BYTES), OUTSIDE);
    await assert.rejects(() => store.get(KEY), OUTSIDE);
    await assert.rejects(() => store.head(KEY), OUTSIDE);
    await assert.rejects(() => store.delete(KEY), OUTSIDE);
    assert.deepEqual(await Array.fromAsync(store.list("")), []);
    assert.deepEqual(await readdir(outside), ["demo"]);
  }));

Deno.test("a symbolic link in place of an object is not followed", () =>
  withFolder(async (folder) => {
    const root = join(folder, "root");
    await writeFile(join(folder, "secret"), "secret");
    const store = await createFileObjectStore(root);
    await store.put("widgets/demo/bundles/two.tckb", BYTES);
    await symlink(join(folder, "secret"), join(root, KEY));
    await assert.rejects(() => store.get(KEY), OUTSIDE);
    await assert.rejects(() => store.put(KEY, BYTES), OUTSIDE);
    assert.deepEqual((await Array.fromAsync(store.list(""))).map(({ key }) => key), [
      "widgets/demo/bundles/two.tckb",
    ]);
    assert.equal(await Deno.readTextFile(join(folder, "secret")), "secret");
  }));

Deno.test("the temporary file of a killed put is not an object, is listed as interrupted and can be discarded", () =>
  withFolder(async (folder) => {
    const store = await createFileObjectStore(folder);
    await store.put(KEY, BYTES);
    const token = `widgets/demo/bundles/.${crypto.randomUUID()}.tmp`;
    await writeFile(join(folder, token), "half of i");
    assert.deepEqual((await Array.fromAsync(store.list(""))).map(({ key }) => key), [KEY]);
    const [left, ...others] = await Array.fromAsync(store.listInterruptedPuts());
    assert.deepEqual(others, []);
    assert.equal(left?.token, token);
    assert.equal(left?.size, 9);
    for (const other of [KEY, "widgets", "../outside", `../${token}`, "widgets/demo/bundles/.tmp"]) {
      await store.discardInterruptedPut(other);
    }
    assert.deepEqual(await readdir(join(folder, "widgets/demo/bundles")), [
      token.split("/").at(-1),
      "one.tckb",
    ]);
    await store.discardInterruptedPut(token);
    assert.deepEqual(await readdir(join(folder, "widgets/demo/bundles")), ["one.tckb"]);
  }));

Deno.test("a put that fails leaves the old object, and no temporary file", () =>
  withFolder(async (folder) => {
    const store = await createFileObjectStore(folder);
    await store.put(KEY, BYTES);
    await mkdir(join(folder, "widgets/demo/bundles/two.tckb/in-the-way"), { recursive: true });
    await assert.rejects(() => store.put("widgets/demo/bundles/two.tckb", BYTES), OUTSIDE);
    await assert.rejects(() => store.put(`${KEY}/below`, BYTES), OUTSIDE);
    assert.deepEqual(await store.get(KEY), BYTES);
    assert.deepEqual(await readdir(join(folder, "widgets/demo/bundles")), ["one.tckb", "two.tckb"]);
  }));

Deno.test("a put is repeated while deletions remove the folder that it has found, four times at most", () =>
  withFolder(async (folder) => {
    const store = await createFileObjectStore(folder);
    const putAfter = async (deletions: number) => {
      const { signal } = new AbortController();
      // It is asked when the folder was found, and before the file is created there.
      signal.throwIfAborted = () => {
        if (deletions-- > 0) rmSync(join(folder, "widgets"), { recursive: true });
      };
      await store.put(KEY, BYTES, { signal });
    };
    for (const deletions of [1, 4]) {
      await putAfter(deletions);
      assert.deepEqual(await store.get(KEY), BYTES);
    }
    await assert.rejects(putAfter(5), { code: "ENOENT" });
  }));

Deno.test("a put that is aborted while it is written leaves the old object, and no temporary file", () =>
  withFolder(async (folder) => {
    const store = await createFileObjectStore(folder);
    await store.put(KEY, BYTES);
    const stopping = new AbortController();
    const putting = store.put(KEY, new Uint8Array(8_388_608), { signal: stopping.signal });
    putting.catch(() => {});
    // The temporary file is seen before the steps that follow it: each needs a further turn of the event loop.
    while (readdirSync(join(folder, "widgets/demo/bundles")).length === 1) await setImmediate();
    stopping.abort();
    await assert.rejects(putting, { name: "AbortError" });
    assert.deepEqual(await store.get(KEY), BYTES);
    assert.deepEqual(await readdir(join(folder, "widgets/demo/bundles")), ["one.tckb"]);
  }));

Deno.test("a second kind of store is one entry of the registry, and reads its own settings", async () => {
  const opened: (string | undefined)[] = [];
  const registry = new Map([["demo:", (url: URL, settings: BucketSettings) => {
    opened.push(url.hostname, settings.read("DEMO_TOKEN"));
    return createMemoryObjectStore(() => 1);
  }]]);
  const settings = { ...objectStoreSettings("unused"), read: (name: string) => `value of ${name}` };
  const store = await openObjectStore("demo://shelf", settings, registry);
  await store.put(KEY, BYTES);
  assert.deepEqual([await store.get(KEY), opened], [BYTES, ["shelf", "value of DEMO_TOKEN"]]);
});

Deno.test("an unsupported URL is rejected with a message that does not contain its credentials", async () => {
  await assert.rejects(
    () => openObjectStore("gopher://key:secret@bucket", objectStoreSettings("unused")),
    (error: Error & { code: string }) => {
      assert.equal(error.code, "object_store.unsupported_url");
      assert.match(
        error.message,
        /^Cannot open object store "gopher:\/\/": TCK_OBJECTS_URL must begin with s3/,
      );
      assert.ok(!error.message.includes("secret"));
      return true;
    },
  );
  await assert.rejects(() => openObjectStore("/a/path", objectStoreSettings("unused")), {
    code: "object_store.unsupported_url",
  });
});
