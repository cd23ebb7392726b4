import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { mkdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { BundleStore } from "../../../preview/server/model/bundles/bundle_store.ts";
import { DiskBundles } from "../../../preview/server/model/bundles/disk_bundles.ts";
import { DiskWatch } from "../../../preview/server/model/bundles/disk_watch.ts";
import { parseBundleGlob } from "../../../preview/server/model/discovery/bundle_glob.ts";
import { whileNothingMay } from "../../waiting/mod.ts";
import { makeBundle } from "./bundles.ts";
import { Project } from "./project.ts";

// chokidar 6.0.0 fails the third on Deno, and former versions fail all but the first (decision 032).

/** A change that is not noticed after this time, in milliseconds, is lost. */
const PATIENCE = 20_000;

Deno.test("without polling, folders that are created in quick succession are noticed with their bundles", async () => {
  await using disk = await openWithoutPolling("widgets/*/dist/*.tckb");
  const bytes = await makeBundle("a");
  const paths = Array.from({ length: 200 }, (_, number) => `widgets/${number}_a/dist/001_a.tckb`);
  for (const path of paths) {
    mkdirSync(dirname(disk.resolve(path)), { recursive: true });
    writeFileSync(disk.resolve(path), bytes);
  }
  await disk.holds(paths.length);
});

Deno.test("without polling, a folder of bundles three folders below what exists is noticed when it is created", async () => {
  await using disk = await openWithoutPolling("a/b/c/*.tckb");
  await mkdir(disk.resolve("a/b/c"), { recursive: true });
  await writeFile(disk.resolve("a/b/c/001_a.tckb"), await makeBundle("a"));
  await disk.holds(1);
  await rename(disk.resolve("a"), disk.resolve("former"));
  await disk.holds(0);
  await mkdir(disk.resolve("a/b/c"), { recursive: true });
  await writeFile(disk.resolve("a/b/c/002_b.tckb"), await makeBundle("b"));
  await disk.holds(1);
});

Deno.test("without polling, folders of bundles behind links are followed, also when a link gets another target", async () => {
  for (const glob of ["widgets/*/dist/*.tckb", "widgets/**/*.tckb"]) {
    await using disk = await openWithoutPolling(glob);
    const link = disk.resolve("widgets/001_a/dist");
    for (const name of ["first", "second"]) {
      await mkdir(disk.resolve(name));
      await writeFile(disk.resolve(`${name}/001_a.tckb`), await makeBundle(name));
    }
    await mkdir(dirname(link), { recursive: true });
    await symlink(disk.resolve("first"), link);
    await disk.contains("first");
    await writeFile(disk.resolve("first/001_a.tckb"), await makeBundle("edited"));
    await disk.contains("edited");
    await symlink(disk.resolve("second"), `${link}.new`);
    await rename(`${link}.new`, link);
    await disk.contains("second");
    await whileNothingMay("an event of the link arrive after the next change", 200);
    await writeFile(disk.resolve("second/001_a.tckb"), await makeBundle("last"));
    await disk.contains("last");
    await writeFile(disk.resolve("second/002_b.tckb"), await makeBundle("b"));
    await disk.holds(2);
  }
});

Deno.test("without polling, a folder of bundles that is deleted or renamed, and created again, is followed", async () => {
  await using disk = await openWithoutPolling("dist/*.tckb");
  for (let round = 0; round < 5; round++) {
    await mkdir(disk.resolve("dist"));
    await writeFile(disk.resolve("dist/001_a.tckb"), await makeBundle(`a${round}`));
    await disk.holds(1);
    await rm(disk.resolve("dist"), { recursive: true });
    await disk.holds(0);
    await mkdir(disk.resolve("dist"));
    await whileNothingMay("an event of the new folder arrive after the next change", 200);
    await writeFile(disk.resolve("dist/001_a.tckb"), await makeBundle(`b${round}`));
    await disk.holds(1);
    await rename(disk.resolve("dist"), disk.resolve(`former${round}`));
    await disk.holds(0);
  }
});

Deno.test("without polling, a bundle that is written again at any time after it was noticed is read again", async () => {
  await using disk = await openWithoutPolling("dist/*.tckb");
  mkdirSync(disk.resolve("dist"));
  for (let round = 0; round < 40; round++) {
    rmSync(disk.resolve("dist/001_a.tckb"), { force: true });
    await disk.holds(0);
    await writeFile(disk.resolve("dist/001_a.tckb"), await makeBundle(`before ${round}`));
    await disk.holds(1);
    await sleep(round);
    await writeFile(disk.resolve("dist/001_a.tckb"), await makeBundle(`after ${round}`));
    await disk.contains(`after ${round}`);
  }
});

interface FollowedDisk extends AsyncDisposable {
  resolve(path: string): string;
  /** Waits until the store has so many bundles. */
  holds(count: number): Promise<void>;
  /** Waits until the module of a bundle contains a text. */
  contains(text: string): Promise<void>;
}

/** Follows the bundles of a glob in a new project, by events only. */
async function openWithoutPolling(glob: string): Promise<FollowedDisk> {
  const timers = dropLongTimers();
  const project = await Project.create();
  const store = new BundleStore("/project");
  const groups = [{ source: "dist", globs: [parseBundleGlob(glob, project.path)] }];
  let changed = Promise.withResolvers<void>();
  const watch = new DiskWatch({
    bundles: new DiskBundles(store, 0),
    groups: () => groups,
    watch: true,
    stableTime: 0,
    onChanged: () => changed.resolve(),
    report: assert.fail,
  });
  await watch.scan();
  const until = async (isDone: () => boolean) => {
    const late = sleep(PATIENCE, true, { ref: false });
    while (!isDone()) {
      changed = Promise.withResolvers();
      assert.ok(await Promise.race([changed.promise, late]) !== true, "the change was not noticed");
    }
  };
  return {
    resolve: (path) => join(project.path, path),
    holds: (count) => until(() => store.list().length === count),
    contains: (text) =>
      until(() =>
        store.list().some(({ contents }) => new TextDecoder().decode(contents.module).includes(text))
      ),
    async [Symbol.asyncDispose]() {
      await watch.close();
      timers[Symbol.dispose]();
      await project[Symbol.asyncDispose]();
    },
  };
}

/** Drops the timers of the polls. */
function dropLongTimers(): Disposable {
  const { setTimeout } = globalThis;
  const short = (run: () => void, milliseconds = 0) =>
    milliseconds >= 5_000 ? undefined : setTimeout(run, milliseconds);
  globalThis.setTimeout = short as typeof setTimeout;
  return { [Symbol.dispose]: () => void (globalThis.setTimeout = setTimeout) };
}
