import { type ReactElement, useId } from "react";
import { bandCentre, ChartFrame, type ChartProps } from "./chart_frame.tsx";
import { createChartScale } from "./chart_scale.ts";

/**
 * A value over time as a line. The axis has round values and need not begin at zero. Screen readers get its label and a
 * table of its values.
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
 *
 * @deprecated It is for widgets that were built with 0.1.0. Use `LineChart` of `@tck/kit/charts`.
 */
export function LineChart(props: ChartProps): ReactElement | null {
  const gradientId = useId();
  const { points } = props;
  if (points.length === 0) return null;
  const scale = createChartScale(points.map(({ value }) => value));
  const coordinates = points.map(({ value }, index) =>
    [bandCentre(index, points.length), scale.y(value)] as const
  );
  const line = coordinates.map(([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`).join(" L ");
  const [first, last] = [coordinates[0]!, coordinates.at(-1)!];
  return (
    <ChartFrame {...props} scale={scale}>
      <linearGradient id={gradientId} x1="0" y1="0" x2="0" y2="1">
        <stop className="kit-fade-from" offset="0" />
        <stop className="kit-fade-to" offset="1" />
      </linearGradient>
      <path
        style={{ fill: `url(#${gradientId})`, stroke: "none" }}
        d={`M ${line} L ${last[0]} 100 L ${first[0]} 100 Z`}
      />
      <path className="kit-line" d={`M ${line}`} />
      <path className="kit-dot" d={`M ${last[0]} ${last[1]} h 0.001`} />
    </ChartFrame>
  );
}
