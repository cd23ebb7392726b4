// budget: 20 s: about 50 cards in a real browser, and those again that get the room they need
import assert from "node:assert/strict";
import type { CardProblem, Rendering } from "../../../preview/server/snapshot/mod.ts";
import type { PreviewResult } from "../server/preview_process.ts";
import type { Project } from "../session/project.ts";
import {
  countOf,
  createDroppedProject,
  droppedOf,
  ROOM_SOURCE,
  SOURCE,
  takeLight,
} from "./dropped_project.ts";
import { DROPPED_WIDGET, EMPTY_WIDGET } from "./dropped_widgets.ts";
import { ROOM_CONTENTS, writeRoomWidget } from "./room_widget.ts";

let project: Project;
/** What the command printed. */
let first: PreviewResult;
let renderings: readonly Rendering[];

Deno.test.beforeAll(async () => {
  project = await createDroppedProject();
  ({ result: first, renderings } = await takeLight(project));
});
Deno.test.afterAll(() => project[Symbol.asyncDispose]());

Deno.test("what a card drops is reported with its component, its line and by how many pixels it is too large", async (t) => {
  const problemsOf = droppedOf("001_dropped", "fits", renderings);
  const only = (state: string): CardProblem => {
    const problems = problemsOf(state);
    assert.equal(problems.length, 1, JSON.stringify(problems));
    return problems[0]!;
  };
  const lineOf = (text: string) => DROPPED_WIDGET.split("\n").findIndex((line) => line.includes(text)) + 1;
  const assertFinding = (state: string, rule: string, severity: string, message: RegExp, line: string) => {
    const problem = only(state);
    assert.deepEqual([problem.rule, problem.severity], [rule, severity]);
    assert.match(problem.message, message);
    assert.ok(problem.message.includes(`${problem.pixels} px`) && problem.pixels! > 0, problem.message);
    assert.deepEqual([problem.element!.source!.file, problem.element!.source!.line], [SOURCE, lineOf(line)]);
  };

  await t.step("nothing where everything fits, and what the widget itself hides is not meant", () => {
    assert.deepEqual([problemsOf("fits"), problemsOf("hidden")], [[], []]);
  });

  await t.step("a card of which only the header is left is an error", () => {
    assert.equal(first.code, 1);
    assertFinding(
      "bare",
      "card.bare",
      "error",
      /^Only the header is left: <svg> is not shown: it needs \d+ px more$/,
      "return <svg",
    );
    assert.equal(only("barer").pixels! - only("bare").pixels!, 50);
  });

  await t.step(
    "a card of which only a text is left, because its list or table is not shown, is an error",
    () => {
      assertFinding(
        "lost",
        "card.bare",
        "error",
        /^Only the header and a text are left: List “Phase 1” is not shown: it needs \d+ px more$/,
        "  lost: ",
      );
      assertFinding(
        "table",
        "card.bare",
        "error",
        /^Only a text is left: Table “Moons” is not shown: it needs \d+ px more$/,
        "  table: ",
      );
    },
  );

  await t.step("a text that leaves no room for the rows of a list ends after its second line", () => {
    const problems = problemsOf("remark");
    const text = problems.find(({ message }) => message.startsWith("Text"))!;
    assert.deepEqual([text.rule, text.severity], ["detail.dropped", "note"]);
    assert.match(text.message, /^Text “Waxing moon\. .* is cut off: it needs \d+ px more$/);
    assert.ok(problems.some(({ rule }) => rule === "item.dropped"));
  });

  await t.step("a block, cells, items and details are notes", () => {
    assertFinding(
      "block",
      "block.dropped",
      "note",
      /^<svg> is not shown: it needs \d+ px more$/,
      "return <svg",
    );
    assertFinding(
      "value",
      "item.dropped",
      "note",
      /^ListItem “Phase 2”, the first of 8 of 9, is not shown/,
      "const phases",
    );
    assertFinding(
      "items",
      "item.dropped",
      "note",
      /^ListItem “Phase \d”, the first of \d of 9, is/,
      "const phases",
    );
    assertFinding(
      "match",
      "item.dropped",
      "note",
      /^ListItem “Phase 3”, one of 4, is not shown/,
      "const phases",
    );
    assertFinding(
      "detail",
      "detail.dropped",
      "note",
      /^Stat “Waxing” is not shown: it needs \d+ px more$/,
      "  detail: ",
    );
    const cells = problemsOf("cells").find(({ rule }) => rule === "block.dropped")!;
    assert.match(
      cells.message,
      /^Stat “Day \d”, the first of \d of 12, is not shown: it needs \d+ px more$/,
    );
  });

  await t.step("more pixels than anybody can gain are not said", () => {
    const { rule, message, pixels } = only("huge");
    assert.deepEqual([rule, message, pixels], [
      "block.dropped",
      "<svg> is not shown: there is no room for it at this size",
      null,
    ]);
  });

  await t.step("an item of very many needs as much as one of a few", () => {
    const [fifty, many] = ["fifty", "many"].map((state) =>
      problemsOf(state).find(({ rule }) => rule === "item.dropped")!
    );
    assert.match(
      many!.message,
      /^ListItem “Phase \d”, the first of 49\d of 500, is not shown: it needs \d+ px more$/,
    );
    assert.equal(many!.pixels, fifty!.pixels);
  });

  await t.step("columns, series and parts that have no room beside the others are notes", () => {
    for (
      const [state, message] of [
        [
          "columns",
          "Table “Moons” does not show its columns “Distance” and “Year”: there is no room beside the others",
        ],
        ["series", "BarChart “Phases” shows only its first series: there is no room for their names"],
        ["ring", "Donut “Lit: 1” shows only its first part in colour: there is no room for their names"],
        ["caption", "Donut “1” does not show “of three”: there is no room for it"],
        ["strip", "StateChart “Phases” shows only the first of its states: there is no room for their names"],
        ["untitled", "BarChart “Phases” does not show its label: there is no room for it"],
        ["moments", "LineChart “Light” does not mark “Perigee”: there is no room for the name"],
      ] as const
    ) {
      const { rule, severity, message: found, element } = only(state);
      assert.deepEqual([rule, severity, found], ["detail.dropped", "note", message]);
      assert.deepEqual([element!.source!.file, element!.source!.line], [SOURCE, lineOf(`  ${state}: `)]);
    }
  });

  await t.step("the end of a header that leaves no title is a warning", () => {
    assertFinding(
      "header",
      "header.dropped",
      "warning",
      /^CardHeader “Very long .*px too wide$/,
      "  header: ",
    );
    assertFinding(
      "start",
      "header.dropped",
      "warning",
      /^CardHeader “Very long words” is not shown beside the title: it is \d+ px too wide$/,
      "  start: ",
    );
    const [one, longer] = ["badge", "header"].map((state) => only(state).pixels!);
    assert.ok(one! > 90 && one! < 140 && longer! > 150, `${one} px, ${longer} px`);
  });

  await t.step(
    "the command prints notes about one place once, after the errors, with the sizes and states",
    () => {
      // Without the diagnostics of the build, and the source lines below them.
      const lines = first.stdout.trimEnd().split("\n").filter((line) => /^\d/.test(line));
      assert.match(lines[0]!, /^001_dropped 2x1 light bare: error: card\.bare: Only the header is left/);
      assert.match(lines.at(-1)!, /^42 pictures, \d+ errors, \d+ warnings?, \d+ notes$/);
      const own = renderings.filter(({ widget }) => widget === "001_dropped");
      const errors = own.flatMap(({ findings }) => findings).filter(({ severity }) => severity === "error");
      assert.deepEqual([own.length, errors.length], [26, 4]);
      const severities = lines.slice(0, -1).map((line) => /: (error|warning|note): /.exec(line)![1]!);
      const rank = (severity: string) => ["error", "warning", "note"].indexOf(severity);
      assert.deepEqual(severities, severities.toSorted((one, other) => rank(one) - rank(other)));
      assert.equal(lines.filter((line) => /^001_dropped .*block\.dropped: <svg>/.test(line)).length, 1);
    },
  );
});

