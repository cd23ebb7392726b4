/**
 * `@tck/kit/charts`: charts that adapt to their room, from a card of one column to the full width. The build bundles them
 * into the widget, so that a widget's charts never change after it was built.
 *
 * @module
 */
export { AreaChart, type AreaChartProps } from "./area_chart.tsx";
export { BarChart, type BarChartProps } from "./bar_chart.tsx";
export type {
  ChartMoment,
  ChartProps,
  ChartReference,
  CurveType,
  FieldOf,
  ValueTick,
} from "./rows/chart_props.ts";
export { LineChart, type LineChartProps } from "./line_chart.tsx";
export { Sparkline, type SparklineProps } from "./sparkline.tsx";
export { type ChartState, StateChart, type StateChartProps, type StateSpan } from "./state_chart.tsx";
