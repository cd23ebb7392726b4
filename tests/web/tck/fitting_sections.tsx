import {
  ActionButton,
  Calendar,
  Callout,
  Card,
  CardHeader,
  Grid,
  Heading,
  List,
  ListItem,
  ProgressBar,
  Stack,
  Stat,
  Text,
  useSlots,
  useText,
} from "@tck/kit";
import type { ReactElement } from "react";
import { Passengers } from "./fitting_parts.tsx";
import { STRINGS } from "./fitting_strings.ts";

/** A value above a list with a heading. */
export function Absences(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <CardHeader>{text.harbour}</CardHeader>
      <Stat size="large" label={text.waves} value="2" detail={text.next} />
      <Heading level={3}>{text.summary}</Heading>
      <Places count={5} />
    </Card>
  );
}

/** A month with two kinds of days above a list with a heading. */
export function Collections(): ReactElement {
  const text = useText(STRINGS);
  const days = ["05", "10", "12", "19", "26"];
  return (
    <Card>
      <CardHeader>{text.harbour}</CardHeader>
      <Calendar
        label={text.harbour}
        month="2026-03"
        today="2026-03-04"
        marks={days.map((day, index) => ({
          date: `2026-03-${day}`,
          label: index % 2 === 0 ? text.wind : text.waves,
          color: index % 2 === 0 ? 1 : 2,
        }))}
      />
      <Heading level={3}>{text.next}</Heading>
      <Places count={5} />
    </Card>
  );
}

/** A headline, a text and the host's action, where there is one. */
export function Notice(): ReactElement {
  const text = useText(STRINGS);
  const { actions } = useSlots();
  return (
    <Card>
      <CardHeader>{text.harbour}</CardHeader>
      <Heading kicker={text.wind}>{text.news}</Heading>
      <Text>{text.summary}</Text>
      {actions.length > 0 && <ActionButton action="open" />}
    </Card>
  );
}

/** A month and a list at the start of a stack. */
export function Aligned(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <CardHeader>{text.harbour}</CardHeader>
      <Stack direction="auto" align="start">
        <Calendar label={text.harbour} month="2026-03" today="2026-03-04" />
        <Places count={3} />
      </Stack>
    </Card>
  );
}

/** Values in two rows, and nothing else. */
export function Gauges(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <CardHeader>{text.harbour}</CardHeader>
      <Grid columns={3}>
        {text.places.slice(0, 6).map((place) => <Stat key={place} label={place} value="14" unit="kn" />)}
      </Grid>
    </Card>
  );
}

/** Bars, and nothing else. */
export function Bars(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <CardHeader>{text.harbour}</CardHeader>
      {text.places.slice(0, 3).map((place) => <ProgressBar key={place} label={place} value={0.7} />)}
    </Card>
  );
}

/** Two lists with headings. */
export function Shifts(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <CardHeader>{text.harbour}</CardHeader>
      <Heading level={3}>{text.wind}</Heading>
      <Places count={2} />
      <Heading level={3}>{text.waves}</Heading>
      <Places count={3} />
    </Card>
  );
}

/** Two lists with headings in a grid. */
export function Panels(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <CardHeader>{text.harbour}</CardHeader>
      <Grid columns={2}>
        <Stack>
          <Heading level={3}>{text.wind}</Heading>
          <Places count={2} />
        </Stack>
        <Stack>
          <Heading level={3}>{text.waves}</Heading>
          <Places count={3} />
        </Stack>
      </Grid>
    </Card>
  );
}

/** A value and a remark beside a chart, in a grid of two stacks. */
export function Panes(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <CardHeader>{text.harbour}</CardHeader>
      <Grid columns={2} grow>
        <Stack>
          <Stat size="large" label={text.wind} value="14" unit="kn" detail={text.next} />
          <Callout tone="warning" title={text.gale}>{text.onTime}</Callout>
        </Stack>
        <Stack>
          <Passengers />
        </Stack>
      </Grid>
    </Card>
  );
}

/** A value, a bar below it and a list. */
export function Goal(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <CardHeader>{text.harbour}</CardHeader>
      <Stat size="large" label={text.passengers} value="207" unit="min" />
      <ProgressBar label={text.wind} value={0.7} />
      <Places count={4} />
    </Card>
  );
}

function Places({ count }: { count: number }): ReactElement {
  const text = useText(STRINGS);
  return (
    <List>
      {text.places.slice(0, count).map((place) => (
        <ListItem key={place} detail={text.from} end="10:25 – 11:40">{place}</ListItem>
      ))}
    </List>
  );
}
