import assert from "node:assert/strict";
import { mkdtemp, readdir, rename, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { ObjectStore } from "../../../core/commit/mod.ts";
import { createFileObjectStore } from "../../../hosts/objects/mod.ts";
import { DELETION_CALLS, type DeletionCalls } from "../../../hosts/objects/fenced_deletion.ts";

const KEY = `widgets/ada/bundles/${"A".repeat(64)}.tckb`;
const [OLD, NEW] = [Uint8Array.of(1), Uint8Array.of(2)];

interface Stalled {
  readonly store: ObjectStore;
  readonly root: string;
  /** Fulfilled when a deletion makes the call. */
  readonly called: Promise<void>;
  /** Lets the call go on. */
  goOn(): void;
}

/** Runs a test on a store one of whose calls stalls before it takes effect. */
async function withStalled(
  name: keyof DeletionCalls,
  test: (stalled: Stalled) => Promise<void>,
): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), "tck-fence-"));
  const [called, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const stall = async () => {
    called.resolve();
    await goOn.promise;
  };
  const calls: DeletionCalls = {
    rename: async (...paths) => {
      if (name === "rename") await stall();
      await rename(...paths);
    },
    rm: async (...options) => {
      if (name === "rm") await stall();
      await rm(...options);
    },
  };
  try {
    await test({
      store: await createFileObjectStore(root, calls),
      root,
      called: called.promise,
      goOn: goOn.resolve,
    });
  } finally {
    await rm(root, { recursive: true });
  }
}

/** The names of all files below the root. */
async function listFiles(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

// claim: deletions-fenced
Deno.test("a removal that takes effect late does not reach an object that was written since", () =>
  withStalled("rm", async ({ store, root, called, goOn }) => {
    const timeout = new AbortController();
    await store.put(KEY, OLD);
    const deletion = store.delete(KEY, { signal: timeout.signal });
    let hasEnded = false;
    deletion.then(() => hasEnded = true);
    await called;
    assert.equal(await store.get(KEY), null);
    timeout.abort(new Error("30 s"));
    await store.put(KEY, NEW);
    assert.equal(hasEnded, false, "what it took is still there");
    goOn();
    await deletion;
    assert.deepEqual(await store.get(KEY), NEW);
    assert.equal((await listFiles(root)).length, 1);
  }));

// claim: deletions-fenced
Deno.test("a rename that ends after its time puts back what it took, and the deletion fails", () =>
  withStalled("rename", async ({ store, root, called, goOn }) => {
    const timeout = new AbortController();
    await store.put(KEY, OLD);
    const deletion = store.delete(KEY, { signal: timeout.signal });
    await called;
    await store.put(KEY, NEW);
    timeout.abort(new Error("30 s"));
    goOn();
    await assert.rejects(deletion, /30 s/);
    assert.deepEqual(await store.get(KEY), NEW);
    assert.equal((await listFiles(root)).length, 1);
  }));

Deno.test("of two deletions of an object one finds nothing, and both succeed", () =>
  withStalled("rename", async ({ store, root, called, goOn }) => {
    await store.put(KEY, OLD);
    const both = [store.delete(KEY), store.delete(KEY)];
    await called;
    goOn();
    await Promise.all(both);
    assert.deepEqual(await readdir(root), []);
  }));

Deno.test("a deletion that was killed after its rename is listed by its own time, and discarding it puts the object back", () =>
  withStalled("rm", async ({ store, root, called, goOn }) => {
    await store.put(KEY, OLD);
    await utimes(join(root, KEY), 1, 1);
    const before = Date.now() - 60_000;
    const deletion = store.delete(KEY);
    await called;
    const [taken, ...more] = await Array.fromAsync(store.listInterruptedPuts());
    assert.deepEqual(more, []);
    assert.ok(taken!.modifiedAt > before, "the object's own time is not that of its deletion");
    assert.deepEqual(await Array.fromAsync(store.list("")), []);
    await store.discardInterruptedPut(taken!.token);
    assert.deepEqual(await store.get(KEY), OLD);
    goOn();
    await deletion;
    assert.deepEqual(await store.get(KEY), OLD);

    // Not over another object, and only a name of this store's own.
    await store.put(KEY, NEW);
    const folder = dirname(taken!.token);
    await writeFile(join(root, taken!.token), OLD);
    await writeFile(join(root, folder, ".other.old"), OLD);
    await store.discardInterruptedPut(taken!.token);
    await store.discardInterruptedPut(`${folder}/.other.old`);
    assert.deepEqual(await store.get(KEY), NEW);
    assert.deepEqual((await listFiles(root)).length, 2);
  }));

Deno.test("an object with the longest name is deleted", async () => {
  const root = await mkdtemp(join(tmpdir(), "tck-fence-"));
  try {
    const store = await createFileObjectStore(root, DELETION_CALLS);
    const key = `a/${"b".repeat(255)}`;
    await store.put(key, OLD);
    await store.delete(key);
    assert.deepEqual(await readdir(root), []);
  } finally {
    await rm(root, { recursive: true });
  }
});
