// budget: 40 s: it shows the cards of four projects, and takes pictures of one that it creates
import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { emptyFolder } from "../scaffold/empty_folder.ts";
import { createInstalledProject } from "../scaffold/installed_project.ts";
import { SAMPLE_PROJECTS } from "./sample_projects.ts";
import { assertClean, checkOneOfEachClass } from "./sample_snapshots.ts";

const README = new URL("../../../README.md", import.meta.url);

// The briefs are in a file of their own, beside this one.
for (const name of SAMPLE_PROJECTS.filter((name) => name !== "briefs")) {
  Deno.test(`the cards of ${name} have no errors in one size of each class`, () => checkOneOfEachClass(name));
}

/** One size of each class of the new project's widget; the README's has one size. The soak has all. */
const SELECTED = ["1x1", "2x2", "fill-auto-480"].flatMap((size) => ["--size", size]);

Deno.test("the snapshot of a new project with the widget in the README beside its own has neither errors nor warnings", async () => {
  await using room = await emptyFolder();
  const directory = await createInstalledProject(room.path);
  const [, source] = /```tsx\n([^]*?)```/.exec(await readFile(README, "utf8")) ?? [];
  await mkdir(join(directory, "widgets/002_readme"));
  await writeFile(
    join(directory, "widgets/002_readme/widget.tck.tsx"),
    source!.replace('id: "steps"', 'id: "readme"'),
  );
  const { widgets } = await assertClean(directory, [...SELECTED, "--theme", "light", "--strict"]);
  assert.deepEqual(widgets.sort(), ["001_steps", "002_readme"]);
});
