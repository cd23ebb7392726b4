import {
  ActionButton,
  Badge,
  BarChart,
  Card,
  defineManifest,
  Heading,
  Stack,
  Text,
  useFormat,
  useLocale,
  useWidgetState,
} from "@tck/kit";
import type { ReactElement } from "react";

/** The widget's state: a type alias, because TypeScript does not accept an interface as JSON. */
type Steps = {
  /** The number of steps to reach each day. */
  goal: number;
  /** Oldest first; the last one is yesterday. */
  days: { date: string; steps: number }[];
};

export const manifest = defineManifest<Steps>({
  id: "steps",
  title: { en: "Steps", de: "Schritte" },
  description: { en: "The steps of the last days.", de: "Die Schritte der letzten Tage." },
  cardType: "feed",
  sizes: ["fill-auto", "2x2", "1x1"],
  languages: ["en", "de"],
  slots: {
    actions: [
      { id: "open", label: { en: "Open activity", de: "Aktivität öffnen" }, href: "/activity" },
    ],
    updatedAt: { timestamp: "2026-03-02T05:00:00Z" },
  },
  defaultState: {
    goal: 8000,
    days: [
      { date: "2026-02-25", steps: 6120 },
      { date: "2026-02-26", steps: 9480 },
      { date: "2026-02-27", steps: 7350 },
      { date: "2026-02-28", steps: 11240 },
      { date: "2026-03-01", steps: 8630 },
    ],
  },
  states: {
    empty: { goal: 8000, days: [] },
    missed: { goal: 8000, days: [{ date: "2026-03-01", steps: 2310 }] },
  },
});

const TEXTS = {
  en: {
    kicker: "Steps",
    empty: "No steps were counted yet",
    yesterday: (steps: string) => `${steps} steps yesterday`,
    chart: "Steps by the day",
    reached: "Goal reached",
    missing: (steps: string) => `${steps} to the goal`,
  },
  de: {
    kicker: "Schritte",
    empty: "Noch wurden keine Schritte gezählt",
    yesterday: (steps: string) => `Gestern ${steps} Schritte`,
    chart: "Schritte nach Tagen",
    reached: "Ziel erreicht",
    missing: (steps: string) => `${steps} bis zum Ziel`,
  },
};

export default function StepsCard(): ReactElement {
  const { goal, days } = useWidgetState<Steps>();
  const format = useFormat();
  const texts = TEXTS[useLocale() === "de" ? "de" : "en"];
  const yesterday = days.at(-1);
  if (yesterday === undefined) {
    return (
      <Card>
        <Heading kicker={texts.kicker}>{texts.empty}</Heading>
      </Card>
    );
  }
  const missing = goal - yesterday.steps;
  const points = days.map(({ date, steps }) => ({
    label: format.date(date, { weekday: "short", timeZone: "UTC" }),
    value: steps,
  }));
  return (
    <Card>
      <Heading kicker={texts.kicker}>{texts.yesterday(format.number(yesterday.steps))}</Heading>
      <BarChart label={texts.chart} points={points} />
      <Stack direction="row" justify="between" wrap>
        {missing <= 0
          ? <Badge tone="positive">{texts.reached}</Badge>
          : <Text tone="muted">{texts.missing(format.number(missing))}</Text>}
        <ActionButton action="open" />
      </Stack>
    </Card>
  );
}
