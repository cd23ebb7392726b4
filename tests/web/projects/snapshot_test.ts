// budget: 50 s: it takes pictures of four projects and of two that it creates
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { emptyFolder } from "../scaffold/empty_folder.ts";
import { createInstalledProject } from "../scaffold/installed_project.ts";
import { SAMPLE_PROJECTS } from "./sample_projects.ts";
import { assertClean, checkOneOfEachClass } from "./sample_snapshots.ts";

const README = new URL("../../../README.md", import.meta.url);

// The briefs are in a file of their own, beside this one.
for (const name of SAMPLE_PROJECTS.filter((name) => name !== "briefs")) {
  Deno.test(`each widget of ${name} has a picture without an error in one size of each class`, () =>
    checkOneOfEachClass(name));
}

Deno.test("the snapshot of a new project has neither errors nor warnings", async () => {
  await using room = await emptyFolder();
  await assertClean(await createInstalledProject(room.path), ["--strict"]);
});

Deno.test("the snapshot of the widget in the README has neither errors nor warnings", async () => {
  await using room = await emptyFolder();
  const directory = await createInstalledProject(room.path);
  const [, source] = /```tsx\n([^]*?)```/.exec(await readFile(README, "utf8")) ?? [];
  await writeFile(join(directory, "widgets/001_steps/widget.tck.tsx"), source!);
  await assertClean(directory, ["--strict"]);
});
