import {
  BarList,
  Card,
  CardHeader,
  Choice,
  Gauge,
  List,
  ListItem,
  Quote,
  Stat,
  Text,
  useText,
} from "@tck/kit";
import type { ReactElement } from "react";
import { STRINGS } from "./fitting_strings.ts";

/** A quote that has the whole card. */
export function Advice(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <CardHeader>{text.harbour}</CardHeader>
      <Quote author={text.places[2]} source={text.from}>{text.news}</Quote>
    </Card>
  );
}

/** A quote in a foreign language that is too long for a low card, and rows below it. */
export function Reading(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <CardHeader>{text.harbour}</CardHeader>
      <Quote lang="de" author={text.places[0]} source={text.from}>{LONG}</Quote>
      <List>
        {text.places.slice(0, 3).map((place) => <ListItem key={place} end="12:51">{place}</ListItem>)}
      </List>
    </Card>
  );
}

const LONG =
  "Haben Sie Geduld gegen alles Ungelöste in Ihrem Herzen und versuchen Sie, die Fragen selbst liebzuhaben wie " +
  "verschlossene Stuben und wie Bücher, die in einer sehr fremden Sprache geschrieben sind.";

/** A scale with ranges, and a value below it. */
export function Dial(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <CardHeader>{text.harbour}</CardHeader>
      <Gauge
        label={text.wind}
        value={7}
        max={12}
        ranges={[
          { label: text.low, to: 4, tone: "positive" },
          { label: text.high, to: 8, tone: "warning" },
          { label: text.late, to: 12, tone: "negative" },
        ]}
      />
      <Stat label={text.waves} value="1.6" unit="m" />
    </Card>
  );
}

/** More rows than most cards have room for, one with a long label. */
export function Ranking(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <CardHeader>{text.passengers}</CardHeader>
      <BarList
        label={text.passengers}
        items={[text.since, ...text.places, ...text.kinds].map((label, index) => ({
          label,
          value: 900 / (index + 1),
          tone: index === 2 ? "warning" : undefined,
        }))}
        formatValue={(value) => value.toFixed(0)}
      />
    </Card>
  );
}

/** Actions with icons below a text. */
export function Invitation(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <CardHeader>{text.harbour}</CardHeader>
      <Text>{text.next}</Text>
      <Choice
        label={text.gale}
        options={[{ action: "open", icon: <Dot /> }, { action: "other", icon: <Dot /> }]}
      />
    </Card>
  );
}

function Dot(): ReactElement {
  return (
    <svg viewBox="0 0 16 16" fill="currentColor" aria-hidden="true">
      <circle cx={8} cy={8} r={5} />
    </svg>
  );
}

/** A card that needs the reader, with a row that is cut after two lines. */
export function Overdue(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card urgent={text.late}>
      <CardHeader end={text.next}>{text.harbour}</CardHeader>
      <Stat label={text.high} value="Zostera" lang="la" detail={text.since} />
      <List>
        <ListItem lines={2} end="12:51">{text.galeText}</ListItem>
      </List>
    </Card>
  );
}
