// budget: 50 s: it shows the cards of six projects
import assert from "node:assert/strict";
import { buildProjectWith } from "../../../web/bundler/build.ts";
import { keptProcesses } from "../bundler/kept_processes.ts";
import { emptyFolder } from "../scaffold/empty_folder.ts";
import { createReadmeProject } from "./readme_project.ts";
import { examineOnOnePage } from "./sample_page.ts";
import { SAMPLE_PROJECTS } from "./sample_projects.ts";
import { checkOneOfEachClass } from "./sample_snapshots.ts";

for (const name of SAMPLE_PROJECTS) {
  const allowed = name === "briefs" ? "errors, and no warnings but of what small cards leave out," : "errors";
  Deno.test(`the cards of ${name} have no ${allowed} in one size of each class`, () =>
    checkOneOfEachClass(name));
}

/** One size of each class of the new project's widget; the README's has one size. The soak has all. */
const SELECTED = {
  sizes: ["1x1", "2x2", "fill-auto-480"],
  themes: ["light"],
  states: [],
  locales: [],
  widgets: [],
} as const;

Deno.test("the cards and the build of a new project with the widget in the README beside its own have neither errors nor warnings", async () => {
  await using room = await emptyFolder();
  const directory = await createReadmeProject(room.path);
  const { widgets, problems } = await examineOnOnePage(directory, SELECTED);
  assert.deepEqual(problems.filter((one) => one.severity !== "note"), []);
  assert.deepEqual(widgets.toSorted(), ["001_steps", "002_readme"]);
  const { diagnostics } = await buildProjectWith(keptProcesses()!, directory, {});
  assert.deepEqual(diagnostics, []);
});
