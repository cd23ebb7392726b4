import assert from "node:assert/strict";
import { emptyFolder } from "../scaffold/empty_folder.ts";
import { createReadmeProject } from "./readme_project.ts";
import { copySampleProject, SAMPLE_PROJECTS } from "./sample_projects.ts";
import { assertClean } from "./sample_snapshots.ts";

// The briefs are in a soak of their own.
for (const name of SAMPLE_PROJECTS.filter((name) => name !== "briefs")) {
  Deno.test(`the snapshot of ${name} has no error, at any size, state, language and theme`, async () => {
    await using project = await copySampleProject(name);
    await assertClean(project.path, []);
  });
}

Deno.test("the snapshot of a new project with the widget in the README has neither errors nor warnings, but for what small cards leave out", async () => {
  await using room = await emptyFolder();
  const { widgets } = await assertClean(await createReadmeProject(room.path), [], { strict: true });
  assert.deepEqual(widgets.sort(), ["001_steps", "002_readme"]);
});
