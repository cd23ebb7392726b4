import { Callout, Card, CardHeader, List, ListItem, ProgressBar, Stack, Stat, useText } from "@tck/kit";
import { LineChart } from "@tck/kit/charts";
import type { ReactElement } from "react";
import { STRINGS } from "./fitting_strings.ts";

const LEVELS = [240, 290, 360, 412, 470, 510, 480].map((level, day) => ({
  at: `2026-03-0${day + 1}`,
  level,
  lowest: day < 4 ? null : level - 20 * (day - 3),
  highest: day < 4 ? null : level + 20 * (day - 3),
}));

/** A remark, a value, a chart and rows with details: more than two rows of cells have room for. */
export function Gauge(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <CardHeader>{text.harbour}</CardHeader>
      <Callout tone="warning" title={text.gale}>{text.next}</Callout>
      <Stack direction="auto" grow>
        <Stack>
          <Stat label={text.high} value="412" unit="cm" size="large" detail={text.next} />
          <ProgressBar label={text.high} value={0.6} header={false} />
        </Stack>
        <LineChart
          label={text.high}
          data={LEVELS}
          index="at"
          categories={["level"]}
          band={["lowest", "highest"]}
          now="2026-03-04"
        />
      </Stack>
      <List divided>
        {text.places.slice(0, 5).map((place) => (
          <ListItem key={place} detail={text.from} end="12:51">{place}</ListItem>
        ))}
      </List>
    </Card>
  );
}
