const DAY_MS = 86_400_000;

/** More places than rows are left out where there would be more than the days of a year. */
const MOST_SLOTS = 366;

/** Whether a time of the wall clock is the beginning of a day. */
export function isDay(wall: number): boolean {
  return wall % DAY_MS === 0;
}

/**
 * The places of bars on an axis of time: those of the rows, and between them those of the days, weeks, months or years that
 * have no row. Times of day have them where all of their distances are multiples of the shortest one.
 *
 * @param times the times of the rows, in their order: of days by the wall clock
 * @returns null where the rows alone have places: also where two have the same time
 */
export function slotsOf(times: readonly number[]): number[] | null {
  const unit = times.every(isDay) ? areOfMonths(times) ? MONTHS : DAYS : TIMES;
  const numbers = times.map(unit.numberOf);
  const distances = numbers.slice(1).map((number, row) => number - numbers[row]!);
  const [step, shortest] = [
    distances.reduce(largestDivisor, 0),
    distances.reduce((one, other) => Math.min(one, other), Infinity),
  ];
  const count = (numbers.at(-1)! - numbers[0]!) / step + 1;
  if (!(shortest > 0 && count <= MOST_SLOTS) || (unit === TIMES && step !== shortest)) return null;
  return Array.from({ length: count }, (_, slot) => unit.timeOf(numbers[0]! + slot * step, times));
}

/** What places are counted in. */
interface SlotUnit {
  numberOf(time: number): number;
  timeOf(number: number, times: readonly number[]): number;
}

const TIMES: SlotUnit = { numberOf: (time) => time, timeOf: (number) => number };
const DAYS: SlotUnit = { numberOf: (time) => time / DAY_MS, timeOf: (number) => number * DAY_MS };
const MONTHS: SlotUnit = {
  numberOf(time) {
    const date = new Date(time);
    return 12 * (date.getUTCFullYear() - 1970) + date.getUTCMonth();
  },
  timeOf(number, times) {
    const day = new Date(times[0]!).getUTCDate();
    return times.every(isMonthEnd) ? Date.UTC(1970, number + 1, 0) : Date.UTC(1970, number, day);
  },
};

/** Whether the rows are months: the same day of each, which all months have, or the last one. */
function areOfMonths(times: readonly number[]): boolean {
  const day = new Date(times[0]!).getUTCDate();
  return times.every(isMonthEnd) || (day <= 28 && times.every((time) => new Date(time).getUTCDate() === day));
}

function isMonthEnd(time: number): boolean {
  return new Date(time + DAY_MS).getUTCDate() === 1;
}

function largestDivisor(one: number, other: number): number {
  return other === 0 ? one : largestDivisor(other, one % other);
}
