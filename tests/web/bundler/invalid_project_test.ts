import assert from "node:assert/strict";
import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { denoIsolation, DIAGNOSTIC_CODES } from "../../../web/bundler/mod.ts";
import { ProjectFolder } from "./project_folder.ts";

const INVALID = fileURLToPath(new URL("../../../fixtures/projects/invalid", import.meta.url));

/** Milliseconds after which the widgets that never end are stopped; the others need far fewer. */
const DEADLINE = 5_000;

/** What four of the widgets import: too large to be kept in the repository. */
const LARGE_FILES = {
  "widgets/055_large-image/photo.svg": `<svg xmlns="http://www.w3.org/2000/svg">${
    "<path/>".repeat(40_000)
  }</svg>`,
  "widgets/056_large-module/words.txt": "a word ".repeat(160_000),
  "widgets/063_nested-arrays/nested.ts": `export const nested = ${"[".repeat(20_000)}${"]".repeat(20_000)};`,
  "widgets/064_nested-rules/nested.css": `${"a { ".repeat(50_000)}color: red${" }".repeat(50_000)}`,
};

Deno.test("every invalid widget gets its diagnostics, and none hides another", async () => {
  const expected: { [widget: string]: string[] } = JSON.parse(
    await readFile(join(INVALID, "expected.json"), "utf8"),
  );
  await using project = await ProjectFolder.create(LARGE_FILES);
  await cp(join(INVALID, "widgets"), join(project.path, "widgets"), { recursive: true });
  const { diagnostics, warnings, notes, widgets } = await project.build({
    isolation: denoIsolation(process.execPath, DEADLINE),
    compileDeadline: DEADLINE,
  });

  const found: { [widget: string]: string[] } = {};
  const ofWidgets = widgets.flatMap((widget) => [
    ...widget.diagnostics,
    ...widget.warnings,
    ...widget.notes,
  ]);
  const ofProject = diagnostics.filter((one) => !ofWidgets.includes(one));
  assert.equal(ofProject.length + ofWidgets.length, diagnostics.length + warnings.length + notes.length);
  for (const one of [...ofProject, ...ofWidgets]) {
    const { widget, code, message, hint, line, column, lineText } = one;
    (found[widget!] ??= []).push(code);
    assert.ok(message.length > 10 && message.length < 2_500 && hint.length > 10, widget!);
    assert.ok(line === null || (column! >= 1 && column! <= lineText!.length + 1), widget!);
  }
  assert.deepEqual(Object.fromEntries(Object.entries(found).sort()), expected);

  const shown = new Set(Object.values(expected).flat());
  const elsewhere = ["project.no_widgets", "types.error", "types.not_checked"];
  assert.deepEqual(DIAGNOSTIC_CODES.filter((code) => !shown.has(code)), elsewhere);
});
