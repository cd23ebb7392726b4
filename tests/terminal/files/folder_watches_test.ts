import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { rmdirSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { FolderWatches } from "../../../terminal/files/mod.ts";
import { until, whileNothingMay } from "../../waiting/mod.ts";
import { Project } from "../../preview/session/project.ts";

/** How long an event may take, in milliseconds. */
const PATIENCE = 60_000;

Deno.test("a folder that was replaced by another at the same path is watched again", async () => {
  await using project = await Project.create();
  const folder = join(project.path, "dist");
  await mkdir(folder);
  const events = new EventTarget();
  const watches = new FolderWatches(() => events.dispatchEvent(new Event("change")), assert.fail);
  try {
    await addCompletely(watches, folder);
    await rename(folder, join(project.path, "former"));
    await mkdir(folder);
    await addCompletely(watches, folder);
    await whileNothingMay("an event of the rename arrive after the next change", 200);
    assert.ok(await isNoticed(events, folder), "the new folder is not watched");
  } finally {
    watches.close();
  }
});

Deno.test("a folder that disappears before it is watched is not reported, and is watched when it is there again", async () => {
  await using project = await Project.create();
  const folder = join(project.path, "dist");
  const events = new EventTarget();
  const watches = new FolderWatches(() => events.dispatchEvent(new Event("change")), assert.fail);
  try {
    await mkdir(folder);
    const adding = watches.add(folder);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50); // Meanwhile the folder is identified.
    rmdirSync(folder);
    await adding;
    await mkdir(folder);
    await addCompletely(watches, folder);
    assert.ok(await isNoticed(events, folder), "the folder is not watched");
  } finally {
    watches.close();
  }
});

Deno.test({
  name: "a folder that could not be watched is reported once, and watched when it is found again",
  ignore: process.platform === "win32",
  async fn() {
    await using project = await Project.create();
    const program = fileURLToPath(new URL("exhausted_files_program.ts", import.meta.url));
    const args = ["run", "-A", "--no-check", "--quiet", program, project.path];
    const { stdout, stderr } = await promisify(execFile)("/bin/sh", [
      "-c",
      `ulimit -n 256; exec "$0" "$@"`,
      Deno.execPath(),
      ...args,
    ]);
    const { reports, isTriedAgainAtOnce, isSeen } = JSON.parse(stdout);
    assert.equal(stderr, "");
    assert.equal(reports.length, 1);
    assert.match(reports[0], /^Cannot watch ".+": .*too many open files/i);
    assert.deepEqual([isTriedAgainAtOnce, isSeen], [false, true]);
  },
});

/** Whether an event follows when a file is written to a folder. */
async function isNoticed(events: EventTarget, folder: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  events.addEventListener("change", () => resolve(true), { once: true });
  const timer = setTimeout(() => resolve(false), PATIENCE);
  await writeFile(join(folder, "001_a.tckb"), "");
  return await promise.finally(() => clearTimeout(timer));
}

/** Adds a folder until its watch is in effect, as scans do. */
async function addCompletely(watches: FolderWatches, folder: string): Promise<void> {
  await until("the folder is watched", async () => !await watches.add(folder));
}
