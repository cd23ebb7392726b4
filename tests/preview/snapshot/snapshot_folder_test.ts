import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import {
  REPORT_FILE,
  SnapshotFolder,
  snapshotFolderOf,
} from "../../../preview/server/snapshot/baseline/snapshot_folder.ts";
import { assertNothingOpen } from "../../terminal/files/open_descriptors.ts";
import { Project } from "../session/project.ts";

async function writeSnapshot(path: string, report: string): Promise<SnapshotFolder> {
  const folder = await SnapshotFolder.create(path);
  await folder.write(REPORT_FILE, report);
  return folder;
}

/** Begins a second snapshot beside a first one, which is still there after the test, alone. */
async function besideFormer(run: (next: SnapshotFolder, folder: string) => Promise<void>): Promise<void> {
  await using project = await Project.create({});
  const path = snapshotFolderOf(project.path);
  await (await writeSnapshot(path, "first")).finish();
  await run(await writeSnapshot(path, "second"), join(path, ".."));
  assert.equal(await readFile(join(path, REPORT_FILE), "utf8"), "first");
  assert.deepEqual(await readdir(join(path, "..")), ["snapshot"]);
}

Deno.test("a snapshot takes the place of the former one, and nothing else is left", async () => {
  await using project = await Project.create({});
  const path = snapshotFolderOf(project.path);
  for (const report of ["first", "second"]) await (await writeSnapshot(path, report)).finish();
  assert.equal(await readFile(join(path, REPORT_FILE), "utf8"), "second");
  assert.deepEqual(await readdir(join(path, "..")), ["snapshot"]);
  assertNothingOpen(project.path);
});

Deno.test("the former snapshot stays when the new one cannot take its place", () =>
  besideFormer(async (next, folder) => {
    const unfinished = (await readdir(folder)).find((name) => name.endsWith(".tmp"))!;
    await rm(join(folder, unfinished), { recursive: true });
    await assert.rejects(next.finish(), { code: "ENOENT" });
  }));

Deno.test("a snapshot that is given up leaves the former one, also when it is given up again", () =>
  besideFormer(async (next, folder) => {
    await next.discard();
    assert.deepEqual(readdirSync(folder), ["snapshot"], "at once");
    await next.discard();
  }));
