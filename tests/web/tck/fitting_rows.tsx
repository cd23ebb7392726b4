import {
  Callout,
  Card,
  CardHeader,
  List,
  ListItem,
  ProgressBar,
  Stack,
  Stat,
  Table,
  Text,
  Timeline,
  TimelineItem,
  useText,
} from "@tck/kit";
import type { ReactElement } from "react";
import { STRINGS } from "./fitting_strings.ts";

const TIMES = ["05:12", "06:38", "12:31", "12:31", "18:24", "19:46"];

/** A value above rows that do not all fit; two rows beside each other count now. */
export function Agenda(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <CardHeader end={text.onTime}>{text.harbour}</CardHeader>
      <Stat size="large" label={text.high} value="12:31" detail={text.next} />
      <Timeline>
        {text.events.map((event, index) => (
          <TimelineItem
            key={event}
            time={TIMES[index]}
            detail={text.from}
            past={index < 2}
            current={index === 2 || index === 3}
          >
            {event}
          </TimelineItem>
        ))}
      </Timeline>
    </Card>
  );
}

/** Rows with details, all of which are over. */
export function Steps(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <CardHeader>{text.harbour}</CardHeader>
      <ProgressBar label={text.passengers} value={1} />
      <Timeline>
        {text.events.map((event, index) => (
          <TimelineItem key={event} time={TIMES[index]} detail={text.from} past>{event}</TimelineItem>
        ))}
      </Timeline>
    </Card>
  );
}

/** Rows with details, below which is more. */
export function Ferries(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <CardHeader>{text.harbour}</CardHeader>
      <List divided>
        {text.places.slice(0, 5).map((place, index) => (
          <ListItem
            key={place}
            detail={text.from}
            end={TIMES[index]}
            current={index === 1 || index === 2}
          >
            {place}
          </ListItem>
        ))}
      </List>
      <Callout tone="warning" title={text.gale}>{text.galeText}</Callout>
      <Text tone="muted">{text.summary}</Text>
    </Card>
  );
}

/** A value whose neighbour the state does not have. */
export function Alone(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <CardHeader>{text.harbour}</CardHeader>
      <Stack direction="auto">
        <Stat size="large" label={text.passengers} value="8,412" detail={text.from} />
        {null}
      </Stack>
    </Card>
  );
}

/** A table that is wider than a narrow card with its last two columns. */
export function Bins(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <CardHeader>{text.harbour}</CardHeader>
      <Table
        label={text.harbour}
        columns={[
          { key: "to", label: text.columns[0] },
          { key: "leaves", label: text.columns[1] },
          { key: "day", label: text.columns[2], priority: 2 },
          { key: "bin", label: text.columns[3], priority: 2 },
        ]}
        rows={text.places.map((place) => ({
          to: place,
          leaves: "10:25",
          day: "Wednesday, January 14",
          bin: "Paper, cardboard",
        }))}
        current={1}
      />
    </Card>
  );
}
