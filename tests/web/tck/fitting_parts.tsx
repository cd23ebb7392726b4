import { useText } from "@tck/kit";
import { BarChart } from "@tck/kit/charts";
import type { ReactElement } from "react";
import { STRINGS } from "./fitting_strings.ts";

/** The values of a week, of which one is 0. */
export const DAYS: { day: string; value: number }[] = [25, 40, 0, 55, 30, 35, 22].map((value, day) => ({
  day: `2026-03-0${day + 1}`,
  value,
}));

/** Those values as a chart with its label. */
export function Passengers(): ReactElement {
  const text = useText(STRINGS);
  return <BarChart label={text.passengers} showLabel data={DAYS} index="day" categories={["value"]} />;
}
