// budget: 20 s: a whole snapshot, and a card for each fault
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { SnapshotReport } from "../../../preview/server/snapshot/mod.ts";
import { makeBundle } from "../session/bundles.ts";
import { Project } from "../session/project.ts";
import { checkCleanPictures } from "./clean_pictures.ts";
import { runSnapshotHere } from "./command_here.ts";
import { sizeOfPng } from "./picture.ts";
import { FAULTY_STYLES, FAULTY_WIDGET } from "./widget_sources.ts";

const SOURCE = "widgets/001_faulty/widget.tck.tsx";

// The same on Node is in clean_pictures_soak.ts.
Deno.test("widgets without problems give exit code 0 and reproducible pictures", () =>
  checkCleanPictures(runSnapshotHere));

/** Its state "block" has a block of the kit throw. */
const SOURCE_TEXT = FAULTY_WIDGET
  .replace("{ defineManifest,", "{ defineManifest, Stat,")
  .replace("    later: {", '    block: { fault: "block" },\n    later: {')
  .replace(
    '  if (fault === "nameless")',
    '  if (fault === "block") return (\n    <Stat label="Lost" value={0 / 0} />\n  );\n$&',
  );

const lineOf = (text: string) => SOURCE_TEXT.split("\n").findIndex((line) => line.includes(text)) + 1;

Deno.test("each fault of a widget is reported with its picture, and gives exit code 1", async (t) => {
  await using project = await Project.create({
    [SOURCE]: SOURCE_TEXT,
    "widgets/001_faulty/widget.css": FAULTY_STYLES,
    "dist/broken.tckb": "no bundle",
    "dist/other.tckb": await makeBundle("other"),
    "node_modules/.keep": "",
  });
  const out = join(project.path, "pictures");
  const { code, stdout } = await runSnapshotHere(
    ["--cwd", project.path, "--out", out, "--theme", "light", "--size", "2x1", "--locale", "de", "--json"],
  );
  const report: SnapshotReport = JSON.parse(stdout);
  assert.deepEqual(JSON.parse(await readFile(join(out, "report.json"), "utf8")), report);
  assert.deepEqual([code, report.clean], [1, false]);
  const stateOf = (name: string | null) => report.renderings.find(({ state }) => state === name)!;
  const NOTHING = {
    cardError: null,
    cardErrorSource: null,
    pageErrors: [],
    consoleErrors: [],
    violations: [],
    overflow: null,
    findings: [],
  };
  const rulesOf = (name: string) => stateOf(name).findings.map(({ rule }) => rule);

  await t.step("a picture for each state, at the selected size, theme and language", async () => {
    assert.deepEqual(
      report.renderings.map(({ widget, size, theme, state, locale }) => [widget, size, theme, state, locale]),
      [null, "throws", "block", "later", "nameless", "high", "wide"].map((
        state,
      ) => ["001_faulty", "2x1", "light", state, "de"]),
    );
    for (const { picture, state } of report.renderings) {
      const [width, height] = sizeOfPng(await readFile(join(out, picture!)));
      assert.equal(width, 400);
      if (state === "throws" || state === "block") {
        assert.ok(height! > 216, "what the card has thrown is below it");
      } else assert.equal(height, 216);
    }
  });

  await t.step("nothing in the state without a fault", () => {
    assert.deepEqual({ ...stateOf(null), ...NOTHING }, stateOf(null));
  });

  await t.step("an error while rendering, here and in the build", () => {
    const { cardError, consoleErrors } = stateOf("throws");
    assert.equal(cardError, "Boom");
    assert.match(consoleErrors.join("\n"), /^Error: Boom The above error occurred in the <Faulty> component/);
    assert.deepEqual(
      report.diagnostics.map(({ code, file, line }) => `${code} ${file}:${line}`),
      ["new Error(", "<Stat "].map((text) => `component.failed ${SOURCE}:${lineOf(text)}`),
    );
    assert.deepEqual([rulesOf("throws"), rulesOf("block")], [["card.failed"], ["card.failed"]]);
    for (const [state, text] of [["throws", "new Error("], ["block", "<Stat "]] as const) {
      const { file, line } = stateOf(state).findings[0]!.element!.source!;
      assert.deepEqual(
        [file, line],
        [SOURCE, lineOf(text)],
        "the line of the widget that throws, or uses what throws",
      );
      assert.deepEqual(stateOf(state).cardErrorSource, stateOf(state).findings[0]!.element!.source);
    }
    const others = report.renderings.flatMap(({ findings }) => findings).filter(({ rule }) =>
      rule !== "card.failed"
    );
    const errors = others.filter(({ severity }) => severity === "error").length;
    assert.equal(report.errors, errors + report.diagnostics.length + report.problems.length);
  });

  await t.step("an error thrown or logged later", () => {
    const { cardError, pageErrors, consoleErrors } = stateOf("later");
    assert.equal(cardError, null);
    assert.deepEqual([...new Set(pageErrors)], ["TypeError: Too late"]);
    assert.deepEqual([...new Set(consoleErrors)], ["Written by the widget RangeError: Odd"]);
  });

  await t.step("a violation in the shadow root, and the element", () => {
    const { violations, findings, ...rest } = stateOf("nameless");
    assert.deepEqual({ ...rest, ...NOTHING, violations, findings }, { ...rest, violations, findings });
    assert.deepEqual(rulesOf("nameless"), ["accessibility.image-alt"]);
    assert.deepEqual(violations.map(({ rule, impact }) => `${rule} ${impact}`), ["image-alt critical"]);
    assert.match(violations[0]!.nodes[0]!.target, />>> img$/);
  });

  await t.step("content that is larger than its card", () => {
    assert.deepEqual(stateOf("high").violations, []);
    const [high, wide] = [stateOf("high").overflow!, stateOf("wide").overflow!];
    assert.ok(high.x === 0 && high.y > 300, JSON.stringify(high));
    assert.ok(wide.y === 0 && wide.x > 500, JSON.stringify(wide));
    assert.deepEqual([...rulesOf("high"), ...rulesOf("wide")], ["card.overflow", "card.overflow"]);
    const { element } = stateOf("wide").findings[0]!;
    assert.equal(element!.selector, "p.wide");
    assert.deepEqual([element!.component, element!.source!.file], [
      "Faulty in WidgetContent in MountedCard",
      SOURCE,
    ]);
    assert.match(SOURCE_TEXT.split("\n")[element!.source!.line - 1]!, /<p className={fault}>/);
  });

  await t.step("a bundle that cannot be read", () => {
    assert.deepEqual(report.problems.map(({ label }) => label), ["broken"]);
  });
});

