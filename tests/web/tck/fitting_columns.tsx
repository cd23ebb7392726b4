import {
  Badge,
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
  StackedBar,
  Stat,
  useText,
} from "@tck/kit";
import { BarChart } from "@tck/kit/charts";
import type { ReactElement } from "react";
import { DAYS, Passengers } from "./fitting_parts.tsx";
import { STRINGS } from "./fitting_strings.ts";

/** A value, a chart, a bar with two parts, and two more values. */
export function Loan(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <CardHeader>{text.harbour}</CardHeader>
      <Stat size="large" label={text.passengers} value="€184,320" detail={text.next} />
      <Passengers />
      <Parts count={2} />
      <TwoValues />
    </Card>
  );
}

/** A value, a bar, a remark and two more values before a chart. */
export function Job(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <CardHeader>{text.harbour}</CardHeader>
      <Stat size="large" label={text.passengers} value="63%" />
      <ProgressBar label={text.wind} value={0.7} />
      <Callout tone="warning" title={text.gale}>{text.onTime}</Callout>
      <TwoValues />
      <Passengers />
    </Card>
  );
}

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

/** A remark, a list and a month. */
export function Returns(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <CardHeader>{text.harbour}</CardHeader>
      <Callout tone="warning" title={text.gale}>{text.onTime}</Callout>
      <Places count={4} />
      <Calendar label={text.harbour} month="2026-03" today="2026-03-04" />
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

/** A headline above three values and a chart. */
export function Trip(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <Heading kicker={text.wind}>{text.harbour}</Heading>
      <Grid columns={3}>
        {text.places.slice(0, 3).map((place) => <Stat key={place} label={place} value="14" unit="kn" />)}
      </Grid>
      <Passengers />
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

/** A value, a chart and rows of nothing but a text. */
export function Packing(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <CardHeader>{text.harbour}</CardHeader>
      <Stat size="large" label={text.passengers} value="34" />
      <Passengers />
      <List>{text.places.slice(0, 6).map((place) => <ListItem key={place}>{place}</ListItem>)}</List>
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

/** A value and a chart above rows of which three do not fit. */
export function Tours(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <CardHeader>{text.harbour}</CardHeader>
      <Stat size="large" label={text.passengers} value="34" />
      <Passengers />
      <List>
        {text.places.slice(0, 5).map((place) => (
          <ListItem key={place} end={<Badge>{text.late}</Badge>}>
            {`${place}: ${text.since}. ${text.from}`}
          </ListItem>
        ))}
      </List>
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
