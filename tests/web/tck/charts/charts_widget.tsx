// A widget of all charts. Its state says which of them it shows, and in what room.
import { defineManifest, Text, useFormat, useWidgetState } from "@tck/kit";
import { AreaChart, BarChart, LineChart, Sparkline, StateChart } from "@tck/kit/charts";
import type { ReactElement } from "react";

export type ChartView = keyof typeof VIEWS;

/** The state: the chart, and the box in pixels that it shares with a line of text. No height: as high as its content. */
export type ChartsState = { view: ChartView; width: number; height?: number };

export const manifest = defineManifest<ChartsState>({
  id: "charts",
  cardType: "feed",
  sizes: ["fill-auto"],
  defaultState: { view: "tide", width: 320 },
});

export default function Charts(): ReactElement {
  const { view, width, height } = useWidgetState(manifest);
  const box = {
    boxSizing: "border-box",
    display: "flex",
    flexDirection: "column",
    gap: 8,
    inlineSize: width,
    blockSize: height ?? "auto",
    padding: width > 200 ? 18 : 13,
  } as const;
  const Chart = VIEWS[view];
  return (
    <div style={box} data-box>
      <Text strong lines={1}>{TITLES[view] ?? view}</Text>
      <Chart />
    </div>
  );
}

const TITLES: { [view: string]: string } = { tide: "Tide at Husum", rain: "Rain", steps: "8,630 steps" };

const HOUR = 3_600_000;
const START = Date.UTC(2026, 2, 4, 0);

const tides = Array.from({ length: 25 }, (_, hour) => ({
  at: new Date(START + hour * HOUR).toISOString(),
  height: Math.round((2.1 + 1.9 * Math.sin((hour - 2) / 12.4 * 2 * Math.PI)) * 100) / 100,
}));

const rain = Array.from({ length: 24 }, (_, hour) => ({
  at: new Date(START + hour * HOUR).toISOString(),
  millimetres: Math.max(0, Math.round((3 * Math.sin(hour / 4) + Math.cos(hour)) * 10) / 10),
}));

const steps = [6120, 9480, 7350, 11240, 8630, 3980, 10450].map((count, index) => ({
  day: `2026-03-0${index + 1}`,
  count,
}));

const weeks = Array.from({ length: 12 }, (_, index) => ({
  month: new Date(Date.UTC(2025, 6 + index, 1)).toISOString().slice(0, 10),
  rent: 1180,
  food: 380 + (index * 67) % 130,
  travel: 90 + (index * 131) % 310,
}));

const shares = Array.from({ length: 60 }, (_, index) => ({
  day: new Date(Date.UTC(2026, 0, 2 + index)).toISOString().slice(0, 10),
  fund: 100 + 8 * Math.sin(index / 9) + (index * 37 % 11) / 4 + index / 10,
  index: index > 20 && index < 26 ? null : 100 + 5 * Math.sin(index / 13) + (index * 29 % 7) / 4 + index / 20,
}));

const teams = [
  { team: "Marketing", won: 12, lost: 5 },
  { team: "Sales", won: 31, lost: 14 },
  { team: "Engineering", won: 22, lost: 3 },
  { team: "Support", won: 9, lost: 8 },
  { team: "Design", won: 17, lost: 2 },
];

const balance = [320, -140, 80, -260, 410, 190, -30, 260].map((amount, index) => ({
  week: `W${index + 1}`,
  amount,
}));

const night = [["light", 0, 1], ["deep", 1, 3], ["awake", 3, 3.2], ["light", 4, 5]].map((
  [state, from, to],
) => ({
  state: state as "light" | "deep" | "awake",
  from: new Date(START + Number(from) * HOUR).toISOString(),
  to: new Date(START + Number(to) * HOUR).toISOString(),
}));

const glucose = Array.from({ length: 49 }, (_, half) => ({
  at: new Date(START + half * HOUR / 2).toISOString(),
  value: Math.round(128 + 52 * Math.sin(half / 5) + 18 * Math.sin(half / 1.7)),
}));

