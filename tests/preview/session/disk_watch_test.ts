import assert from "node:assert/strict";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { BundleStore } from "../../../preview/server/model/bundles/bundle_store.ts";
import { DiskBundles } from "../../../preview/server/model/bundles/disk_bundles.ts";
import { DiskWatch } from "../../../preview/server/model/bundles/disk_watch.ts";
import { parseBundleGlob } from "../../../preview/server/model/discovery/bundle_glob.ts";
import type { WatchGroup } from "../../../preview/server/model/discovery/watch_groups.ts";
import { makeBundle } from "./bundles.ts";
import { Project } from "./project.ts";

Deno.test("after a scan that failed, the disk is read again", async () => {
  using _timers = shortenTimers();
  await using project = await Project.create({ "001_a.tckb": await makeBundle("a") });
  let scans = 0;
  const late = sleep(20_000, "nothing", { ref: false }); // timer: the limit, which is not shortened
  const [failed, repaired] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const store = new BundleStore("/project");
  const watch = new DiskWatch({
    bundles: new DiskBundles(store, 0),
    groups: () => {
      if (++scans === 2) throw new Error("too many open files");
      if (scans === 3) repaired.resolve("repaired");
      return groupsOf(project);
    },
    watch: true,
    stableTime: 0,
    onChanged: () => {},
    report: failed.resolve,
  });
  try {
    await watch.scan();
    assert.equal(await Promise.race([failed.promise, late]), "Cannot scan for bundles: too many open files");
    assert.equal(await Promise.race([repaired.promise, late]), "repaired");
    assert.equal(store.list().length, 1);
  } finally {
    await watch.close();
  }
});

Deno.test("a rescan ends although a file is being written all the time", async () => {
  using _timers = shortenTimers();
  await using project = await Project.create({ "001_a.tckb": "the beginning of a bundle" });
  let scans = 0;
  const watch = new DiskWatch({
    bundles: new DiskBundles(new BundleStore("/project"), 60_000),
    groups: () => {
      if (++scans === 20) throw new Error("the rescan does not end");
      return groupsOf(project);
    },
    watch: false,
    stableTime: 60_000,
    onChanged: () => {},
    report: assert.fail,
  });
  assert.deepEqual(await watch.rescan(), { ok: true, before: 0, after: 0, removed: 0 });
  assert.equal(scans, 6);
  await watch.close();
});

Deno.test("a rescan counts what is gone by one of its later scans as well", async () => {
  using _timers = shortenTimers();
  await using project = await Project.create({
    "001_a.tckb": await makeBundle("a"),
    "002_b.tckb": "the beginning of a bundle",
  });
  let scans = 0;
  const watch = new DiskWatch({
    bundles: new DiskBundles(new BundleStore("/project"), 60_000),
    groups: () => {
      if (++scans === 3) Deno.removeSync(join(project.path, "001_a.tckb"));
      return groupsOf(project);
    },
    watch: false,
    stableTime: 60_000,
    onChanged: () => {},
    report: assert.fail,
  });
  await watch.scan();
  assert.deepEqual(await watch.rescan(), { ok: true, before: 1, after: 0, removed: 1 });
  await watch.close();
});

Deno.test("a bundle that two globs of a group match has its path below the first of them", async () => {
  await using project = await Project.create({ "dist/daily/001_a.tckb": await makeBundle("a") });
  for (const globs of [["dist/**/*.tckb", "dist/daily/*.tckb"], ["dist/daily/*.tckb", "dist/**/*.tckb"]]) {
    const bundles = new DiskBundles(new BundleStore("/project"), 0);
    const group = { source: "dist", globs: globs.map((glob) => parseBundleGlob(glob, project.path)) };
    await bundles.scan([group], () => Promise.resolve(), false);
    const paths = Array.from(bundles.matchesOf(group), ({ relPath }) => relPath);
    assert.deepEqual(paths, [globs[0] === "dist/**/*.tckb" ? "daily/001_a.tckb" : "001_a.tckb"]);
  }
});

Deno.test("a bundle that is deleted from the store stays away from scans, returns with a rescan, and takes no other with it", async () => {
  await using project = await Project.create({
    "001_a.tckb": await makeBundle("a"),
    "002_b.tckb": await makeBundle("b"),
  });
  const store = new BundleStore(project.path);
  const bundles = new DiskBundles(store, 0);
  const groups = groupsOf(project);
  const scan = (fresh: boolean) => bundles.scan(groups, () => Promise.resolve(), fresh);
  const listed = () => [
    store.list().map(({ info }) => info.label),
    [...bundles.matchesOf(groups[0]!)].map(({ relPath }) => relPath).sort(),
  ];
  await scan(false);
  const [first] = store.list();
  store.delete(first!.info.id);
  bundles.markDeleted(first!.info.id);
  const without = [["002_b"], ["002_b.tckb"]];
  assert.deepEqual(listed(), without);
  for (let time = 1; time <= 2; time++) {
    const { changed, before, after } = await scan(false);
    assert.deepEqual({ changed, before, after }, { changed: false, before: 1, after: 1 });
    assert.deepEqual(listed(), without);
  }
  assert.equal((await scan(true)).after, 2);
  assert.deepEqual(listed(), [["001_a", "002_b"], ["001_a.tckb", "002_b.tckb"]]);
});

function groupsOf({ path }: Project): WatchGroup[] {
  return [{ source: "dist", globs: [parseBundleGlob("*.tckb", path)] }];
}

/** Ends each timer ten thousand times as early, so that no test waits for the times between two polls. */
function shortenTimers(): Disposable {
  const { setTimeout } = globalThis;
  const shortened = (run: () => void, milliseconds = 0) => setTimeout(run, milliseconds / 10_000);
  globalThis.setTimeout = shortened as typeof setTimeout;
  return { [Symbol.dispose]: () => void (globalThis.setTimeout = setTimeout) };
}
