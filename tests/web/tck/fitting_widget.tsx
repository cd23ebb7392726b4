import {
  Badge,
  Callout,
  Card,
  CardHeader,
  defineManifest,
  EmptyState,
  Figure,
  Grid,
  Heading,
  List,
  ListItem,
  Match,
  ProgressBar,
  Stack,
  Stat,
  Table,
  Text,
  Timeline,
  TimelineItem,
  useFormat,
  useLocale,
  useText,
  useWidgetState,
} from "@tck/kit";
import type { ReactElement } from "react";
import { Traffic, Uneven } from "./fitting_beside.tsx";
import { Evening, Plant, Vault, Zones } from "./fitting_columns.tsx";
import { Advice, Dial, Invitation, Overdue, Ranking, Reading } from "./fitting_blocks.tsx";
import { Budget, Drawing, Hours, Month, Practice, Progress, Sleep, Year } from "./fitting_drawings.tsx";
import { Episode, Halls, Renewal, Schedule, Spending, Takeoff } from "./fitting_episode.tsx";
import { Gauge } from "./fitting_full.tsx";
import { Board, Crowded, Derby, Duo, Errands, Latin, Lots, Luggage } from "./fitting_lists.tsx";
import { Agenda, Alone, Bins, Ferries, Steps } from "./fitting_rows.tsx";
import {
  Absences,
  Aligned,
  Bars,
  Collections,
  Gauges,
  Goal,
  Notice,
  Panels,
  Panes,
  Shifts,
} from "./fitting_sections.tsx";
import { TrialView } from "./layout/trial_view.tsx";
import { STRINGS } from "./fitting_strings.ts";
import { House, Lessons, Medicine, Shop } from "./fitting_values.tsx";

/** For the type of the state: the tests write the manifest of each card. */
const manifest = defineManifest<{ view: keyof typeof VIEWS }>({
  id: "views",
  cardType: "feed",
  sizes: ["fill-auto"],
});

/** The blocks that fit any size, in the view that the state selects. */
export default function Fitting(): ReactElement {
  const { view } = useWidgetState(manifest);
  const View = VIEWS[view];
  return <View />;
}

const VIEWS = {
  header: Headers,
  spaces: Spaces,
  values: Values,
  news: News,
  stat: OneStat,
  stats: FourStats,
  beside: ValueAndFigure,
  list: Places,
  timeline: Times,
  table: Departures,
  progress: Progress,
  budget: Budget,
  donut: Sleep,
  calendar: Month,
  dots: Year,
  callout: Warning,
  empty: Nothing,
  matches: Matches,
  heat: Practice,
  hours: Hours,
  figure: Drawing,
  agenda: Agenda,
  ferries: Ferries,
  alone: Alone,
  steps: Steps,
  house: House,
  medicine: Medicine,
  shop: Shop,
  lessons: Lessons,
  bins: Bins,
  gauge: Gauge,
  traffic: Traffic,
  uneven: Uneven,
  absences: Absences,
  collections: Collections,
  shifts: Shifts,
  panels: Panels,
  panes: Panes,
  aligned: Aligned,
  notice: Notice,
  gauges: Gauges,
  bars: Bars,
  goal: Goal,
  zones: Zones,
  evening: Evening,
  vault: Vault,
  plant: Plant,
  board: Board,
  lots: Lots,
  luggage: Luggage,
  derby: Derby,
  duo: Duo,
  errands: Errands,
  crowded: Crowded,
  episode: Episode,
  takeoff: Takeoff,
  spending: Spending,
  halls: Halls,
  renewal: Renewal,
  schedule: Schedule,
  latin: Latin,
  advice: Advice,
  reading: Reading,
  dial: Dial,
  ranking: Ranking,
  invitation: Invitation,
  overdue: Overdue,
  everything: Everything,
  trial: TrialView,
};

/** Titles beside short and long ends, and after a start that has room in wide cards only. */
function Headers(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <CardHeader end={<Badge tone="positive">{text.onTime}</Badge>}>{text.news}</CardHeader>
      <CardHeader end={text.onTime}>{text.wind}</CardHeader>
      <CardHeader start={<Badge>1</Badge>} end={text.onTime}>{text.passengers}</CardHeader>
      <CardHeader end={`${text.summary} ${text.galeText}`}>{text.news}</CardHeader>
    </Card>
  );
}

/** Spaces and an alignment that differ from those that the kit chooses in a low, a narrow or a full card. */
function Spaces(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <Stack direction="auto" align="end" gap={1}>
        <Stat label={text.wind} value="7" detail={text.since} />
        <Text>{text.summary}</Text>
      </Stack>
      <Grid columns={3} gap={6}>
        {text.places.map((place) => <Stat key={place} label={place} value="7" detail={text.since} />)}
      </Grid>
    </Card>
  );
}

/** Values beside each other, with labels of one and of more lines and of different widths. */
function Values(): ReactElement {
  const text = useText(STRINGS);
  const format = useFormat();
  return (
    <Card>
      <CardHeader>{text.harbour}</CardHeader>
      <Grid columns={2}>
        <Stat label={text.wind} value="7" unit="Bft" />
        <Stat label={text.summary} value={format.number(12_400)} />
      </Grid>
      <Stack direction="row" align="start">
        <Stat label={text.since} value={format.number(1_240_000)} />
        <Stat label={text.low} value="3" detail={text.next} />
      </Stack>
    </Card>
  );
}

