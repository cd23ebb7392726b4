import { nice, ticks } from "d3-array";

/** The scale of the values. */
export interface ValueAxis {
  /** About `count` round values, in ascending order. */
  ticks(count: number): readonly number[];
  /** Where a value is between the lowest (0) and the highest value of the axis (1). */
  ratio(value: number): number;
}

/**
 * A scale that encloses values.
 *
 * @param values at least one
 * @param steps about as many round steps from the lowest to the highest value; 0 for the values alone. The end above the
 * values is at a half of one, so that less of the plot is empty.
 */
export function createValueAxis(values: readonly number[], steps: number): ValueAxis {
  let [low, high] = extent(values);
  if (low === high) {
    const margin = Math.abs(low) / 2 || 1;
    [low, high] = low === 0 ? [0, 1] : [low - margin, high + margin];
  }
  const ends = steps === 0 ? [low, high] : [nice(low, high, steps)[0], nice(low, high, 2 * steps)[1]];
  const [first, last] = ends.map((end, index) => Number.isFinite(end) ? end : [low, high][index]!) as [
    number,
    number,
  ];
  // Halved, because the difference of two huge values is infinite.
  const range = last / 2 - first / 2;
  return {
    // Adding zero makes -0 a 0.
    ticks: (count) =>
      Number.isFinite(last - first) ? ticks(first, last, count).map((tick) => tick + 0) : [first, last],
    ratio: (value) => (value / 2 - first / 2) / range,
  };
}

/** The lowest and the highest of some values. (A call of `Math.min` with thousands of arguments can fail.) */
export function extent(values: readonly number[]): [low: number, high: number] {
  return values.reduce(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)] as [number, number],
    [
      Infinity,
      -Infinity,
    ],
  );
}
