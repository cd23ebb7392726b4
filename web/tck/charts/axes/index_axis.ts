import { utcTicks } from "d3-time";
import type { Instant } from "@tck/kit";
import { readTimeText, type TimeText } from "../../time_text.ts";
import { createZonedTime, type ZonedTime } from "../../zoned_time.ts";
import { dateFormatOf } from "./date_formats.ts";
import { isDay, slotsOf } from "./slots.ts";

/** Where rows are along the axis, and what they are called. */
export interface IndexAxis {
  readonly isTime: boolean;
  /** The position of each row, in their order: milliseconds since 1970, or its number. */
  readonly positions: readonly number[];
  /** Where the axis begins and ends. */
  readonly first: number;
  readonly last: number;
  /** The positions that have a place for a bar: those of the rows, and of the days and times between them without a row. */
  readonly slots: readonly number[];
  /** The name of each row, for the table and for axes without time. */
  readonly names: readonly string[];
  /** The position of the present, or null. */
  readonly now: number | null;
  /** Whether the present is a day without a time. */
  readonly isNowDay: boolean;
  /** The position of a point in time, or of a row by its `index`; null for another value. */
  positionOf(at: Instant): number | null;
  /** The name of a position, as rows have it. */
  nameOf(position: number): string;
  /** Round times between two positions, about as many as asked for. Empty on an axis without time. */
  ticks(from: number, to: number, count: number): readonly IndexTick[];
}

/** A position and what it is called. */
export interface NamedPosition {
  readonly position: number;
  readonly text: string;
}

/** A labelled position. */
export interface IndexTick extends NamedPosition {
  /** Whether a day begins there among times of several days, or a year among months. */
  readonly isStart: boolean;
}

/** What an axis is made of. */
interface IndexAxisOptions {
  readonly values: readonly unknown[];
  readonly now: Instant | undefined;
  readonly locale: string;
  readonly timeZone: string;
}

/** The axis of some index values: one of time if every value is a time, else one with a place for each row. */
export function createIndexAxis({ values, now, locale, timeZone }: IndexAxisOptions): IndexAxis {
  const times = values.map((value) => readTime(value));
  if (values.length === 0 || times.includes(null)) return createPlaceAxis(values, now);
  const all = times as TimeText[];
  const zone = createZonedTime(timeZone);
  // Days, and times without a zone, are those of the wall clock, whose axis is one of UTC.
  const isWall = all.every((time) => !time.isInstant);
  const toPosition = ({ at, isInstant }: TimeText) =>
    isWall ? isInstant ? zone.wallOf(at) : at : isInstant ? at : zone.instantOf(at);
  const positionOf = (value: Instant) => {
    const time = readTime(value) ?? readNumber(value);
    return time && toPosition(time);
  };
  const options = { locale, timeZone: isWall ? "UTC" : timeZone };
  return {
    ...createTimeAxis(all.map(toPosition), options),
    positionOf,
    now: now === undefined ? null : positionOf(now),
    isNowDay: typeof now === "string" && now.length === 10,
  };
}

function createPlaceAxis(values: readonly unknown[], now: Instant | undefined): IndexAxis {
  const names = values.map(String);
  const positions = names.map((_, index) => index);
  const positionOf = (value: Instant) => {
    const place = names.indexOf(String(value));
    return place < 0 ? null : place;
  };
  return {
    isTime: false,
    positions,
    first: 0,
    last: names.length - 1,
    slots: positions,
    names,
    now: now === undefined ? null : positionOf(now),
    isNowDay: false,
    positionOf,
    nameOf: (position) => names[position]!,
    ticks: () => [],
  };
}

/** Whether a position is neither before the first row nor after the last one. */
export function isWithin({ first, last }: IndexAxis, position: number): boolean {
  return position >= first && position <= last;
}

/** A `Date`, or what a reader makes of a text; null for another value. */
export function readTime(value: unknown, readText = readTimeText): TimeText | null {
  if (value instanceof Date) return toTime(value.getTime());
  return typeof value === "string" ? readText(value) : null;
}

/** A number is milliseconds since 1970. It is a time only where another value says that times are meant. */
export function readNumber(value: unknown): TimeText | null {
  return typeof value === "number" ? toTime(value) : null;
}

