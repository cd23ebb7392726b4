import assert from "node:assert/strict";
import type { CardProblem, SnapshotReport } from "../../../preview/server/snapshot/mod.ts";
import { Project } from "../session/project.ts";
import { runSnapshot } from "./snapshot_process.ts";

/** What is below a spacer in a card of 352 × 352 pixels, and how high the spacer is. */
const CONTENTS: { readonly [state: string]: readonly [height: number, content: string] } = {
  block: [150, `<Stat label="Lit" value="42 %" /><section style={{ height: 140 }}>Full</section>`],
  two: [
    180,
    `<section style={{ height: 90 }}>First</section><section style={{ height: 30 }}>Second</section>`,
  ],
  items: [100, `<List>{PHASES}</List>`],
  list: [240, `<Text>Waxing</Text><List>{PHASES}</List>`],
  chart: [260, `<Text>Waxing</Text><Sparkline label="Lit" values={[1, 2, 3]} />`],
  detail: [200, `<Stat label="Lit" value="42 %" detail="Waxing" /><Moon height={30} />`],
  text: [230, `<Text>{"Waxing moon. ".repeat(30)}</Text>`],
};

/** @param gained the pixels by which the spacer of a state is lower */
function writeWidget(
  gained: ReadonlyMap<string, { readonly state: string; readonly pixels: number }>,
): string {
  const states = [...gained.keys()];
  const content = (name: string) => {
    const { state, pixels } = gained.get(name)!;
    const [height, below] = CONTENTS[state]!;
    return `  ${name}: () => <><CardHeader>Moon</CardHeader><Moon height={${height - pixels}} />${below}</>,`;
  };
  return `import { Card, CardHeader, defineManifest, List, ListItem, Stat, Text, useWidgetState } from "@tck/kit";
import { Sparkline } from "@tck/kit/charts";

export const manifest = defineManifest<{ shown: string }>({
  id: "room",
  title: "Room",
  cardType: "feed",
  sizes: ["2x2"],
  defaultState: { shown: "${states[0]}" },
  states: { ${states.map((state) => `${state}: { shown: "${state}" }`).join(", ")} },
});

const PHASES = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((day) => <ListItem key={day}>{"Phase " + day}</ListItem>);

function Moon({ height }: { height: number }) {
  return <svg viewBox="0 0 9 9" style={{ height }} role="img" aria-label="The moon"><circle r="9" /></svg>;
}

const CONTENTS: Record<string, () => React.ReactElement> = {
${states.map(content).join("\n")}
};

export default function Room() {
  return <Card>{CONTENTS[useWidgetState(manifest).shown]!()}</Card>;
}
`;
}

const SOURCE = "widgets/001_room/widget.tck.tsx";

Deno.test("a piece that is not shown is shown as soon as as many pixels are gained as the finding says", async (t) => {
  const states = Object.keys(CONTENTS);
  await using project = await Project.create({ "node_modules/.keep": "" });
  const snapshot = async (gained: Parameters<typeof writeWidget>[0]) => {
    await project.write(SOURCE, writeWidget(gained));
    const flags = ["--theme", "light", ...[...gained.keys()].flatMap((state) => ["--state", state])];
    const { stdout } = await runSnapshot(["--cwd", project.path, ...flags, "--json"]);
    const report: SnapshotReport = JSON.parse(stdout);
    return (name: string) =>
      report.renderings.find(({ state }) => state === name)!.findings.filter(({ rule }) =>
        /dropped|bare/.test(rule)
      );
  };
  const before = await snapshot(new Map(states.map((state) => [state, { state, pixels: 0 }])));
  const needed = new Map(states.map((state) => [state, before(state)[0]?.pixels ?? 0]));
  const after = await snapshot(
    new Map(states.flatMap((state) => {
      const pixels = needed.get(state)!;
      return [[`${state}_enough`, { state, pixels }], [`${state}_short`, { state, pixels: pixels - 1 }]];
    })),
  );
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

/** What a finding says is missing: `ListItem “Phase 4”, the first of 6 of 9,`. */
function countOf({ message }: CardProblem): string {
  return message.replace(/ is (?:not shown|cut off): .*/, "");
}
