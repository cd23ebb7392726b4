/**
 * Dates in a time zone that is chosen, in place of that of the browser, which a page cannot change: `setZone` of an isolate's
 * channel. On Deno and Node the process has a zone that can be set.
 *
 * @module
 */

const NativeDate = Date;
const NativeFormat = Intl.DateTimeFormat;
const { UTC: nativeUtc, parse: nativeParse, now: nativeNow } = Date;
const { getTime, setTime, getTimezoneOffset } = Date.prototype;

/** An IANA name; null for the zone of the browser. */
let zone: string | null = null;

let clock: Intl.DateTimeFormat | null = null;

/** Sets the time zone of all dates. */
export function setZone(next: string): void {
  zone = next;
  offsets.clear();
  clock = new NativeFormat("en-US", {
    timeZone: next,
    hourCycle: "h23",
    era: "short",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
}

/** Offsets change on a quarter of an hour. */
const QUARTER_MS = 900_000;

/** The offsets that are known, by the quarter of an hour. */
const offsets = new Map<number, number>();

/** How far local time is ahead of UTC at a time, in milliseconds. */
function offsetAt(time: number): number {
  if (clock === null) return -getTimezoneOffset.call(new NativeDate(time)) * 60_000;
  if (zone === "UTC") return 0;
  const quarter = Math.floor(time / QUARTER_MS);
  const known = offsets.get(quarter);
  if (known !== undefined) return known;
  const offset = readOffset(clock, quarter * QUARTER_MS);
  offsets.set(quarter, offset);
  return offset;
}

function readOffset(clock: Intl.DateTimeFormat, time: number): number {
  const parts = Object.fromEntries(clock.formatToParts(time).map(({ type, value }) => [type, value]));
  const year = parts.era === "BC" ? 1 - Number(parts.year) : Number(parts.year);
  const local = new NativeDate(0);
  local.setUTCFullYear(year, Number(parts.month) - 1, Number(parts.day));
  local.setUTCHours(Number(parts.hour), Number(parts.minute), Number(parts.second), 0);
  return getTime.call(local) - Math.floor(time / 1000) * 1000;
}

/** The time at which clocks show a local one, given as if it were in UTC. */
function toTime(local: number): number {
  if (Number.isNaN(local)) return local;
  const guess = local - offsetAt(local);
  return local - offsetAt(guess);
}

/** A date whose fields in UTC are those of another one in the zone. */
function toLocal(date: Date): Date {
  const time = getTime.call(date);
  return new NativeDate(Number.isNaN(time) ? time : time + offsetAt(time));
}

/** Text with a zone of its own, and a day alone, which is one in UTC. */
const ZONED_TEXT = /(?:Z|[+-]\d\d:?\d\d|\b(?:GMT|UTC?))\s*(?:\(.*\))?$/i;
const DAY = /^(?:\d{4}|[+-]\d{6})(?:-\d\d){0,2}$/;

function parseText(text: string): number {
  const time = nativeParse(text);
  if (zone === null || Number.isNaN(time) || ZONED_TEXT.test(text) || DAY.test(text)) return time;
  return toTime(time - getTimezoneOffset.call(new NativeDate(time)) * 60_000);
}

function createTime(values: readonly unknown[]): unknown {
  if (zone === null) return null;
  if (values.length > 1) return toTime((nativeUtc as (...values: unknown[]) => number)(...values));
  const [value] = values;
  return typeof value === "string" ? parseText(value) : null;
}

type Methods = { [name: string]: (this: Date, ...values: unknown[]) => unknown };

/** Replaces the methods and constructors that know the zone of the browser. Until a zone is set, they do as before. */
export function emulateZones(): void {
  const methods = NativeDate.prototype as unknown as Methods;
  for (const name of "Date Day FullYear Hours Milliseconds Minutes Month Seconds".split(" ")) {
    const inUtc = methods[`getUTC${name}`]!;
    replace(`get${name}`, (date) => inUtc.call(toLocal(date)));
    const set = methods[`setUTC${name}`];
    if (set === undefined) continue; // The day of the week.
    replace(`set${name}`, (date, values) => {
      const local = toLocal(date);
      set.apply(local, values as unknown[]);
      return setTime.call(date, toTime(getTime.call(local)));
    });
  }
  replace("getYear", (date) => toLocal(date).getUTCFullYear() - 1900);
  replace("getTimezoneOffset", (date) => {
    const time = getTime.call(date);
    return Number.isNaN(time) ? time : -offsetAt(time) / 60_000;
  });
  replace("toDateString", (date) => writeDay(date));
  replace("toTimeString", (date) => writeClock(date));
  replace("toString", (date) => isValid(date) ? `${writeDay(date)} ${writeClock(date)}` : "Invalid Date");
  for (const name of ["toLocaleString", "toLocaleDateString", "toLocaleTimeString"]) {
    const native = methods[name]!;
    replace(name, (date, [locales, options]) => native.call(date, locales, withZone(options)));
  }
  NativeDate.parse = parseText;
  const EmulatedDate = new Proxy(NativeDate, {
    construct(target, values, newTarget) {
      const time = createTime(values);
      return Reflect.construct(target, time === null ? values : [time], newTarget);
    },
    apply: () => String(new NativeDate(nativeNow())),
  });
  NativeDate.prototype.constructor = EmulatedDate;
  globalThis.Date = EmulatedDate;
  const EmulatedFormat = new Proxy(NativeFormat, {
    construct: (target, [locales, options], newTarget) =>
      Reflect.construct(target, [locales, withZone(options)], newTarget),
    apply: (target, _this, [locales, options]) => new target(locales, withZone(options)),
  });
  NativeFormat.prototype.constructor = EmulatedFormat;
  Intl.DateTimeFormat = EmulatedFormat;
}

/** Does as the browser does until a zone is set. */
function replace(name: string, emulated: (date: Date, values: readonly unknown[]) => unknown): void {
  const methods = NativeDate.prototype as unknown as Methods;
  const native = methods[name]!;
  methods[name] = function (...values) {
    return zone === null ? native.apply(this, values) : emulated(this, values);
  };
}

function withZone(options: unknown): Intl.DateTimeFormatOptions | undefined {
  const given = options as Intl.DateTimeFormatOptions | undefined;
  return zone === null || given?.timeZone !== undefined ? given : { ...given, timeZone: zone };
}

function isValid(date: Date): boolean {
  return !Number.isNaN(getTime.call(date));
}

/** `Sat Nov 28 2038` */
function writeDay(date: Date): string {
  if (!isValid(date)) return "Invalid Date";
  const [day, number, month, year] = toLocal(date).toUTCString().replace(",", "").split(" ");
  return `${day} ${month} ${number} ${year}`;
}

/** `06:47:38 GMT+1400 (Line Islands Time)` */
function writeClock(date: Date): string {
  if (!isValid(date)) return "Invalid Date";
  const local = toLocal(date);
  const minutes = Math.round((getTime.call(local) - getTime.call(date)) / 60_000);
  const digits = (value: number) => String(Math.abs(Math.trunc(value))).padStart(2, "0");
  const sign = minutes < 0 ? "-" : "+";
  const long = new NativeFormat("en-US", { timeZone: zone!, timeZoneName: "long" });
  const name = long.formatToParts(date).find(({ type }) => type === "timeZoneName")?.value;
  return `${local.toUTCString().split(" ")[4]} GMT${sign}${digits(minutes / 60)}${
    digits(minutes % 60)
  } (${name})`;
}
