import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { runSnapshot } from "../../preview/snapshot/snapshot_process.ts";
import { copySampleProject, type SampleProject } from "./sample_projects.ts";

const CLASSES = ["2x1", "2x2", "4x4", "fill-auto-480"].flatMap((size) => ["--size", size]);
const ENGLISH = ["--locale", "en"];

/** One size of each class, of those that the widgets of a sample have; in English alone where all of them declare it. */
const SELECTED: { readonly [Project in SampleProject]: readonly string[] } = {
  "morning-brief": ["--size", "4x4", "--size", "fill-auto-480", ...ENGLISH],
  workday: CLASSES,
  home: CLASSES,
  travel: CLASSES,
  briefs: [...CLASSES, ...ENGLISH],
};

/** Briefs were written as a new author would: their reports have no warnings either. */
const flagsOf = (project: SampleProject) => project === "briefs" ? ["--strict"] : [];

/**
 * Takes one picture of each class of size of each widget of a sample, in the default state and light, and
 * asserts that nothing is wrong with any.
 */
export async function checkOneOfEachClass(project: SampleProject): Promise<void> {
  await using folder = await copySampleProject(project);
  const { widgets } = await assertClean(folder.path, [
    ...SELECTED[project],
    ...["--theme", "light", "--state", "default"],
    ...flagsOf(project),
  ]);
  const names = await readdir(join(folder.path, "widgets"));
  assert.deepEqual(widgets.sort(), names.sort(), "a widget has no picture");
}

/** Takes the pictures that the flags select, and asserts that nothing is wrong with any. Returns the widgets that have one. */
export async function assertClean(
  directory: string,
  flags: readonly string[],
): Promise<{ widgets: string[] }> {
  const { code, stdout, stderr } = await runSnapshot(["--cwd", directory, "--json", ...flags]);
  assert.equal(code, 0, `${stdout}\n${stderr}`);
  const report: { sheets: { widget: string }[] } = JSON.parse(stdout);
  return { widgets: [...new Set(report.sheets.map(({ widget }) => widget))] };
}
