import assert from "node:assert/strict";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import {
  REPORT_FILE,
  SnapshotFolder,
  snapshotFolderOf,
} from "../../../preview/server/snapshot/snapshot_folder.ts";
import { Project } from "../session/project.ts";

async function writeSnapshot(path: string, report: string): Promise<SnapshotFolder> {
  const folder = await SnapshotFolder.create(path);
  await folder.write(REPORT_FILE, report);
  return folder;
}

Deno.test("a snapshot takes the place of the former one, and nothing else is left", async () => {
  await using project = await Project.create({});
  const path = snapshotFolderOf(project.path);
  for (const report of ["first", "second"]) await (await writeSnapshot(path, report)).finish();
  assert.equal(await readFile(join(path, REPORT_FILE), "utf8"), "second");
  assert.deepEqual(await readdir(join(path, "..")), ["snapshot"]);
});

Deno.test("the former snapshot stays when the new one cannot take its place", async () => {
  await using project = await Project.create({});
  const path = snapshotFolderOf(project.path);
  await (await writeSnapshot(path, "first")).finish();
  const next = await writeSnapshot(path, "second");
  const unfinished = (await readdir(join(path, ".."))).find((name) => name.endsWith(".tmp"))!;
  await rm(join(path, "..", unfinished), { recursive: true });
  await assert.rejects(next.finish(), { code: "ENOENT" });
  assert.equal(await readFile(join(path, REPORT_FILE), "utf8"), "first");
  assert.deepEqual(await readdir(join(path, "..")), ["snapshot"]);
});

Deno.test("a snapshot that is given up leaves the former one, also when it is given up again", async () => {
  await using project = await Project.create({});
  const path = snapshotFolderOf(project.path);
  await (await writeSnapshot(path, "first")).finish();
  const next = await writeSnapshot(path, "second");
  await next.discard();
  await next.discard();
  assert.equal(await readFile(join(path, REPORT_FILE), "utf8"), "first");
  assert.deepEqual(await readdir(join(path, "..")), ["snapshot"]);
});
