/** The vertical scale of a chart. */
export interface ChartScale {
  /** Round values in ascending order; the first and the last enclose all of the data. */
  readonly ticks: readonly number[];
  /** The distance of a value from the top, in percent. */
  y(value: number): number;
}

/** A scale of two to six round values around the data. At least one value is required. */
export function createChartScale(values: readonly number[]): ChartScale {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const step = roundStep((high - low) / 3 || Math.abs(high) / 2 || 1);
  const first = Math.floor(low / step + ROUNDING);
  const last = Math.max(Math.ceil(high / step - ROUNDING), first + 1);
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => roundOffNoise((first + index) * step));
  const [bottom, range] = [first * step, (last - first) * step];
  return { ticks, y: (value) => 100 - (value - bottom) / range * 100 };
}

/** A value this close to a tick counts as that tick: in floating point, 0.3 / 0.1 is not 3. */
const ROUNDING = 1e-9;

/** The next of 1, 2, 5 and 10 times a power of ten. */
function roundStep(minimum: number): number {
  const power = 10 ** Math.floor(Math.log10(minimum));
  const factor = [1, 2, 5, 10].find((factor) => factor * power >= minimum * (1 - ROUNDING)) ?? 10;
  return factor * power;
}

function roundOffNoise(value: number): number {
  return Number(value.toPrecision(12));
}
