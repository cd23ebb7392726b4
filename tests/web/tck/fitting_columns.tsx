import {
  Badge,
  Card,
  CardHeader,
  Grid,
  List,
  ListItem,
  ProgressBar,
  Stack,
  StackedBar,
  Stat,
  useText,
} from "@tck/kit";
import { BarChart } from "@tck/kit/charts";
import type { ReactElement } from "react";
import { DAYS, Passengers } from "./fitting_parts.tsx";
import { STRINGS } from "./fitting_strings.ts";

/** Four bars above a chart, and one below it. */
export function Zones(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <CardHeader>{text.harbour}</CardHeader>
      {text.places.slice(0, 4).map((place) => (
        <ProgressBar key={place} label={place} value={0.7} detail={text.next} />
      ))}
      <Passengers />
      <ProgressBar label={text.wind} value={0.4} />
    </Card>
  );
}

/** A long end of the header, a value, a chart with a limit, six rows and two more values. */
export function Evening(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <CardHeader end={<Badge tone="warning">{text.late}</Badge>}>{text.passengers}</CardHeader>
      <Stat size="large" label={text.passengers} value="46" />
      <BarChart
        label={text.passengers}
        data={DAYS}
        index="day"
        categories={["value"]}
        reference={{ value: 70, label: text.wind }}
      />
      <Places count={6} />
      <TwoValues />
    </Card>
  );
}

/** A value, a chart, a bar with seven named parts, and a list. */
export function Vault(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <CardHeader>{text.harbour}</CardHeader>
      <Stat size="large" label={text.passengers} value="34" detail={text.next} />
      <Passengers />
      <Parts count={7} />
      <Places count={5} />
    </Card>
  );
}

/** A value of each size, a bar and a chart in a column of a grid that grows, beside rows. */
export function Plant(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <CardHeader>{text.harbour}</CardHeader>
      <Grid columns={2} grow>
        <Stack>
          <Grid columns={2}>
            <Stat size="large" label={text.high} value="412" detail={text.next} />
            <Stat label={text.low} value="9.40" detail={text.next} />
          </Grid>
          <Parts count={2} />
          <Passengers />
        </Stack>
        <Stack>
          <Places count={3} />
        </Stack>
      </Grid>
    </Card>
  );
}

function Parts({ count }: { count: number }): ReactElement {
  const text = useText(STRINGS);
  const segments = text.places.slice(0, count).map((label, index) => ({ label, value: 10 + index }));
  return <StackedBar label={text.spent} segments={segments} />;
}

function TwoValues(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Grid columns={2}>
      <Stat label={text.high} value="2.79" />
      <Stat label={text.low} value="1.04" />
    </Grid>
  );
}

function Places({ count }: { count: number }): ReactElement {
  const text = useText(STRINGS);
  return (
    <List divided>
      {text.places.slice(0, count).map((place) => (
        <ListItem key={place} detail={text.from} end="10:25">{place}</ListItem>
      ))}
    </List>
  );
}