Deno.test("an empty band names the block that did not fit, or the one that should fill it", () => {
  const emptyOf = (state: string) => {
    const { findings } = renderings.find((one) =>
      one.widget === "002_empty" && (one.state ?? "filled") === state
    )!;
    return findings.filter(({ rule }) => rule === "card.empty").map(({ message, element }) =>
      `${message} (line ${EMPTY_WIDGET.split("\n")[element!.source!.line - 1]!.trim().split(":")[0]})`
    );
  };
  assert.deepEqual([emptyOf("filled"), emptyOf("nothing"), emptyOf("alone")], [[], [], []]);
  assert.match(
    emptyOf("dropped").join(),
    /^\d\d % .* px .*, because <section> “Full” does not fit: \d+ px are spare, and it needs \d+ px more \(line dropped\)$/,
  );
  // Less than would be reported if nothing were missing.
  const [near] = emptyOf("near");
  const [, part, spare, needs] =
    /^(\d\d) % .* × \d+ px .*, because <section> “Full” does not fit: (\d+) px are spare, and it needs (\d+) px more \(line near\)$/
      .exec(near!)!.map(Number);
  assert.ok(part! < 33 && spare! > 60, near);
  assert.ok(Math.abs(spare! + needs! - 120) < 20, near);
  assert.match(
    emptyOf("text").join(),
    /^\d\d % .* px .* below Text “Moon”: show more there, an `EmptyState` if there is nothing to show, or leave this size out of `sizes` \(line text\)$/,
  );
  assert.match(
    emptyOf("below").join(),
    /^\d\d % .* px .*, which <section> should fill: show more there, an `EmptyState` if there is nothing to show, or leave this size out of `sizes` \(line below\)$/,
  );
  assert.match(
    emptyOf("between").join(),
    /^\d\d % .* px .*, which <section> should fill: show more there, an `EmptyState` if there is nothing to show, or leave this size out of `sizes` \(line between\)$/,
  );
});

