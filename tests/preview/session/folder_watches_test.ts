import assert from "node:assert/strict";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { FolderWatches } from "../../../preview/server/model/watching/folder_watches.ts";
import { Project } from "./project.ts";

/** Shorter than the time between two polls, in milliseconds. */
const PATIENCE = 4_000;

Deno.test("a folder that was replaced by another at the same path is watched again", async () => {
  await using project = await Project.create();
  const folder = join(project.path, "dist");
  await mkdir(folder);
  let events = 0;
  let onEvent = () => {};
  const watches = new FolderWatches(() => {
    events++;
    onEvent();
  }, assert.fail);
  try {
    await addCompletely(watches, folder);
    await rename(folder, join(project.path, "former"));
    await mkdir(folder);
    await addCompletely(watches, folder);
    await pause(200); // Until the events of the rename have arrived.
    events = 0;
    const { promise, resolve } = Promise.withResolvers<void>();
    onEvent = resolve;
    const timer = setTimeout(resolve, PATIENCE);
    await writeFile(join(folder, "001_a.tckb"), "");
    await promise;
    clearTimeout(timer);
    assert.ok(events > 0, "the new folder is not watched");
  } finally {
    watches.close();
  }
});

/** Adds a folder until its watch is in effect, as scans do. */
async function addCompletely(watches: FolderWatches, folder: string): Promise<void> {
  while (await watches.add(folder)) await pause(60);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
