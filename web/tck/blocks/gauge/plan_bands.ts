import { withColors } from "../segments.tsx";
import type { InkProps } from "../ink.ts";

/** A range of a `Gauge`, which begins where the one before it ends. */
export interface GaugeRange extends InkProps {
  /** Its name, such as `Good`. */
  readonly label: string;
  /** Its last value. */
  readonly to: number;
}

/** A range with its beginning, and both as parts of the scale. */
export interface GaugeBand extends GaugeRange {
  readonly from: number;
  readonly start: number;
  readonly end: number;
}

/** The ranges that are on a scale, each from the end of the one before it. Each without a colour gets one. */
export function planBands(
  ranges: readonly GaugeRange[],
  min: number,
  max: number,
): GaugeBand[] {
  if (max <= min) return [];
  const partOf = (value: number) => Math.min(1, Math.max(0, (value - min) / (max - min)));
  let from = min;
  return withColors(ranges.map((range) => ({ ...range, value: 0 }))).flatMap(
    (colored, index) => {
      const range = ranges[index]!;
      const band = {
        ...range,
        color: colored.color,
        from,
        start: partOf(from),
        end: partOf(range.to),
      };
      from = Math.max(from, range.to);
      return band.end > band.start ? [band] : [];
    },
  );
}

/** The band of a value: the first one that does not end before it, or else the last. */
export function bandOf(
  bands: readonly GaugeBand[],
  value: number,
): GaugeBand | undefined {
  return bands.find(({ to }) => value <= to) ?? bands.at(-1);
}
