import assert from "node:assert/strict";
import { BundleStore } from "../../../preview/server/model/bundles/bundle_store.ts";
import { readBundle } from "../../../preview/server/model/bundles/read_bundle.ts";
import { makeBundle } from "./bundles.ts";

const read = async (text: string) => await readBundle(await makeBundle(text));

Deno.test("beyond the limit, the oldest uploads are dropped, and no bundle on disk", async () => {
  const store = new BundleStore("/project");
  store.put(await read("disk"), {
    source: "dist",
    path: "/project/dist/000_disk.tckb",
    relPath: "000_disk.tckb",
  }, 0);
  for (const [index, text] of ["first", "second", "third"].entries()) {
    store.put(await read(text), { source: "local", label: text }, index);
    store.evictUploads(2);
  }
  assert.deepEqual(store.list().map(({ info }) => info.label), ["000_disk", "second", "third"]);
});

Deno.test("uploading a bundle again does not change the store", async () => {
  const store = new BundleStore("/project");
  const first = store.put(await read("a"), { source: "local", label: "001_a" }, 1);
  const second = store.put(await read("a"), { source: "local", label: "001_a" }, 2);
  assert.deepEqual([first.changed, second.changed, second.stored.info.loadedAt], [true, false, 1]);
  const grid = await readBundle(await makeBundle("a", { cardType: "grid" }));
  const other = store.put(grid, { source: "local", label: "001_a" }, 3);
  assert.equal(other.stored.info.id, first.stored.info.id, "the module is the same");
  assert.deepEqual([other.changed, other.stored.info.loadedAt], [true, 3]);
});

Deno.test("the same file below another glob root, or in another group, is a change", async () => {
  const store = new BundleStore("/project");
  const bundle = await read("a");
  const path = "/project/dist/001_a.tckb";
  const put = (source: string, relPath: string) => store.put(bundle, { source, path, relPath }, 0).changed;
  assert.equal(put("dist", "001_a.tckb"), true);
  assert.equal(put("dist", "001_a.tckb"), false);
  assert.equal(put("dist", "dist/001_a.tckb"), true);
  assert.equal(store.list()[0]!.info.relPath, "dist/001_a.tckb");
  assert.equal(put("Custom location", "dist/001_a.tckb"), true);
  assert.deepEqual(store.list().map(({ info }) => info.source), ["Custom location"]);
});

Deno.test("a file that is built a third time is compared with its second build, and another file with its own", async () => {
  const store = new BundleStore("/project");
  const put = async (text: string, name: string, loadedAt: number) => {
    const origin = { source: "dist", path: `/project/dist/${name}`, relPath: name };
    return store.put(await read(text), origin, loadedAt).stored.before?.loadedAt ?? null;
  };
  assert.equal(await put("first", "001_a.tckb", 1), null);
  assert.equal(await put("other", "002_b.tckb", 2), null);
  assert.equal(await put("second", "001_a.tckb", 3), 1);
  assert.equal(await put("third", "001_a.tckb", 4), 3);
  assert.equal(await put("changed", "002_b.tckb", 5), 2);
});
