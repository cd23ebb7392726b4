import { area } from "d3-shape";
import { type CSSProperties, type ReactElement, useId } from "react";
import { inkOf } from "./chart_ink.ts";
import type { CurveType } from "../rows/chart_props.ts";
import { CURVES, PastAndFuture, placeAlong, type Placed } from "./lines.tsx";
import type { Segment } from "../plan/stacks.ts";
import type { PlottedChart } from "../plan/plotted_chart.ts";

interface AreaPathProps {
  readonly chart: PlottedChart;
  readonly segments: readonly (Segment | null)[];
  readonly color: string;
  readonly curveType: CurveType;
  /** Whether the colour fades towards zero. */
  readonly isFaded: boolean;
}

/** An area between a line and what is below it. The future is paler. */
export function AreaPath({ chart, segments, color, curveType, isFaded }: AreaPathProps): ReactElement {
  const id = useId();
  const { plot, room } = chart;
  const path = areaPath(chart, segments, curveType);
  const ink = inkOf(color, room);
  const style: CSSProperties = {
    fill: isFaded ? `url(#${id})` : ink,
    fillOpacity: isFaded ? 1 : 0.4,
    stroke: "none",
  };
  return (
    <>
      {isFaded && (
        <linearGradient id={id} gradientUnits="userSpaceOnUse" x1={0} x2={0} y1={plot.box.top} y2={plot.y(0)}>
          <stop offset={0} style={{ stopColor: ink, stopOpacity: 0.34 }} />
          <stop offset={1} style={{ stopColor: ink, stopOpacity: 0.03 }} />
        </linearGradient>
      )}
      <PastAndFuture
        chart={chart}
        past={<path d={path} style={style} />}
        future={<path d={path} style={{ ...style, opacity: 0.5 }} />}
      />
    </>
  );
}

/** A range around a line, the same before and after the present. */
export function BandPath(
  { chart, segments, color, curveType }: Omit<AreaPathProps, "isFaded">,
): ReactElement {
  const style = { fill: inkOf(color, chart.room), fillOpacity: 0.2, stroke: "none" };
  return <path d={areaPath(chart, segments, curveType)} style={style} />;
}

function areaPath(
  { plot }: PlottedChart,
  segments: readonly (Segment | null)[],
  curveType: CurveType,
): string {
  return area<Placed<Segment>>()
    .defined(({ value }) => value !== null)
    .x(({ row }) => plot.x(row))
    .y0(({ value }) => plot.y(value!.from))
    .y1(({ value }) => plot.y(value!.to))
    .curve(CURVES[curveType])(placeAlong(segments, curveType)) ?? "";
}