function toTime(at: number): TimeText | null {
  return Number.isFinite(at) ? { at, isInstant: true } : null;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

function createTimeAxis(
  positions: readonly number[],
  options: { locale: string; timeZone: string },
): Pick<IndexAxis, "isTime" | "positions" | "first" | "last" | "slots" | "names" | "nameOf" | "ticks"> {
  const zone = createZonedTime(options.timeZone);
  const walls = positions.map(zone.wallOf);
  const nameOf = createNameFormat(walls, options);
  const areDays = walls.every(isDay);
  const slots = areDays ? slotsOf(walls)?.map(zone.instantOf) : slotsOf(positions);
  const hasAll = slots !== undefined && slots !== null &&
    positions.every((position) => slots.includes(position));
  const days = areDays && hasAll ? slots.map(zone.wallOf) : walls;
  const weekly = areWeekly(days) ? days : null;
  const known = new Map<string, IndexTick[]>();
  return {
    isTime: true,
    positions,
    first: positions.reduce((one, other) => Math.min(one, other)),
    last: positions.reduce((one, other) => Math.max(one, other)),
    slots: hasAll ? slots : positions,
    names: positions.map(nameOf),
    nameOf,
    ticks: (from, to, count) =>
      createTimeTicks({ from, to, count, ofDays: areDays, days: weekly }, zone, { ...options, known }),
  };
}

/** Names that tell the rows apart: days, times of one day, or both. */
function createNameFormat(
  walls: readonly number[],
  { locale, timeZone }: { locale: string; timeZone: string },
): (position: number) => string {
  const format = (options: Intl.DateTimeFormatOptions) => {
    const formatter = dateFormatOf(locale, { timeZone, ...options });
    return (position: number) => formatter.format(position);
  };
  const count = (unitOf: (wall: number) => number) => new Set(walls.map(unitOf)).size;
  const years = count((wall) => new Date(wall).getUTCFullYear());
  const day = format({
    day: "numeric",
    month: "short",
    ...years > 1 ? { year: "numeric" } : { weekday: "short" },
  });
  if (walls.every(isDay)) return day;
  const isApart = (unit: number) => count((wall) => Math.floor(wall / unit)) === count((wall) => wall);
  const time = format(timeOptions([MINUTE_MS, SECOND_MS, 100, 10].find(isApart) ?? 1));
  return count((wall) => Math.floor(wall / DAY_MS)) === 1
    ? time
    : (position) => `${day(position)}, ${time(position)}`;
}

/** Whether the places are days at one distance of more than a day and less than a month: round days would be beside them. */
function areWeekly(walls: readonly number[]): boolean {
  const distances = new Set(walls.slice(1).map((wall, row) => wall - walls[row]!));
  const [distance] = distances;
  return walls.every(isDay) && distances.size === 1 && distance! > DAY_MS && distance! < 28 * DAY_MS;
}

/** Round times of the wall clock, and their names at the precision of their distance. Rows of days have no times of day. */
function createTimeTicks(
  { from, to, count, ofDays, days }: {
    from: number;
    to: number;
    count: number;
    ofDays: boolean;
    /** The days that have a label, instead of round ones. */
    days: readonly number[] | null;
  },
  zone: ZonedTime,
  { locale, timeZone, known }: {
    locale: string;
    timeZone: string;
    /** Those of former calls, by their times: several counts have the same. */
    known: Map<string, IndexTick[]>;
  },
): IndexTick[] {
  const [first, last] = [zone.wallOf(from), zone.wallOf(to)];
  const round = days === null
    ? utcTicks(new Date(first), new Date(last), count).map(Number)
    : days.filter((_, day) => day % Math.ceil(days.length / count) === 0);
  const walls = ofDays ? round.filter(isDay) : round;
  const key = walls.join();
  const former = known.get(key);
  if (former !== undefined) return former;
  const distance = walls.length > 1 ? walls[1]! - walls[0]! : last - first;
  const step = ofDays ? Math.max(distance, DAY_MS) : distance;
  const format = (options: Intl.DateTimeFormatOptions) => {
    const formatter = dateFormatOf(locale, { timeZone, ...options });
    return (wall: number) => formatter.format(zone.instantOf(wall));
  };
  const { name, isStart } = days === null
    ? createTickName(step, last - first, format)
    : { name: format({ day: "numeric", month: "short" }), isStart: () => false };
  const named = walls.flatMap((wall) => {
    const position = zone.instantOf(wall);
    // Clocks are put forward over some times.
    const isShown = isDay(wall) || zone.wallOf(position) === wall;
    return isShown ? [{ position, text: name(wall), isStart: isStart(wall) }] : [];
  });
  known.set(key, named);
  return named;
}

type Format = (options: Intl.DateTimeFormatOptions) => (wall: number) => string;

/** What ticks are called, and which of them begins what others are within. */
interface TickNames {
  name(wall: number): string;
  isStart(wall: number): boolean;
}

function createTickName(step: number, range: number, format: Format): TickNames {
  if (step < DAY_MS) {
    const time = step < MINUTE_MS ? format(timeOptions(step)) : shorter(step % HOUR_MS === 0, format);
    const day = format({ weekday: "short" });
    // A chart of several days names each where it begins.
    const isNamed = range > 1.1 * DAY_MS;
    return { name: (wall) => isNamed && isDay(wall) ? day(wall) : time(wall), isStart: isDay };
  }
  const year = format({ year: "numeric" });
  if (step >= 360 * DAY_MS) return { name: year, isStart: () => true };
  if (step < 28 * DAY_MS) {
    const name = range <= 7.5 * DAY_MS
      ? { weekday: "short" } as const
      : { day: "numeric", month: "short" } as const;
    return { name: format(name), isStart: () => false };
  }
  const month = format({ month: "short" });
  // The same month twice: the year tells which one.
  const hasYears = range > 350 * DAY_MS;
  const isStart = (wall: number) => hasYears && new Date(wall).getUTCMonth() === 0;
  return { name: (wall) => isStart(wall) ? year(wall) : month(wall), isStart };
}

/** A time of day that differs for times at a distance of some milliseconds. */
function timeOptions(distance: number): Intl.DateTimeFormatOptions {
  if (distance % MINUTE_MS === 0) return { timeStyle: "short" };
  if (distance % SECOND_MS === 0) return { timeStyle: "medium" };
  const fractionalSecondDigits = distance % 100 === 0 ? 1 : distance % 10 === 0 ? 2 : 3;
  return { hour: "numeric", minute: "2-digit", second: "2-digit", fractionalSecondDigits };
}

/** Full hours are written without minutes in the languages in which that is shorter: `6 AM`, but `06:00`. */
function shorter(areHours: boolean, format: Format): (wall: number) => string {
  const minutes = format({ timeStyle: "short" });
  const hours = format({ hour: "numeric" });
  const sample = 10 * HOUR_MS;
  return areHours && hours(sample).length < minutes(sample).length ? hours : minutes;
}
