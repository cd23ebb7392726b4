import {
  Badge,
  Card,
  CardHeader,
  Grid,
  Heading,
  List,
  ListItem,
  Match,
  Stack,
  Stat,
  Text,
  Timeline,
  TimelineItem,
  useText,
} from "@tck/kit";
import { BarChart } from "@tck/kit/charts";
import type { ReactElement } from "react";
import { DAYS, Passengers } from "./fitting_parts.tsx";
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

/** A title, a remark and a list, without a header. */
export function Errands(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <Heading level={3}>{text.harbour}</Heading>
      <Text tone="muted">{text.summary}</Text>
      <List>{text.places.map((place) => <ListItem key={place}>{place}</ListItem>)}</List>
    </Card>
  );
}

/** Events and a match with long times and ends, and a row of a long name after a time. */
export function Crowded(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <CardHeader>{text.harbour}</CardHeader>
      <Stack>
        <Timeline>
          <TimelineItem time="10:25 – 11:40 AM" end={text.summary}>{text.high}</TimelineItem>
          <TimelineItem time="12:25 PM">{text.low}</TimelineItem>
        </Timeline>
        <List>
          <Match sides={[{ name: "Kiel" }, { name: "Berlin" }]} status="Tomorrow, 19:00" />
          <ListItem start="10:25 AM" end="Gate B12">Design review with product and engineering</ListItem>
        </List>
      </Stack>
    </Card>
  );
}

/** A chart whose label is of the letters of another direction in an Arabic card. */
export function Latin(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <CardHeader>{text.harbour}</CardHeader>
      <BarChart
        label="Dagebüll"
        showLabel
        data={DAYS.map((day) => ({ ...day, other: 20 }))}
        index="day"
        categories={["value", "other"]}
        names={{ value: text.high, other: text.low }}
      />
    </Card>
  );
}
