import {
  Badge,
  Card,
  CardHeader,
  defineManifest,
  EmptyState,
  Stack,
  Stat,
  useFormat,
  useSize,
  useText,
  useWidgetState,
} from "@tck/kit";
import { BarChart } from "@tck/kit/charts";
import { Footprints } from "lucide-react";
import type { ReactElement } from "react";

/** What the widget shows: the data is here, and the type of the state is that of `defaultState`. */
export const manifest = defineManifest({
  id: "steps",
  title: { en: "Steps", de: "Schritte", ar: "الخطوات" },
  description: {
    en: "The steps of the last days.",
    de: "Die Schritte der letzten Tage.",
    ar: "خطوات الأيام الماضية.",
  },
  cardType: "feed",
  sizes: ["fill-auto", "2x2", "4x2", "2x1", "1x1"],
  languages: ["en", "de", "ar"],
  slots: {
    actions: [{
      id: "open",
      label: { en: "Open activity", de: "Aktivität öffnen", ar: "فتح النشاط" },
      href: "/activity",
      // Only while there are days.
      when: "days",
    }],
  },
  defaultState: {
    /** The steps to reach each day. */
    goal: 8000,
    /** In order; the last one is yesterday. */
    days: [
      { date: "2026-02-23", steps: 6120 },
      { date: "2026-02-24", steps: 9480 },
      { date: "2026-02-25", steps: 7350 },
      { date: "2026-02-26", steps: 11240 },
      { date: "2026-02-27", steps: 4480 },
      { date: "2026-02-28", steps: 7920 },
      { date: "2026-03-01", steps: 8630 },
    ],
  },
  states: {
    empty: { goal: 8000, days: [] },
    missed: {
      goal: 12000,
      days: [{ date: "2026-02-28", steps: 12480 }, {
        date: "2026-03-01",
        steps: 2310,
      }],
    },
  },
});

const TEXTS = {
  en: {
    title: "Steps",
    empty: "No steps yet",
    hint: "They appear here the morning after.",
    reached: "Goal met",
    above: (steps: string) => `${steps} above the goal`,
    below: (steps: string) => `${steps} short of the goal`,
    chart: "Steps by day",
    goal: "Goal",
  },
  de: {
    title: "Schritte",
    empty: "Noch keine Schritte",
    hint: "Sie erscheinen hier am Morgen danach.",
    reached: "Ziel erreicht",
    above: (steps: string) => `${steps} über dem Ziel`,
    below: (steps: string) => `${steps} unter dem Ziel`,
    chart: "Schritte nach Tagen",
    goal: "Ziel",
  },
  ar: {
    title: "الخطوات",
    empty: "لا خطوات بعد",
    hint: "تظهر هنا في صباح اليوم التالي.",
    reached: "تحقق الهدف",
    above: (steps: string) => `${steps} فوق الهدف`,
    below: (steps: string) => `${steps} دون الهدف`,
    chart: "الخطوات حسب اليوم",
    goal: "الهدف",
  },
};

export default function StepsCard(): ReactElement {
  const { goal, days } = useWidgetState(manifest);
  const format = useFormat();
  const text = useText(TEXTS);
  // A 1x1 has room for the value alone.
  const isSmall = useSize() === "1x1";
  const yesterday = days.at(-1);
  if (yesterday === undefined) {
    return (
      <Card>
        <CardHeader start={<Footprints aria-hidden />}>{text.title}</CardHeader>
        <EmptyState icon={<Footprints aria-hidden />} title={text.empty}>
          {text.hint}
        </EmptyState>
      </Card>
    );
  }
  const { date, steps } = yesterday;
  const reached = steps >= goal;
  const distance = format.number(Math.abs(steps - goal));
  return (
    <Card>
      <CardHeader
        start={<Footprints aria-hidden />}
        end={reached && !isSmall && <Badge tone="positive">{text.reached}</Badge>}
      >
        {text.title}
      </CardHeader>
      <Stack direction="auto">
        <Stat
          size="large"
          label={format.date(date, { weekday: "long", timeZone: "UTC" })}
          value={format.number(steps)}
          detail={reached ? text.above(distance) : text.below(distance)}
        />
        {!isSmall && (
          <BarChart
            label={text.chart}
            data={days}
            index="date"
            categories={["steps"]}
            highlight={(day) => day.date === date}
            reference={{ value: goal, label: text.goal }}
          />
        )}
      </Stack>
    </Card>
  );
}
