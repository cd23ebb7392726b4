/** What is below a spacer in a card of 352 × 352 pixels, and how high the spacer is. */
export const ROOM_CONTENTS: { readonly [state: string]: readonly [height: number, content: string] } = {
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

/** The source of a widget with what does not fit below the spacer. @param gained the pixels by which the spacer of a state is lower */
export function writeRoomWidget(
  gained: ReadonlyMap<string, { readonly state: string; readonly pixels: number }>,
): string {
  const states = [...gained.keys()];
  const content = (name: string) => {
    const { state, pixels } = gained.get(name)!;
    const [height, below] = ROOM_CONTENTS[state]!;
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
