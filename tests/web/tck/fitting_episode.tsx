import { Card, CardHeader, Grid, Heading, List, ListItem, ProgressBar, Stack, Stat, useText } from "@tck/kit";
import type { ReactElement } from "react";
import { Passengers } from "./fitting_parts.tsx";
import { STRINGS } from "./fitting_strings.ts";

/** Values, a chart, a bar and one row. */
export function Episode(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <CardHeader>{text.harbour}</CardHeader>
      <Grid columns={2}>
        <Stat size="large" label={text.passengers} value="412" detail={text.next} />
        <Stat label={text.wind} value="7" />
      </Grid>
      <Passengers />
      <ProgressBar label={text.waves} value={0.7} />
      <List>
        <ListItem detail={text.from} end="10:25">{text.next}</ListItem>
      </List>
    </Card>
  );
}

/** A chart between a value and one with a long detail, in a grid. */
export function Takeoff(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <CardHeader>{text.harbour}</CardHeader>
      <Grid columns={3} grow>
        <Stat size="large" label={text.passengers} value="412" detail={text.next} />
        <Passengers />
        <Stat label={text.high} value="10:25" detail={`${text.galeText} ${text.from}`} />
      </Grid>
    </Card>
  );
}

/** Bars in two columns, with longer and shorter values, below a value beside a bar. */
export function Spending(): ReactElement {
  const text = useText(STRINGS);
  const values = ["€1,150 of €1,350", "€412 of €560", "€8", "€9"];
  return (
    <Card>
      <CardHeader>{text.harbour}</CardHeader>
      <Stack direction="auto">
        <Stat label={text.wind} value="7" unit="Bft" detail={text.next} />
        <ProgressBar label={text.waves} value={0.7} />
      </Stack>
      <Grid columns={2}>
        {text.places.slice(0, 4).map((place, index) => (
          <ProgressBar key={place} label={place} value={0.4} text={values[index]} />
        ))}
      </Grid>
    </Card>
  );
}

/** A large value of many letters beside a short one. */
export function Renewal(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <CardHeader>{text.harbour}</CardHeader>
      <Grid columns={2}>
        <Stat size="large" label={text.passengers} value={text.onTime.repeat(2)} />
        <Stat label={text.wind} value="7" />
      </Grid>
      <Passengers />
    </Card>
  );
}

/** Values in two columns, a chart, and more rows than a card has room for, of which the first is current. */
export function Schedule(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <CardHeader>{text.harbour}</CardHeader>
      <Grid columns={2}>
        <Stat size="large" label={text.passengers} value="412" detail={text.next} />
        <Stat label={text.wind} value="7" detail={text.next} />
      </Grid>
      <Passengers />
      <Heading level={3}>{text.next}</Heading>
      <List>
        {[...text.places, ...text.places].map((place, index) => (
          <ListItem key={index} detail={text.from} current={index === 0} end="10:25">{place}</ListItem>
        ))}
      </List>
    </Card>
  );
}

/** Two lists, each with a heading of the level of the card's own. */
export function Halls(): ReactElement {
  const text = useText(STRINGS);
  const rows = (places: readonly string[]) => (
    <List>
      {places.map((place) => <ListItem key={place} end="10:25">{place}</ListItem>)}
    </List>
  );
  return (
    <Card>
      <CardHeader>{text.harbour}</CardHeader>
      <Heading>{text.wind}</Heading>
      {rows(text.places.slice(0, 3))}
      <Heading>{text.waves}</Heading>
      {rows(text.places.slice(3, 5))}
    </Card>
  );
}
