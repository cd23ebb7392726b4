import type { ReactElement } from "react";
import { bandCentre, ChartFrame, type ChartProps } from "./chart_frame.tsx";
import { createChartScale } from "./chart_scale.ts";

/**
 * Values as bars from zero, upwards or downwards. Screen readers get its label and a table of its values.
 *
 * @example
 * ```tsx
 * import { BarChart } from "@tck/kit";
 * const steps = (
 *   <BarChart
 *     label="Steps in the last three days"
 *     points={[{ label: "Mon", value: 8200 }, { label: "Tue", value: 4100 }, { label: "Wed", value: 10300 }]}
 *     color={4}
 *   />
 * );
 * ```
 *
 * @deprecated It is for widgets that were built with 0.1.0. Use `BarChart` of `@tck/kit/charts`.
 */
export function BarChart(props: ChartProps): ReactElement | null {
  const { points } = props;
  if (points.length === 0) return null;
  const scale = createChartScale([0, ...points.map(({ value }) => value)]);
  const [zero, width] = [scale.y(0), 64 / points.length];
  return (
    <ChartFrame {...props} scale={scale}>
      {points.map(({ value }, index) => (
        <rect
          key={index}
          className="kit-bar"
          x={bandCentre(index, points.length) - width / 2}
          y={Math.min(zero, scale.y(value))}
          width={width}
          height={Math.abs(zero - scale.y(value))}
        />
      ))}
      <path className="kit-base-line" d={`M 0 ${zero} H 100`} />
    </ChartFrame>
  );
}
