import {
  Badge,
  Card,
  CardHeader,
  Figure,
  Grid,
  Heading,
  List,
  ListItem,
  ProgressBar,
  Stack,
  Stat,
  Timeline,
  TimelineItem,
  useText,
} from "@tck/kit";
import type { ReactElement } from "react";
import { STRINGS } from "./fitting_strings.ts";

/** Values of two sizes beside each other, bars beside values, and a line of badges at the end. */
export function House(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <CardHeader>{text.harbour}</CardHeader>
      <Stack direction="row">
        <Stat label={text.high} value="4.2" unit="m" size="large" />
        <Stat label={text.low} value="1.1" unit="m" size="small" />
      </Stack>
      <Grid columns={2}>
        <ProgressBar label={text.wind} value={0.6} detail={text.next} />
        <Stat label={text.passengers} value="80" size="small" />
        <Stat label={text.waves} value="0.3" unit="m" size="small" />
        <ProgressBar label={text.paper} value={0.3} />
      </Grid>
      <Stack direction="row">
        <Badge tone="positive">{text.onTime}</Badge>
        <Badge tone="warning">{text.late}</Badge>
      </Stack>
    </Card>
  );
}

/** Data in Latin letters, which a card in Arabic has as well. */
export function Medicine(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <CardHeader end="75 kW">Levothyroxine sodium anhydrous tablets, once a day</CardHeader>
      <Stat label={text.wind} value="75 µg" size="large" detail={text.since} />
      <List divided>
        <ListItem end="75 µg" detail="Euthyrox 75 µg (Merck)">Euthyrox</ListItem>
        <ListItem end="75 kW" detail="-4 °C">{text.wind}</ListItem>
        <ListItem end="3–5">{text.waves}</ListItem>
      </List>
    </Card>
  );
}

/** A value and a figure above more than a card of one row has room for. */
export function Shop(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <CardHeader>{text.harbour}</CardHeader>
      <Stack direction="auto">
        <Stat label={text.passengers} value="2,184" size="large" detail={text.next} />
        <Figure label={text.wind}>{({ width, height }) => <svg width={width} height={height} />}</Figure>
      </Stack>
      <Grid columns={2}>
        <Stat label={text.high} value="4.2" unit="m" size="small" />
        <Stat label={text.low} value="1.1" unit="m" size="small" />
      </Grid>
      <Heading level={3}>{text.waves}</Heading>
      <List ordered>
        {[0, 1, 2].map((place) => <ListItem key={place} end="3–5">{text.places[place]}</ListItem>)}
      </List>
    </Card>
  );
}

/** A timeline of which one row has something at its end. */
export function Lessons(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <CardHeader>{text.harbour}</CardHeader>
      <Timeline>
        <TimelineItem time="10:04">{text.places[0]}</TimelineItem>
        <TimelineItem time="11:20" end={<Badge tone="warning">{text.late}</Badge>}>
          {text.places[1]}
        </TimelineItem>
        <TimelineItem time="12:51">{text.places[2]}</TimelineItem>
      </Timeline>
    </Card>
  );
}
