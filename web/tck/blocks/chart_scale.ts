/** The vertical scale of a chart: round values, and where they stand from the top, 0 to 100. */
export interface ChartScale {
  /** Round values from the lowest to the highest, both of which enclose all of the data. */
  readonly ticks: readonly number[];
  /** How far from the top a value stands, in percent. */
  y(value: number): number;
}

/** A scale of two to six round values around the data, of which there is at least one. */
export function createChartScale(values: readonly number[]): ChartScale {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const step = roundStep((high - low) / 3 || Math.abs(high) / 2 || 1);
  const first = Math.floor(low / step + ROUNDING);
  const last = Math.max(Math.ceil(high / step - ROUNDING), first + 1);
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => withoutNoise((first + index) * step));
  const [bottom, range] = [first * step, (last - first) * step];
  return { ticks, y: (value) => 100 - (value - bottom) / range * 100 };
}

/** 0.3 / 0.1 is not 3 in binary fractions: a value this near to a tick is that tick. */
const ROUNDING = 1e-9;

/** The next of 1, 2, 5 and 10 times a power of ten. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 5, 10].find((factor) => factor * power >= least * (1 - ROUNDING)) ?? 10;
  return factor * power;
}

function withoutNoise(value: number): number {
  return Number(value.toPrecision(12));
}