Deno.test("an invalid selection or folder is reported in one line, and no files are left", async () => {
  await using project = await Project.create({
    "dist/001_a.tckb": await makeBundle("a"),
    "occupied/notes.txt": "mine",
    "node_modules/.keep": "",
  });
  const fail = async (...args: string[]) => {
    const { code, stdout, stderr } = await runSnapshotHere(["--cwd", project.path, ...args]);
    return [code, stdout, stderr.split("\n")[0]];
  };
  assert.deepEqual(await fail("--theme", "blue"), [
    2,
    "",
    'error: snapshot: Cannot use theme "blue": expected light or dark',
  ]);
  const choices = "1x1, 2x1, 2x2, 4x1, 4x2, 4x4, fill-auto, fill-auto-320, fill-auto-480, fill-auto-640";
  const usage = (message: string) => [2, "", `error: snapshot: ${message}`];
  assert.deepEqual(await fail("--size", "7x7"), usage(`Cannot use size "7x7": the sizes are ${choices}`));
  assert.deepEqual(
    await fail("--size", "4x4"),
    usage(
      'Cannot use size "4x4": the widgets declare "fill-auto"',
    ),
  );
  assert.deepEqual(
    await fail("--clock", "yesterday"),
    usage('Cannot use clock "yesterday": expected a time such as 2026-05-01T09:00:00Z'),
  );
  assert.deepEqual(
    await fail("--time-zone", "Mars/Base"),
    usage('Cannot use time zone "Mars/Base": expected a name such as Europe/Berlin'),
  );
  assert.deepEqual(await fail("--scale", "9"), usage('Cannot use scale "9": expected a number from 1 to 4'));
  const [code, stdout, reason] = await fail("--widget", "002_b");
  assert.deepEqual([code, stdout], [2, ""]);
  assert.match(
    String(reason),
    /^error: snapshot: Cannot find widget "002_b": the preview has no widget of this name; (?:it has|did you mean) "001_/,
  );
  const occupied = join(project.path, "occupied");
  assert.deepEqual(
    await fail("--out", occupied),
    [1, "", `error: Cannot write the snapshot to ${JSON.stringify(occupied)}: the folder holds other files`],
  );
  assert.deepEqual((await readdir(project.path)).sort(), [".tck", "dist", "node_modules", "occupied"]);
  assert.deepEqual(await readdir(join(project.path, ".tck")), []);
});
