import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { SnapshotReport } from "../../../preview/server/snapshot/mod.ts";
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

/**
 * Takes one picture of each class of size of each widget of a sample, in the default state and light, and
 * asserts that nothing is wrong with any.
 */
export async function checkOneOfEachClass(project: SampleProject): Promise<void> {
  await using folder = await copySampleProject(project);
  const { widgets } = await assertClean(folder.path, [
    ...SELECTED[project],
    ...["--theme", "light", "--state", "default"],
  ], {
    // Briefs were written as a new author would: their reports have no warnings either.
    strict: project === "briefs",
  });
  const names = await readdir(join(folder.path, "widgets"));
  assert.deepEqual(widgets.sort(), names.sort(), "a widget has no picture");
}

/** What a small card of the kit leaves out is a warning, and is how a card without CSS for its sizes works. */
const LOSSES = ["block.dropped", "item.dropped", "detail.dropped"];

/** Whether a finding is about what a card leaves out, or about the place that this leaves. */
function isLoss({ rule, message }: { rule: string; message: string }): boolean {
  return LOSSES.includes(rule) || (rule === "card.empty" && message.includes("does not fit"));
}

/**
 * Takes the pictures that the flags select, and asserts that nothing is wrong with any. Returns the widgets that have one.
 *
 * @param strict whether a warning is wrong that is not about what a card leaves out
 */
export async function assertClean(
  directory: string,
  flags: readonly string[],
  { strict = false } = {},
): Promise<{ widgets: string[] }> {
  const { code, stdout, stderr } = await runSnapshot(["--cwd", directory, "--json", ...flags]);
  assert.equal(code, 0, `${stdout}\n${stderr}`);
  const report: Pick<SnapshotReport, "sheets" | "renderings" | "diagnostics"> = JSON.parse(stdout);
  const warnings = [...report.diagnostics, ...report.renderings.flatMap(({ findings }) => findings)]
    .filter((one) => one.severity === "warning" && !("rule" in one && isLoss(one)));
  if (strict) assert.deepEqual(warnings, []);
  return { widgets: [...new Set(report.sheets.map(({ widget }) => widget))] };
}
