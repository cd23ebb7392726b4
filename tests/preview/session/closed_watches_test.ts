import assert from "node:assert/strict";
import { mkdir, rename } from "node:fs/promises";
import { join } from "node:path";
import * as esbuild from "esbuild";
import { BundleStore } from "../../../preview/server/model/bundles/bundle_store.ts";
import { ConfigWatch } from "../../../preview/server/model/config/config_watch.ts";
import { DiskBundles } from "../../../preview/server/model/bundles/disk_bundles.ts";
import { DiskWatch } from "../../../preview/server/model/bundles/disk_watch.ts";
import { openPreview } from "../../../preview/server/start.ts";
import { parseBundleGlob } from "../../../preview/server/model/discovery/bundle_glob.ts";
import { FolderWatches } from "../../../terminal/files/mod.ts";
import { Project } from "./project.ts";

Deno.test.sanitizer({ ops: true, resources: true });
// The compiler's process is shared, and may end after it was stopped: it is no test's own.
Deno.test.beforeAll(async () => void await esbuild.transform(""));
Deno.test.afterAll(() => esbuild.stop());

Deno.test("watches that are closed while one is being replaced leave neither a timer nor a watch", async () => {
  await using project = await Project.create();
  const folder = join(project.path, "dist");
  const watches = new FolderWatches(() => {}, () => {});
  await mkdir(folder);
  await watches.add(folder);
  await rename(folder, join(project.path, "former"));
  await mkdir(folder);
  await watches.add(folder);
  watches.close();
});

Deno.test("a watch that has yet to end when all are closed leaves no timer, however short", async () => {
  await using project = await Project.create();
  const folder = join(project.path, "dist");
  const { setTimeout, clearTimeout } = globalThis;
  const left = new Set<unknown>();
  const started = (): object => {
    const timer = {};
    left.add(timer);
    return timer;
  };
  Object.assign(globalThis, { setTimeout: started, clearTimeout: (timer: unknown) => left.delete(timer) });
  try {
    const watches = new FolderWatches(() => {}, () => {});
    await mkdir(folder);
    await watches.add(folder);
    watches.keep(new Set());
    assert.equal(left.size, 1);
    watches.close();
    assert.equal(left.size, 0);
  } finally {
    Object.assign(globalThis, { setTimeout, clearTimeout });
  }
});

Deno.test("a disk that is followed no longer leaves neither a timer nor a watch, also when it is closed during a scan", async () => {
  await using project = await Project.create();
  const open = () =>
    new DiskWatch({
      bundles: new DiskBundles(new BundleStore("/project"), 0),
      groups: () => [{ source: "dist", globs: [parseBundleGlob("*.tckb", project.path)] }],
      watch: true,
      stableTime: 0,
      onChanged: () => {},
      report: () => {},
    });
  const followed = open();
  await followed.scan();
  await followed.scan();
  await followed.close();
  await followed.scan();
  const scanning = open();
  const scan = scanning.scan();
  await scanning.close();
  await scan;
});

Deno.test("a configuration that is followed no longer leaves neither a timer nor a watch", async () => {
  await using project = await Project.create();
  const sources = { projectDirectory: project.path, configFile: undefined, program: {} };
  const watch = new ConfigWatch(sources, { onConfig() {}, onError() {}, report() {} });
  await watch.open();
  await watch.follow();
  await watch.close();
});

Deno.test("a preview whose port is taken leaves neither a timer nor a watch", async () => {
  await using project = await Project.create();
  using taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = taken.addr as Deno.NetAddr;
  const started = openPreview({ cwd: project.path, host: "127.0.0.1", port, strictPort: true });
  await assert.rejects(started, { code: "port.taken" });
});
