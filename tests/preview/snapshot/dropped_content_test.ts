import assert from "node:assert/strict";
import type { CardProblem, SnapshotReport } from "../../../preview/server/snapshot/mod.ts";
import { Project } from "../session/project.ts";
import { runSnapshot } from "./snapshot_process.ts";

const SOURCE = "widgets/001_dropped/widget.tck.tsx";

/** What a card of 352 × 168 pixels has below each other, in one state. The moon is as high as its prop. */
const CONTENTS: { readonly [state: string]: string } = {
  fits: `<CardHeader end="Now">Moon</CardHeader><Stat label="Lit" value="42 %" />`,
  hidden:
    `<CardHeader>Moon</CardHeader><Stat label="Lit" value="42 %" /><p style={{ display: "none" }}>Mine</p>`,
  bare: `<CardHeader>Moon</CardHeader><Moon height={300} />`,
  barer: `<CardHeader>Moon</CardHeader><Moon height={350} />`,
  lost: `<CardHeader>Moon</CardHeader><Text>${
    "Waxing moon. ".repeat(12)
  }</Text><List><ListItem><Moon height={200} />Phase 1</ListItem></List>`,
  table: `<Text>${
    "Waxing moon. ".repeat(14)
  }</Text><Table label="Moons" columns={[{ key: "a", label: "A" }]} rows={[{ a: <Moon height={200} /> }]} />`,
  remark: `<CardHeader>Moon</CardHeader><Text>${"Waxing moon. ".repeat(12)}</Text><List>{PHASES}</List>`,
  value: `<CardHeader>Moon</CardHeader><p style={{ height: 90, margin: 0 }}>42 %</p><List>{PHASES}</List>`,
  block: `<CardHeader>Moon</CardHeader><Stat label="Lit" value="42 %" /><Moon height={300} />`,
  cells: `<CardHeader>Moon</CardHeader><Grid columns={3}>{FACTS}{FACTS}{FACTS}{FACTS}</Grid>`,
  huge: `<CardHeader>Moon</CardHeader><Stat label="Lit" value="42 %" /><Moon height={700} />`,
  items: `<CardHeader>Moon</CardHeader><List>{PHASES}</List>`,
  match:
    `<CardHeader>Moon</CardHeader><Moon height={9} /><List>{PHASES.slice(0, 3)}<Match sides={[{ name: "A" }, { name: "B" }]} current /></List>`,
  fifty: `<CardHeader>Moon</CardHeader><List>{phases(50)}</List>`,
  many: `<CardHeader>Moon</CardHeader><List>{phases(500)}</List>`,
  detail:
    `<CardHeader>Moon</CardHeader><Stat label="Lit" value="42 %" detail="Waxing" /><Moon height={54} />`,
  columns:
    `<Table label="Moons" columns={[{ key: "a", label: "Moon" }, { key: "b", label: "Radius" }, { key: "c", label: "Distance", priority: 3 }, { key: "d", label: "Year", priority: 3 }]} rows={[{ a: "Ganymede, the largest one", b: "2,634 km", c: "1,070,400 km from Jupiter", d: "Seen in 1610" }]} />`,
  series:
    `<CardHeader>Moon</CardHeader><Moon height={52} /><BarChart label="Phases" data={[{ day: "Mon", lit: 1, dark: 2 }]} index="day" categories={["lit", "dark"]} />`,
  strip:
    `<CardHeader>Moon</CardHeader><Moon height={64} /><StateChart type="strip" label="Phases" states={[{ key: "a", name: "Waxing gibbous" }, { key: "b", name: "Waning crescent" }, { key: "c", name: "Waxing crescent" }, { key: "d", name: "Waning gibbous" }, { key: "e", name: "First quarter" }]} data={[{ state: "a", from: "2026-03-04", to: "2026-03-09" }, { state: "b", from: "2026-03-09", to: "2026-03-14" }]} />`,
  moments:
    `<CardHeader>Moon</CardHeader><LineChart label="Light" data={[{ day: "Mon", lit: 1 }, { day: "Tue", lit: 2 }, { day: "Wed", lit: 1 }]} index="day" categories={["lit"]} moments={[{ at: "Tue", label: "Full" }, { at: "Tue", label: "Perigee" }, { at: "Sun", label: "New" }]} />`,
  untitled:
    `<CardHeader>Moon</CardHeader><Moon height={64} /><BarChart label="Phases" showLabel data={[{ day: "Mon", lit: 1 }, { day: "Tue", lit: 2 }]} index="day" categories={["lit"]} />`,
  start:
    `<CardHeader start={<Badge>Full and very bright</Badge>} end={<><Badge>Very long words</Badge> <Badge>Longer words than that</Badge></>}>Moon over the sea</CardHeader><Stat label="Lit" value="42 %" />`,
  header: `<CardHeader end="${"Very long ".repeat(9)}">Moon</CardHeader><Stat label="Lit" value="42 %" />`,
};