Deno.test("a piece that is not shown is shown as soon as as many pixels are gained as the finding says", async (t) => {
  const states = Object.keys(ROOM_CONTENTS);
  const before = droppedOf("003_room", states[0]!, renderings);
  const needed = new Map(states.map((state) => [state, before(state)[0]?.pixels ?? 0]));
  const gained = states.flatMap((state) => {
    const pixels = needed.get(state)!;
    return [[`${state}_enough`, { state, pixels }], [`${state}_short`, {
      state,
      pixels: pixels - 1,
    }]] as const;
  });
  await project.write(ROOM_SOURCE, writeRoomWidget(new Map(gained)));
  const second = await takeLight(project, "--widget", "003_room");
  const after = droppedOf("003_room", gained[0]![0], second.renderings);
  for (const state of states) {
    await t.step(`${state}: ${needed.get(state)} px`, () => {
      const [first] = before(state);
      assert.ok(first !== undefined && first.pixels! > 1, JSON.stringify(before(state)));
      assert.match(first.message, new RegExp(`needs ${first.pixels} px more$`));
      const hasSame = (findings: readonly CardProblem[]) =>
        findings.some((one) =>
          one.element!.selector === first.element!.selector && countOf(one) === countOf(first)
        );
      assert.ok(hasSame(after(`${state}_short`)), JSON.stringify(after(`${state}_short`)));
      assert.ok(!hasSame(after(`${state}_enough`)), JSON.stringify(after(`${state}_enough`)));
    });
  }
});
