import {
  Card,
  CardHeader,
  Grid,
  ProgressBar,
  Stack,
  Stat,
  Table,
  Timeline,
  TimelineItem,
  useText,
} from "@tck/kit";
import { BarChart } from "@tck/kit/charts";
import type { ReactElement } from "react";
import { STRINGS } from "./fitting_strings.ts";

const MONTHS = [3100, 2800, 1200, 4100, 3300, 2100].map((passengers, month) => ({
  month: new Date(Date.UTC(2025, 9 + month)).toISOString().slice(0, 10),
  passengers,
}));

/** A value above a chart, without a stack for both, and a table with optional columns below. */
export function Traffic(): ReactElement {
  const text = useText(STRINGS);
  const [to, leaves, pier, boat, seats] = text.columns;
  return (
    <Card>
      <CardHeader>{text.harbour}</CardHeader>
      <Stat size="large" label={text.passengers} value="€12,480" detail={text.since} />
      <BarChart
        label={text.passengers}
        data={MONTHS}
        index="month"
        categories={["passengers"]}
        reference={{ value: 2700, label: text.low }}
      />
      <Table
        label={text.harbour}
        columns={[
          { key: "to", label: to },
          { key: "leaves", label: leaves, align: "end" },
          { key: "boat", label: boat },
          { key: "pier", label: pier, align: "end" },
          { key: "seats", label: seats, align: "end" },
        ]}
        rows={text.places.slice(0, 5).map((to) => ({
          to,
          leaves: "10:25",
          boat: "Hilligenlei",
          pier: "2",
          seats: "186",
        }))}
        current={0}
      />
    </Card>
  );
}

/** A column that has room, beside one that has none. */
export function Uneven(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <CardHeader>{text.harbour}</CardHeader>
      <Grid columns={2} grow>
        <Stack>
          <Stat size="large" label={text.high} value="12:31" detail={text.next} />
        </Stack>
        <Stack>
          <BarChart
            label={text.passengers}
            showLabel
            data={MONTHS}
            index="month"
            categories={["passengers"]}
          />
          <Timeline>
            {text.places.slice(0, 3).map((place) => (
              <TimelineItem key={place} time="10:25" detail={text.from} current>{place}</TimelineItem>
            ))}
          </Timeline>
          <ProgressBar label={text.wind} value={0.6} detail={text.next} />
        </Stack>
      </Grid>
    </Card>
  );
}