const WIDGET =
  `import { Badge, Card, CardHeader, defineManifest, Grid, List, ListItem, Match, Stat, Table, Text, useWidgetState } from "@tck/kit";
import { BarChart, LineChart, StateChart } from "@tck/kit/charts";

export const manifest = defineManifest<{ shown: string }>({
  id: "dropped",
  title: "Dropped",
  cardType: "feed",
  sizes: ["2x1"],
  defaultState: { shown: "fits" },
  states: { ${Object.keys(CONTENTS).slice(1).map((state) => `${state}: { shown: "${state}" }`).join(", ")} },
});

const FACTS = [1, 2, 3].map((day) => <Stat key={day} label={"Day " + day} value="42 %" detail="Waxing" />);
const phases = (count: number) => Array.from({ length: count }, (_, day) => <ListItem key={day}>{"Phase " + (day + 1)}</ListItem>);
const PHASES = phases(9);

function Moon({ height }: { height: number }) {
  return <svg viewBox="0 0 9 9" style={{ height }} role="img" aria-label="The moon"><circle r="9" /></svg>;
}

const CONTENTS: Record<string, () => React.ReactElement> = {
${Object.entries(CONTENTS).map(([state, content]) => `  ${state}: () => <>${content}</>,`).join("\n")}
};

export default function Dropped() {
  return <Card>{CONTENTS[useWidgetState(manifest).shown]!()}</Card>;
}
`;

