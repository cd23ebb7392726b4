import type { CSSProperties, ReactElement, ReactNode } from "react";
import { useFormat } from "../format.ts";
import type { ChartScale } from "./chart_scale.ts";
import type { ChartColor } from "./tone.ts";

/** One value of a chart. */
export interface ChartPoint {
  /** What the value belongs to, such as a day. It is drawn below the chart, so keep it short. */
  readonly label: string;
  /** The value. */
  readonly value: number;
}

/** The props of a chart with axes. */
export interface ChartProps {
  /** What the chart shows, in words. Screen readers read it before the values. */
  readonly label: string;
  /** The values, in order. */
  readonly points: readonly ChartPoint[];
  /**
   * Formats a value.
   *
   * @default a number in the card's language, shortened on the axis
   */
  readonly formatValue?: (value: number) => string;
  /**
   * The colour of the values.
   *
   * @default 1
   */
  readonly color?: ChartColor;
}

interface ChartFrameProps extends ChartProps {
  readonly scale: ChartScale;
  /** SVG with the view box `0 0 100 100`, stretched to the plot. */
  readonly children: ReactNode;
}

/** The axes around a plot, and a visually hidden table of its values. */
export function ChartFrame(
  { label, points, formatValue, color = 1, scale, children }: ChartFrameProps,
): ReactElement {
  const format = useFormat();
  const value = formatValue ?? ((value: number) => format.number(value));
  const tick = formatValue ??
    ((value: number) => format.number(value, { notation: "compact", maximumSignificantDigits: 4 }));
  return (
    <figure className="kit-chart" style={{ "--kit-ink": `var(--color-chart-${color})` } as CSSProperties}>
      <div className="kit-axis" aria-hidden="true">
        {scale.ticks.map((at) => <span key={at} style={{ top: `${scale.y(at)}%` }}>{tick(at)}</span>)}
      </div>
      <svg className="kit-plot" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        {scale.ticks.map((at) => <path key={at} className="kit-grid-line" d={`M 0 ${scale.y(at)} H 100`} />)}
        {children}
      </svg>
      <PointLabels points={points} />
      <ValueTable label={label} points={points} format={value} />
    </figure>
  );
}

/** The distance of a point from the start, in percent: the middle of its band. */
export function bandCentre(index: number, count: number): number {
  return (index + 0.5) / count * 100;
}

const MAX_LABELS = 8;

/** Each label is centred below the points that it stands for, so that none overflows at the sides. */
function PointLabels({ points }: { points: readonly ChartPoint[] }): ReactElement {
  const step = Math.ceil(points.length / MAX_LABELS);
  const labelled = points.map((point, index) => ({ ...point, index }))
    .filter(({ index }) => index % step === Math.floor(step / 2));
  return (
    <div className="kit-point-labels" data-many={labelled.length > 4 || undefined} aria-hidden="true">
      {labelled.map(({ label, index }) => (
        <span key={index} style={{ insetInlineStart: `${bandCentre(index, points.length)}%` }}>{label}</span>
      ))}
    </div>
  );
}

function ValueTable(
  { label, points, format }: {
    label: string;
    points: readonly ChartPoint[];
    format: (value: number) => string;
  },
): ReactElement {
  return (
    <div className="kit-visually-hidden">
      <table>
        <caption>{label}</caption>
        <tbody>
          {points.map((point, index) => (
            <tr key={index}>
              <th scope="row">{point.label}</th>
              <td>{format(point.value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
