// budget: 20 s: six snapshots through the whole command, three of which start a browser
import assert from "node:assert/strict";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { SnapshotReport } from "../../../preview/server/snapshot/mod.ts";
import { Project } from "../session/project.ts";
import { runSnapshotHere } from "./command_here.ts";
import { sizeOfPng } from "./picture.ts";

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

/** A widget with nothing in it but what is given, at each usual width. */
function plainWidget(content: string): string {
  return `import { defineManifest } from "@tck/kit";
export const manifest = defineManifest({ id: "plain", title: "Plain", cardType: "feed", sizes: ["2x2", "fill-auto"] });
export default function Plain() { return ${content}; }
`;
}

function colouredWidget(color: string): string {
  return plainWidget(`<div style={{ height: 280, background: "var(--color-${color})" }} />`);
}

/** A card as high as the window, which only the content gives a height. */
const HIGH_WIDGET = plainWidget(`<div style={{ minHeight: "100vh", background: "var(--color-text)" }} />`)
  .replace('"2x2", ', "").replace('"plain"', '"high"');

Deno.test("clock, time zone and scale can be set, changed widgets alone are taken again, and warnings count with --strict", async (t) => {
  await using project = await Project.create({
    "widgets/002_edited/widget.tck.tsx": colouredWidget("text"),
    "widgets/003_clock/widget.tck.tsx": clockWidget("2026-05-01T07:00:00.000Z", "Asia/Tokyo"),
    "widgets/004_empty/widget.tck.tsx": plainWidget("<p>Nothing</p>"),
    "widgets/005_high/widget.tck.tsx": HIGH_WIDGET,
    "node_modules/.keep": "",
  });
  const folder = join(project.path, ".tck/snapshot");
  const snapshot = async (...args: string[]) => {
    const { code, stdout, stderr } = await runSnapshotHere([
      "--cwd",
      project.path,
      "--theme",
      "light",
      ...args,
    ]);
    const summary = stderr.split("\n").find((line) => line.includes("have not changed"));
    const pictures = await Promise.all(
      ["004_empty", "002_edited"].map((name) =>
        readFile(join(folder, `${name}.2x2.light.default.png`)).catch(() => null)
      ),
    );
    const text = await readFile(join(folder, "report.json"), "utf8");
    const report: SnapshotReport = JSON.parse(text);
    const clock = report.renderings.find(({ widget }) => widget === "003_clock");
    const seen = clock && {
      rules: clock.findings.map(({ rule }) => rule),
      size: sizeOfPng(await readFile(join(folder, clock.picture!))),
    };
    return { code, stdout, summary, pictures, text, report, clock: seen };
  };
  const first = await snapshot();

  await t.step("without flags, the clock is that of every snapshot, and a warning fails nothing", () => {
    assert.deepEqual([first.code, first.clock], [1, { rules: ["card.overflow"], size: [400, 216] }]);
    assert.deepEqual([first.report.clock, first.report.timeZone], ["2026-01-15T09:00:00.000Z", "UTC"]);
    assert.equal(first.stdout.split("\n").at(-2), "12 pictures, 1 error, 5 warnings");
    assert.deepEqual(first.summary, undefined);
    const high = first.report.renderings.filter(({ widget }) => widget === "005_high");
    assert.deepEqual(high.map(({ findings }) => findings.map(({ rule }) => rule)), [
      ["card.window"],
      ["card.window"],
      ["card.window"],
    ]);
  });

  await t.step("what has not changed is not taken again", async () => {
    const second = await snapshot();
    assert.equal(second.summary, "12 of 12 pictures have not changed");
    assert.deepEqual([second.text, second.pictures], [first.text, first.pictures]);
  });

  await t.step(
    "a selection is not taken again either, and its warnings give exit code 1 with --strict only",
    async () => {
      const { code, stdout, summary } = await snapshot("--widget", "004_empty");
      assert.equal(summary, "4 of 4 pictures have not changed");
      assert.deepEqual([code, stdout.split("\n").at(-2)], [0, "4 pictures, 1 warning"]);
      assert.match(
        stdout,
        /^004_empty 2x2 light default: warning: card\.empty: \d\d % of the card is empty: /,
      );
      const strict = await snapshot("--widget", "004_empty", "--strict", "--json");
      const { clean, errors, warnings, sheets } = JSON.parse(strict.stdout) as SnapshotReport;
      assert.deepEqual([strict.code, clean, errors, warnings], [1, false, 0, 1]);
      assert.deepEqual(sheets, [{ widget: "004_empty", picture: "004_empty.sheet.png" }]);
      const sheet = join(folder, "004_empty.sheet.png");
      const [width, height] = sizeOfPng(await readFile(sheet));
      assert.ok(width > 1000 && width <= 1600 && height > 300 && height <= 1600, `${width} x ${height}`);
      assert.ok((await stat(sheet)).size > 5_000);
    },
  );

  await t.step("an edited widget is taken again, and no other", async () => {
    await project.write("widgets/002_edited/widget.tck.tsx", colouredWidget("danger"));
    const { summary, pictures } = await snapshot();
    assert.equal(summary, "8 of 12 pictures have not changed");
    assert.deepEqual(pictures[0], first.pictures[0]);
    assert.notDeepEqual(pictures[1], first.pictures[1]);
  });

  await t.step("with other settings, all are taken again", async () => {
    const set = await snapshot(
      ...["--widget", "003_clock"],
      ...["--clock", "2026-05-01T09:00:00+02:00", "--time-zone", "Asia/Tokyo", "--scale", "2"],
    );
    assert.deepEqual([set.code, set.clock, set.summary], [0, { rules: [], size: [800, 432] }, undefined]);
    const { clock, timeZone, scale } = set.report;
    assert.deepEqual([clock, timeZone, scale], ["2026-05-01T07:00:00.000Z", "Asia/Tokyo", 2]);
  });
});
