import { type ReactElement, useId } from "react";
import { bandCentre, ChartFrame, type ChartProps } from "./chart_frame.tsx";
import { createChartScale } from "./chart_scale.ts";

/**
 * The course of a value as a line over an axis of round values, which need not begin at zero. Those who do not see it
 * get its label and its values.
 *
 * @example
 * ```tsx
 * import { LineChart, useFormat } from "@tck/kit";
 * export default function Temperature() {
 *   const format = useFormat();
 *   return (
 *     <LineChart
 *       label="Temperature by the hour"
 *       points={[{ label: "6", value: 6.7 }, { label: "9", value: 9 }, { label: "12", value: 14.4 }]}
 *       formatValue={(value) => `${format.number(value)}°`}
 *     />
 *   );
 * }
 * ```
 */
export function LineChart(props: ChartProps): ReactElement | null {
  const fadingId = useId();
  const { points } = props;
  if (points.length === 0) return null;
  const scale = createChartScale(points.map(({ value }) => value));
  const places = points.map(({ value }, index) =>
    [bandCentre(index, points.length), scale.y(value)] as const
  );
  const line = places.map(([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`).join(" L ");
  const [first, last] = [places[0]!, places.at(-1)!];
  return (
    <ChartFrame {...props} scale={scale}>
      <linearGradient id={fadingId} x1="0" y1="0" x2="0" y2="1">
        <stop className="kit-fade-from" offset="0" />
        <stop className="kit-fade-to" offset="1" />
      </linearGradient>
      <path
        style={{ fill: `url(#${fadingId})`, stroke: "none" }}
        d={`M ${line} L ${last[0]} 100 L ${first[0]} 100 Z`}
      />
      <path className="kit-line" d={`M ${line}`} />
      <path className="kit-dot" d={`M ${last[0]} ${last[1]} h 0.001`} />
    </ChartFrame>
  );
}
