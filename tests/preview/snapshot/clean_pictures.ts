import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { SnapshotReport } from "../../../preview/server/snapshot/mod.ts";
import type { PreviewResult } from "../server/preview_process.ts";
import { makeBundle } from "../session/bundles.ts";
import { Project } from "../session/project.ts";
import { sizeOfPng } from "./picture.ts";
import { CLEAN_STYLES, CLEAN_WIDGET } from "./widget_sources.ts";

/** Takes the pictures of two equal widgets without problems by a command that is given its arguments. */
export async function checkCleanPictures(
  run: (args: readonly string[]) => Promise<PreviewResult>,
): Promise<void> {
  await using project = await Project.create({
    "widgets/001_clean/widget.tck.tsx": CLEAN_WIDGET,
    "widgets/001_clean/widget.css": CLEAN_STYLES,
    "widgets/002_same/widget.tck.tsx": CLEAN_WIDGET,
    "widgets/002_same/widget.css": CLEAN_STYLES,
    "dist/001_clean.tckb": await makeBundle("built from the first"),
    "node_modules/.keep": "",
    ".tck/snapshot/report.json": "{}",
    ".tck/snapshot/of-before.png": "",
  });
  const { code, stdout, stderr } = await run(["--cwd", project.path]);
  const folder = join(project.path, ".tck/snapshot");
  assert.deepEqual(
    { code, stdout, stderr },
    {
      code: 0,
      stdout: "4 pictures, no problems\n",
      stderr: `pictures, sheets and report.json in ${folder}\n`,
    },
  );
  assert.deepEqual((await readdir(join(project.path, ".tck"))).sort(), ["pictures", "snapshot"]);
  assert.deepEqual((await readdir(folder)).sort(), [
    "001_clean.2x2.dark.default.png",
    "001_clean.2x2.light.default.png",
    "001_clean.sheet.png",
    "002_same.2x2.dark.default.png",
    "002_same.2x2.light.default.png",
    "002_same.sheet.png",
    "report.json",
  ]);
  const read = (name: string) => readFile(join(folder, name));
  const [dark, light] = [
    await read("001_clean.2x2.dark.default.png"),
    await read("001_clean.2x2.light.default.png"),
  ];
  assert.deepEqual(sizeOfPng(dark), [400, 400], "two cells and a gap, and the margin");
  assert.ok(!dark.equals(light));
  assert.ok(dark.equals(await read("002_same.2x2.dark.default.png")));
  assert.ok(light.equals(await read("002_same.2x2.light.default.png")));
  const report: SnapshotReport = JSON.parse(String(await read("report.json")));
  assert.deepEqual([report.clean, report.renderings.length], [true, 4]);
  assert.ok(report.renderings.every(({ mountMs }) => mountMs !== null && mountMs > 0));
}
