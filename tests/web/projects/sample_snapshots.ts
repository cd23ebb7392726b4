import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Selection, SnapshotReport } from "../../../preview/server/snapshot/mod.ts";
import { runSnapshot } from "../../preview/snapshot/snapshot_process.ts";
import { examineOnOnePage } from "./sample_page.ts";
import { copySampleProject, type SampleProject } from "./sample_projects.ts";
import { CLASSES } from "./widget_variants.ts";

/** One size of each class, as a snapshot names them. */
const SIZES = CLASSES.map((size) => size === "fill-auto" ? "fill-auto-480" : size);
const ENGLISH = ["en"];

/** One size of each class, of those that the widgets of a sample have; in English alone where all of them declare it. */
const SELECTED: { readonly [Project in SampleProject]: Pick<Selection, "sizes" | "locales"> } = {
  "morning-brief": { sizes: ["4x4", "fill-auto-480"], locales: ENGLISH },
  workday: { sizes: SIZES, locales: [] },
  home: { sizes: SIZES, locales: [] },
  travel: { sizes: SIZES, locales: [] },
  briefs: { sizes: SIZES, locales: ENGLISH },
};

/**
 * Shows each widget of a sample in one size of each class, in the default state and light, and asserts that nothing is wrong
 * with any. The soak takes the pictures, at all sizes.
 */
export async function checkOneOfEachClass(project: SampleProject): Promise<void> {
  await using folder = await copySampleProject(project);
  const selection = { ...SELECTED[project], themes: ["light"], states: ["default"], widgets: [] } as const;
  const { widgets, problems } = await examineOnOnePage(folder.path, selection);
  // Briefs were written as a new author would: their reports have no warnings either.
  const wrong = problems.filter((one) =>
    one.severity === "error" || (project === "briefs" && one.severity === "warning" && !isLoss(one))
  );
  assert.deepEqual(wrong, []);
  const names = await readdir(join(folder.path, "widgets"));
  assert.deepEqual([...widgets].sort(), names.sort(), "a widget has no card");
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
