import assert from "node:assert/strict";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { SnapshotReport } from "../../../preview/server/snapshot/mod.ts";
import { Project } from "../session/project.ts";
import { sizeOfPng } from "./picture.ts";
import { runSnapshot } from "./snapshot_process.ts";

/** Its card is too high at every other time than the expected one. */
function clockWidget(expected: string, zone: string): string {
  return `import { defineManifest, useTimeZone } from "@tck/kit";

export const manifest = defineManifest({ id: "clock", title: "Clock", cardType: "feed", sizes: ["2x1"] });

export default function Clock() {
  const isExpected = new Date().toISOString() === ${JSON.stringify(expected)} && useTimeZone() === "${zone}";
  return <div style={{ height: isExpected ? 120 : 500, background: "teal" }} />;
}
`;
}

const EMPTY_WIDGET = `import { defineManifest } from "@tck/kit";
export const manifest = defineManifest({ id: "empty", title: "Empty", cardType: "feed", sizes: ["2x2", "fill-auto"] });
export default function Empty() { return <p>Nothing</p>; }
`;

Deno.test("the clock, the time zone and the scale of the pictures can be set", async () => {
  await using project = await Project.create({
    "widgets/001_clock/widget.tck.tsx": clockWidget("2026-05-01T07:00:00.000Z", "Asia/Tokyo"),
    "node_modules/.keep": "",
  });
  const snapshot = async (...args: string[]) => {
    const { code, stdout } = await runSnapshot([
      "--cwd",
      project.path,
      "--theme",
      "light",
      "--json",
      ...args,
    ]);
    const report: SnapshotReport = JSON.parse(stdout);
    const [{ picture, findings }] = report.renderings as [SnapshotReport["renderings"][number]];
    const size = sizeOfPng(await readFile(join(project.path, ".tck/snapshot", picture!)));
    return { code, report, size, rules: findings.map(({ rule }) => rule) };
  };
  const set = await snapshot(
    "--clock",
    "2026-05-01T09:00:00+02:00",
    "--time-zone",
    "Asia/Tokyo",
    "--scale",
    "2",
  );
  assert.deepEqual([set.code, set.rules, set.size], [0, [], [800, 432]]);
  const { clock, timeZone, scale } = set.report;
  assert.deepEqual([clock, timeZone, scale], ["2026-05-01T07:00:00.000Z", "Asia/Tokyo", 2]);
  const unset = await snapshot();
  assert.deepEqual([unset.code, unset.rules, unset.size], [1, ["card.overflow"], [400, 216]]);
  assert.deepEqual([unset.report.clock, unset.report.timeZone], ["2026-01-15T09:00:00.000Z", "UTC"]);
});

Deno.test("only changed widgets are taken again, unless all are asked for", async () => {
  const widget = (color: string) =>
    EMPTY_WIDGET.replace("<p>Nothing</p>", `<div style={{ height: 280, background: "var(--color-${color})" }} />`);
  await using project = await Project.create({
    "widgets/001_kept/widget.tck.tsx": widget("accent"),
    "widgets/002_edited/widget.tck.tsx": widget("text"),
    "node_modules/.keep": "",
  });
  const folder = join(project.path, ".tck/snapshot");
  const snapshot = async (...args: string[]) => {
    const { stdout, stderr } = await runSnapshot(["--cwd", project.path, ...args]);
    const pictures = await Promise.all(
      ["001_kept", "002_edited"].map((name) =>
        readFile(join(folder, `${name}.2x2.light.default.png`)).catch(() => null)
      ),
    );
    const [summary, place] = [stderr.split("\n").find((line) => line.includes("have not changed")), stdout];
    return { summary, place, pictures, report: await readFile(join(folder, "report.json"), "utf8") };
  };
  const first = await snapshot();
  assert.deepEqual([first.summary, first.place], [undefined, "16 pictures, no problems\n"]);
  const second = await snapshot();
  assert.equal(second.summary, "16 of 16 pictures have not changed");
  assert.deepEqual([second.report, second.pictures], [first.report, first.pictures]);

  await project.write("widgets/002_edited/widget.tck.tsx", widget("danger"));
  const third = await snapshot();
  assert.equal(third.summary, "8 of 16 pictures have not changed");
  assert.deepEqual(third.pictures[0], first.pictures[0]);
  assert.notDeepEqual(third.pictures[1], first.pictures[1]);

  assert.equal((await snapshot("--widget", "001_kept")).summary, "8 of 8 pictures have not changed");
  assert.equal((await snapshot("--force")).summary, undefined);
  assert.equal((await snapshot("--clock", "2026-05-01T09:00:00Z")).summary, undefined);
});

Deno.test("warnings give exit code 1 with --strict only", async () => {
  await using project = await Project.create({
    "widgets/001_empty/widget.tck.tsx": EMPTY_WIDGET,
    "node_modules/.keep": "",
  });
  const { code, stdout } = await runSnapshot(["--cwd", project.path, "--theme", "dark"]);
  assert.deepEqual([code, stdout.split("\n").at(-2)], [0, "4 pictures, 1 warning"]);
  assert.match(stdout, /^001_empty 2x2 dark default: warning: card\.empty: \d\d % of the card is empty: /);
  const strict = await runSnapshot(["--cwd", project.path, "--theme", "dark", "--strict", "--json"]);
  const { clean, errors, warnings, sheets } = JSON.parse(strict.stdout) as SnapshotReport;
  assert.deepEqual([strict.code, clean, errors, warnings], [1, false, 0, 1]);

  assert.deepEqual(sheets, [{ widget: "001_empty", picture: "001_empty.sheet.png" }]);
  const sheet = join(project.path, ".tck/snapshot/001_empty.sheet.png");
  const [width, height] = sizeOfPng(await readFile(sheet));
  assert.ok(width > 1000 && width <= 1600 && height > 300 && height <= 1600, `${width} x ${height}`);
  assert.ok((await stat(sheet)).size > 5_000);
});
