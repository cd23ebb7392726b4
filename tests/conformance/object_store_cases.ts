import assert from "node:assert/strict";
import type { ObjectStore } from "../../core/commit/mod.ts";

const KEY = "widgets/demo/bundles/one.tckb";

/** The conformance cases of object stores, by title. Each runs on an empty store. */
export const OBJECT_STORE_CASES: { [title: string]: (store: ObjectStore) => Promise<void> } = {
  "get returns the bytes that were put": async (store) => {
    const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => index % 251);
    await store.put(KEY, bytes);
    assert.deepEqual(await store.get(KEY), bytes);
  },
  "an object may be empty": async (store) => {
    await store.put(KEY, new Uint8Array());
    assert.deepEqual(await store.get(KEY), new Uint8Array());
    assert.equal((await store.head(KEY))?.size, 0);
  },
  "a put replaces an existing object, also with a shorter one": async (store) => {
    await store.put(KEY, encode("the first and longer"));
    await store.put(KEY, encode("second"));
    assert.deepEqual(await store.get(KEY), encode("second"));
    assert.equal((await store.head(KEY))?.size, 6);
  },
  "get of more bytes than are expected is an error": async (store) => {
    await store.put(KEY, encode("eleven more"));
    assert.deepEqual(await store.get(KEY, { maxBytes: 11 }), encode("eleven more"));
    await assert.rejects(() => store.get(KEY, { maxBytes: 10 }));
  },
  "get and head of a missing object return null": async (store) => {
    assert.equal(await store.get(KEY), null);
    assert.equal(await store.head(KEY), null);
    await store.put(KEY, encode("a"));
    assert.equal(await store.get("widgets/demo/bundles"), null);
    assert.equal(await store.get(`${KEY}/below`), null);
  },
  "the store keeps a copy of the bytes": async (store) => {
    const bytes = encode("before");
    await store.put(KEY, bytes);
    bytes.fill(0);
    const read = await store.get(KEY);
    assert.deepEqual(read, encode("before"));
    read!.fill(0);
    assert.deepEqual(await store.get(KEY), encode("before"));
  },
  "a deleted object is missing, and deleting a missing object succeeds": async (store) => {
    await store.put(KEY, encode("a"));
    await store.put("widgets/demo/bundles/two.tckb", encode("b"));
    await store.delete(KEY);
    await store.delete(KEY);
    await store.delete("widgets/nobody/bundles/none.tckb");
    assert.equal(await store.get(KEY), null);
    assert.deepEqual(await list(store, ""), ["widgets/demo/bundles/two.tckb"]);
  },
  "list returns the keys with a prefix in the order of their code units": async (store) => {
    const keys = ["w/a.b", "w/a/c", "w/a/b", "w/B", "w/a0", "w/a-", "v/x", "w/%C3%A9/z", "wa"];
    for (const key of keys) await store.put(key, encode(key));
    const sorted = keys.toSorted((left, right) => left < right ? -1 : 1);
    assert.deepEqual(await list(store, ""), sorted);
    assert.deepEqual(await list(store, "w/"), sorted.filter((key) => key.startsWith("w/")));
    assert.deepEqual(await list(store, "w/a"), sorted.filter((key) => key.startsWith("w/a")));
    assert.deepEqual(await list(store, "w/a/"), ["w/a/b", "w/a/c"]);
    assert.deepEqual(await list(store, "nothing"), []);
  },
  "list returns the size and time of each object": async (store) => {
    await store.put(KEY, encode("12345"));
    const [info] = await Array.fromAsync(store.list(""));
    assert.deepEqual(info, await store.head(KEY));
    assert.equal(info?.size, 5);
    assert.ok(Number.isInteger(info?.modifiedAt) && info!.modifiedAt > 0);
  },
  "of many simultaneous puts to one key, one is stored whole": async (store) => {
    const contents = Array.from({ length: 12 }, (_, index) => new Uint8Array(40_000).fill(index));
    await Promise.all(contents.map((bytes) => store.put(KEY, bytes)));
    const stored = await store.get(KEY);
    assert.ok(contents.some((bytes) => bytes.every((byte, index) => byte === stored?.[index])));
    assert.deepEqual(await list(store, ""), [KEY]);
  },
  "every call rejects a key that is not a safe path": async (store) => {
    const bad = [
      "",
      "/a",
      "a/",
      "a//b",
      "../a",
      "a/../b",
      "a/.",
      ".hidden/a",
      "a\\b",
      "a\u0000b",
      "ä",
      "a b",
      "C:/a",
    ];
    for (const key of [...bad, `a/${"x".repeat(256)}`]) {
      const rejected = { name: "ObjectStoreError", code: "object_store.invalid_key" };
      await assert.rejects(() => store.put(key, encode("a")), rejected, key);
      await assert.rejects(() => store.get(key), rejected, key);
      await assert.rejects(() => store.head(key), rejected, key);
      await assert.rejects(() => store.delete(key), rejected, key);
    }
    assert.deepEqual(await list(store, ""), []);
  },
  "a call whose signal is aborted beforehand changes nothing": async (store) => {
    await store.put(KEY, encode("old"));
    const signal = AbortSignal.abort();
    await assert.rejects(() => store.put(KEY, encode("new"), { signal }), { name: "AbortError" });
    await assert.rejects(() => store.delete(KEY, { signal }), { name: "AbortError" });
    await assert.rejects(() => store.get(KEY, { signal }), { name: "AbortError" });
    await assert.rejects(() => store.head(KEY, { signal }), { name: "AbortError" });
    await assert.rejects(() => Array.fromAsync(store.list("", { signal })), { name: "AbortError" });
    await assert.rejects(() => Array.fromAsync(store.listInterruptedPuts({ signal })), {
      name: "AbortError",
    });
    await assert.rejects(() => store.discardInterruptedPut("none", { signal }), { name: "AbortError" });
    assert.deepEqual(await store.get(KEY), encode("old"));
  },
  "completed puts are not listed as interrupted, and discarding a missing one succeeds": async (store) => {
    await store.put(KEY, encode("a"));
    assert.deepEqual(await Array.fromAsync(store.listInterruptedPuts()), []);
    await store.discardInterruptedPut("00000000-0000-4000-8000-000000000000");
    await store.discardInterruptedPut("../widgets/demo/bundles/one.tckb");
    assert.deepEqual(await store.get(KEY), encode("a"));
  },
};

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

async function list(store: ObjectStore, prefix: string): Promise<string[]> {
  return (await Array.fromAsync(store.list(prefix))).map(({ key }) => key);
}
