import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { makeBundle } from "./bundles.ts";
import { openSession } from "./opened_session.ts";
import { Project } from "./project.ts";
import { until } from "../../waiting/mod.ts";

const OPTIONS = { watch: false, stableTime: 0 };

Deno.test("pages are notified of each upload and removal once, and what changes nothing is not", async () => {
  await using project = await Project.create();
  await using opened = await openSession(project, OPTIONS);
  const { session } = opened;
  await session.ready;
  let told = 0;
  session.onChange("bundles", () => told++);
  const bytes = await makeBundle("a");
  const { info } = await session.addBundle(bytes, { source: "local", label: "a" });
  await until("the notice of the upload", () => told === 1);
  await session.addBundle(bytes, { source: "local", label: "a" });
  const batch = { id: "local-1", label: "a", bundles: [{ id: info.id, label: "a" }] };
  session.registerFeedBatch(batch);
  await until("the notice of the feed", () => told === 2);
  assert.deepEqual([session.deleteFeedBatch("other"), session.deleteBundle("other")], [false, false]);
  assert.equal(session.deleteFeedBatch(batch.id), true);
  await until("the notice of the removed feed", () => told === 3);
  assert.equal(session.deleteFeedBatch(batch.id), false);
  assert.equal(session.deleteBundle(info.id), true);
  await until("the notice of the removed bundle", () => told === 4);
});

Deno.test("of more feeds than are kept, the one that was registered first goes, also when another was replaced", async () => {
  await using project = await Project.create();
  await using opened = await openSession(project, { ...OPTIONS, limits: { feedBatches: 2 } });
  const { session } = opened;
  await session.ready;
  const { info } = await session.addBundle(await makeBundle("a"), { source: "local", label: "a" });
  const register = (id: string) =>
    session.registerFeedBatch({ id, label: id, bundles: [{ id: info.id, label: "a" }] });
  const ids = () => session.feedIndex().feeds.map(({ id }) => id).filter((id) => id !== "all-bundled");
  for (const id of ["a", "b", "a"]) register(id);
  assert.deepEqual(ids(), ["b", "a"]);
  register("c");
  assert.deepEqual(ids(), ["a", "c"]);
});

Deno.test("a bundle on disk that a page has deleted is back after a rescan, and only then", async () => {
  await using project = await Project.create({ "dist/001_a.tckb": await makeBundle("a") });
  await using opened = await openSession(project, OPTIONS);
  const { session } = opened;
  await session.ready;
  const labels = () => session.listBundles().bundles.map(({ label }) => label);
  for (let times = 0; times < 2; times++) {
    const [bundle] = session.listBundles().bundles;
    assert.equal(session.deleteBundle(bundle!.id), true);
    assert.deepEqual(labels(), []);
    assert.deepEqual(await session.rescan(), { ok: true, before: 0, after: 1, removed: 0 });
    assert.deepEqual(labels(), ["001_a"]);
  }
});

Deno.test({
  name: "files that were read are closed",
  ignore: Deno.build.os !== "linux",
  async fn() {
    await using project = await Project.create({ "dist/001_a.tckb": await makeBundle("a") });
    await using opened = await openSession(project, OPTIONS);
    const { session } = opened;
    await session.ready;
    const count = () => readdirSync("/proc/self/fd").length;
    await session.rescan();
    const before = count();
    for (let times = 0; times < 8; times++) await session.rescan();
    assert.ok(count() < before + 8, `${before} files became ${count()}`);
  },
});
