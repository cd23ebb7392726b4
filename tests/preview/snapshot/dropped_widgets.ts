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
  value:
    `<CardHeader>Moon</CardHeader><p style={{ height: 90, margin: 0 }}>42 %<Moon height={8} /></p><List>{PHASES}</List>`,
  block: `<CardHeader>Moon</CardHeader><Stat label="Lit" value="42 %" /><Moon height={300} />`,
  cells: `<CardHeader>Moon</CardHeader><Grid columns={3}>{FACTS}{FACTS}{FACTS}{FACTS}</Grid>`,
  huge: `<CardHeader>Moon</CardHeader><Stat label="Lit" value="42 %" /><Moon height={700} />`,
  items: `<CardHeader>Moon</CardHeader><List>{PHASES}</List>`,
  match:
    `<CardHeader>Moon</CardHeader><Moon height={20} /><List>{PHASES.slice(0, 3)}<Match sides={[{ name: "A" }, { name: "B" }]} current /></List>`,
  fifty: `<CardHeader>Moon</CardHeader><List>{phases(50)}</List>`,
  many: `<CardHeader>Moon</CardHeader><List>{phases(500)}</List>`,
  detail:
    `<CardHeader>Moon</CardHeader><Moon height={58} /><Stat label="Lit" value="42 %" detail="Waxing" />`,
  columns:
    `<Table label="Moons" columns={[{ key: "a", label: "Moon" }, { key: "b", label: "Radius" }, { key: "c", label: "Distance", priority: 3 }, { key: "d", label: "Year", priority: 3 }]} rows={[{ a: "Ganymede, the largest one", b: "2,634 km", c: "1,070,400 km from Jupiter", d: "Seen in 1610" }]} />`,
  series:
    `<CardHeader>Moon</CardHeader><Moon height={74} /><BarChart label="Phases" data={[{ day: "Mon", lit: 1, dark: 2 }]} index="day" categories={["lit", "dark"]} />`,
  ring:
    `<CardHeader>Moon</CardHeader><Stat label="Moon" value="7" /><Donut label="Phases" segments={[{ label: "Lit", value: 1 }, { label: "Dark", value: 2 }]} />`,
  caption:
    `<CardHeader>Moon</CardHeader><Stat label="Moon" value="7" /><Donut label="Phases" value="1" caption="of three" segments={[{ label: "Lit", value: 1 }]} total={3} />`,
  strip:
    `<CardHeader>Moon</CardHeader><Moon height={74} /><StateChart type="strip" label="Phases" states={[{ key: "a", name: "Waxing gibbous" }, { key: "b", name: "Waning crescent" }, { key: "c", name: "Waxing crescent" }, { key: "d", name: "Waning gibbous" }, { key: "e", name: "First quarter" }]} data={[{ state: "a", from: "2026-03-04", to: "2026-03-09" }, { state: "b", from: "2026-03-09", to: "2026-03-14" }]} />`,
  moments:
    `<CardHeader>Moon</CardHeader><LineChart label="Light" data={[{ day: "Mon", lit: 1 }, { day: "Tue", lit: 2 }, { day: "Wed", lit: 1 }]} index="day" categories={["lit"]} moments={[{ at: "Tue", label: "Full" }, { at: "Tue", label: "Perigee" }]} />`,
  untitled:
    `<CardHeader>Moon</CardHeader><Moon height={74} /><BarChart label="Phases" showLabel data={[{ day: "Mon", lit: 1 }, { day: "Tue", lit: 2 }]} index="day" categories={["lit"]} />`,
  start:
    `<CardHeader start={<Badge>Full and very bright</Badge>} end={<><Badge>Very long words</Badge> <Badge>Longer words than that</Badge></>}>Moon over the sea</CardHeader><Stat label="Lit" value="42 %" />`,
  badge:
    `<CardHeader end={<Badge>Delayed until further notice, which may be late in the evening</Badge>}>Moon</CardHeader><Stat label="Lit" value="42 %" />`,
  header: `<CardHeader end="${"Very long ".repeat(9)}">Moon</CardHeader><Stat label="Lit" value="42 %" />`,
};

/** A widget with a state for each. */
export const DROPPED_WIDGET =
  `import { Badge, Card, CardHeader, defineManifest, Donut, Grid, List, ListItem, Match, Stat, Table, Text, useWidgetState } from "@tck/kit";
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

/** What is in a card of 352 × 352 pixels with a footer of 36. */
const SPARSE: { readonly [state: string]: string } = {
  filled:
    `<BarChart label="Moons" data={[{ day: "Mon", lit: 1 }, { day: "Tue", lit: 2 }]} index="day" categories={["lit"]} />`,
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

/** A widget with a state for each. */
export const EMPTY_WIDGET =
  `import { Card, CardHeader, defineManifest, EmptyState, Stack, Text, useWidgetState } from "@tck/kit";
import { BarChart } from "@tck/kit/charts";

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
