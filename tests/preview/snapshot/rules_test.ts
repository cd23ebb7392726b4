import assert from "node:assert/strict";
import type { CardProblem, SnapshotReport } from "../../../preview/server/snapshot/mod.ts";
import { Project } from "../session/project.ts";
import { CASES, type RuleCase } from "./rule_cases.ts";
import { STYLES } from "./rule_styles.ts";
import { runSnapshot } from "./snapshot_process.ts";

/** A widget has at most 64 states. */
const PARTS: readonly (readonly RuleCase[])[] = [CASES.slice(0, 40), CASES.slice(40)];

const writeWidget = (cases: readonly RuleCase[], part: number) =>
  `import { defineManifest, Donut, Figure, Grid, Stat, Text, useWidgetState } from "@tck/kit";
import "./widget.css";

type State = { shown: string };

export const manifest = defineManifest<State>({
  id: "cases-${part}",
  title: "Cases",
  cardType: "feed",
  sizes: ["2x2"],
  defaultState: { shown: "" },
  states: {
${cases.map(({ state }) => `    ${JSON.stringify(state)}: { shown: ${JSON.stringify(state)} },`).join("\n")}
  },
});

const RING = [{ label: "Lit", value: 3 }, { label: "Dark", value: 1 }];

const CONTENTS: Record<string, () => React.ReactElement> = {
  "": () => <div className="rest" />,
${cases.map(({ state, content }) => `  ${JSON.stringify(state)}: () => <>${content}</>,`).join("\n")}
};

export default function Cases() {
  return <section className="card">{CONTENTS[useWidgetState(manifest).shown]!()}</section>;
}
`;

Deno.test("each rule reports what breaks it, with element and line, and nothing else", async (t) => {
  const widgets = PARTS.map((cases, part) => ({
    cases,
    source: `widgets/00${part}_cases/widget.tck.tsx`,
    text: writeWidget(cases, part),
  }));
  await using project = await Project.create({
    ...Object.fromEntries(widgets.flatMap(({ source, text }) => [
      [source, text],
      [source.replace(".tck.tsx", ".css"), STYLES],
    ])),
    "node_modules/.keep": "",
  });
  const { code, stdout } = await runSnapshot(["--cwd", project.path, "--json"]);
  const report: SnapshotReport = JSON.parse(stdout);
  assert.equal(code, 1);
  for (
    const { widget, state, rule, text, hint, content } of widgets.flatMap((widget) =>
      widget.cases.map((one) => ({ widget, ...one }))
    )
  ) {
    await t.step(`${state}: ${rule ?? "nothing"}`, () => {
      for (const theme of ["light", "dark"]) {
        const { findings } = report.renderings.find((one) => one.state === state && one.theme === theme)!;
        assert.deepEqual(
          findings.map((problem) => problem.rule),
          rule === null ? [] : [rule],
          describe(findings),
        );
        if (hint !== undefined) assert.match(findings[0]!.message, hint);
        if (text === undefined) continue;
        const { element } = findings[0]!;
        assert.equal(element!.text, text);
        const line = widget.text.split("\n").findIndex((line) => line.includes(content)) + 1;
        assert.deepEqual([element!.source?.file, element!.source?.line], [widget.source, line]);
      }
    });
  }
});

Deno.test("the help says which ellipsis is an error", async () => {
  const { stdout } = await runSnapshot(["--help"]);
  assert.match(
    stdout.replaceAll(/\s+/g, " "),
    /text\.cut \(.* by an ellipsis .* less than half of a text or fewer than five letters, and by any ellipsis in a value, number or time\)/,
  );
});

function describe(problems: readonly CardProblem[]): string {
  return problems.map((problem) => JSON.stringify(problem)).join("\n");
}
