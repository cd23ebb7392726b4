// runs first
import assert from "node:assert/strict";
import { readdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createProject } from "../../../web/scaffold/mod.ts";
import { runSnapshot } from "../../preview/snapshot/snapshot_process.ts";
import { emptyFolder } from "../scaffold/empty_folder.ts";
import { copySampleProject, SAMPLE_PROJECTS } from "./sample_projects.ts";

const INSTALLED = fileURLToPath(new URL("../../../node_modules/", import.meta.url));

/** One run takes 1,000 pictures at most. */
const WIDGETS_PER_RUN = 5;

for (const name of SAMPLE_PROJECTS) {
  Deno.test(`the snapshot of ${name} has no error, at any size, state, language and theme`, async () => {
    await using project = await copySampleProject(name);
    const widgets = await readdir(join(project.path, "widgets"));
    for (let start = 0; start < widgets.length; start += WIDGETS_PER_RUN) {
      const run = widgets.slice(start, start + WIDGETS_PER_RUN);
      await assertClean(project.path, run.flatMap((widget) => ["--widget", widget]));
    }
  });
}

Deno.test("the snapshot of a new project has neither errors nor warnings", async () => {
  await using room = await emptyFolder();
  const { directory } = await createProject(join(room.path, "widget-batch"));
  await symlink(INSTALLED, join(directory, "node_modules"));
  await assertClean(directory, ["--strict"]);
});

async function assertClean(directory: string, flags: readonly string[]): Promise<void> {
  const { code, stdout, stderr } = await runSnapshot(["--cwd", directory, ...flags]);
  assert.equal(code, 0, `${stdout}\n${stderr}`);
}
