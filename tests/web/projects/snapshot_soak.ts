import { emptyFolder } from "../scaffold/empty_folder.ts";
import { createInstalledProject } from "../scaffold/installed_project.ts";
import { copySampleProject, SAMPLE_PROJECTS } from "./sample_projects.ts";
import { assertClean } from "./sample_snapshots.ts";

// The briefs are in a soak of their own.
for (const name of SAMPLE_PROJECTS.filter((name) => name !== "briefs")) {
  Deno.test(`the snapshot of ${name} has no error, at any size, state, language and theme`, async () => {
    await using project = await copySampleProject(name);
    await assertClean(project.path, []);
  });
}

Deno.test("the snapshot of a new project has neither errors nor warnings, but for what small cards leave out", async () => {
  await using room = await emptyFolder();
  await assertClean(await createInstalledProject(room.path), [], { strict: true });
});
