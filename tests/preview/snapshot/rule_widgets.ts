import assert from "node:assert/strict";
import type { Rendering, Theme } from "../../../preview/server/snapshot/mod.ts";
import { CARD_CASES } from "./card_rule_cases.ts";
import type { RuleCase } from "./rule_cases.ts";
import { STYLES } from "./rule_styles.ts";
import { TEXT_CASES } from "./text_rule_cases.ts";

/** A widget has at most 64 states. */
const PARTS: readonly (readonly RuleCase[])[] = [TEXT_CASES, CARD_CASES];

const writeWidget = (cases: readonly RuleCase[], part: number) =>
  `import { Card, defineManifest, Donut, Figure, Grid, Stat, Text, useWidgetState } from "@tck/kit";
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

const RING = [{ label: "Lit", value: 3 }];

const CONTENTS: Record<string, () => React.ReactElement> = {
  "": () => <div className="rest" />,
${cases.map(({ state, content }) => `  ${JSON.stringify(state)}: () => <>${content}</>,`).join("\n")}
};

export default function Cases() {
  return <section className="card">{CONTENTS[useWidgetState(manifest).shown]!()}</section>;
}
`;

interface RuleWidget {
  readonly cases: readonly RuleCase[];
  readonly name: string;
  readonly text: string;
}

/** The widgets with the cards of all rules. */
export const RULE_WIDGETS: readonly RuleWidget[] = PARTS.map((cases, part) => ({
  cases,
  name: `00${part}_cases`,
  text: writeWidget(cases, part),
}));

/** Their files. */
export const RULE_FILES: { readonly [path: string]: string } = Object.fromEntries(
  RULE_WIDGETS.flatMap(({ name, text }) => [
    [`widgets/${name}/widget.tck.tsx`, text],
    [`widgets/${name}/widget.css`, STYLES],
  ]),
);

/** Holds that a card in a theme has the problem of its case, with the element and the line, and no other. */
export function assertRule(
  renderings: readonly Rendering[],
  theme: Theme,
  widget: RuleWidget,
  { state, rule, text, hint, content }: RuleCase,
): void {
  const { findings } = renderings.find((one) =>
    one.widget === widget.name && one.state === state && one.theme === theme
  )!;
  const found = findings.map((problem) => JSON.stringify(problem)).join("\n");
  assert.deepEqual(findings.map((problem) => problem.rule), rule === null ? [] : [rule], found);
  if (hint !== undefined) assert.match(findings[0]!.message, hint);
  if (text === undefined) return;
  const { element } = findings[0]!;
  assert.equal(element!.text, text);
  const line = widget.text.split("\n").findIndex((line) => line.includes(content)) + 1;
  const source = `widgets/${widget.name}/widget.tck.tsx`;
  assert.deepEqual([element!.source?.file, element!.source?.line], [source, line]);
}