function News(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <CardHeader end={<Badge tone="positive">{text.onTime}</Badge>}>{text.harbour}</CardHeader>
      <Heading lines={3}>{text.news}</Heading>
      <Text tone="muted">{text.summary}</Text>
    </Card>
  );
}

function OneStat(): ReactElement {
  const text = useText(STRINGS);
  const format = useFormat();
  return (
    <Card justify="between">
      <CardHeader end={format.time("2026-03-04T12:30:00Z")}>{text.harbour}</CardHeader>
      <Stat
        label={text.passengers}
        value={format.number(12480)}
        trend={{ text: text.change, direction: "up", tone: "positive" }}
        detail={text.since}
        size="large"
      />
    </Card>
  );
}

/** A value and a drawing that has no room beside it in a 1x1 with slots. */
function ValueAndFigure(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <CardHeader>{text.harbour}</CardHeader>
      <Stack direction="auto">
        <Stat size="large" label={text.passengers} value="8,412" detail={text.since} />
        <Figure label={text.wind}>{({ width, height }) => <svg width={width} height={height} />}</Figure>
      </Stack>
    </Card>
  );
}

function FourStats(): ReactElement {
  const text = useText(STRINGS);
  const format = useFormat();
  return (
    <Card>
      <CardHeader>{text.harbour}</CardHeader>
      <Grid columns={4} grow>
        <Stat label={text.high} value={format.time("2026-03-04T12:30:00Z")} detail={text.next} />
        <Stat label={text.low} value={format.time("2026-03-04T18:45:00Z")} />
        <Stat label={text.wind} value="7" unit="Bft" tone="warning" />
        <Stat label={text.waves} value={format.number(1.6)} unit="m" />
      </Grid>
    </Card>
  );
}

function Places(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <CardHeader>{text.harbour}</CardHeader>
      <List divided>
        {text.places.map((place, index) => (
          <ListItem
            key={place}
            color={(index % 6 + 1) as 1}
            detail={text.from}
            end={`1${index}:25`}
            past={index < 2}
            current={index === 2}
          >
            {place}
          </ListItem>
        ))}
      </List>
    </Card>
  );
}

function Times(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <CardHeader end={text.next}>{text.harbour}</CardHeader>
      <Timeline>
        {text.events.map((event, index) => (
          <TimelineItem
            key={event}
            time={["05:12", "06:38", "12:31", "15:44", "18:24", "19:46"][index]}
            past={index < 3}
            current={index === 3}
            detail={index === 3 ? text.next : undefined}
          >
            {event}
          </TimelineItem>
        ))}
      </Timeline>
    </Card>
  );
}

function Departures(): ReactElement {
  const text = useText(STRINGS);
  const format = useFormat();
  const [to, leaves, pier, boat, seats] = text.columns;
  return (
    <Card>
      <CardHeader>{text.harbour}</CardHeader>
      <Table
        label={text.harbour}
        columns={[
          { key: "to", label: to },
          { key: "leaves", label: leaves, align: "end" },
          { key: "pier", label: pier, align: "center" },
          { key: "boat", label: boat },
          { key: "seats", label: seats, align: "end" },
        ]}
        rows={text.places.map((place, index) => ({
          to: place,
          leaves: `1${index}:25`,
          pier: index % 3 + 1,
          boat: "Uthlande",
          seats: format.number(840 + 160 * index),
        }))}
        current={1}
      />
    </Card>
  );
}

function Warning(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <CardHeader>{text.harbour}</CardHeader>
      <Stat label={text.wind} value="7" unit="Bft" tone="warning" />
      <Callout tone="warning" title={text.gale}>{text.galeText}</Callout>
    </Card>
  );
}

function Nothing(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <CardHeader>{text.harbour}</CardHeader>
      <EmptyState icon={<svg aria-hidden="true" viewBox="0 0 24 24" />} title={text.gale}>
        {text.next}
      </EmptyState>
    </Card>
  );
}

function Matches(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <CardHeader end={text.next}>{text.harbour}</CardHeader>
      <List divided>
        {[0, 2, 4].map((first) => (
          <Match
            key={first}
            sides={[{ name: text.places[first]!, score: 28 }, {
              name: text.places[first + 1]!,
              score: 7,
              lost: first === 2,
            }]}
            status={first === 0 ? "54′" : text.onTime}
            current={first === 0}
          />
        ))}
      </List>
    </Card>
  );
}

function Everything(): ReactElement {
  const text = useText(STRINGS);
  const locale = useLocale();
  const native = useFormat({ digits: "native" });
  return (
    <Card>
      <CardHeader end={native.date("2026-03-04T12:30:00Z")}>{text.harbour}</CardHeader>
      <Heading>{text.news}</Heading>
      <Stack direction="row" justify="between" align="start">
        <Stat label={text.wind} value="7" unit="Bft" tone="warning" />
        <Stat label={text.passengers} value={native.number(1240)} />
      </Stack>
      <ProgressBar label={text.passengers} value={0.64} detail={text.left} />
      <List>
        {text.places.map((place) => <ListItem key={place} detail={text.from} end={locale}>{place}</ListItem>)}
      </List>
      <Text tone="muted">{text.summary}</Text>
    </Card>
  );
}
