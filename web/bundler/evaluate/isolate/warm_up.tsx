import {
  Badge,
  Card,
  defineManifest,
  Heading,
  List,
  ListItem,
  Stack,
  Text,
  useFormat,
  useSize,
  useWidgetState,
} from "@tck/kit";
import { renderAll } from "./rendering.tsx";

/** Renders a small card, so that what most widgets need is compiled and loaded before one waits for it. */
export function warmUp(): void {
  renderAll(FirstWidget, FIRST_MANIFEST, () => {}, (_, error) => {
    throw error;
  });
}

const FIRST_MANIFEST = defineManifest({
  id: "first",
  cardType: "feed",
  sizes: ["fill-auto"],
  defaultState: { value: 1 },
});

function FirstWidget() {
  const { value } = useWidgetState(FIRST_MANIFEST);
  const format = useFormat();
  const style = { margin: 0, color: "var(--color-text)" };
  return (
    <Card>
      <Heading>{useSize()}</Heading>
      <Stack>
        <Text>{format.number(value)}</Text>
        <Badge>{format.date(0)}</Badge>
      </Stack>
      <List>
        <ListItem>{format.relative(0, value)}</ListItem>
      </List>
      <p className="first" style={style} aria-hidden onClick={() => {}}>{[value].map((item) => item)}</p>
    </Card>
  );
}
