import { Badge, Card, CardHeader, Grid, Heading, List, ListItem, ProgressBar, Stat, useText } from "@tck/kit";
import type { ReactElement } from "react";
import { Passengers } from "./fitting_parts.tsx";
import { STRINGS } from "./fitting_strings.ts";

/** A value and five departures, whose times have different widths, and whose badges leave the names no room in a `2x1`. */
export function Board(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <CardHeader>{text.harbour}</CardHeader>
      <Stat size="large" label={text.next} value="18" />
      <List>
        {["9:10", "12:45", "14:10", "15:30", "16:40"].map((time, index) => (
          <ListItem key={time} start={`${time} PM`} end={<Badge>{`${text.late}: 15 min`}</Badge>}>
            {text.places[index]}
          </ListItem>
        ))}
      </List>
    </Card>
  );
}

/** A value, two items of which the first is current, and a chart, in three columns. */
export function Lots(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <CardHeader end={text.next}>{text.harbour}</CardHeader>
      <Grid columns={3} grow>
        <Stat size="large" label={text.passengers} value="384" />
        <List>
          <ListItem current end="10:40">{text.places[0]}</ListItem>
          <ListItem end="11:40">{text.places[1]}</ListItem>
        </List>
        <Passengers />
      </Grid>
    </Card>
  );
}

/** Two cells in three columns. */
export function Pair(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <CardHeader>{text.harbour}</CardHeader>
      <Grid columns={3} grow>
        <Stat size="large" label={text.passengers} value="384" />
        <Passengers />
      </Grid>
    </Card>
  );
}

/** Seven days, of which the fourth is today, above a bar. */
export function Rota(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <CardHeader>{text.harbour}</CardHeader>
      <Stat size="large" label={text.next} value="1:30 PM" detail={text.since} />
      <List>
        {text.places.map((place, index) => (
          <ListItem key={place} past={index < 3} current={index === 3} end="13:30">{place}</ListItem>
        ))}
      </List>
      <ProgressBar label={text.wind} value={0.8} />
    </Card>
  );
}

/** A chart, and seven items below a heading. */
export function Luggage(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <CardHeader>{text.harbour}</CardHeader>
      <Passengers />
      <Heading level={3}>{text.summary}</Heading>
      <List>{text.places.map((place) => <ListItem key={place} end="10:25">{place}</ListItem>)}</List>
    </Card>
  );
}

/** A medium value, a chart, and one item, which is current. */
export function Derby(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <CardHeader>{text.harbour}</CardHeader>
      <Stat label={text.passengers} value="1,486" />
      <Passengers />
      <List>
        <ListItem current detail={text.from} end="19:30">{text.places[0]}</ListItem>
      </List>
    </Card>
  );
}

/** Values of two sizes beside each other, with details. */
export function Duo(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <CardHeader>{text.harbour}</CardHeader>
      <Grid columns={2}>
        <Stat size="large" label={text.high} value="412" detail={text.next} />
        <Stat label={text.low} value="9.40" detail={text.next} />
      </Grid>
      <Passengers />
    </Card>
  );
}
