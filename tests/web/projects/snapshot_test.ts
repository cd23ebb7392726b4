// runs first
import assert from "node:assert/strict";
import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createProject } from "../../../web/scaffold/mod.ts";
import { runSnapshot } from "../../preview/snapshot/snapshot_process.ts";
import { emptyFolder } from "../scaffold/empty_folder.ts";
import { copySampleProject, SAMPLE_PROJECTS } from "./sample_projects.ts";

const INSTALLED = fileURLToPath(new URL("../../../node_modules/", import.meta.url));

// The briefs are in a test of their own.
for (const name of SAMPLE_PROJECTS.filter((name) => name !== "briefs")) {
  Deno.test(`the snapshot of ${name} has no error, at any size, state, language and theme`, async () => {
    await using project = await copySampleProject(name);
    await assertClean(project.path, []);
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