const VIEWS = {
  tide: () => (
    <LineChart
      label="Height of the water by the hour"
      data={tides}
      index="at"
      categories={["height"]}
      valueFormatter={useMetres()}
      now="2026-03-04T09:20:00Z"
      markExtremes
    />
  ),
  tideArea: () => (
    <AreaChart
      label="Height of the water by the hour"
      data={tides}
      index="at"
      categories={["height"]}
      valueFormatter={useMetres()}
      now="2026-03-04T09:20:00Z"
      markExtremes
    />
  ),
  shares: () => (
    <LineChart
      label="Fund and index"
      data={shares}
      index="day"
      categories={["fund", "index"]}
      names={{ fund: "Fund", index: "Index" }}
      colors={[1, "muted"]}
      reference={{ value: 104, label: "Bought" }}
    />
  ),
  glucose: () => (
    <LineChart
      label="Glucose by the half hour"
      data={glucose}
      index="at"
      categories={["value"]}
      reference={{ value: [70, 180], label: "Target" }}
      markExtremes
    />
  ),
  rain: () => (
    <BarChart
      label="Rain by the hour, in millimetres"
      data={rain}
      index="at"
      categories={["millimetres"]}
      now="2026-03-04T09:20:00Z"
    />
  ),
  steps: () => (
    <BarChart
      label="Steps by the day"
      data={steps}
      index="day"
      categories={["count"]}
      colors={[4]}
      reference={{ value: 8000, label: "Goal" }}
      markExtremes
    />
  ),
  stacked: () => (
    <BarChart
      label="Spent by the month"
      data={weeks}
      index="month"
      categories={["rent", "food", "travel"]}
      names={{ rent: "Rent", food: "Food", travel: "Travel" }}
      type="stacked"
    />
  ),
  stackedArea: () => (
    <AreaChart
      label="Spent by the month"
      data={weeks}
      index="month"
      categories={["rent", "food", "travel"]}
      names={{ rent: "Rent", food: "Food", travel: "Travel" }}
      type="stacked"
    />
  ),
  grouped: () => (
    <BarChart
      label="Won and lost by team"
      data={teams}
      index="team"
      categories={["won", "lost"]}
      names={{ won: "Won", lost: "Lost" }}
      colors={[4, 3]}
    />
  ),
  balance: () => (
    <BarChart
      label="Balance by the week"
      data={balance}
      index="week"
      categories={["amount"]}
      valueFormatter={useEuros()}
      markExtremes
    />
  ),
  night: () => (
    <StateChart
      label="Stages of sleep"
      states={[{ key: "awake", name: "Awake" }, { key: "light", name: "Light sleep" }, {
        key: "deep",
        name: "Deep",
      }]}
      data={night}
      now="2026-03-04T03:00:00Z"
    />
  ),
  doors: () => (
    <StateChart
      label="The door"
      states={[{ key: "light", name: "Open" }, { key: "deep", name: "Closed" }, {
        key: "awake",
        name: "Alarm",
      }]}
      data={night}
      type="strip"
    />
  ),
  days: () => (
    <BarChart
      label="Temperature by the day"
      data={steps.map(({ day, count }) => ({ day, low: count / 1000 - 8, high: count / 600 }))}
      index="day"
      categories={["low", "high"]}
      type="range"
      highlight={({ day }) => day === "2026-03-04"}
      markExtremes
    />
  ),
  stages: () => (
    <LineChart
      label="Stages"
      data={tides.map(({ at }, hour) => ({ at, stage: hour > 8 && hour < 12 ? null : hour % 4 }))}
      index="at"
      categories={["stage"]}
      curveType="step"
      valueTicks={["Deep", "Light", "REM", "Awake"].map((text, value) => ({ value, text }))}
    />
  ),
  spark: () => (
    <div style={{ display: "flex", alignItems: "center", gap: 12 }}>
      <Text inline>DAX</Text>
      <Sparkline values={shares.map(({ fund }) => fund)} label="From 100 to 112" color="positive" />
      <Text inline>5,475</Text>
    </div>
  ),
} satisfies { [view: string]: () => ReactElement };

function useMetres(): (value: number) => string {
  const format = useFormat();
  return (value) => `${format.number(value, { maximumFractionDigits: 1 })} m`;
}

function useEuros(): (value: number) => string {
  const format = useFormat();
  return (value) => format.number(value, { style: "currency", currency: "EUR", maximumFractionDigits: 0 });
}
