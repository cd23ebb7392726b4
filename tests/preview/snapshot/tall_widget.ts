/** A widget with two states that are higher than a picture. */
export const TALL_WIDGET = `import { Card, CardHeader, defineManifest, Text, useWidgetState } from "@tck/kit";

export const manifest = defineManifest<{ height: number }>({
  id: "tall",
  title: "Tall",
  cardType: "feed",
  sizes: ["fill-auto"],
  defaultState: { height: 20 },
  states: { tall: { height: 40_000 }, taller: { height: 50_000 }, usual: { height: 40 } },
});

export default function Tall() {
  const { height } = useWidgetState(manifest);
  return <Card><CardHeader>Moon</CardHeader><Text>Waxing</Text><div style={{ height }} /></Card>;
}
`;