Deno.test("what a card drops is reported with its component, its line and by how many pixels it is too large", async (t) => {
  await using project = await Project.create({ [SOURCE]: WIDGET, "node_modules/.keep": "" });
  const args = ["--cwd", project.path, "--theme", "light"];
  const { code, stdout } = await runSnapshot([...args, "--json"]);
  const report: SnapshotReport = JSON.parse(stdout);
  const problemsOf = (state: string) =>
    report.renderings.find((one) => (one.state ?? "fits") === state)!.findings.filter(({ rule }) =>
      /dropped|bare/.test(rule)
    );
  const only = (state: string): CardProblem => {
    const problems = problemsOf(state);
    assert.equal(problems.length, 1, JSON.stringify(problems));
    return problems[0]!;
  };
  const lineOf = (text: string) => WIDGET.split("\n").findIndex((line) => line.includes(text)) + 1;
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
    assert.equal(code, 1);
    assertFinding(
      "bare",
      "card.bare",
      "error",
      /^Only the header is left: <svg> is not shown: it is 300 px high, and needs \d+ px more$/,
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
        /^Only the header and a text are left: List “Phase 1” is not shown: it is \d+ px high, and needs \d+ px more$/,
        "  lost: ",
      );
      assertFinding(
        "table",
        "card.bare",
        "error",
        /^Only a text is left: Table “Moons” is not shown: it is \d+ px high, and needs \d+ px more$/,
        "  table: ",
      );
    },
  );

  await t.step("a text that leaves no room for a list gives way to it", () => {
    const [text, items] = problemsOf("remark");
    assert.deepEqual([text!.rule, text!.severity], ["block.dropped", "note"]);
    assert.match(
      text!.message,
      /^Text “Waxing moon\. .* is not shown: it is \d+ px high, and needs \d+ px more$/,
    );
    assert.equal(items!.rule, "item.dropped");
  });

  await t.step("a block, cells, items and details are notes", () => {
    assertFinding("block", "block.dropped", "note", /^<svg> is not shown: it is 300 px high/, "return <svg");
    assertFinding("value", "block.dropped", "note", /^List “Phase 1” is not shown: it is/, "  value: ");
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
      "<svg> is not shown: it is 700 px high, and there is no room for it at this size",
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

  await t.step("columns and series that have no room beside the others are notes", () => {
    for (
      const [state, message] of [
        [
          "columns",
          "Table “Moons” does not show its columns “Distance” and “Year”: there is no room beside the others",
        ],
        ["series", "BarChart “Phases” shows only its first series: there is no room for their names"],
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
  });

  await t.step(
    "the command prints notes about one place once, after the errors, with the sizes and states",
    async () => {
      const { stdout } = await runSnapshot(args);
      const lines = stdout.trimEnd().split("\n");
      assert.match(lines[0]!, /^001_dropped 2x1 light bare: error: card\.bare: Only the header is left/);
      assert.match(lines.at(-1)!, /^23 pictures, 4 errors, \d+ warnings?, \d+ notes$/);
      const severities = lines.slice(0, -1).map((line) => /: (error|warning|note): /.exec(line)![1]!);
      const rank = (severity: string) => ["error", "warning", "note"].indexOf(severity);
      assert.deepEqual(severities, severities.toSorted((one, other) => rank(one) - rank(other)));
      assert.equal(lines.filter((line) => line.includes("block.dropped: <svg>")).length, 1);
    },
  );
});

const EMPTY_SOURCE = "widgets/001_empty/widget.tck.tsx";

/** What is in a card of 352 × 352 pixels with a footer of 36. */
const SPARSE: { readonly [state: string]: string } = {
  filled: `<Sparkline label="Moons" values={[1, 2, 3]} />`,
  dropped: `<Text>Moon</Text><section style={{ height: 400 }}>Full</section>`,
  near:
    `<section style={{ height: 170, background: "teal" }} /><section style={{ height: 120 }}>Full</section>`,
  alone: `<section style={{ height: 170, background: "teal" }} />`,
  below: `<section style={{ height: 90, background: "teal" }} />`,
  text: `<Text>Moon</Text>`,
  nothing: `<EmptyState title="No moon tonight" />`,
  between:
    `<section style={{ height: 60, background: "teal" }} /><Stack justify="end" grow><Text>New</Text></Stack>`,
};

const EMPTY_WIDGET =
  `import { Card, CardHeader, defineManifest, EmptyState, Stack, Text, useWidgetState } from "@tck/kit";
import { Sparkline } from "@tck/kit/charts";

export const manifest = defineManifest<{ shown: string }>({
  id: "empty",
  title: "Empty",
  cardType: "feed",
  sizes: ["2x2"],
  defaultState: { shown: "filled" },
  states: { ${Object.keys(SPARSE).slice(1).map((state) => `${state}: { shown: "${state}" }`).join(", ")} },
  slots: { updatedAt: { timestamp: "2026-01-15T08:00:00Z" } },
});

const CONTENTS: Record<string, () => React.ReactElement> = {
${Object.entries(SPARSE).map(([state, content]) => `  ${state}: () => <>${content}</>,`).join("\n")}
};

export default function Empty() {
  return <Card><CardHeader>Moon</CardHeader>{CONTENTS[useWidgetState(manifest).shown]!()}</Card>;
}
`;

Deno.test("an empty band names the block that did not fit, or the one that should fill it", async () => {
  await using project = await Project.create({ [EMPTY_SOURCE]: EMPTY_WIDGET, "node_modules/.keep": "" });
  const { stdout } = await runSnapshot(["--cwd", project.path, "--theme", "light", "--json"]);
  const report: SnapshotReport = JSON.parse(stdout);
  const emptyOf = (state: string) => {
    const { findings } = report.renderings.find((one) => (one.state ?? "filled") === state)!;
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
