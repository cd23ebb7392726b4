import {
  Calendar,
  Card,
  CardHeader,
  Donut,
  DotMatrix,
  Figure,
  HeatGrid,
  ProgressBar,
  Stack,
  StackedBar,
  Stat,
  Text,
  Tooltip,
  useFormat,
  useText,
} from "@tck/kit";
import type { ReactElement } from "react";
import { STRINGS } from "./fitting_strings.ts";

export function Progress(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card justify="center">
      <CardHeader>{text.harbour}</CardHeader>
      <ProgressBar label={text.spent} value={0.64} detail={text.left} />
      <ProgressBar label={text.passengers} value={1240} max={1000} text="1240 / 1000" tone="negative" />
    </Card>
  );
}

function segments(labels: readonly string[], values: readonly number[]) {
  return labels.map((label, index) => ({ label, value: values[index]! }));
}

export function Budget(): ReactElement {
  const text = useText(STRINGS);
  const format = useFormat();
  return (
    <Card>
      <CardHeader end={text.left}>{text.harbour}</CardHeader>
      <StackedBar
        label={text.spent}
        segments={segments(text.kinds, [910, 420, 180, 90])}
        limit={1400}
        formatValue={(value) => format.currency(value, "EUR")}
      />
    </Card>
  );
}

export function Sleep(): ReactElement {
  const text = useText(STRINGS);
  const format = useFormat();
  return (
    <Card>
      <CardHeader>{text.harbour}</CardHeader>
      <Donut
        label={text.spent}
        segments={segments(text.kinds, [4.3, 1.6, 1.5, 0.4])}
        value={format.number(7.8)}
        caption={text.hours}
      />
    </Card>
  );
}

export function Month(): ReactElement {
  const text = useText(STRINGS);
  const marks = ["2026-03-03", "2026-03-10", "2026-03-18", "2026-03-31"].map((date, index) => ({
    date,
    label: text.paper,
    color: (index % 3 + 1) as 1,
  }));
  return (
    <Card>
      <CardHeader>{text.month}</CardHeader>
      <Calendar label={text.month} month="2026-03" marks={marks} today="2026-03-10" />
    </Card>
  );
}

export function Year(): ReactElement {
  const text = useText(STRINGS);
  const format = useFormat();
  return (
    <Card>
      <CardHeader end={format.percent(0.17)}>{text.year}</CardHeader>
      <DotMatrix label={text.year} total={365} filled={62} current={62} />
    </Card>
  );
}

export function Practice(): ReactElement {
  const text = useText(STRINGS);
  const days = Array.from({ length: 200 }, (_, day) => ({
    date: new Date(Date.UTC(2025, 8, 3 + day)).toISOString().slice(0, 10),
    value: (day * 37) % 60,
  }));
  return (
    <Card>
      <CardHeader>{text.harbour}</CardHeader>
      <HeatGrid label={text.passengers} days={days} />
    </Card>
  );
}

export function Hours(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <CardHeader>{text.harbour}</CardHeader>
      <Stack direction="auto">
        <Tooltip text={text.since}>
          <Stat label={text.passengers} value="8,412" />
        </Tooltip>
        <HeatGrid
          label={text.passengers}
          rows={text.places.slice(0, 5)}
          columns={["06:00", "10:00", "14:00", "18:00"]}
          values={[[1, 5, 2, 4], [0, 3, 8, 2], [5, 5, 1, 0], [2, 2, 7, 3], [6, null, null, null]]}
        />
      </Stack>
    </Card>
  );
}

export function Drawing(): ReactElement {
  const text = useText(STRINGS);
  return (
    <Card>
      <CardHeader>{text.harbour}</CardHeader>
      <Text>{text.news}</Text>
      <Figure label={text.wind}>
        {({ width, height }) => (
          <svg width={width} height={height}>
            <rect width={width} height={height} fill="var(--color-chart-1)" />
          </svg>
        )}
      </Figure>
    </Card>
  );
}
